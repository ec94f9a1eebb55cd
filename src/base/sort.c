/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/sort.h"

#include <string.h>

struct sorting {
	size_t size;
	sort_compare *compare;
	const void *context;
	char *spare; /* shape: [n / 2 * size] */
};

/* The recursion halves n, so it is at most 64 deep. */
static void sort_part(const struct sorting *s, char *items, size_t n) {
	size_t nleft = n / 2, nright = n - nleft;
	char *left = s->spare, *right = items + nleft * s->size;
	char *out = items; /* never beyond `right` */

	if (n < 2)
		return;
	sort_part(s, items, nleft);
	sort_part(s, right, nright);
	memcpy(left, items, nleft * s->size);
	while (nleft && nright) {
		if (s->compare(left, right, s->context) <= 0) {
			memcpy(out, left, s->size);
			left += s->size;
			nleft--;
		} else {
			memcpy(out, right, s->size);
			right += s->size;
			nright--;
		}
		out += s->size;
	}
	if (nleft)
		memcpy(out, left, nleft * s->size);
}

void sort_stable(void *items, size_t n, size_t size, sort_compare *compare, const void *context,
                 struct arena *scratch) {
	struct sorting sorting = { size, compare, context, NULL };
	_Alignas(max_align_t) unsigned char few[1024];

	if (n < 2)
		return;
	sorting.spare = n / 2 <= sizeof few / size ? few : arena_space(scratch, n / 2, size);
	sort_part(&sorting, items, n);
}

static int by_member(const void *a, const void *b, const void *at) {
	uint64_t x, y;

	memcpy(&x, (const char *)a + *(const size_t *)at, sizeof x);
	memcpy(&y, (const char *)b + *(const size_t *)at, sizeof y);
	return x > y ? -1 : x < y;
}

void sort_falling(void *items, size_t n, size_t size, size_t at, struct arena *scratch) {
	sort_stable(items, n, size, by_member, &at, scratch);
}

static int by_text(const void *a, const void *b, const void *at) {
	const size_t offset = *(const size_t *)at;

	return strcmp(*(const char *const *)(const void *)((const char *)a + offset),
	              *(const char *const *)(const void *)((const char *)b + offset));
}

void sort_texts(void *items, size_t n, size_t size, size_t at, struct arena *scratch) {
	sort_stable(items, n, size, by_text, &at, scratch);
}

/* Digits are small where counting each of many values would cost more than the items do. */
enum { MANY = 4096, FEW_BITS = 8, MANY_BITS = 11, MAX_RADIX = 1 << MANY_BITS };

/* One pass over the digit of this many bits at `shift`; false if all digits are equal. */
static bool radix_pass(const struct keyed *from, struct keyed *to, size_t n, unsigned shift,
                       unsigned bits) {
	const size_t radix = (size_t)1 << bits;
	size_t count[MAX_RADIX], sum = 0;

	memset(count, 0, radix * sizeof *count);
	for (size_t i = 0; i < n; i++)
		count[from[i].key >> shift & (radix - 1)]++;
	if (count[from[0].key >> shift & (radix - 1)] == n)
		return false;
	for (size_t i = 0; i < radix; i++) {
		size_t here = count[i];

		count[i] = sum;
		sum += here;
	}
	for (size_t i = 0; i < n; i++)
		to[count[from[i].key >> shift & (radix - 1)]++] = from[i];
	return true;
}

void sort_keys(struct keyed *items, size_t n, struct arena *scratch) {
	const unsigned bits = n < MANY ? FEW_BITS : MANY_BITS;
	struct keyed *from = items;
	size_t sorted = 1;

	while (sorted < n && items[sorted - 1].key <= items[sorted].key)
		sorted++;
	if (sorted >= n)
		return;
	struct keyed *to = arena_space(scratch, n, sizeof *to);
	for (unsigned shift = 0; shift < 64; shift += bits)
		if (radix_pass(from, to, n, shift, bits)) {
			struct keyed *done = to;

			to = from;
			from = done;
		}
	if (from != items)
		memcpy(items, from, n * sizeof *items);
}

static uint32_t key_of(const uint32_t *keys, uint32_t number) {
	return keys ? keys[number] : number;
}

