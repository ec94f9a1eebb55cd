/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/load/loaded_files.h"

#include "base/arena.h"
#include "model/compare/comparison.h"
#include "ui/load/code_cache.h"

static struct read_files *read_files_new(void)
{
	struct arena *arena = arena_new();
	struct read_files *read = arena_alloc(arena, 1, sizeof *read);

	read->arena = arena;
	read->input_arena = arena_new();
	return read;
}

static void read_files_leave(struct read_files *read)
{
	if (--read->nusers)
		return;
	arena_free(read->input_arena);
	arena_free(read->arena);
}

struct loaded_files *loaded_files_new(struct read_files *read)
{
	struct arena *arena = arena_new();
	struct loaded_files *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->is_read = read;
	o->read = read ? read : read_files_new();
	o->read->nusers++;
	o->load_arena = arena_new();
	o->base.arena = arena_new();
	o->names_arena = arena_new();
	o->lines_arena = arena_new();
	o->frames_arena = arena_new();
	o->apart_arena = arena_new();
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
	arena_free(o->apart_arena);
	arena_free(o->frames_arena);
	arena_free(o->lines_arena);
	arena_free(o->names_arena);
	arena_free(o->load_arena);
	read_files_leave(o->read);
	arena_free(arena);
}

const struct dataset *loaded_files_data(const struct loaded_files *o)
{
	struct dataset *data = arena_alloc(o->shown_arena, 1, sizeof *data);

	if (o->shows_apart) {
		*data = o->apart;
		data->codes = code_cache_codes_for(o->cache, data->profile, o->shown_arena);
		comparison_show(o->base.apart, data);
	} else {
		*data = o->result.data;
		data->codes = code_cache_codes(o->cache);
		comparison_show(o->base.comparison, data);
	}
	if (!o->shows_recent)
		data->recent = NULL;
	data->sources = o->sources;
	data->help = o->help;
	return data;
}
