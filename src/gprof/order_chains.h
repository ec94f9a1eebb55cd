/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains of functions that should lie side by side in memory.
 *
 * Calls are taken from the most frequent on, and each puts caller and callee
 * next to one another if both are at the ends of chains.
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
	const struct arc **left; /* those that fitted nowhere */
	size_t nleft;            /* at most the number of arcs, twice */
};

struct order_chains order_chains_new(const struct profile *profile, FILE *out,
                                     struct arena *arena);

/* Calls between different functions, in order of appearance, n of them.
 * Owner: the arena. */
const struct arc **order_arcs(const struct profile *profile, size_t *n,
                              struct arena *arena);

/* Sorts arcs by falling count; stable. */
void order_sort(const struct arc **arcs, size_t n, struct arena *scratch);

/* Makes chains of arcs, and prints them.  Unless `all`, arcs beyond 99 % of
 * the calls are left. */
void order_place(struct order_chains *chains, const struct arc **arcs, size_t n,
                 bool all);

/* Prints the function number i, if it was not placed before. */
void order_print(struct order_chains *chains, size_t i);

#endif
