/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/notes.h"

void notes_add(struct notes *notes, enum severity severity, const char *cause, const char *evidence,
               const char *cure) {
	assert(*cause && *evidence && *cure);
	arena_append(notes->arena, notes->list, notes->n,
	             (struct note){ severity, cause, evidence, cure });
}

void notes_add_new(struct notes *notes, const struct note *note) {
	for (size_t i = 0; i < notes->n; i++)
		if (!strcmp(notes->list[i].cause, note->cause))
			return;
	notes_add_all(notes, note, 1);
}

void notes_add_all(struct notes *notes, const struct note *list, size_t n) {
	for (size_t i = 0; i < n; i++)
		notes_add(notes, list[i].severity, list[i].cause, list[i].evidence, list[i].cure);
}

void notes_add_of(struct notes *notes, const char *of, enum severity least, const struct note *list,
                  size_t n) {
	for (size_t i = 0; i < n; i++)
		if (list[i].severity >= least)
			notes_add(notes, list[i].severity,
			          arena_format(notes->arena, "%s: %s", of, list[i].cause),
			          arena_format(notes->arena, "%s", list[i].evidence), list[i].cure);
}
