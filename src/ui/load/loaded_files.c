/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/loaded_files.h"

#include "base/arena.h"

struct loaded_files *loaded_files_new(void)
{
	struct arena *arena = arena_new();
	struct loaded_files *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->load_arena = arena_new();
	o->base.arena = arena_new();
	o->names_arena = arena_new();
	o->lines_arena = arena_new();
	o->frames_arena = arena_new();
	o->shown_arena = arena_new();
	o->cache_arena = arena_new();
	return o;
}

void loaded_files_free(struct loaded_files *o)
{
	struct arena *arena;

	if (!o)
		return;
	arena = o->arena;
	arena_free(o->base.arena);
	arena_free(o->cache_arena); /* before what it uses */
	arena_free(o->shown_arena);
	arena_free(o->frames_arena);
	arena_free(o->lines_arena);
	arena_free(o->names_arena);
	arena_free(o->load_arena);
	arena_free(arena);
}
