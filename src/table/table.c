/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/pattern.h"
#include "base/text.h"

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

	return !c->is_for_programs && (!c->is_hidden || !c->is_hidden(t));
}

bool table_dumps(const struct table *t, size_t column)
{
	return t->columns->list[column].is_for_programs ||
	       table_shows(t, column);
}

size_t table_title(const struct table *t, size_t column, char *out, size_t size)
{
	const char *title = t->columns->list[column].title;
	size_t at = strcspn(title, "@");
	char whole[VALUE_TEXT];

	snprintf(whole, sizeof whole, "%.*s%s%s", (int)at, title,
	         title[at] ? t->unit : "", title[at] ? title + at + 1 : "");
	return text_safe(out, size, whole);
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
		return "  ";
	return t->rows[row].is_open ? "\u25be " : "\u25b8 ";
}

/* The width of a cell with the value, or of a wider one before it. */
static size_t wider(size_t width, struct value value)
{
	char shown[VALUE_TEXT];
	size_t here = value_show(shown, sizeof shown, value);

	return here > width ? here : width;
}

/* Which values of a column are the widest. */
struct widest {
	struct value most, least; /* least only below 0 */
	struct value ratio;       /* the biggest part, and the biggest whole */
	bool has_part, is_per_call;
};

static void look_at_ratio(struct value *widest, struct value v)
{
	uint64_t part = v.whole > widest->whole ? v.whole : widest->whole;
	uint64_t of = v.of > widest->of ? v.of : widest->of;

	*widest = ratio(part, v.letter, of);
}

static void look_at(struct widest *w, struct value v)
{
	if (v.unit == UNIT_PER_CALL)
		w->is_per_call = true;
	if (v.unit == UNIT_SAMPLES && v.number != floor(v.number))
		w->has_part = true;
	if (v.unit == UNIT_RATIO)
		look_at_ratio(&w->ratio, v);
	if (w->most.unit == UNIT_NONE || value_size(v) > value_size(w->most))
		w->most = v;
	if (value_size(v) < value_size(w->least))
		w->least = v;
}

size_t table_width(const struct table *t, size_t column)
{
	enum { PER_CALL = 6 }; /* "9.99ms" */
	struct widest w = { .has_part = false };
	char title[VALUE_TEXT];
	size_t width, row;

	table_title(t, column, title, sizeof title);
	width = (size_t)text_width(title);
	if (!unit_is_number(t->columns->list[column].unit))
		return width;
	for (row = 0; row < t->nrows; row++)
		look_at(&w, table_value(t, row, column));
	if (w.is_per_call)
		return width > PER_CALL ? width : PER_CALL;
	if (w.has_part)
		width = wider(width, samples(floor(w.most.number) + 0.5));
	return wider(wider(wider(width, w.ratio), w.most), w.least);
}

static bool finds(const struct table *t, const struct pattern *pattern,
                  size_t row)
{
	size_t c;

	for (c = 0; c < t->columns->n; c++) {
		struct value v;

		if (t->columns->list[c].unit != UNIT_TEXT || !table_shows(t, c))
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
