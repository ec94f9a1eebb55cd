/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/notes.h"

#include <assert.h>

#include "base/arena.h"
#include "base/number.h"

void notes_add(struct notes *notes, enum severity severity, const char *cause,
               const char *evidence, const char *cure)
{
	assert(*cause && *evidence && *cure);
	notes->list = arena_room(notes->arena, notes->list, notes->n,
	                         sizeof *notes->list);
	notes->list[notes->n++] = (struct note){ severity, cause, evidence,
		                                 cure };
}

const char *notes_number(const struct notes *notes, uint64_t n)
{
	char text[32];

	number_grouped(text, sizeof text, n);
	return arena_format(notes->arena, "%s", text);
}

const char *notes_count(const struct notes *notes, uint64_t n, const char *noun)
{
	return arena_format(notes->arena, "%s %s%s", notes_number(notes, n),
	                    noun, n == 1 ? "" : "s");
}

void notes_add_all(struct notes *notes, const struct note *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		notes_add(notes, list[i].severity, list[i].cause,
		          list[i].evidence, list[i].cure);
}
