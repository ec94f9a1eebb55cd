/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How wide the columns of a table are. */
#include "table/table.h"

#include "base/arena.h"
#include "base/number.h"
#include "base/text.h"

/* Which values of a column are the widest: those of the largest size, and
 * below 0 of the least. */
struct widest {
	struct value most, least;
	double most_size, least_size;
	struct value ratio; /* the largest part, and the largest whole */
	bool has_part, is_per_call;
};

/* The width of a cell with the value, or of a wider one before it. */
static size_t wider(size_t width, struct value value)
{
	char shown[VALUE_TEXT];
	size_t here = value_show(shown, sizeof shown, value);

	return here > width ? here : width;
}

static void look_at_ratio(struct value *widest, struct value v)
{
	uint64_t part = v.whole > widest->whole ? v.whole : widest->whole;
	uint64_t of = v.of > widest->of ? v.of : widest->of;

	*widest = ratio(part, v.letter, of);
}

static void look_at(struct widest *w, struct value v)
{
	const double size = value_size(v);

	if (v.unit == UNIT_PER_CALL)
		w->is_per_call = true;
	else if ((v.unit == UNIT_SAMPLES || v.unit == UNIT_MEAN) &&
	         v.number != number_whole(v.number))
		w->has_part = true;
	else if (v.unit == UNIT_RATIO)
		look_at_ratio(&w->ratio, v);
	if (w->most.unit == UNIT_NONE || size > w->most_size) {
		w->most = v;
		w->most_size = size;
	}
	if (size < w->least_size) {
		w->least = v;
		w->least_size = size;
	}
}

static size_t title_width(const struct table *t, size_t column)
{
	char title[VALUE_TEXT];

	table_title(t, column, title, sizeof title);
	return (size_t)text_width(title);
}

/* What the values seen so far and a heading need. */
static size_t width_of(const struct widest *w, size_t width)
{
	struct value part;

	if (w->is_per_call) {
		size_t needed = sizeof "9.99ms" - 1 + (w->most.is_signed || w->least_size < 0);

		return width > needed ? width : needed;
	}
	if (w->has_part) {
		part = samples(number_whole(w->most_size) + 0.5);
		part.is_signed = w->most.is_signed;
		width = wider(width, part);
	}
	return wider(wider(wider(width, w->ratio), w->most), w->least);
}

/* The width of a column of texts, or of its heading; if not all are looked at,
 * more than a screen has may be less. */
static size_t text_column_width(const struct table *t, size_t column, size_t indent, size_t ntexts,
                                size_t width)
{
	enum { FIRST = 1000, SCREEN = 1000 };
	const size_t widest = ntexts < SIZE_MAX ? SCREEN : SIZE_MAX;
	const bool is_name = t->columns->list[column].is_name;
	const size_t nrows = table_all_rows(t), step = 1 + nrows / ntexts;
	struct table looked = *t;
	size_t row;

	looked.arena = arena_new(); /* cells may be made when asked for */
	for (row = 0; row < nrows && width < widest && (row < FIRST || width < TABLE_LONG);
	     row += row < FIRST ? 1 : step) {
		struct value v = table_value(&looked, row, column);
		size_t here = 0;

		if (is_name)
			here = indent * t->rows[row].depth + (*table_mark(t, row) ? 2 : 0);
		if (v.unit == UNIT_TEXT)
			here += (size_t)text_width(v.text);
		else if (v.unit != UNIT_NONE)
			here = wider(here, v);
		width = here > width ? here : width;
		if (row / step % FIRST == 0)
			arena_reset(looked.arena);
	}
	arena_free(looked.arena);
	return width;
}

/* Row by row, because rows are far apart in memory and columns are not. */
void table_widths(const struct table *t, size_t indent, size_t ntexts, size_t *widths)
{
	const size_t ncolumns = t->columns->n;
	const size_t nrows = table_all_rows(t);
	struct widest *list = arena_alloc(t->arena, ncolumns, sizeof *list);
	size_t *numbers = arena_alloc(t->arena, ncolumns, sizeof *numbers);
	size_t n = 0, row, c, i;

	for (c = 0; c < ncolumns; c++)
		if (table_shows(t, c) && unit_is_number(t->columns->list[c].unit))
			numbers[n++] = c;
	for (row = 0; row < nrows; row++)
		for (i = 0; i < n; i++)
			look_at(&list[numbers[i]], table_value(t, row, numbers[i]));
	for (c = 0; c < ncolumns; c++) {
		widths[c] = table_shows(t, c) ? width_of(&list[c], title_width(t, c)) : 0;
		if (widths[c] && !unit_is_number(t->columns->list[c].unit))
			widths[c] = text_column_width(t, c, indent, ntexts, widths[c]);
	}
}
