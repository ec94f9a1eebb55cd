/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributes the ticks of bins to functions.
 *
 * Exactly: a bin's ticks go to the functions whose bytes it counts
 * (bin_walk.h); one that counts no function's bytes goes to its gap.
 * As gprof: bins are spread evenly over the range, in units of 2 bytes, in
 * floating point, one record after the other. */
#include "model/build/building.h"
#include "model/build/gprof_records.h"

#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/search.h"
#include "model/image.h"
#include "model/build/bin_walk.h"
#include "model/build/merged.h"
#include "model/records.h"

static void credit(struct building *b, uint32_t func, double ticks, double variance)
{
	b->funcs[func].self_ticks += ticks;
	b->funcs[func].variance += variance;
}

static void share_out(struct building *b, struct bin_walk *bin)
{
	uint32_t first = NO_FUNC, owner = b->outside;
	struct bin_share share;

	while (bin_walk_share(bin, &share)) {
		owner = share.piece->func;
		first = first == NO_FUNC ? owner : first;
		credit(b, owner, share.ticks * bin->weight, bin_share_variance(bin, share.ticks));
	}
	if (!bin->bytes && owner != NO_FUNC)
		credit(b, owner, bin->ticks * bin->weight, bin_share_variance(bin, bin->ticks));
	if (first != NO_FUNC && first != owner)
		b->shared_ticks += bin->ticks * bin->weight;
	b->profile->total_ticks += bin->ticks * bin->weight;
}

/* Removes the ticks of functions that are not selected. */
static void deselect(struct building *b)
{
	size_t i;

	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		if (b->bits[i] & SELECT_FLAT)
			continue;
		b->profile->total_ticks -= f->self_ticks;
		f->self_ticks = f->variance = 0;
	}
}

void ticks_exact(struct building *b)
{
	struct bin_walk bin = bin_walk_all(b->merged, &b->map, b->profile->splits);

	if (b->merged->n)
		b->profile->bin_units = gprof_bin_units(b->merged->list[0].shape);
	while (bin_walk_next(&bin))
		share_out(b, &bin);
	deselect(b);
}

/* Units as an integer.  Out of range, x86 gives 2^63 or 0, and so does gprof:
 * the bin then covers no function. */
static uint64_t whole_units(double units)
{
	if (units >= 0 && units < 0x1p64)
		return (uint64_t)units;
	return units >= 0x1p64 ? 0 : UINT64_C(1) << 63;
}

/* One record as gprof stores it: sums of 32 bits. */
struct gprof_record {
	const struct histogram *shape;
	const struct histogram *only; /* whose bins are the sums; may be NULL */
	uint32_t *sums;               /* of several; may be NULL; shape:
	                                 [nsums] */
	size_t nsums;                 /* up to the last bin used: a file that is cut off
	                 announces more than it has */
};

static bool has_range(const void *records, uint32_t number, const void *wanted)
{
	const struct histogram *x = ((const struct gprof_record *)records)[number].shape;
	const struct histogram *y = wanted;

	return x->low == y->low && x->high == y->high;
}

/* Makes room for so many sums, at most as many as there are bins. */
static void make_room(struct gprof_record *to, size_t need, struct arena *arena)
{
	const size_t most = to->shape->nbins, twice = 2 * to->nsums;
	uint32_t *sums;

	if (need <= to->nsums || to->nsums == most)
		return;
	need = need > twice ? need : twice;
	need = need < most ? need : most;
	sums = arena_alloc(arena, need, sizeof *sums);
	if (to->nsums)
		memcpy(sums, to->sums, to->nsums * sizeof *sums);
	to->sums = sums;
	to->nsums = need;
}

static void add_bins(struct gprof_record *to, const struct histogram *h, struct arena *arena)
{
	size_t i;

	make_room(to, h->bins[h->nused - 1].index + 1UL, arena);
	for (i = 0; i < h->nused; i++)
		if (h->bins[i].index < to->shape->nbins)
			to->sums[h->bins[i].index] += (uint32_t)h->bins[i].count;
}

