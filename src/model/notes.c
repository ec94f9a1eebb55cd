/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/notes.h"

#include <assert.h>

#include "base/arena.h"

void notes_add(struct notes *notes, struct note note)
{
	assert(*note.cause && *note.evidence && *note.cure);
	notes->list = arena_room(notes->arena, notes->list, notes->n,
	                         sizeof note);
	notes->list[notes->n++] = note;
}