void sort_numbers(uint32_t *numbers, size_t n, const uint32_t *keys, struct arena *scratch) {
	size_t i;

	for (i = 1; i < n && key_of(keys, numbers[i - 1]) <= key_of(keys, numbers[i]); i++)
		;
	if (i >= n)
		return;
	struct keyed *list = arena_space(scratch, n, sizeof *list);
	for (i = 0; i < n; i++)
		list[i] = (struct keyed){ key_of(keys, numbers[i]), numbers[i] };
	sort_keys(list, n, scratch);
	for (i = 0; i < n; i++)
		numbers[i] = list[i].index;
}

void *sort_copy(const void *items, size_t n, size_t size, size_t at, struct arena *arena) {
	char *sorted = arena_space(arena, n, size);
	SCRATCH struct arena *scratch = arena_new();
	struct keyed *keys = arena_space(scratch, n, sizeof *keys);
	const char *from = items;

	for (size_t i = 0; i < n; i++) {
		memcpy(&keys[i].key, from + i * size + at, sizeof keys[i].key);
		keys[i].index = (uint32_t)i;
	}
	sort_keys(keys, n, scratch);
	for (size_t i = 0; i < n; i++)
		memcpy(sorted + i * size, from + keys[i].index * size, size);
	return sorted;
}

struct lists lists_new(const uint32_t *numbers, size_t n, size_t nlists, struct arena *arena) {
	struct lists out = { .list = arena_space(arena, n, sizeof *out.list),
		             .first = arena_alloc(arena, nlists + 2, sizeof *out.first) };

	for (size_t i = 0; i < n; i++)
		if (numbers[i] != NO_LIST)
			out.first[numbers[i] + 2]++;
	for (size_t i = 2; i < nlists + 2; i++)
		out.first[i] += out.first[i - 1];
	for (size_t i = 0; i < n; i++)
		if (numbers[i] != NO_LIST)
			out.list[out.first[numbers[i] + 1]++] = (uint32_t)i;
	return out;
}

uint64_t sort_key_down(double number) {
	uint64_t bits;

	memcpy(&bits, &number, sizeof bits);
	return ~bits;
}

/* FNV-1a, then mixed, because its low bits alone are poor. */
static const uint64_t fnv_start = 0xcbf29ce484222325u;

uint64_t hash_text(uint64_t hash, const char *text) {
	return hash_bytes(hash, text, strlen(text));
}

uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t len) {
	hash ^= fnv_start;
	for (; len; len--)
		hash = (hash ^ (unsigned char)*bytes++) * 0x100000001b3u;
	return hash_number(hash, 0);
}

static void put(struct index *index, struct index_slot slot) {
	const size_t mask = index->nslots - 1;
	size_t i = slot.hash & mask;

	while (index->slots[i].number)
		i = (i + 1) & mask;
	index->slots[i] = slot;
}

/* At most half full. */
static void grow(struct index *index) {
	const struct index_slot *old = index->slots;
	const size_t nold = index->nslots;

	index->nslots = nold ? 2 * nold : 256;
	index->slots = arena_alloc(index->arena, index->nslots, sizeof *old);
	for (size_t i = 0; i < nold; i++)
		if (old[i].number)
			put(index, old[i]);
}

void index_add(struct index *index, uint64_t hash, uint32_t number) {
	if (2 * (index->n + 1) > index->nslots)
		grow(index);
	put(index, (struct index_slot){ (uint32_t)hash, number + 1 });
	index->n++;
}

static bool is_pair(const void *list, uint32_t number, const void *wanted) {
	const struct number_pair *x = (const struct number_pair *)list + number, *y = wanted;

	return x->first == y->first && x->second == y->second;
}

static uint64_t hash_pair(const struct number_pair *pair) {
	return hash_number(hash_number(0, pair->first), pair->second);
}

uint32_t pairs_find(const struct pairs *pairs, uint64_t first, uint64_t second) {
	const struct number_pair wanted = { first, second };

	return index_find(&pairs->index, hash_pair(&wanted), is_pair, pairs->list, &wanted);
}

bool pairs_add(struct pairs *pairs, uint64_t first, uint64_t second, uint32_t *number) {
	const struct number_pair new = { first, second };

	if (!index_append(&pairs->index, hash_pair(&new), is_pair, pairs->list, &new, number))
		return false;
	arena_put(pairs->index.arena, pairs->list, *number, new);
	return true;
}