static void add_record(struct gprof_record *to, const struct histogram *h, struct arena *arena)
{
	if (!h->nused)
		return;
	if (!to->only && !to->sums) {
		to->only = h;
		return;
	}
	if (!to->sums) {
		add_bins(to, to->only, arena);
		to->only = NULL;
	}
	add_bins(to, h, arena);
}

/* The records by first appearance, those with the same range added up. */
static struct gprof_record *gprof_records(struct building *b, size_t *n)
{
	const struct records *r = b->records;
	struct gprof_record *list = arena_alloc(b->step, r->nhistograms, sizeof *list);
	struct index index = { .arena = b->step };
	size_t i;

	for (i = 0; i < r->nhistograms; i++) {
		const struct histogram *h = &r->histograms[i];
		const uint64_t hash = hash_number(hash_number(0, h->low), h->high);
		uint32_t number = index_find(&index, hash, has_range, list, h);

		if (number == NO_ITEM) {
			number = (uint32_t)index.n;
			list[number].shape = h;
			index_add(&index, hash, number);
		}
		add_record(&list[number], h, b->step);
	}
	*n = index.n;
	return list;
}

/* A record being credited. */
struct crediting {
	struct building *b;
	uint64_t low;
	double scale;
	size_t first; /* first function that the next bin may overlap */
};

/* Credits a bin, [low, high) in units of 2 bytes.  Later bins begin no
 * earlier, so c->first advances with them. */
static void spread(struct crediting *c, uint64_t low, uint64_t high, uint32_t count)
{
	struct building *b = c->b;
	size_t i;

	while (c->first < b->nfuncs && low >= b->funcs[c->first].high / 2)
		c->first++;
	for (i = c->first; i < b->nfuncs; i++) {
		uint64_t begin = b->funcs[i].low / 2;
		uint64_t end = b->funcs[i].high / 2;
		uint64_t from = low > begin ? low : begin;
		uint64_t to = high < end ? high : end;
		double part;

		if (begin > high)
			break;
		if (low >= end || to <= from)
			continue;
		part = (double)(to - from) * (double)count / c->scale;
		if (b->bits[i] & SELECT_FLAT)
			b->funcs[i].self_ticks += part;
		else
			b->profile->total_ticks -= part;
	}
}

static void credit_bin(struct crediting *c, size_t bin, uint32_t count)
{
	if (!count)
		return;
	c->b->profile->total_ticks += count;
	spread(c, c->low + whole_units(c->scale * (double)bin),
	       c->low + whole_units(c->scale * (double)(bin + 1)), count);
}

static void credit_record(struct building *b, const struct gprof_record *r, double scale)
{
	const uint64_t low = r->shape->low / 2;
	struct crediting c = { b, low, scale,
		               upper_bound(b->funcs, b->nfuncs, sizeof *b->funcs,
		                           offsetof(struct func, high), 2 * low + 1) };
	const uint32_t nbins = r->shape->nbins;
	size_t i;

	for (i = 0; i < r->nsums; i++)
		credit_bin(&c, i, r->sums[i]);
	for (i = 0; r->only && i < r->only->nused; i++)
		if (r->only->bins[i].index < nbins)
			credit_bin(&c, r->only->bins[i].index, (uint32_t)r->only->bins[i].count);
}

void ticks_gprof(struct building *b)
{
	size_t n, i;
	const struct gprof_record *list = gprof_records(b, &n);
	double scale = n ? gprof_bin_units(list[0].shape) : 0;

	b->profile->bin_units = scale;
	for (i = 0; i < n; i++)
		credit_record(b, &list[i], scale);
	for (i = 0; i < b->nfuncs; i++)
		b->funcs[i].variance = b->funcs[i].self_ticks;
}
