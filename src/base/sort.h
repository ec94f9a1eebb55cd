/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stable sorting in linear or n log n time, with memory from an arena. */
#pragma once

#include "base/arena.h"

/* < 0, 0, > 0 as for qsort(); the context is passed through. */
typedef int sort_compare(const void *a, const void *b, const void *context);

/* Sorts n items of `size` bytes: a merge sort of halves n/2 and n - n/2 that takes from the left
 * while compare() <= 0. glibc 2.36's qsort() does the same, so an inconsistent order (gprof has
 * one) gives the same result.  The scratch arena is used for n items. */
void sort_stable(void *items, size_t n, size_t size, sort_compare *compare, const void *context,
                 struct arena *scratch);

/* The same, by the falling uint64_t at the offset `at` of each, or a double there that is not below
 * 0: its bits are in the same order. */
void sort_falling(void *items, size_t n, size_t size, size_t at, struct arena *scratch);

/* Sorts items by the text (const char *) at that offset, in the order of bytes; stable. */
void sort_texts(void *items, size_t n, size_t size, size_t at, struct arena *scratch);

struct keyed {
	uint64_t key;
	uint32_t index; /* what the key belongs to */
};

/* Sorts by ascending key; stable.  Cost: linear (radix sort). */
void sort_keys(struct keyed *items, size_t n, struct arena *scratch);

/* Sorts numbers by the ascending key that each has; NULL: by themselves.  Stable.  Cost: linear. */
void sort_numbers(uint32_t *numbers, size_t n, const uint32_t *keys, struct arena *scratch);

/* A copy of n items of `size` bytes, sorted by the ascending uint64_t at the offset `at` of each;
 * stable.  Owner: the arena.  Cost: linear. */
void *sort_copy(const void *items, size_t n, size_t size, size_t at, struct arena *arena);

/* Indexes of items by a number that each has: those of the items with number k are list[first[k]]
 * to list[first[k + 1] - 1], in ascending order. */
struct lists {
	uint32_t *list;
	uint32_t *first; /* shape: [nlists + 1] */
};

#define NO_LIST UINT32_MAX

/* Lists n items by their numbers, NO_LIST: in none.  Owner: the arena.  Cost: linear. */
struct lists lists_new(const uint32_t *numbers, size_t n, size_t nlists, struct arena *arena);

/* A key that sorts the largest first, for numbers not below 0. */
uint64_t sort_key_down(double number);

/* Binary search in arrays of structs that are sorted by a number in them.
 *
 * The number is a uint64_t at the offset `at` of each of n items of `size` bytes.  Inline: with
 * constant arguments it is as fast as a hand-written loop. */

/* How many items are less than the key; also the index of the first that is not, or n. */
static inline size_t lower_bound(const void *items, size_t n, size_t size, size_t at,
                                 uint64_t key) {
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

/* How many items are not greater than the key; also the index of the first that is, or n. */
static inline size_t upper_bound(const void *items, size_t n, size_t size, size_t at,
                                 uint64_t key) {
	return key == UINT64_MAX ? n : lower_bound(items, n, size, at, key + 1);
}

/* Finds items of a caller's list by their contents.
 *
 * A hash table of the items' numbers, open addressing.  The items stay in the caller's list, which
 * may move: each lookup gets its address.
 * Inline: with constant arguments it is as fast as a hand-written loop. */

#define NO_ITEM UINT32_MAX

/* Initialised with the arena and zeros. */
struct index {
	struct arena *arena;
	struct index_slot {
		uint32_t hash;   /* the low bits of it */
		uint32_t number; /* plus 1; 0: free */
	} * slots;               /* shape: [nslots]; a power of two, or 0 */
	size_t nslots, n;
};

/* Adds to a hash, which is 0 at first. */
static inline uint64_t hash_number(uint64_t hash, uint64_t number) {
	hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 32;
}

uint64_t hash_text(uint64_t hash, const char *text);
uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t len);

/* Whether an item is the wanted one. */
typedef bool index_is(const void *items, uint32_t number, const void *wanted);

/* The number of the item with that hash for which is() is true, or NO_ITEM.  Cost: constant. */
static inline uint32_t index_find(const struct index *index, uint64_t hash, index_is *is,
                                  const void *items, const void *wanted) {
	const size_t mask = index->nslots - 1;
	size_t i = (size_t)hash & mask;

	if (!index->nslots)
		return NO_ITEM;
	for (; index->slots[i].number; i = (i + 1) & mask)
		if (index->slots[i].hash == (uint32_t)hash &&
		    is(items, index->slots[i].number - 1, wanted))
			return index->slots[i].number - 1;
	return NO_ITEM;
}

/* Adds an item that is not there yet.  Cost: constant, on average. */
void index_add(struct index *index, uint64_t hash, uint32_t number);

/* Finds it as index_find() does; if there is none adds the next number, and returns true: the
 * caller makes the item. */
static inline bool index_append(struct index *index, uint64_t hash, index_is *is, const void *items,
                                const void *wanted, uint32_t *number) {
	*number = index_find(index, hash, is, items, wanted);
	if (*number != NO_ITEM)
		return false;
	*number = (uint32_t)index->n;
	index_add(index, hash, *number);
	return true;
}

/* Numbers pairs of numbers, such as a function and a caller, as they come: for items that are told
 * apart by no more.  Initialised with the arena of the index, and zeros. */
struct pairs {
	struct index index;
	struct number_pair {
		uint64_t first, second;
	} * list; /* shape: [index.n] */
};

/* The number of a pair, or NO_ITEM. */
uint32_t pairs_find(const struct pairs *pairs, uint64_t first, uint64_t second);

/* The same; a new pair gets the next number, and then it returns true. */
bool pairs_add(struct pairs *pairs, uint64_t first, uint64_t second, uint32_t *number);
