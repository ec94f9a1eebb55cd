/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses to functions: which bytes belong to which.
 *
 * A function may own several pieces (another one can lie inside it), a piece
 * has one owner, and bytes without a piece have none. */
#ifndef GPTUI_CODE_MAP_H
#define GPTUI_CODE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

	/* A million lookups in a million pieces are limited by memory; with an
	 * index each takes one or two steps. first[k] is the first piece that
	 * ends after pieces[0].low + (k << shift).  NULL: no index. */
	const uint32_t *first; /* shape: [nfirst + 1] */
	size_t nfirst;
	unsigned shift;

	/* Bytes of the pieces before each, so that a bin over all of them costs
	 * no more than others; set with the index.  shape: [n + 1] */
	const struct piece_sum *sums;
};

#define NO_FUNC UINT32_MAX

struct arena;

/* Adds the index and the sums.  Owner: the arena.  Cost: linear in the pieces. */
void code_map_index(struct code_map *map, struct arena *arena);

/* The first piece that ends after the address; map->n if none does. */
size_t code_map_after(const struct code_map *map, uint64_t address);

/* The bytes of a piece that are in [low, high). */
uint64_t piece_overlap(const struct piece *piece, uint64_t low, uint64_t high);

/* The pieces [first, *last) that overlap [low, high), where `first` is the
 * first that ends after low.  Returns the bytes of them that symbols claim, or
 * of all if none is claimed: the ticks of a bin are shared among these.
 * Cost: log n with an index, else linear in the pieces that overlap. */
uint64_t code_map_meet(const struct code_map *map, uint64_t low, uint64_t high, size_t first,
                       size_t *last, bool *claimed);

/* The number of the function that owns the address, or NO_FUNC. */
uint32_t code_map_at(const struct code_map *map, uint64_t address);

#endif
