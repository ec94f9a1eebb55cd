/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/sum_file.h"

#include <inttypes.h>
#include <stdbool.h>

#include "base/arena.h"
#include "base/logarithms.h"
#include "model/build/call_lookup.h"
#include "model/build/nesting.h"
#include "model/records.h"

/* What a file counts, all in all. */
struct sum {
	uint64_t ticks, calls;
};

static struct sum sum_of(const struct records *r, size_t file)
{
	return (struct sum){ file_sum_ticks(r, &r->files[file]),
		             file_sum_calls(r, &r->files[file]) };
}

/* The only file that could be it; nfiles if none could. */
static size_t find_largest(const struct records *r)
{
	struct sum all = { 0, 0 }, most = { 0, 0 };
	size_t largest = 0, i;

	for (i = 0; i < r->nfiles; i++) {
		const struct sum sum = sum_of(r, i);

		all.ticks += sum.ticks;
		all.calls += sum.calls;
		if (sum.ticks > most.ticks ||
		    (sum.ticks == most.ticks && sum.calls > most.calls)) {
			most = sum;
			largest = i;
		}
	}
	return all.ticks == 2 * most.ticks && all.calls == 2 * most.calls
	               ? largest
	               : r->nfiles;
}

/* Adds the bins of a histogram to sums of those of another one; false if there
 * are some that it has not, or a sum is above its count. */
static bool add_bins(uint64_t *sums, const struct histogram *to,
                     const struct histogram *from)
{
	size_t i, k = 0;

	for (i = 0; i < from->nused; i++) {
		while (k < to->nused && to->bins[k].index < from->bins[i].index)
			k++;
		if (k == to->nused || to->bins[k].index != from->bins[i].index)
			return false;
		if (from->bins[i].count > to->bins[k].count - sums[k])
			return false;
		sums[k] += from->bins[i].count;
	}
	return true;
}

/* -ln of how likely it is that a bin of two parts has the same count in
 * both, about: half of 2 n is a tie by chance 1 / sqrt(pi n). */
static double tie_evidence(uint64_t count)
{
	const double of_one = 0.693, pi = 3.14159265;

	return count < 2 ? of_one : natural_log(pi * (double)count) / 2;
}

/* Whether bins of all other files add up to those of a file's histogram. */
static bool bins_add_up(const struct records *r, size_t file, size_t number,
                        double *evidence, struct arena *scratch)
{
	const struct histogram *to =
		&r->histograms[r->files[file].first_histogram + number];
	uint64_t *sums = arena_alloc(scratch, to->nused, sizeof *sums);
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (i != file &&
		    !add_bins(sums, to,
		              &r->histograms[r->files[i].first_histogram +
		                             number]))
			return false;
	for (i = 0; i < to->nused; i++) {
		if (sums[i] != to->bins[i].count)
			return false;
		*evidence += tie_evidence(sums[i]);
	}
	return true;
}

static bool calls_add_up(const struct records *r, size_t file,
                         struct arena *scratch)
{
	const struct profile_file *sum = &r->files[file];
	const struct call *to = file_calls(r, sum);
	struct call_lookup lookup = call_lookup_in(to, sum->ncalls, scratch);
	uint64_t *sums = arena_alloc(scratch, sum->ncalls, sizeof *sums);
	size_t i, k;

	for (i = 0; i < r->nfiles; i++) {
		const struct call *from = file_calls(r, &r->files[i]);

		lookup.guess = 0;
		for (k = 0; i != file && k < r->files[i].ncalls; k++) {
			const uint32_t at = call_lookup_find(&lookup, &from[k]);

			if (at == NO_ITEM ||
			    from[k].count > to[at].count - sums[at])
				return false;
			sums[at] += from[k].count;
		}
	}
	for (i = 0; i < sum->ncalls; i++)
		if (sums[i] != to[i].count)
			return false;
	return true;
}

void sum_file_note(struct records *r, size_t file)
{
	const struct profile_file *sum = &r->files[file];

	notes_add(&r->notes, NOTE_FACT,
	          arena_format(r->arena, "%s is the sum of the other %zu files",
	                       sum->path, r->nfiles - 1),
	          arena_format(r->arena,
	                       "all counts: %" PRIu64 " samples, %" PRIu64
	                       " calls",
	                       file_sum_ticks(r, sum), file_sum_calls(r, sum)),
	          "it is off at first, so that nothing counts twice; gprof's "
	          "rules and listings count it, too");
}

size_t sum_file_find(const struct records *r)
{
	enum { LEAST_FILES = 3, LEAST_CALLS = 8 };
	const double one_in_million = 13.8;
	struct arena *scratch;
	double evidence = 0;
	size_t file, i;
	bool is_sum;

	if (r->nfiles < LEAST_FILES || !files_are_alike(r))
		return r->nfiles;
	file = find_largest(r);
	if (file == r->nfiles)
		return file;
	scratch = arena_new();
	is_sum = calls_add_up(r, file, scratch);
	for (i = 0; i < r->files[file].nhistograms && is_sum; i++)
		is_sum = bins_add_up(r, file, i, &evidence, scratch);
	if (is_sum && evidence < one_in_million)
		is_sum = evidence <= 0 && r->files[file].ncalls >= LEAST_CALLS;
	arena_free(scratch);
	return is_sum ? file : r->nfiles;
}
