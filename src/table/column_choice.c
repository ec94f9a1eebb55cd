/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/column_choice.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "table/table.h"

static size_t column_named(const struct columns *columns, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < columns->n; i++)
		if (strlen(columns->list[i].name) == len &&
		    !strncmp(columns->list[i].name, name, len))
			break;
	return i;
}

static void add(struct columns *out, struct column *list, const struct column *column,
                bool is_left_out)
{
	list[out->n] = *column;
	list[out->n].is_for_programs &= !is_left_out;
	list[out->n].is_extra &= is_left_out;
	list[out->n].is_for_people &= is_left_out;
	list[out->n++].is_left_out = is_left_out;
}

const struct columns *column_choice_apply(const struct columns *columns, const char *names,
                                          struct arena *arena, struct error *err)
{
	struct columns *out = arena_alloc(arena, 1, sizeof *out);
	struct column *list = arena_alloc(arena, columns->n, sizeof *list);
	bool *is_chosen = arena_alloc(arena, columns->n, sizeof *is_chosen);
	size_t len = strspn(names, " ,"), i;

	for (names += len; *names; names += len + strspn(names + len, " ,")) {
		len = strcspn(names, " ,");
		i = column_named(columns, names, len);
		if (i < columns->n && !is_chosen[i]) {
			is_chosen[i] = true;
			add(out, list, &columns->list[i], false);
		} else if (err) {
			fail(err,
			     i < columns->n ? "column %.*s is listed twice" : "no column \"%.*s\"",
			     len < 60 ? (int)len : 60, names);
			return NULL;
		}
	}
	for (i = 0; out->n && i < columns->n; i++)
		if (!is_chosen[i])
			add(out, list, &columns->list[i], true);
	out->list = list;
	return out->n ? out : columns;
}
