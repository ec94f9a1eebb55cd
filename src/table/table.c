/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/pattern.h"
#include "base/text.h"

bool table_waits(const struct table *t)
{
	return t->is_pending && (!t->nrows || t->rows[0].is_notice);
}

void table_add(struct table *t, struct row row)
{
	t->rows = arena_room(t->arena, t->rows, t->nrows, sizeof row);
	t->rows[t->nrows++] = row;
}

size_t table_all_rows(const struct table *t)
{
	return t->nmeasured > t->nrows ? t->nmeasured : t->nrows;
}

struct value table_value(const struct table *t, size_t row, size_t column)
{
	const struct column *c;
	const struct row *r;
	struct value v;

	assert(row < table_all_rows(t) && column < t->columns->n);
	if (row >= table_all_rows(t) || column >= t->columns->n)
		return no_value();
	c = &t->columns->list[column];
	r = &t->rows[row];
	if (r->label)
		return c->is_name ? text(r->label) : no_value();
	v = c->get(&(struct field){ t, c, r->item });
	v.is_signed |= c->is_signed;
	if (t->sums && t->sums[column] && row < t->nrows && v.unit != UNIT_NONE)
		v.number = t->sums[column][row];
	return v;
}

size_t table_column(const struct table *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->columns->n; i++)
		if (!strcmp(t->columns->list[i].name, name))
			break;
	return i;
}

static bool is_wanted(const struct table *t, const struct column *c)
{
	return !c->is_extra && !c->is_left_out && (!c->is_hidden || !c->is_hidden(t));
}

bool table_shows(const struct table *t, size_t column)
{
	const struct column *c = &t->columns->list[column];

	if (t->is_notice)
		return c->is_name;
	return !c->is_for_programs && is_wanted(t, c);
}

bool table_dumps(const struct table *t, size_t column)
{
	const struct column *c = &t->columns->list[column];

	return c->is_for_programs || (!c->is_for_people && !c->is_extra && !c->is_left_out);
}

void table_add_up(struct table *t)
{
	const double **sums = arena_alloc(t->arena, t->columns->n, sizeof *sums);
	size_t c, row;

	for (c = 0; c < t->columns->n; c++) {
		double *list, sum = 0;

		if (!t->columns->list[c].is_cumulative || !is_wanted(t, &t->columns->list[c]))
			continue;
		list = arena_space(t->arena, t->nrows, sizeof *list);
		for (row = 0; row < t->nrows; row++) {
			const struct value v = table_value(t, row, c);

			sum += v.unit == UNIT_NONE ? 0 : v.number;
			list[row] = sum;
		}
		sums[c] = list;
	}
	t->sums = sums;
}

size_t table_title(const struct table *t, size_t column, char *out, size_t size)
{
	const struct column *c = &t->columns->list[column];
	const char *title = c->title ? c->title : c->name;
	size_t at = strcspn(title, "@");
	char whole[VALUE_TEXT];

	snprintf(whole, sizeof whole, "%.*s%s%s", (int)at, title, title[at] ? t->unit : "",
	         title[at] ? title + at + 1 : "");
	return text_safe(out, size, whole);
}

size_t table_cell(const struct table *t, size_t row, size_t column, char *out, size_t size)
{
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, table_value(t, row, column));
	return text_safe(out, size, shown);
}

size_t table_parent(const struct table *t, size_t row)
{
	size_t i;

	for (i = row; i-- > 0;)
		if (t->rows[i].depth < t->rows[row].depth)
			return i;
	return t->nrows;
}

size_t table_branch_end(const struct table *t, size_t row)
{
	size_t i;

	for (i = row + 1; i < t->nrows; i++)
		if (t->rows[i].depth <= t->rows[row].depth)
			break;
	return i;
}

const char *table_mark(const struct table *t, size_t row)
{
	if (!t->is_tree)
		return "";
	if (!t->rows[row].fold)
		return t->is_list ? "" : "  ";
	return t->rows[row].is_open ? "\u25be " : "\u25b8 ";
}

static bool finds(const struct table *t, const struct pattern *pattern, size_t row)
{
	size_t c;

	for (c = 0; c < t->columns->n; c++) {
		struct value v;

		if (t->columns->list[c].unit != UNIT_TEXT || !table_shows(t, c))
			continue;
		v = table_value(t, row, c);
		if (v.unit == UNIT_TEXT && pattern_finds(pattern, v.text, NULL, NULL))
			return true;
	}
	return false;
}

bool table_find_some(const struct table *t, const struct pattern *pattern, size_t *row, size_t n,
                     bool backwards)
{
	enum { AT_ONCE = 1024 }; /* rows whose texts are in memory */
	struct table looked = *t;
	bool is_found = false;
	size_t i;

	looked.arena = arena_new(); /* cells may be computed on demand */
	for (i = 0; i < n && !is_found; i++) {
		if (*row >= t->nrows)
			*row = backwards ? t->nrows - 1 : 0;
		is_found = finds(&looked, pattern, *row);
		if (!is_found)
			*row += backwards ? SIZE_MAX : 1; /* wraps below 0 */
		if (i % AT_ONCE == AT_ONCE - 1)
			arena_reset(looked.arena);
	}
	arena_free(looked.arena);
	return is_found;
}
