/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/intervals.h"

#include <string.h>

#include "base/arena.h"
#include "model/build/call_lookup.h"
#include "model/build/nesting.h"
#include "model/records.h"

/* What b counts more than a. */
static struct histogram bins_added(const struct histogram *a, const struct histogram *b,
                                   struct arena *arena)
{
	struct histogram out = *b;
	size_t i, k = 0;

	out.nused = out.room = 0;
	out.bins = arena_space(arena, b->nused, sizeof *out.bins);
	for (i = 0; i < b->nused; i++) {
		struct bin bin = b->bins[i];

		if (k < a->nused && a->bins[k].index == bin.index)
			bin.count -= a->bins[k++].count;
		if (bin.count)
			out.bins[out.nused++] = bin;
	}
	return out;
}

static void add_calls(struct records *out, const struct call *before, size_t nbefore,
                      const struct call *after, size_t n, struct arena *scratch)
{
	struct call *calls = arena_copy(scratch, after, n, sizeof *calls);
	bool *was_there = arena_alloc(scratch, n, sizeof *was_there);
	struct call_lookup lookup = call_lookup_in(after, n, scratch);
	size_t i;

	for (i = 0; i < nbefore; i++) {
		const uint32_t k = call_lookup_find(&lookup, &before[i]);

		calls[k].count -= before[i].count;
		was_there[k] = true;
	}
	for (i = 0; i < n; i++)
		if (calls[i].count || !was_there[i])
			records_add_call(out, calls[i]);
}

void records_add_interval(struct records *out, const struct records *of_a,
                          const struct profile_file *a, const struct records *of_b,
                          const struct profile_file *b, struct arena *scratch)
{
	const struct histogram *h = file_histograms(of_b, b);
	struct profile_file *file;
	size_t i;

	records_add_file(out, b->path, b->format);
	file = &out->files[out->nfiles - 1];
	file->number = b->number;
	file->version = b->version;
	file->is_cut = b->is_cut;
	file->damage = b->damage;
	file->repeats = b->repeats;
	file->nblock_records = b->nblock_records;
	for (i = 0; i < b->nhistograms; i++)
		records_add_histogram(
			out,
			a ? bins_added(&file_histograms(of_a, a)[i], &h[i], out->arena) : h[i]);
	add_calls(out, a ? file_calls(of_a, a) : NULL, a ? a->ncalls : 0, file_calls(of_b, b),
	          b->ncalls, scratch);
	for (i = 0; i < b->nblocks; i++)
		records_add_block(out, of_b->blocks[b->first_block + i]);
}

/* Files that could be read in the order in which they were named; shape:
 * [r->nfiles]. */
static const struct profile_file **by_number(const struct records *r, struct arena *arena)
{
	const size_t n = r->nfiles + r->noff;
	const struct profile_file **list = arena_alloc(arena, n, sizeof *list);
	size_t i, k;

	for (i = 0; i < r->nfiles; i++)
		list[r->files[i].number] = &r->files[i];
	for (i = k = 0; i < n; i++)
		if (list[i])
			list[k++] = list[i];
	return list;
}

const struct records *records_added(const struct records *before, const struct records *now,
                                    struct arena *arena)
{
	struct arena *own = arena_new(), *scratch = arena_new();
	struct records *out = records_new(arena);
	const struct profile_file **old = by_number(before, own);
	const struct profile_file **new = by_number(now, own);
	size_t i, k = 0;

	/* New files may be between old ones, whose order stays. */
	for (i = 0; i < now->nfiles; i++) {
		const struct profile_file *file = new[i], *was = NULL;

		if (k < before->nfiles && !strcmp(old[k]->path, file->path))
			was = old[k++];
		if (was && !(file_is_alike(before, was, now, file) &&
		             file_is_nested(before, was, now, file, scratch)))
			was = NULL;
		records_add_interval(out, before, was, now, file, scratch);
		arena_reset(scratch);
	}
	arena_free(scratch);
	arena_free(own);
	return out;
}
