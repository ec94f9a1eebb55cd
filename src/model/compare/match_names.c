/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_names.h"

#include "base/arena.h"
#include "model/compare/match_builder.h"
#include "model/compare/match_keys.h"
#include "model/compare/match_numbers.h"

static bool is_two_sided(const struct match_builder *b, const uint32_t *items, size_t n)
{
	const size_t nbase = match_base_items(b, items, n);

	return nbase && nbase < n;
}

static void add_pair(struct match_builder *b, uint32_t *items, size_t n)
{
	match_add(b, items, n, b->name);
}

/* Whether each id has an item on both sides, and no more if `is_single`. */
static bool has_partners(struct match_builder *b, uint32_t *items, size_t n, const uint32_t *ids,
                         bool is_single)
{
	size_t low, high;

	match_sort(b, items, n, ids);
	for (low = 0; low < n; low = high) {
		high = match_run_end(items, n, ids, low);
		if (!is_two_sided(b, items + low, high - low) || (is_single && high - low > 2))
			return false;
	}
	return true;
}

static bool is_one(const uint32_t *items, size_t n, const uint32_t *ids)
{
	return match_run_end(items, n, ids, 0) == n;
}

/* Clones and parts of one function.  What was split differs if one of them has
 * no partner, so all are added up. */
static void match_family(struct match_builder *b, uint32_t *items, size_t n)
{
	const uint32_t *raw = b->keys->raw;

	if (has_partners(b, items, n, raw, true))
		match_runs(b, items, n, raw, add_pair);
	else
		match_add(b, items, n, is_one(items, n, raw) ? MATCH_ALIKE : MATCH_SUFFIX);
}

static bool has_numbers(const struct match_builder *b, const uint32_t *items, size_t n)
{
	size_t i;

	for (i = 0; i < n && !b->keys->is_numbered[items[i]]; i++)
		;
	return i < n;
}

/* Functions that are called the same in the source: one or more, each with its
 * clones and parts. */
static void match_file(struct match_builder *b, uint32_t *items, size_t n)
{
	const struct match_keys *k = b->keys;

	if (k->is_gap[items[0]])
		match_add(b, items, n, MATCH_GAP);
	else if (n > 2 && k->is_bare[items[0]])
		match_by_lines(b, items, n, b->name, MATCH_ALIKE);
	else if (has_partners(b, items, n, k->raw, true))
		match_runs(b, items, n, k->raw, add_pair);
	else if (has_partners(b, items, n, k->stem, false))
		match_runs(b, items, n, k->stem, match_family);
	else if (has_numbers(b, items, n))
		match_numbers(b, items, n);
	else
		match_add(b, items, n, MATCH_READABLE);
}

/* Whether all files are known, and of one side several. */
static bool has_files(struct match_builder *b, uint32_t *items, size_t n)
{
	const uint32_t *path = b->keys->path[PATH_WHOLE];
	uint32_t file[2] = { NO_ITEM, NO_ITEM };
	bool has_several = false;
	size_t i;

	for (i = 0; i < n; i++) {
		uint32_t *here = &file[items[i] >= b->keys->nbase];

		if (path[items[i]] == NO_ITEM)
			return false;
		has_several |= *here != NO_ITEM && *here != path[items[i]];
		*here = path[items[i]];
	}
	return has_several;
}

static void match_one_file(struct match_builder *b, uint32_t *items, size_t n)
{
	if (is_two_sided(b, items, n) && !has_files(b, items, n))
		match_file(b, items, n);
}

static void match_last_part(struct match_builder *b, uint32_t *items, size_t n)
{
	if (is_two_sided(b, items, n))
		match_file(b, items, n);
}

/* The same name in several files: those of the same file, by as much of the
 * path as both sides have in common. */
static void match_files(struct match_builder *b, uint32_t *items, size_t n)
{
	size_t part;

	b->name = MATCH_FILE;
	for (part = PATH_WHOLE; part < PATH_PARTS; part++) {
		match_runs(b, items, n, b->keys->path[part],
		           part == PATH_1 ? match_last_part : match_one_file);
		n = match_left(b, items, n);
	}
	b->name = MATCH_NAME;
}

static bool is_any_unique(const struct match_builder *b, const uint32_t *items, size_t n)
{
	size_t i;

	for (i = 0; i < n && !b->keys->is_unique[items[i]]; i++)
		;
	return i < n;
}

/* Whether these are statics of two files that both sides have: the one of each
 * file may be inlined where it is missing.  Each side is in one file. */
