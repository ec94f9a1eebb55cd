/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/pattern.h"
#include "base/sort.h"

void table_add(struct table *t, struct row row)
{
	t->rows = arena_room(t->arena, t->rows, t->nrows, sizeof row);
	t->rows[t->nrows++] = row;
}

struct value table_value(const struct table *t, size_t row, size_t column)
{
	return t->columns->list[column].get(t, t->rows[row].item);
}

size_t table_column(const struct table *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->columns->n; i++)
		if (!strcmp(t->columns->list[i].name, name))
			break;
	return i;
}

bool table_shows(const struct table *t, size_t column)
{
	const struct column *c = &t->columns->list[column];

	return !c->is_hidden || !c->is_hidden(t);
}

size_t table_title(const struct table *t, size_t column, char *out, size_t size)
{
	const char *title = t->columns->list[column].title;
	size_t at = strcspn(title, "@");

	return (size_t)snprintf(out, size, "%.*s%s%s", (int)at, title,
	                        title[at] ? t->unit : "",
	                        title[at] ? title + at + 1 : "");
}

/* A row with its value in the sort column, asked for only once. */
struct sortable {
	struct value value;
	struct row row;
};

static int ascending(const void *a, const void *b, const void *context)
{
	const struct sortable *x = a, *y = b;

	return value_compare(x->value, y->value);
}

static int descending(const void *a, const void *b, const void *context)
{
	return ascending(b, a, context);
}

void table_sort(struct table *t, size_t column, bool reverse)
{
	bool down = unit_is_number(t->columns->list[column].unit) != reverse;
	struct sortable *list = arena_alloc(t->arena, t->nrows, sizeof *list);
	size_t i;

	for (i = 0; i < t->nrows; i++)
		list[i] = (struct sortable){ table_value(t, i, column),
			                     t->rows[i] };
	sort_stable(list, t->nrows, sizeof *list, down ? descending : ascending,
	            NULL, t->arena);
	for (i = 0; i < t->nrows; i++)
		t->rows[i] = list[i].row;
}

size_t table_width(const struct table *t, size_t column)
{
	char shown[VALUE_TEXT];
	size_t width = table_title(t, column, shown, sizeof shown), row;
	struct value widest = no_value();

	if (!unit_is_number(t->columns->list[column].unit))
		return width;
	for (row = 0; row < t->nrows; row++) {
		struct value v = table_value(t, row, column);

		if (v.unit == UNIT_PER_CALL || v.unit == UNIT_SAMPLES ||
		    v.unit == UNIT_RATIO) {
			size_t len = value_show(shown, sizeof shown, v);

			width = len > width ? len : width;
		} else if (widest.unit == UNIT_NONE ||
		           value_size(v) > value_size(widest)) {
			widest = v;
		}
	}
	row = value_show(shown, sizeof shown, widest);
	return row > width ? row : width;
}

static bool finds(const struct table *t, const struct pattern *pattern,
                  size_t row)
{
	size_t c;

	for (c = 0; c < t->columns->n; c++) {
		struct value v;

		if (t->columns->list[c].unit != UNIT_TEXT)
			continue;
		v = table_value(t, row, c);
		if (v.unit == UNIT_TEXT &&
		    pattern_finds(pattern, v.text, NULL, NULL))
			return true;
	}
	return false;
}

size_t table_find(const struct table *t, const struct pattern *pattern,
                  size_t start, bool backwards)
{
	size_t i, row = start;

	for (i = 0; i < t->nrows; i++) {
		if (row >= t->nrows)
			row = backwards ? t->nrows - 1 : 0;
		if (finds(t, pattern, row))
			return row;
		row = backwards ? row - 1 : row + 1; /* wraps below 0 */
	}
	return t->nrows;
}
