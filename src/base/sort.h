/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stable sorting in linear or n log n time, with memory from an arena. */
#ifndef GPTUI_SORT_H
#define GPTUI_SORT_H

#include <stddef.h>
#include <stdint.h>

struct arena;

/* < 0, 0, > 0 as for qsort(); the context is passed through. */
typedef int sort_compare(const void *a, const void *b, const void *context);

/* Sorts n items of `size` bytes: a merge sort of halves n/2 and n - n/2 that
 * takes from the left while compare() <= 0. glibc 2.36's qsort() does the
 * same, so an inconsistent order (gprof has one) gives the same result.  The
 * scratch arena is used for n items. */
void sort_stable(void *items, size_t n, size_t size, sort_compare *compare, const void *context,
                 struct arena *scratch);

struct keyed {
	uint64_t key;
	uint32_t index; /* what the key belongs to */
};

/* Sorts by ascending key; stable.  Cost: linear (radix sort). */
void sort_keys(struct keyed *items, size_t n, struct arena *scratch);

/* A copy of n items of `size` bytes, sorted by the ascending uint64_t at the
 * offset `at` of each; stable.  Owner: the arena.  Cost: linear. */
void *sort_copy(const void *items, size_t n, size_t size, size_t at, struct arena *arena);

/* A key that sorts the largest first, for numbers not below 0. */
uint64_t sort_key_down(double number);

#endif
