/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/load_runs.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/run_finder.h"
#include "model/dataset.h"
#include "model/files/file_names.h"
#include "model/files/spread_finder.h"
#include "model/files/spreads.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/runs.h"

/* The paths of all files that were read, by number. */
static const char *const *paths_of(const struct records *all,
                                   struct arena *arena)
{
	const char **paths = arena_space(arena, all->nfiles, sizeof *paths);
	size_t i;

	for (i = 0; i < all->nfiles; i++)
		paths[all->files[i].number] = all->files[i].path;
	return paths;
}

static int by_rank(const void *a, const void *b, const void *context)
{
	const uint32_t *ranks = context;
	const uint32_t x = ranks[*(const uint32_t *)a];
	const uint32_t y = ranks[*(const uint32_t *)b];

	return x < y ? -1 : x > y;
}

/* The runs that count by their ranks, if all have one; snapshots are in their
 * order already. */
static const uint32_t *order_of(const struct dataset *data, struct arena *own)
{
	const struct runs *runs = data->runs;
	uint32_t *ranks = arena_space(own, runs->n, sizeof *ranks);
	uint32_t *order = arena_space(own, runs->n, sizeof *order);
	uint32_t i;

	if (data->profile->records->are_intervals)
		return NULL;
	for (i = 0; i < runs->n; i++) {
		ranks[i] = data->file_names->list[runs->list[i].number].rank;
		order[i] = i;
		if (ranks[i] == NO_RANK)
			return NULL;
	}
	sort_stable(order, runs->n, sizeof *order, by_rank, ranks, own);
	return order;
}

void load_runs(struct dataset *data, struct arena *arena,
               struct progress *progress)
{
	const struct profile *p = data->profile;
	const struct records *all = p->records->all ? p->records->all
	                                            : p->records;
	struct arena *own;

	data->runs = NULL;
	if (all->nfiles < 2)
		return;
	data->runs = runs_find(p, arena, progress);
	if (!data->runs)
		return;
	data->file_names = file_names_find(paths_of(all, arena), all->nfiles,
	                                   NULL, arena);
	own = arena_new();
	data->spreads = spreads_find(p, data->runs, order_of(data, own), arena);
	arena_free(own);
	if (data->spreads) {
		data->file_notes = data->spreads->notes;
		data->nfile_notes = data->spreads->nnotes;
	}
}
