/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/inlined_parts.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/profile.h"

struct inlined_name {
	const char *raw, *readable;
};

struct inlined_path {
	const char *path; /* of the frames */
	const char *copy;
};

struct finder {
	const struct dataset *data;
	struct arena *arena;
	struct inlined_name *names; /* shape: [nnames] */
	size_t nnames;
	struct inlined_path *paths; /* shape: [npaths] */
	size_t npaths;
	struct inlined_part *list; /* shape: [n] */
	size_t n;
	struct index of_name, of_path, of_part;
};

static bool is_name(const void *names, uint32_t number, const void *wanted)
{
	return !strcmp(((const struct inlined_name *)names)[number].raw, wanted);
}

static const struct inlined_name *name_of(struct finder *f, const char *raw)
{
	const uint64_t hash = hash_text(0, raw);
	uint32_t number = index_find(&f->of_name, hash, is_name, f->names, raw);
	struct inlined_name *new;

	if (number != NO_ITEM)
		return &f->names[number];
	number = (uint32_t)f->nnames++;
	f->names = arena_room(f->of_name.arena, f->names, number, sizeof *f->names);
	new = &f->names[number];
	new->raw = arena_text(f->arena, raw, strlen(raw));
	new->readable = f->data->names ? names_make(f->data->names, new->raw, NAME_FULL, f->arena)
	                               : new->raw;
	index_add(&f->of_name, hash, number);
	return new;
}

static bool is_path(const void *paths, uint32_t number, const void *wanted)
{
	return ((const struct inlined_path *)paths)[number].path == wanted;
}

/* Locations in one file share its path. */
static const char *path_of(struct finder *f, const char *path)
{
	const uint64_t hash = hash_number(0, (uintptr_t)path);
	uint32_t number = index_find(&f->of_path, hash, is_path, f->paths, path);

	if (!path)
		return NULL;
	if (number != NO_ITEM)
		return f->paths[number].copy;
	number = (uint32_t)f->npaths++;
	f->paths = arena_room(f->of_path.arena, f->paths, number, sizeof *f->paths);
	f->paths[number] = (struct inlined_path){ path, arena_text(f->arena, path, strlen(path)) };
	index_add(&f->of_path, hash, number);
	return f->paths[number].copy;
}

static bool is_part(const void *list, uint32_t number, const void *wanted)
{
	const struct inlined_part *a = (const struct inlined_part *)list + number;
	const struct inlined_part *b = wanted;

	return a->name == b->name && a->path == b->path && a->host == b->host;
}

static void add(struct finder *f, const struct frame *frame)
{
	const struct inlined_name *name = name_of(f, frame->function);
	const struct inlined_part part = { name->raw, name->readable,
		                           path_of(f, frame->location.path),
		                           (uint32_t)profile_number(f->data->profile, frame->func),
		                           frame->ticks };
	uint64_t hash = hash_number(0, (uintptr_t)part.name);
	uint32_t number;

	hash = hash_number(hash_number(hash, (uintptr_t)part.path), part.host);
	number = index_find(&f->of_part, hash, is_part, f->list, &part);
	if (number != NO_ITEM) {
		f->list[number].ticks += part.ticks;
		return;
	}
	f->list = arena_room(f->arena, f->list, f->n, sizeof *f->list);
	f->list[f->n] = part;
	index_add(&f->of_part, hash, (uint32_t)f->n++);
}

/* Whether the line is in a function that was inlined; not into itself, because
 * the outer one's time has that of the inner one. */
static bool is_inlined(const struct frames *frames, const struct frame *frame)
{
	const char *outer;

	if (frame->outer == NO_FRAME || !frame->function || !frame->func)
		return false;
	outer = frames->list[frame->outer].function;
	return !outer || strcmp(outer, frame->function) != 0;
}

const struct inlined_parts *inlined_parts_find(const struct dataset *data, struct arena *arena)
{
	const struct frames *frames = data->frames;
	struct inlined_parts *out;
	struct finder f = { .data = data, .arena = arena };
	struct arena *scratch;
	size_t i;

	if (!frames || data->profile->is_apart)
		return NULL;
	scratch = arena_new();
	f.of_name.arena = f.of_path.arena = f.of_part.arena = scratch;
	for (i = 0; i < frames->n; i++)
		if (is_inlined(frames, &frames->list[i]))
			add(&f, &frames->list[i]);
	out = arena_alloc(arena, 1, sizeof *out);
	*out = (struct inlined_parts){ f.list, f.n };
	arena_free(scratch);
	return out;
}
