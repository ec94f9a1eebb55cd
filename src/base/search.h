/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Binary search in arrays of structs that are sorted by a number in them.
 *
 * The number is a uint64_t at the offset `at` of each of n items of `size`
 * bytes.  Inline: with constant arguments it is as fast as a hand-written
 * loop. */
#ifndef GPTUI_SEARCH_H
#define GPTUI_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* How many items are less than the key; also the index of the first that is
 * not, or n. */
static inline size_t lower_bound(const void *items, size_t n, size_t size, size_t at, uint64_t key)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const char *item = (const char *)items + middle * size;

		if (*(const uint64_t *)(const void *)(item + at) < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* How many items are not greater than the key; also the index of the first
 * that is, or n. */
static inline size_t upper_bound(const void *items, size_t n, size_t size, size_t at, uint64_t key)
{
	return key == UINT64_MAX ? n : lower_bound(items, n, size, at, key + 1);
}

#endif
