/* SPDX-License-Identifier: GPL-3.0-or-later */
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
 * glibc's clock has 100 ticks a second, but a header may say otherwise (other
 * values of HZ, counters of events), and the formula does not depend on it.
 * That the bytes are rounded up to a long is glibc's own: others divide evenly,
 * where the formulas agree.  A rate of 1 is SID's.
 * Source: glibc gmon/gmon.c, sysdeps/posix/profil.c; eCos profile.cxx. */
#include "model/build/merged.h"

#include <string.h>

#include "model/records.h"

static uint64_t round_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

static bool is_glibc(const struct histogram *h, unsigned long_size, uint64_t *step)
{
	uint64_t range = h->high - h->low;
	uint64_t bytes = round_up(range / 2, long_size);
	float ratio;

	if (strcmp(h->dimension, "seconds") != 0 || h->low % 4 || h->high % 4 || h->rate == 1 ||
	    range > INT32_MAX || h->nbins != bytes / 2)
		return false;
	ratio = (float)bytes / (float)range;
	*step = bytes < range ? (uint64_t)(ratio * 65536) : 65536;
	return *step > 0;
}

static bool is_ecos(const struct histogram *h, uint64_t *step)
{
	uint64_t range = h->high + 1 - h->low;
	uint64_t bucket = 1;

	if (h->high % 2 == 0 || h->nbins < 2 || h->rate == 1)
		return false;
	while (bucket < range && (range + bucket - 1) / bucket > h->nbins)
		bucket *= 2;
	*step = bucket;
	return (range + bucket - 1) / bucket == h->nbins;
}

static bool is_sid(const struct histogram *h, uint64_t *step)
{
	uint64_t range = h->high - h->low;

	if (h->rate != 1 || h->nbins < 2 || range % (h->nbins - 1))
		return false;
	*step = range / (h->nbins - 1);
	return *step > 0;
}

enum bin_layout bin_layout_of(const struct histogram *h, unsigned address_size, uint64_t *step)
{
	*step = 0;
	if (!h->nbins || h->high <= h->low)
		return LAYOUT_UNKNOWN;
	if (is_glibc(h, address_size, step))
		return LAYOUT_GLIBC;
	if (is_ecos(h, step)) /* its range may also divide evenly, by chance */
		return LAYOUT_BUCKET;
	if ((h->high - h->low) % h->nbins == 0)
		return LAYOUT_EVEN;
	if (is_sid(h, step))
		return LAYOUT_BUCKET;
	return LAYOUT_UNKNOWN;
}

/* The first address whose ticks glibc counts in the bin. */
static uint64_t glibc_low(const struct merged_histogram *h, uint64_t index)
{
	uint64_t units = (index * 65536 + h->step - 1) / h->step;

	return h->shape->low + 2 * units;
}

/* low + index * range / nbins, without overflow. */
static uint64_t even_low(const struct histogram *h, uint64_t index)
{
	uint64_t range = h->high - h->low;

	return h->low + index * (range / h->nbins) + index * (range % h->nbins) / h->nbins;
}

void merged_bin(const struct merged_histogram *h, uint32_t index, uint64_t *low, uint64_t *high)
{
	uint64_t next = (uint64_t)index + 1;

	switch (h->layout) {
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