static bool is_apart(const struct match_builder *b, const uint32_t *items, size_t n)
{
	const struct match_keys *k = b->keys;
	uint32_t file[2] = { NO_ITEM, NO_ITEM };
	size_t i;

	for (i = 0; i < n; i++)
		file[items[i] >= k->nbase] = k->path[PATH_1][items[i]];
	return file[0] != file[1] && file[0] != NO_ITEM && file[1] != NO_ITEM &&
	       k->is_file_of[1][file[0]] && k->is_file_of[0][file[1]] &&
	       !is_any_unique(b, items, n);
}

static void match_source(struct match_builder *b, uint32_t *items, size_t n)
{
	if (!is_two_sided(b, items, n))
		return;
	if (has_files(b, items, n))
		match_files(b, items, n);
	else if (!is_apart(b, items, n))
		match_file(b, items, n);
}

/* Those of a range that have no match; sets their number. */
static uint32_t *items_left(struct match_builder *b, size_t low, size_t high, size_t *n)
{
	uint32_t *items = arena_space(b->scratch, high - low, sizeof *items);
	size_t i;

	for (i = low; i < high; i++)
		items[i - low] = (uint32_t)i;
	*n = match_left(b, items, high - low);
	return items;
}

void match_by_names(struct match_builder *b)
{
	size_t n;
	uint32_t *items = items_left(b, 0, b->keys->n, &n);

	match_runs(b, items, n, b->keys->source, match_source);
}

/* The one name in the source that all items of a side have, or NO_ITEM. */
static uint32_t only_source(const struct match_builder *b, const uint32_t *items, size_t n,
                            bool is_base)
{
	uint32_t source = NO_ITEM;
	size_t i;

	for (i = 0; i < n; i++) {
		const uint32_t here = b->keys->source[items[i]];

		if ((items[i] < b->keys->nbase) != is_base)
			continue;
		if (source != NO_ITEM && source != here)
			return NO_ITEM;
		source = here;
	}
	return source;
}

/* Only if there are no overloads, so the one of each side has no match. */
static void match_qualified(struct match_builder *b, uint32_t *items, size_t n)
{
	const uint32_t base = only_source(b, items, n, true);
	const uint32_t new = only_source(b, items, n, false);

	if (base == NO_ITEM || new == NO_ITEM || base == new || match_left(b, items, n) < n)
		return;
	match_add(b, items, n, MATCH_PARAMETERS);
}

void match_by_parameters(struct match_builder *b)
{
	const struct match_keys *k = b->keys;
	uint32_t *items = arena_space(b->scratch, k->n, sizeof *items);
	size_t n = 0, i;

	for (i = 0; i < k->n; i++)
		if (k->qualified[i] != NO_ITEM)
			items[n++] = (uint32_t)i;
	match_runs(b, items, n, k->qualified, match_qualified);
}

static bool is_any_bare(const struct match_builder *b, const uint32_t *items, size_t n)
{
	size_t i;

	for (i = 0; i < n && !b->keys->is_bare[items[i]]; i++)
		;
	return i < n;
}

static void match_local_file(struct match_builder *b, uint32_t *items, size_t n)
{
	if (b->keys->path[PATH_WHOLE][items[0]] != NO_ITEM && is_two_sided(b, items, n) &&
	    is_any_bare(b, items, n))
		match_by_lines(b, items, n, MATCH_LOCAL, MATCH_LOCAL);
}

static void match_last_word(struct match_builder *b, uint32_t *items, size_t n)
{
	size_t part;

	n = match_left(b, items, n);
	if (!is_any_bare(b, items, n))
		return;
	for (part = PATH_WHOLE; part < PATH_PARTS; part++) {
		match_runs(b, items, n, b->keys->path[part], match_local_file);
		n = match_left(b, items, n);
	}
}

void match_by_last_words(struct match_builder *b)
{
	const struct match_keys *k = b->keys;
	uint32_t *items = arena_space(b->scratch, k->n, sizeof *items);
	size_t n = 0, i;

	for (i = 0; i < k->n; i++)
		if (k->last[i] != NO_ITEM)
			items[n++] = (uint32_t)i;
	n = match_left(b, items, n);
	match_runs(b, items, n, k->last, match_last_word);
}

static void add_alone(struct match_builder *b, uint32_t *items, size_t n)
{
	match_add(b, items, n, MATCH_NONE);
}

static void add_stem(struct match_builder *b, uint32_t *items, size_t n)
{
	match_runs(b, items, n, b->keys->path[PATH_WHOLE], add_alone);
}

void match_rest(struct match_builder *b)
{
	const struct match_keys *k = b->keys;
	uint32_t *items;
	size_t n;

	items = items_left(b, 0, k->nbase, &n);
	match_runs(b, items, n, k->stem, add_stem);
	items = items_left(b, k->nbase, k->n, &n);
	match_runs(b, items, n, k->stem, add_stem);
}
