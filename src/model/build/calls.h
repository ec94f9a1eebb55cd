/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histograms that gprof refuses to read together.
 *
 * gprof requires one dimension, one abbreviation and one scale (how many bytes
 * a bin covers), those of the first record, and ranges that are equal or
 * disjoint. */
#ifndef GPTUI_CALLS_H
#define GPTUI_CALLS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;
struct histogram;
struct records;

struct conflict {
	const char *what;      /* in gprof's words; NULL: there is none */
	char from[16], to[16]; /* what changed, or "" */
	bool is_open;          /* gprof prints no newline after it */
};

/* Units of 2 bytes that a bin covers, in gprof's arithmetic. */
double gprof_bin_units(const struct histogram *h);

/* The conflict of the histograms from number `from` on, with each other or
 * with those before, which have none.
 * Cost: linear as long as all ranges are equal, else n log n. */
struct conflict gprof_records_conflict(const struct records *records, size_t from,
                                       struct arena *scratch);

/* Whether gprof reads all of them.
 * Errors: gprof's message. */
bool gprof_records_check(const struct records *records, struct arena *scratch, struct error *err);

#endif
