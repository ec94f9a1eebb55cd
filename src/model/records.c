/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/records.h"

#include <assert.h>

#include "base/arena.h"

struct records *records_new(struct arena *arena)
{
	struct records *r = arena_alloc(arena, 1, sizeof *r);

	r->arena = arena;
	r->notes.arena = arena;
	return r;
}

static struct profile_file *last_file(struct records *r)
{
	assert(r->nfiles);
	return &r->files[r->nfiles - 1];
}

void records_add_file(struct records *r, const char *path, const char *format)
{
	struct profile_file file = {
		.path = path,
		.format = format,
		.first_histogram = r->nhistograms,
		.first_call = r->ncalls,
		.first_block = r->nblocks,
	};

	r->files = arena_room(r->arena, r->files, r->nfiles, sizeof file);
	r->files[r->nfiles++] = file;
}

void records_add_histogram(struct records *r, struct histogram add)
{
	r->histograms = arena_room(r->arena, r->histograms, r->nhistograms,
	                           sizeof add);
	r->histograms[r->nhistograms++] = add;
	last_file(r)->nhistograms++;
}

void records_add_call(struct records *r, struct call add)
{
	r->calls = arena_room(r->arena, r->calls, r->ncalls, sizeof add);
	r->calls[r->ncalls++] = add;
	last_file(r)->ncalls++;
}

void records_add_block(struct records *r, struct block add)
{
	r->blocks = arena_room(r->arena, r->blocks, r->nblocks, sizeof add);
	r->blocks[r->nblocks++] = add;
	last_file(r)->nblocks++;
}
