/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nested ranges of addresses, and which of them owns an address: the smallest
 * one, of equal ones that of the last owner. */
#ifndef GPTUI_SPANS_H
#define GPTUI_SPANS_H

#include <stddef.h>
#include <stdint.h>

struct arena;

struct span {
	uint64_t low, high; /* addresses, [low, high) */
	uint32_t owner;
};

struct spans {
	const struct span *list; /* by address, no two overlap; shape: [n] */
	size_t n;
};

/* Cuts n ranges, in any order, into pieces that do not overlap.  Empty ranges
 * are ignored.
 * Owner: the arena.  Cost: n log n. */
struct spans spans_cut(const struct span *ranges, size_t n, struct arena *arena);

/* The index of the span that contains the address, or else of the first one
 * above it, or n. */
size_t spans_at(const struct spans *spans, uint64_t address);

/* The same, fast if it is the index in *last or the next one; *last becomes
 * the answer. */
size_t spans_near(const struct spans *spans, uint64_t address, size_t *last);

#endif
