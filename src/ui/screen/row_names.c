/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen/row_names.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "table/table.h"

enum { LEAST_NAME = 8 }; /* cells that a name has beside what tells it apart */

/* A row's name. */
struct name {
	const char *whole, *shown;
	bool is_alike;     /* another one looks like it */
	bool is_same;      /* another one is it */
	size_t differs_at; /* from those that look like it */
};

/* The name in so many cells. */
static const char *fitted(const struct column *column, const char *whole, int width, size_t keep,
                          struct arena *arena)
{
	char text[VALUE_TEXT], cut[VALUE_TEXT];
	size_t len = column->shorten(text, sizeof text, whole, width, keep);

	if (text_width(text) <= width)
		return arena_text(arena, text, len);
	text_fit(cut, sizeof cut, text, width);
	return arena_text(arena, cut, strlen(cut));
}

static size_t common_length(const char *a, const char *b)
{
	size_t n = 0;

	while (a[n] && a[n] == b[n])
		n++;
	return n;
}

/* Notes on one name what it shares with another that looks like it. */
static void compare(struct name *name, const struct name *other)
{
	size_t common = common_length(name->whole, other->whole);

	if (!name->whole[common] && !other->whole[common]) {
		name->is_same = true;
		return;
	}
	name->is_alike = true;
	if (common > name->differs_at)
		name->differs_at = common;
}

static const char *text_of(const struct table *t, size_t row, size_t column, struct arena *arena)
{
	char text[VALUE_TEXT]; /* the beginning of a very long one */

	value_show(text, sizeof text, table_value(t, row, column));
	return arena_text(arena, text, strlen(text));
}

/* What tells the row from those of the same name; NULL: nothing does. */
static const char *apart_text(const struct row_names *rows, const struct name *names, size_t i,
                              struct arena *arena)
{
	const struct table *t = rows->table;
	const char *own;
	size_t j;

	if (rows->apart == t->columns->n)
		return NULL;
	own = text_of(t, rows->first + i, rows->apart, arena);
	for (j = 0; *own && j < rows->n; j++)
		if (!strcmp(names[i].whole, names[j].whole) &&
		    strcmp(own, text_of(t, rows->first + j, rows->apart, arena)) != 0)
			return own;
	return NULL;
}

static const char *told_apart(const struct row_names *rows, const struct name *names, size_t i,
                              struct arena *arena)
{
	const struct column *column = &rows->table->columns->list[rows->column];
	const struct name *name = &names[i];
	const size_t keep = name->is_alike ? name->differs_at : SIZE_MAX;
	const char *apart = NULL;
	int room = rows->widths[i], left = room;

	if (name->is_same)
		apart = apart_text(rows, names, i, arena);
	if (apart)
		left -= text_width(apart) + (int)sizeof " ()" - 1;
	if (apart && (left >= LEAST_NAME || left >= text_width(name->whole)))
		return arena_format(arena, "%s (%s)",
		                    fitted(column, name->whole, left, keep, arena), apart);
	return keep == SIZE_MAX ? name->shown : fitted(column, name->whole, room, keep, arena);
}

const char *const *row_names(const struct row_names *rows, struct arena *arena)
{
	const struct column *column = &rows->table->columns->list[rows->column];
	struct name *names = arena_alloc(arena, rows->n, sizeof *names);
	const char **list = arena_alloc(arena, rows->n, sizeof *list);
	size_t i, j;

	for (i = 0; i < rows->n; i++) {
		names[i].whole = text_of(rows->table, rows->first + i, rows->column, arena);
		names[i].shown = fitted(column, names[i].whole, rows->widths[i], SIZE_MAX, arena);
	}
	for (i = 0; i < rows->n; i++)
		for (j = 0; j < rows->n; j++)
			if (i != j && !strcmp(names[i].shown, names[j].shown))
				compare(&names[i], &names[j]);
	for (i = 0; i < rows->n; i++)
		list[i] = told_apart(rows, names, i, arena);
	return list;
}
