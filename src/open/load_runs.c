/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/load_runs.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/intervals.h"
#include "model/build/run_finder.h"
#include "model/dataset.h"
#include "model/files/file_names.h"
#include "model/files/spread_finder.h"
#include "model/files/spreads.h"
#include "model/notes.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/runs.h"

/* The paths of all files that were read, by number. */
static const char *const *paths_of(const struct records *all, struct arena *arena)
{
	const char **paths = arena_space(arena, all->nfiles + all->noff, sizeof *paths);
	size_t i;

	for (i = 0; i < all->nfiles; i++)
		paths[all->files[i].number] = all->files[i].path;
	for (i = 0; i < all->noff; i++)
		paths[all->off[i].number] = all->off[i].path;
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

/* Adds a note if not all functions have figures of each file. */
static void note_told(struct dataset *data, struct arena *arena)
{
	const struct runs *runs = data->runs;
	struct notes notes = { .arena = arena };

	if (!runs->told)
		return;
	notes_add_all(&notes, data->file_notes, data->nfile_notes);
	notes_add(&notes, NOTE_FACT,
	          arena_format(arena,
	                       "only the %zu functions with the most time have "
	                       "figures of each file",
	                       runs->ntold),
	          "bins that count code of very many functions would give all "
	          "of them some in every file",
	          "time of the others is in the totals of the files");
	data->file_notes = notes.list;
	data->nfile_notes = notes.n;
}

/* Adds a note if the user's pattern does not fit. */
static void note_names(struct dataset *data, struct arena *arena)
{
	const struct file_names *names = data->file_names;
	struct notes notes = { .arena = arena };
	size_t i;

	if (names->nfit == names->n)
		return;
	for (i = 0; names->list[i].fits; i++)
		;
	notes_add_all(&notes, data->file_notes, data->nfile_notes);
	notes_add(&notes, NOTE_WARNING,
	          arena_format(arena,
	                       "the pattern of --file-names does not fit %zu "
	                       "of %zu files",
	                       names->n - names->nfit, names->n),
	          arena_format(arena, "%s, for example", names->list[i].path),
	          "of these no rank, host or process is known; %* in a "
	          "pattern stands for anything but a slash");
	data->file_notes = notes.list;
	data->nfile_notes = notes.n;
}

void load_runs(struct dataset *data, const struct name_pattern *pattern, struct arena *arena,
               struct progress *progress)
{
	const struct profile *p = data->profile;
	const struct records *all = records_all(p->records);
	struct arena *own;

	data->runs = NULL;
	if (all->nfiles + all->noff < 2)
		return;
	data->runs = runs_find(p, arena, progress);
	if (!data->runs)
		return;
	data->file_names = file_names_find(paths_of(all, arena), all->nfiles + all->noff, pattern,
	                                   arena);
	own = arena_new();
	data->spreads = spreads_find(p, data->runs, order_of(data, own), arena);
	arena_free(own);
	if (data->spreads) {
		data->file_notes = data->spreads->notes;
		data->nfile_notes = data->spreads->nnotes;
	}
	note_told(data, arena);
	note_names(data, arena);
}

const struct records *load_added(const struct profile *before, const struct profile *now,
                                 struct arena *arena)
{
	const struct records *old = records_all(before->records);
	const struct records *new = records_all(now->records);

	return old->are_intervals == new->are_intervals ? records_added(old, new, arena) : NULL;
}

void load_recent(struct dataset *data, const struct records *added, struct arena *arena,
                 struct progress *progress)
{
	data->recent = recent_find(data->profile, added, arena, progress);
}
