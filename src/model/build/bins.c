/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/bins.h"

#include "model/model.h"

static bool is_of_shape(const void *histograms, uint32_t number, const void *wanted) {
	const struct histogram *x = (const struct histogram *)histograms + number, *y = wanted;

	return x->low == y->low && x->high == y->high && x->nbins == y->nbins && x->rate == y->rate;
}

/* How many bins there are up to the last one used: a file that is cut off announces more. */
static size_t used_room(const struct histogram **list, size_t n) {
	size_t room = 0;

	for (size_t i = 0; i < n; i++) {
		const struct histogram *h = list[i];
		const size_t own = h->bins.n ? bin_at(&h->bins, h->bins.n - 1).index + 1UL : 0;

		room = own > room ? own : room;
	}
	return room;
}

/* The bins of many files are added in a full array, then picked out of it. */
static const struct bin *add_bins(const struct histogram **list, size_t n, size_t *nsums,
                                  struct arena *arena, struct arena *scratch) {
	const size_t room = used_room(list, n);
	uint64_t *full = arena_alloc(scratch, room, sizeof *full);
	double *more = NULL; /* variance that is not Poisson's; NULL: there is none */
	size_t k;

	for (size_t i = 0; i < n; i++)
		for (k = 0; k < list[i]->bins.n; k++) {
			const struct bin add = bin_at(&list[i]->bins, k);

			full[add.index] += add.count;
			if (full[add.index] < add.count)
				full[add.index] = UINT64_MAX; /* a bin that is used is not 0 */
			if (add.noise > 0 && !more)
				more = arena_alloc(scratch, room, sizeof *more);
			if (add.noise > 0)
				more[add.index] += (double)add.count * (add.noise - 1);
		}
	for (size_t i = *nsums = 0; i < room; i++)
		*nsums += full[i] != 0;
	struct bin *sums = arena_space(arena, *nsums, sizeof *sums);
	for (size_t i = k = 0; i < room; i++)
		if (full[i])
			sums[k++] = (struct bin){ full[i], (uint32_t)i,
				                  more ? (float)(1 + more[i] / (double)full[i])
				                       : 0 };
	return sums;
}

static struct merged_histogram add_up(const struct histogram **list, size_t n,
                                      const struct machine *machine, struct arena *arena) {
	struct merged_histogram m = { .shape = list[0], .weight = 1 };

	m.layout = bin_layout_of(list[0], machine->address_size, &m.step);
	if (n == 1) {
		m.n = list[0]->bins.n;
		m.sums = bins_list(&list[0]->bins, arena);
	} else {
		SCRATCH struct arena *scratch = arena_new();

		m.sums = add_bins(list, n, &m.n, arena, scratch);
	}
	return m;
}

/* Ticks of other rates are worth more or less than the first rate's. */
static void weigh(struct merged *merged, struct merged_histogram *list) {
	for (size_t i = 0; i < merged->n && merged->rate <= 0; i++)
		merged->rate = list[i].shape->rate;
	for (size_t i = 0; i < merged->n; i++) {
		if (list[i].shape->rate)
			list[i].weight = merged->rate / list[i].shape->rate;
		for (size_t k = 0; k < list[i].n; k++)
			merged->samples += list[i].sums[k].count;
	}
}

/* Tells which histograms are of one shape, by the number of it; shapes by first appearance. */
static uint32_t *number_shapes(const struct histogram *histograms, size_t n, size_t *nshapes,
                               struct arena *arena) {
	struct index index = { .arena = arena };
	uint32_t *of = arena_space(arena, n, sizeof *of);

	for (size_t i = *nshapes = 0; i < n; i++) {
		const struct histogram *h = &histograms[i];
		const uint64_t hash = hash_number(hash_number(hash_number(0, h->low), h->high),
		                                  (uint64_t)h->nbins << 32 | h->rate);

		uint32_t first = index_find(&index, hash, is_of_shape, histograms, h);
		if (first == NO_ITEM)
			index_add(&index, hash, (uint32_t)i);
		of[i] = first == NO_ITEM ? (uint32_t)(*nshapes)++ : of[first];
	}
	return of;
}

