/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_numbers.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/compare/match_builder.h"
#include "model/compare/match_keys.h"

/* The functions of one side, each with its clones and parts. */
struct numbered {
	struct keyed *stems; /* by line, which is the key; index: of the first
	                        item with that stem; shape: [n] */
	size_t n;
	bool has_lines; /* known, and all differ */
};

static bool is_on(const struct match_builder *b, uint32_t item, bool is_base)
{
	return (item < b->keys->nbase) == is_base;
}

static struct numbered by_line(struct match_builder *b, const uint32_t *items,
                               size_t n, bool is_base)
{
	const struct match_keys *k = b->keys;
	struct numbered out = { .has_lines = true };
	size_t low, high, i;

	out.stems = arena_space(b->scratch, n, sizeof *out.stems);
	for (low = 0; low < n; low = high) {
		high = match_run_end(items, n, k->stem, low);
		for (i = low; i < high && !is_on(b, items[i], is_base); i++)
			;
		if (i == high)
			continue;
		out.has_lines &= k->line[items[i]] > 0;
		out.stems[out.n++] = (struct keyed){ k->line[items[i]],
			                             (uint32_t)low };
	}
	sort_keys(out.stems, out.n, b->scratch);
	for (i = 1; i < out.n; i++)
		out.has_lines &= out.stems[i - 1].key < out.stems[i].key;
	return out;
}

/* Whether the two sides may be matched in their order. */
static bool is_shifted(const struct numbered *base, const struct numbered *new)
{
	size_t i;

	if (base->n != new->n || !base->has_lines || !new->has_lines)
		return base->n == 1 && new->n == 1;
	for (i = 1; i < base->n; i++)
		if (base->stems[i].key - base->stems[0].key !=
		    new->stems[i].key - new->stems[0].key)
			return false;
	return true;
}

static void set_order(struct match_builder *b, const uint32_t *items, size_t n,
                      const struct numbered *numbered, bool is_base)
{
	size_t i, at;

	for (i = 0; i < numbered->n; i++) {
		const size_t low = numbered->stems[i].index;
		const size_t high = match_run_end(items, n, b->keys->stem, low);

		for (at = low; at < high; at++)
			if (is_on(b, items[at], is_base))
				b->order[items[at]] = (uint32_t)i;
	}
}

static void add_numbered(struct match_builder *b, uint32_t *items, size_t n)
{
	match_add(b, items, n, MATCH_NUMBERED);
}

void match_numbers(struct match_builder *b, uint32_t *items, size_t n)
{
	const struct numbered base = by_line(b, items, n, true);
	const struct numbered new = by_line(b, items, n, false);

	if (!is_shifted(&base, &new)) {
		match_add(b, items, n, MATCH_SUM);
		return;
	}
	set_order(b, items, n, &base, true);
	set_order(b, items, n, &new, false);
	match_runs(b, items, n, b->order, add_numbered);
}
