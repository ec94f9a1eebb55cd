/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bins and addresses, as bytes of a file. */
#ifndef GPTUI_BINS_H
#define GPTUI_BINS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

struct arena;
struct histogram;
struct machine;
struct records;

/* Splits an address off the front. */
bool take_address(struct bytes *rest, const struct machine *machine, uint64_t *out);

/* How a bin is written. */
struct bin_form {
	unsigned size; /* bytes: 1, 2, 4 or 8 */
	bool is_signed;
	bool big_endian;
};

/* Sets bins, nused and bin_size; bins below 0 count as 0.
 * Owner: the arena.  Returns how many were below 0. */
uint64_t bins_read(struct histogram *h, struct bytes bytes, struct bin_form form,
                   struct arena *arena);

/* How many bins hold the maximum for their size. */
uint64_t bins_full(const struct histogram *h);

/* Adds a note to the file added last if it has any full bins, or histograms
 * without a rate. */
void bins_note_full(struct records *records, uint64_t nfull, unsigned size);
void bins_note_no_rate(struct records *records, size_t nhistograms);

#endif