const struct merged *merged_new(const struct histogram *histograms, size_t n,
                                const struct machine *machine, struct arena *arena,
                                struct progress *progress) {
	struct merged *merged = arena_alloc(arena, 1, sizeof *merged);
	size_t nshapes;
	uint32_t *of = number_shapes(histograms, n, &nshapes, arena);
	const struct lists by_shape = lists_new(of, n, nshapes, arena);
	const struct histogram **alike = arena_space(arena, n, sizeof *alike);
	struct merged_histogram *list = arena_space(arena, nshapes, sizeof *list);

	for (size_t i = 0; i < n; i++)
		alike[i] = &histograms[by_shape.list[i]];
	for (size_t i = 0; i < nshapes; i++) {
		size_t k = by_shape.first[i];
		if (!progress_wanted(progress))
			return NULL;
		list[merged->n++] = add_up(alike + k, by_shape.first[i + 1] - k, machine, arena);
	}
	weigh(merged, list);
	merged->list = list;
	merged->of = of;
	return merged;
}

/* Who filled a histogram's bins, and by which formula.
 *
 *	glibc   samples[((pc - low) / 2) * s_scale >> 16], where s_scale =
 *	        (int)((float)bytes_of_bins / (high - low) * 65536), at most
 *	        65536; low and high are multiples of 4, and the bytes of the
 *	        bins are (high - low) / 2 rounded up to a long
 *	eCos    bin (pc - low) / bucket, bucket a power of two; the record's
 *	        high is the last address, not the end
 *	SID     bin (pc - low) / bucket; older ones have as high the start of
 *	        the last bucket
 * glibc's clock has 100 ticks a second, but a header may say otherwise (other values of HZ,
 * counters of events), and the formula does not depend on it.  That the bytes are rounded up to a
 * long is glibc's own: others divide evenly, where the formulas agree.  A rate of 1 is SID's.
 * Source: glibc gmon/gmon.c, sysdeps/posix/profil.c; eCos profile.cxx. */

bool bins_are_of_glibc(const struct histogram *h, unsigned long_size) {
	const uint64_t nlongs = ((h->high - h->low) / 2 + long_size - 1) / long_size;

	return !strcmp(h->dimension, "seconds") && h->low % 4 == 0 && h->high % 4 == 0 &&
	       h->nbins == nlongs * long_size / 2;
}

static bool is_glibc(const struct histogram *h, unsigned long_size, uint64_t *step) {
	const uint64_t range = h->high - h->low, bytes = 2 * (uint64_t)h->nbins;

	if (!bins_are_of_glibc(h, long_size) || h->rate == 1 || range > INT32_MAX)
		return false;
	float ratio = (float)bytes / (float)range;
	*step = bytes < range ? (uint64_t)(ratio * 65536) : 65536;
	return *step > 0;
}

static bool is_ecos(const struct histogram *h, uint64_t *step) {
	uint64_t range = h->high + 1 - h->low;
	uint64_t bucket = 1;

	if (h->high % 2 == 0 || h->nbins < 2 || h->rate == 1)
		return false;
	while (bucket < range && (range + bucket - 1) / bucket > h->nbins)
		bucket *= 2;
	*step = bucket;
	return (range + bucket - 1) / bucket == h->nbins;
}

static bool is_sid(const struct histogram *h, uint64_t *step) {
	uint64_t range = h->high - h->low;

	if (h->rate != 1 || h->nbins < 2 || range % (h->nbins - 1))
		return false;
	*step = range / (h->nbins - 1);
	return *step > 0;
}

enum bin_layout bin_layout_of(const struct histogram *h, unsigned address_size, uint64_t *step) {
	*step = 0;
	if (h->places)
		return LAYOUT_PLACES;
	if (!h->nbins || h->high <= h->low)
		return LAYOUT_UNKNOWN;
	if (is_glibc(h, address_size, step))
		return LAYOUT_GLIBC;
	if (is_ecos(h, step)) /* its range may also divide evenly, by chance */
		return LAYOUT_BUCKET;
	if ((h->high - h->low) % h->nbins == 0)
		return LAYOUT_EVEN;
	return is_sid(h, step) ? LAYOUT_BUCKET : LAYOUT_UNKNOWN;
}

/* The first address whose ticks glibc counts in the bin. */
static uint64_t glibc_low(const struct merged_histogram *h, uint64_t index) {
	uint64_t units = (index * 65536 + h->step - 1) / h->step;

	return h->shape->low + 2 * units;
}

/* low + index * range / nbins, without overflow. */
static uint64_t even_low(const struct histogram *h, uint64_t index) {
	uint64_t range = h->high - h->low;

	return h->low + index * (range / h->nbins) + index * (range % h->nbins) / h->nbins;
}

