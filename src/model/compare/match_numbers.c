/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_numbers.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/compare/match_builder.h"
#include "model/compare/match_keys.h"

/* The functions of one side: items with one id, such as a function with its
 * clones and parts. */
struct numbered {
	const uint32_t *ids;
	struct keyed *list; /* by line, which is the key; index: of the first
	                       item with that id; shape: [n] */
	size_t n;
	bool has_lines; /* known, and all differ */
};

static bool is_on(const struct match_builder *b, uint32_t item, bool is_base)
{
	return (item < b->keys->nbase) == is_base;
}

static struct numbered by_line(struct match_builder *b, const uint32_t *items, size_t n,
                               const uint32_t *ids, bool is_base)
{
	const struct match_keys *k = b->keys;
	struct numbered out = { .ids = ids, .has_lines = true };
	size_t low, high, i;

	out.list = arena_space(b->scratch, n, sizeof *out.list);
	for (low = 0; low < n; low = high) {
		high = match_run_end(items, n, ids, low);
		for (i = low; i < high && !is_on(b, items[i], is_base); i++)
			;
		if (i == high)
			continue;
		out.has_lines &= k->line[items[i]] > 0;
		out.list[out.n++] = (struct keyed){ k->line[items[i]], (uint32_t)low };
	}
	sort_keys(out.list, out.n, b->scratch);
	for (i = 1; i < out.n; i++)
		out.has_lines &= out.list[i - 1].key < out.list[i].key;
	return out;
}

/* Whether the two sides may be matched in their order. */
static bool is_shifted(const struct numbered *base, const struct numbered *new)
{
	size_t i;

	if (base->n != new->n || !base->has_lines || !new->has_lines)
		return base->n == 1 && new->n == 1;
	for (i = 1; i < base->n; i++)
		if (base->list[i].key - base->list[0].key != new->list[i].key - new->list[0].key)
			return false;
	return true;
}

static void set_order(struct match_builder *b, const uint32_t *items, size_t n,
                      const struct numbered *numbered, bool is_base, bool has_same_lines)
{
	size_t i, at;

	for (i = 0; i < numbered->n; i++) {
		const size_t low = numbered->list[i].index;
		const size_t high = match_run_end(items, n, numbered->ids, low);

		for (at = low; at < high; at++)
			if (is_on(b, items[at], is_base))
				b->order[items[at]] = has_same_lines
				                              ? (uint32_t)numbered->list[i].key
				                              : (uint32_t)i;
	}
}

static void add_in_order(struct match_builder *b, uint32_t *items, size_t n)
{
	const size_t nbase = match_base_items(b, items, n);

	if (nbase && nbase < n)
		match_add(b, items, n, b->in_order);
}

static void match_order(struct match_builder *b, uint32_t *items, size_t n,
                        const struct numbered *base, const struct numbered *new,
                        bool has_same_lines, enum match_how how)
{
	set_order(b, items, n, base, true, has_same_lines);
	set_order(b, items, n, new, false, has_same_lines);
	b->in_order = how;
	match_runs(b, items, n, b->order, add_in_order);
}

void match_numbers(struct match_builder *b, uint32_t *items, size_t n)
{
	const uint32_t *ids = b->keys->stem;
	const struct numbered base = by_line(b, items, n, ids, true);
	const struct numbered new = by_line(b, items, n, ids, false);

	if (is_shifted(&base, &new))
		match_order(b, items, n, &base, &new, false, MATCH_NUMBERED);
	else
		match_add(b, items, n, MATCH_SUM);
}

/* Whether all lines of one side are lines of the other. */
static bool is_among(const struct numbered *few, const struct numbered *all)
{
	size_t i, k = 0;

	for (i = 0; i < few->n; i++) {
		while (k < all->n && all->list[k].key < few->list[i].key)
			k++;
		if (k == all->n || all->list[k].key > few->list[i].key)
			return false;
	}
	return few->has_lines && all->has_lines;
}

void match_by_lines(struct match_builder *b, uint32_t *items, size_t n, enum match_how how,
                    enum match_how sum)
{
	const uint32_t *ids = b->keys->number;
	struct numbered base, new;

	match_sort(b, items, n, ids);
	base = by_line(b, items, n, ids, true);
	new = by_line(b, items, n, ids, false);
	if (is_shifted(&base, &new))
		match_order(b, items, n, &base, &new, false, how);
	else if (is_among(&base, &new) || is_among(&new, &base))
		match_order(b, items, n, &base, &new, true, how);
	else
		match_add(b, items, n, sum);
}
