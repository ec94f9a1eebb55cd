/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_builder.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/compare/match_keys.h"

struct match_builder *match_builder_new(const struct match_keys *keys, struct arena *arena,
                                        struct arena *scratch)
{
	struct match_builder *b = arena_alloc(scratch, 1, sizeof *b);

	b->keys = keys;
	b->arena = arena;
	b->scratch = scratch;
	b->items = arena_space(arena, keys->n, sizeof *b->items);
	b->of = arena_space(scratch, keys->n, sizeof *b->of);
	memset(b->of, 0xff, keys->n * sizeof *b->of); /* NO_MATCH */
	b->order = arena_space(scratch, keys->n, sizeof *b->order);
	b->name = MATCH_NAME;
	return b;
}

size_t match_base_items(const struct match_builder *b, const uint32_t *items, size_t n)
{
	size_t nbase = 0, i;

	for (i = 0; i < n; i++)
		nbase += items[i] < b->keys->nbase;
	return nbase;
}

/* By ids, or by their own numbers if these are NULL. */
static void sort_items(struct match_builder *b, uint32_t *items, size_t n, const uint32_t *ids)
{
	struct keyed *keyed = arena_space(b->scratch, n, sizeof *keyed);
	size_t i;

	for (i = 0; i < n; i++)
		keyed[i] = (struct keyed){ ids ? ids[items[i]] : items[i], items[i] };
	sort_keys(keyed, n, b->scratch);
	for (i = 0; i < n; i++)
		items[i] = keyed[i].index;
}

void match_add(struct match_builder *b, const uint32_t *items, size_t n, enum match_how how)
{
	const size_t nbase = match_base_items(b, items, n);
	size_t i;

	memcpy(b->items + b->nitems, items, n * sizeof *items);
	sort_items(b, b->items + b->nitems, n, NULL);
	for (i = 0; i < n; i++)
		b->of[items[i]] = (uint32_t)b->n;
	b->list = arena_room(b->scratch, b->list, b->n, sizeof *b->list);
	b->list[b->n++] = (struct made_match){ (uint32_t)b->nitems, (uint32_t)nbase,
		                               (uint32_t)(n - nbase), how };
	b->nitems += n;
}

void match_sort(struct match_builder *b, uint32_t *items, size_t n, const uint32_t *ids)
{
	size_t i;

	for (i = 1; i < n; i++)
		if (ids[items[i - 1]] > ids[items[i]]) {
			sort_items(b, items, n, ids);
			return;
		}
}

size_t match_run_end(const uint32_t *items, size_t n, const uint32_t *ids, size_t low)
{
	size_t high = low + 1;

	while (high < n && ids[items[high]] == ids[items[low]])
		high++;
	return high;
}

void match_runs(struct match_builder *b, uint32_t *items, size_t n, const uint32_t *ids,
                match_run *run)
{
	size_t low, high;

	match_sort(b, items, n, ids);
	for (low = 0; low < n; low = high) {
		high = match_run_end(items, n, ids, low);
		run(b, items + low, high - low);
	}
}

size_t match_left(const struct match_builder *b, uint32_t *items, size_t n)
{
	size_t left = 0, i;

	for (i = 0; i < n; i++)
		if (b->of[items[i]] == NO_MATCH)
			items[left++] = items[i];
	return left;
}
