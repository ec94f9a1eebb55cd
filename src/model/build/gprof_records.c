/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/gprof_records.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/records.h"

/* Units of 2 bytes that a bin covers, in gprof's arithmetic. */
static double scale_of(const struct histogram *h)
{
	return (double)((h->high - h->low) / 2) / h->nbins;
}

static bool is_same_range(const struct histogram *a, const struct histogram *b)
{
	return a->low == b->low && a->high == b->high;
}

static bool has_overlap(const struct records *r, struct arena *scratch)
{
	struct keyed *by_low = arena_alloc(scratch, r->nhistograms,
	                                   sizeof *by_low);
	const struct histogram *a, *b;
	size_t i;

	for (i = 0; i < r->nhistograms; i++)
		by_low[i] = (struct keyed){ r->histograms[i].low, (uint32_t)i };
	sort_keys(by_low, r->nhistograms, scratch);
	a = &r->histograms[by_low[0].index]; /* the one that reaches furthest */
	for (i = 1; i < r->nhistograms; i++) {
		b = &r->histograms[by_low[i].index];
		if (b->low < a->high && a->low < b->high &&
		    !is_same_range(a, b))
			return true;
		if (b->high > a->high)
			a = b;
	}
	return false;
}

static enum conflict_kind compare(const struct histogram *first,
                                  const struct histogram *h)
{
	if (strcmp(first->dimension, h->dimension) != 0)
		return CONFLICT_DIMENSION;
	if (first->abbreviation != h->abbreviation)
		return CONFLICT_ABBREVIATION;
	if (fabs(scale_of(first) - scale_of(h)) > 0.000001)
		return CONFLICT_SCALE;
	return CONFLICT_NONE;
}

struct conflict gprof_records_conflict(const struct records *records,
                                       size_t from, struct arena *scratch)
{
	const struct histogram *first = records->histograms;
	struct conflict conflict = { .kind = CONFLICT_NONE };
	bool differ = false;
	size_t i;

	for (i = from; i < records->nhistograms && !conflict.kind; i++) {
		const struct histogram *h = &records->histograms[i];

		conflict = (struct conflict){ compare(first, h), first, h };
		differ |= !is_same_range(first, h);
	}
	if (!conflict.kind && differ && has_overlap(records, scratch))
		conflict.kind = CONFLICT_OVERLAP;
	return conflict;
}

bool gprof_records_check(const struct records *records, struct arena *scratch,
                         struct error *err)
{
	const struct conflict c = gprof_records_conflict(records, 0, scratch);

	switch (c.kind) {
	case CONFLICT_DIMENSION:
		return fail(err,
		            "dimension unit changed between histogram records: "
		            "from '%s' to '%s'",
		            c.first->dimension, c.other->dimension);
	case CONFLICT_ABBREVIATION:
		return fail(err,
		            "dimension abbreviation changed between histogram "
		            "records: from '%c' to '%c'",
		            c.first->abbreviation, c.other->abbreviation);
	case CONFLICT_SCALE:
		return fail(err, "different scales in histogram records");
	case CONFLICT_OVERLAP:
		return fail(err, "overlapping histogram records");
	case CONFLICT_NONE:
		break;
	}
	return true;
}