void merged_bin(const struct merged_histogram *h, uint32_t index, uint64_t *low, uint64_t *high) {
	uint64_t next = (uint64_t)index + 1;

	switch (h->layout) {
	case LAYOUT_PLACES:
		*low = *high = h->shape->places[index];
		break;
	case LAYOUT_GLIBC:
		*low = glibc_low(h, index);
		*high = glibc_low(h, next);
		break;
	case LAYOUT_BUCKET:
		*low = h->shape->low + index * h->step;
		*high = *low + h->step;
		break;
	case LAYOUT_EVEN:
	case LAYOUT_UNKNOWN:
		*low = even_low(h->shape, index);
		*high = even_low(h->shape, next);
		break;
	}
	if (*high <= *low)
		*high = *low + 1;
}

struct bin_walk bin_walk_all(const struct merged *merged, const struct code_map *map,
                             const struct shared_bins *splits) {
	return (struct bin_walk){
		.merged = merged, .map = map, .splits = splits, .last = UINT64_MAX
	};
}

struct bin_walk bin_walk_within(const struct merged *merged, const struct code_map *map,
                                const struct shared_bins *splits, uint64_t low, uint64_t high) {
	struct bin_walk walk = bin_walk_all(merged, map, splits);

	walk.from = low;
	walk.last = high - 1;
	return walk;
}

/* The first bin that ends behind the address. */
static size_t first_bin(const struct merged_histogram *h, uint64_t address) {
	size_t low = 0, high = address ? h->n : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t begin, end;

		merged_bin(h, h->sums[middle].index, &begin, &end);
		if (end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether the next bin is of the same histogram, and its bytes. */
static bool is_at_bin(struct bin_walk *walk) {
	if (!walk->histogram)
		return false;
	const struct merged_histogram *h = &walk->merged->list[walk->histogram - 1];
	if (walk->next == h->n)
		return false;
	merged_bin(h, h->sums[walk->next].index, &walk->low, &walk->high);
	return walk->low <= walk->last;
}

bool bin_walk_next(struct bin_walk *walk) {
	const struct merged_histogram *list = walk->merged->list;

	while (!is_at_bin(walk)) {
		if (walk->histogram == walk->merged->n)
			return false;
		walk->next = first_bin(&list[walk->histogram++], walk->from);
	}
	list += walk->histogram - 1;
	walk->noise = list->sums[walk->next].noise;
	walk->ticks = walk->left = (double)list->sums[walk->next++].count;
	walk->weight = list->weight;
	walk->piece = code_map_after(walk->map, walk->low);
	walk->bytes = code_map_meet(walk->map, walk->low, walk->high, walk->piece, &walk->end,
	                            &walk->claimed);
	walk->bytes_got = 0;
	walk->split = walk->end - walk->piece > 1
	                      ? shared_bins_find(walk->splits, walk->low, walk->high)
	                      : NULL;
	walk->part = 0;
	return true;
}

double bin_share_variance(const struct bin_walk *walk, const struct bin_share *share) {
	const double weight = walk->weight, noise = walk->noise > 0 ? walk->noise : 1;

	return (share->ticks * noise + walk->ticks * walk->ticks * share->open) * weight * weight;
}

static struct bin_share share_of(const struct bin_walk *walk, const struct piece *p, double ticks,
                                 double open) {
	return (struct bin_share){ p, p->low > walk->low ? p->low : walk->low,
		                   p->high < walk->high ? p->high : walk->high, ticks, open };
}

static bool next_part(struct bin_walk *walk, struct bin_share *out) {
	const struct shared_bin *split = walk->split;
	const struct split_part *part = &split->parts[walk->part];

	if (walk->part == split->n)
		return false;
	double ticks = walk->ticks * part->share;
	/* Shares add up to 1 but for rounding. */
	if (++walk->part == split->n || ticks > walk->left)
		ticks = walk->left;
	walk->left -= ticks;
	*out = share_of(walk, &walk->map->pieces[part->piece], ticks, part->open);
	return true;
}

static bool next_by_bytes(struct bin_walk *walk, struct bin_share *out) {
	for (; walk->piece < walk->end && walk->left > 0; walk->piece++) {
		const struct piece *p = &walk->map->pieces[walk->piece];
		const uint64_t here = piece_overlap(p, walk->low, walk->high);

		if (!here || (walk->claimed && !p->is_claimed))
			continue;
		walk->bytes_got += here;
		double part = walk->ticks * (double)here / (double)walk->bytes;
		if (walk->bytes_got == walk->bytes || part > walk->left)
			part = walk->left;
		walk->left -= part;
		*out = share_of(walk, p, part, part / walk->ticks * (1 - part / walk->ticks));
		walk->piece++;
		return true;
	}
	return false;
}

bool bin_walk_share(struct bin_walk *walk, struct bin_share *out) {
	return walk->split ? next_part(walk, out) : next_by_bytes(walk, out);
}
