/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/gprof_records.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "model/records.h"

double gprof_bin_units(const struct histogram *h)
{
	return (double)((h->high - h->low) / 2) / h->nbins;
}

static bool is_same_range(const struct histogram *a, const struct histogram *b)
{
	return a->low == b->low && a->high == b->high;
}

static bool has_overlap(const struct records *r, struct arena *scratch)
{
	const struct histogram *list = sort_copy(r->histograms, r->nhistograms, sizeof *list,
	                                         offsetof(struct histogram, low), scratch);
	const struct histogram *a = list, *b; /* a reaches furthest */

	for (b = list + 1; b < list + r->nhistograms; b++) {
		if (b->low < a->high && a->low < b->high && !is_same_range(a, b))
			return true;
		if (b->high > a->high)
			a = b;
	}
	return false;
}

static struct conflict compare(const struct histogram *first, const struct histogram *h)
{
	struct conflict c = { .what = NULL };

	if (strcmp(first->dimension, h->dimension) != 0) {
		c.what = "dimension unit changed between histogram records";
		memcpy(c.from, first->dimension, sizeof c.from);
		memcpy(c.to, h->dimension, sizeof c.to);
	} else if (first->abbreviation != h->abbreviation) {
		c.what = "dimension abbreviation changed between histogram "
			 "records";
		c.from[0] = first->abbreviation;
		c.to[0] = h->abbreviation;
	} else if (fabs(gprof_bin_units(first) - gprof_bin_units(h)) > 0.000001) {
		c.what = "different scales in histogram records";
		c.is_open = true;
	}
	return c;
}

struct conflict gprof_records_conflict(const struct records *records, size_t from,
                                       struct arena *scratch)
{
	const struct histogram *first = records->histograms;
	struct conflict conflict = { .what = NULL };
	bool differ = false;
	size_t i;

	for (i = from; i < records->nhistograms && !conflict.what; i++) {
		conflict = compare(first, &records->histograms[i]);
		differ |= !is_same_range(first, &records->histograms[i]);
	}
	if (!conflict.what && differ && has_overlap(records, scratch))
		conflict.what = "overlapping histogram records";
	return conflict;
}

bool gprof_records_check(const struct records *records, struct arena *scratch, struct error *err)
{
	const struct conflict c = gprof_records_conflict(records, 0, scratch);

	if (!c.what)
		return true;
	return *c.from ? fail(err, "%s: from '%s' to '%s'", c.what, c.from, c.to)
	               : fail(err, "%s", c.what);
}
