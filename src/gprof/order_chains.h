/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains of functions that should be next to each other in memory.
 *
 * Calls are taken in order of frequency, and each puts caller and callee next
 * to each other if both are at the ends of chains.
 * Source: behaviour of GNU gprof 2.40, -r and -R. */
#ifndef GPTUI_ORDER_CHAINS_H
#define GPTUI_ORDER_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct arc;
struct arena;
struct profile;

struct order_chains {
	const struct profile *profile;
	FILE *out;
	bool *is_placed;         /* by function */
	bool *is_arc_placed;     /* by arc */
	uint32_t *next, *before; /* by function; a function's number plus 1 */
	const struct arc **left; /* those that fit nowhere */
	size_t nleft;            /* at most the number of arcs, twice */
};

struct order_chains order_chains_new(const struct profile *profile, FILE *out,
                                     struct arena *arena);

/* The n calls between different functions, in order of appearance.  Owner: the
 * arena. */
const struct arc **order_arcs(const struct profile *profile, size_t *n,
                              struct arena *arena);

/* Sorts arcs by descending count; stable. */
void order_sort(const struct arc **arcs, size_t n, struct arena *scratch);

/* Makes chains of arcs, and prints them.  Unless `all`, arcs beyond 99 % of
 * the calls are left out. */
void order_place(struct order_chains *chains, const struct arc **arcs, size_t n,
                 bool all);

/* Prints function number i, unless it was placed before. */
void order_print(struct order_chains *chains, size_t i);

#endif
