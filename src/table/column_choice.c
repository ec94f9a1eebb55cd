/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/column_choice.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "table/table.h"

static size_t column_named(const struct columns *columns, const char *name,
                           size_t len)
{
	size_t i;

	for (i = 0; i < columns->n; i++)
		if (strlen(columns->list[i].name) == len &&
		    !strncmp(columns->list[i].name, name, len))
			break;
	return i;
}

size_t column_choice_place(const struct column_choice *choice, size_t column)
{
	size_t i;

	for (i = 0; i < choice->n; i++)
		if (choice->list[i] == column)
			break;
	return i;
}

bool column_choice_parse(struct column_choice *out,
                         const struct columns *columns, const char *names,
                         struct error *err)
{
	struct column_choice choice = { .n = 0 };
	size_t len, column;

	for (names += strspn(names, " ,"); *names;
	     names += len + strspn(names + len, " ,")) {
		len = strcspn(names, " ,");
		column = column_named(columns, names, len);
		if (column == columns->n || column > 255)
			return fail(err, "no column \"%.*s\"",
			            len < 60 ? (int)len : 60, names);
		if (column_choice_place(&choice, column) < choice.n)
			return fail(err, "column %.*s stands twice", (int)len,
			            names);
		if (choice.n == CHOSEN_MOST)
			return fail(err, "more than %d columns", CHOSEN_MOST);
		choice.list[choice.n++] = (unsigned char)column;
	}
	*out = choice;
	return true;
}

static bool is_not_chosen(const struct table *table)
{
	return true;
}

const struct columns *column_choice_apply(const struct column_choice *choice,
                                          const struct columns *columns,
                                          struct arena *arena)
{
	struct columns *out = arena_alloc(arena, 1, sizeof *out);
	struct column *list = arena_alloc(arena, columns->n, sizeof *list);
	size_t i;

	for (i = 0; i < choice->n; i++) {
		list[out->n] = columns->list[choice->list[i]];
		list[out->n++].is_extra = false;
	}
	for (i = 0; i < columns->n; i++) {
		if (column_choice_place(choice, i) < choice->n)
			continue;
		list[out->n] = columns->list[i];
		list[out->n].is_for_programs = false;
		list[out->n++].is_hidden = is_not_chosen;
	}
	out->list = list;
	return out;
}
