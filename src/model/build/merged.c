/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/merged.h"

#include "base/arena.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/records.h"

static int by_shape(const void *a, const void *b, const void *context)
{
	const struct histogram *x = *(const struct histogram *const *)a;
	const struct histogram *y = *(const struct histogram *const *)b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	if (x->high != y->high)
		return x->high < y->high ? -1 : 1;
	if (x->nbins != y->nbins)
		return x->nbins < y->nbins ? -1 : 1;
	return x->rate < y->rate ? -1 : x->rate > y->rate;
}

static int by_appearance(const void *a, const void *b, const void *context)
{
	const struct merged_histogram *x = a, *y = b;

	return x->shape < y->shape ? -1 : x->shape > y->shape;
}

/* How many bins there are up to the last one that is used: a file that is cut
 * off announces more than it has. */
static size_t used_room(const struct histogram **list, size_t n)
{
	size_t room = 0, i;

	for (i = 0; i < n; i++) {
		const struct histogram *h = list[i];
		const size_t own = h->nused ? h->bins[h->nused - 1].index + 1UL : 0;

		room = own > room ? own : room;
	}
	return room;
}

/* The bins of many files are added in a full array, then picked out of it. */
static const struct bin *add_bins(const struct histogram **list, size_t n, size_t *nsums,
                                  struct arena *arena, struct arena *scratch)
{
	const size_t room = used_room(list, n);
	uint64_t *full = arena_alloc(scratch, room, sizeof *full);
	struct bin *sums;
	size_t i, k;

	for (i = 0; i < n; i++)
		for (k = 0; k < list[i]->nused; k++)
			full[list[i]->bins[k].index] += list[i]->bins[k].count;
	for (i = *nsums = 0; i < room; i++)
		*nsums += full[i] != 0;
	sums = arena_space(arena, *nsums, sizeof *sums);
	for (i = k = 0; i < room; i++)
		if (full[i])
			sums[k++] = (struct bin){ full[i], (uint32_t)i };
	return sums;
}

static struct merged_histogram add_up(const struct histogram **list, size_t n,
                                      const struct machine *machine, struct arena *arena)
{
	struct merged_histogram m = { .shape = list[0], .weight = 1 };

	m.layout = bin_layout_of(list[0], machine->address_size, &m.step);
	if (n == 1) {
		m.n = list[0]->nused;
		m.sums = list[0]->bins;
	} else {
		struct arena *scratch = arena_new();

		m.sums = add_bins(list, n, &m.n, arena, scratch);
		arena_free(scratch);
	}
	return m;
}

/* Ticks of other rates are worth more or less than the first rate's. */
static void weigh(struct merged *merged, struct merged_histogram *list)
{
	size_t i, k;

	for (i = 0; i < merged->n && merged->rate <= 0; i++)
		merged->rate = list[i].shape->rate;
	for (i = 0; i < merged->n; i++) {
		if (list[i].shape->rate)
			list[i].weight = merged->rate / list[i].shape->rate;
		for (k = 0; k < list[i].n; k++)
			merged->samples += list[i].sums[k].count;
	}
}

const struct merged *merged_new(const struct histogram *histograms, size_t n,
                                const struct machine *machine, struct arena *arena,
                                struct progress *progress)
{
	size_t first, last, i;
	struct merged *merged = arena_alloc(arena, 1, sizeof *merged);
	const struct histogram **sorted = arena_alloc(arena, n, sizeof *sorted);
	struct merged_histogram *list = arena_alloc(arena, n, sizeof *list);

	for (i = 0; i < n; i++)
		sorted[i] = &histograms[i];
	sort_stable(sorted, n, sizeof *sorted, by_shape, NULL, arena);
	for (first = 0; first < n; first = last) {
		last = first + 1;
		while (last < n && !by_shape(&sorted[first], &sorted[last], NULL))
			last++;
		if (!progress_wanted(progress))
			return NULL;
		list[merged->n++] = add_up(sorted + first, last - first, machine, arena);
	}
	sort_stable(list, merged->n, sizeof *list, by_appearance, NULL, arena);
	weigh(merged, list);
	merged->list = list;
	return merged;
}
