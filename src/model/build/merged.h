/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histograms that are alike, added up.
 *
 * Records with the same range, bins, rate and writer are one histogram, so a
 * thousand runs of a program cost as much as one.  Sums are 64 bits wide.  The
 * bytes that a bin counts are those of the writer's own formula; gprof spreads
 * the range evenly and drifts away from it. */
#ifndef GPTUI_MERGED_H
#define GPTUI_MERGED_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct bin;
struct histogram;
struct machine;
struct progress;

/* Who filled the bins, judging by the shape of the record. */
enum bin_layout {
	LAYOUT_EVEN,   /* the range divides evenly: no doubt */
	LAYOUT_GLIBC,  /* profil(): 16.16 fixed point */
	LAYOUT_BUCKET, /* eCos, SID: buckets of a fixed size from low on */
	LAYOUT_UNKNOWN /* spread evenly, as a fallback */
};

struct merged_histogram {
	const struct histogram *shape; /* the first of them */
	enum bin_layout layout;
	uint64_t step;          /* GLIBC: 16.16 scale; BUCKET: bytes */
	double weight;          /* ticks of the profile's rate per tick */
	const struct bin *sums; /* by ascending index; shape: [n] */
	size_t n;
};

struct merged {
	const struct merged_histogram *list; /* by first appearance */
	size_t n;
	double rate;      /* the reference; 0: none known */
	uint64_t samples; /* ticks as counted */
};

/* Adds up histograms, all of the records or those of a file.
 * Owner: the arena.  Returns NULL when cancelled. */
const struct merged *merged_new(const struct histogram *histograms, size_t n,
                                const struct machine *machine, struct arena *arena,
                                struct progress *progress);

/* The bytes [*low, *high) that a bin counts. */
void merged_bin(const struct merged_histogram *h, uint32_t index, uint64_t *low, uint64_t *high);

/* Recognises who wrote a histogram, and sets the formula's step. */
enum bin_layout bin_layout_of(const struct histogram *h, unsigned address_size, uint64_t *step);

#endif
