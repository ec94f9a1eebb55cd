/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses to functions: which bytes belong to which.
 *
 * A function may own several pieces (another one can lie inside it), a piece has one owner, and
 * bytes without a piece have none. */
#pragma once

#include "base/arena.h"

struct image;
struct keyed;
struct section;

struct piece {
	uint64_t low, high; /* addresses, [low, high) */
	uint32_t func;      /* its owner's number */
	bool is_claimed;    /* by a symbol, not just a gap between symbols */
};

struct piece_sum {
	uint64_t all, claimed; /* bytes; of them, those that symbols claim */
};

struct code_map {
	const struct piece *pieces; /* by ascending address; none overlap */
	size_t n;

	/* A million lookups in a million pieces are limited by memory; with an index each takes one
	 * or two steps. first[k] is the first piece that ends after pieces[0].low + (k << shift).
	 * NULL: no index. */
	const uint32_t *first; /* shape: [nfirst + 1] */
	size_t nfirst;
	unsigned shift;

	/* Bytes of the pieces before each, so that a bin over all of them costs no more than
	 * others; set with the index.  shape: [n + 1] */
	const struct piece_sum *sums;
};

#define NO_FUNC UINT32_MAX

/* Adds the index and the sums.  Owner: the arena.  Cost: linear in the pieces. */
void code_map_index(struct code_map *map, struct arena *arena);

/* The first piece that ends after the address; map->n if none does. */
size_t code_map_after(const struct code_map *map, uint64_t address);

/* The bytes of a piece that are in [low, high). */
uint64_t piece_overlap(const struct piece *piece, uint64_t low, uint64_t high);

/* The pieces [first, *last) that overlap [low, high), where `first` is the first that ends after
 * low.  Returns the bytes of them that symbols claim, or of all if none is claimed: the ticks of a
 * bin are shared among these.  Cost: log n with an index, else linear in the pieces that
 * overlap. */
uint64_t code_map_meet(const struct code_map *map, uint64_t low, uint64_t high, size_t first,
                       size_t *last, bool *claimed);

/* The number of the function that owns the address, or NO_FUNC. */
uint32_t code_map_at(const struct code_map *map, uint64_t address);

/* How the ticks of bins that count code of several functions are divided.
 *
 * Only bins with ticks are in the list.  A part is code that can have been sampled: in which an
 * instruction begins, as far as the code could be read.  A bin with one part is no longer open: its
 * ticks are all of that part. */

struct split_part {
	uint32_t piece; /* its index in the code map */
	uint32_t func;  /* number of the function that owns it */
	double share;   /* of the ticks; those of a bin add up to 1 */
	double open;    /* variance of the share, for what evidence leaves open */
};

struct shared_bin {
	uint64_t low, high;             /* addresses that the bin counts, [low, high) */
	double ticks;                   /* of the profile's rate; of all histograms */
	const struct split_part *parts; /* by address; shape: [n]; n > 0 */
	size_t n;
	bool is_read; /* by its code; else by bytes */
};

struct shared_bins {
	const struct shared_bin *list; /* by ascending address; shape: [n] */
	size_t n;
};

/* How the bin is divided, or NULL if it counts code of one function only.  The splits may be
 * NULL. */
const struct shared_bin *shared_bins_find(const struct shared_bins *splits, uint64_t low,
                                          uint64_t high);

/* The variance of a part's ticks, ticks squared: the noise of sampling, and what the division
 * leaves open.  How often code is sampled differs from what the evidence says by about a factor of
 * e, measured on programs where the truth was recorded, so a share's standard error is share * (1 -
 * share). */
double split_variance(double ticks, double share);

/* What functions have of code that they were inlined into.
 *
 * With inlined functions apart, the ticks of a piece of code in a bin are those of several
 * functions.  A file by itself is divided as all files together were: by these parts. */

struct inlined_share {
	uint64_t low, high; /* addresses of code in a bin, [low, high) */
	uint32_t func;      /* not the one that the code belongs to */
	double part;        /* of the code's ticks */
};

struct inlined_shares {
	const struct inlined_share *list; /* by low, then high; shape: [n] */
	size_t n;
};

/* Those of the code [low, high) of a bin; sets *n, to 0 if it has no samples or is all of its
 * function.  The shares may be NULL.  Cost: log n. */
const struct inlined_share *inlined_shares_of(const struct inlined_shares *shares, uint64_t low,
                                              uint64_t high, size_t *n);

/* Which section an address is in, found fast: a file may have many. */

struct section_index {
	const struct image *image;
	const struct keyed *order; /* sections by address; shape: [n] */
	const uint64_t *reach;     /* where the furthest up to each ends */
	size_t n;
};

/* Of all sections, or those of code only.  Owner: the arena.
 * Cost: linear in the sections. */
struct section_index section_index_new(const struct image *image, bool code_only,
                                       struct arena *arena);

/* The section that holds the address, or NULL; if several overlap, as in a file
 * that is not linked, the first in the file.  Cost: log n; those that overlap.
 */
const struct section *section_index_at(const struct section_index *index, uint64_t address);

/* Whether some section has a byte of [low, high), which is not empty. */
bool section_index_meets(const struct section_index *index, uint64_t low, uint64_t high);
