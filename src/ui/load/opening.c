/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/opening.h"

#include "base/arena.h"

struct opening *opening_new(void)
{
	struct arena *arena = arena_new();
	struct opening *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->load_arena = arena_new();
	o->names_arena = arena_new();
	o->lines_arena = arena_new();
	o->frames_arena = arena_new();
	o->shown_arena = arena_new();
	o->desk_arena = arena_new();
	return o;
}

void opening_free(struct opening *o)
{
	struct arena *arena;

	if (!o)
		return;
	arena = o->arena;
	arena_free(o->desk_arena); /* before what it reads */
	arena_free(o->shown_arena);
	arena_free(o->frames_arena);
	arena_free(o->lines_arena);
	arena_free(o->names_arena);
	arena_free(o->load_arena);
	arena_free(arena);
}
