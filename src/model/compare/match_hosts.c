/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_hosts.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/compare/inlined_parts.h"
#include "model/compare/match_keys.h"

/* Where functions of one name and file are inlined. */
struct inlining {
	uint64_t key;
	uint32_t into; /* the host with most of it */
	double ticks, most;
	uint32_t nhosts;
};

/* A side's parts, by the name in the source and the last part of the path; those
 * of which debug information has the last word of the name only by that, too. */
struct sorted_parts {
	const struct inlined_part *list;
	struct keyed *order; /* index: of the list; shape: [n] */
	size_t n;

	/* Those that were asked for; shape: [nfound]. */
	struct inlining *found;
	size_t nfound;
	struct index index;
};

/* A file that is not known comes last. */
static uint64_t key_of(uint32_t source, uint32_t file)
{
	return (uint64_t)source << 32 | file;
}

static void add_part(struct sorted_parts *to, uint32_t name, uint32_t file, size_t part)
{
	if (name != NO_ITEM)
		to->order[to->n++] = (struct keyed){ key_of(name, file), (uint32_t)part };
}

static struct sorted_parts sort_parts(const struct inlined_parts *parts, const struct match_keys *k,
                                      struct arena *scratch)
{
	struct sorted_parts out = { .list = parts->list, .index = { .arena = scratch } };
	size_t i;

	out.order = arena_space(scratch, 2 * parts->n, sizeof *out.order);
	for (i = 0; i < parts->n; i++) {
		const struct inlined_part *part = &parts->list[i];
		const bool is_bare = part->readable == part->name;
		const uint32_t file = match_keys_file(k, part->path);

		add_part(&out,
		         match_keys_source(k, part->name, is_bare ? NULL : part->readable, scratch),
		         file, i);
		if (is_bare && file != NO_ITEM)
			add_part(&out, match_keys_last(k, part->name), file, i);
	}
	sort_keys(out.order, out.n, scratch);
	return out;
}

/* Adds up parts of one name; of all files if the file is not known. */
static struct inlining add_up(const struct sorted_parts *parts, uint32_t source, uint32_t file)
{
	struct inlining sum = { .key = key_of(source, file), .most = -1 };
	const uint64_t low = file == NO_ITEM ? key_of(source, 0) : sum.key;
	size_t i = lower_bound(parts->order, parts->n, sizeof *parts->order,
	                       offsetof(struct keyed, key), low);

	for (; i < parts->n && parts->order[i].key <= sum.key; i++) {
		const struct inlined_part *part = &parts->list[parts->order[i].index];

		sum.ticks += part->ticks;
		sum.nhosts++;
		if (part->ticks > sum.most) {
			sum.most = part->ticks;
			sum.into = part->host;
		}
	}
	return sum;
}

static bool is_inlining(const void *found, uint32_t number, const void *wanted)
{
	return ((const struct inlining *)found)[number].key == *(const uint64_t *)wanted;
}

/* The same, each name and file once: many functions may share them. */
static const struct inlining *inlining_of(struct sorted_parts *parts, uint32_t source,
                                          uint32_t file)
{
	const uint64_t key = key_of(source, file), hash = hash_number(0, key);
	uint32_t number = index_find(&parts->index, hash, is_inlining, parts->found, &key);

	if (number != NO_ITEM)
		return &parts->found[number];
	number = (uint32_t)parts->nfound++;
	parts->found = arena_room(parts->index.arena, parts->found, number, sizeof *parts->found);
	parts->found[number] = add_up(parts, source, file);
	index_add(&parts->index, hash, number);
	return &parts->found[number];
}

/* Follows hosts to the one that has none, and makes it the host of all on the
 * way; if they go round, it is the one where the circle closes. */
static void find_last(struct match *list, uint32_t i, uint32_t *way, unsigned char *seen)
{
	enum { NOT_SEEN, ON_WAY, DONE };
	uint32_t last = i;
	size_t n = 0;

	while (list[last].host != NO_MATCH && seen[last] == NOT_SEEN) {
		seen[last] = ON_WAY;
		way[n++] = last;
		last = list[last].host;
	}
	if (seen[last] == ON_WAY) {
		list[last].host = NO_MATCH;
		list[last].how = MATCH_NONE;
	} else if (list[last].host != NO_MATCH) {
		last = list[last].host;
	}
	while (n-- > 0) {
		seen[way[n]] = DONE;
		if (way[n] != last)
			list[way[n]].host = last;
	}
}

/* Only parts of the same file count if that is known: there may be another
 * function of the name. */
static void find_hosts(struct match *list, const struct matching *m, const struct match_keys *k,
                       const struct inlined_parts *parts, bool is_base, struct arena *scratch)
{
	const uint32_t *of_host = is_base ? m->of_base : m->of_new;
	struct sorted_parts sorted;
	size_t i;

	if (!parts)
		return;
	sorted = sort_parts(parts, k, scratch);
	for (i = 0; i < m->n; i++) {
		struct match *match = &list[i];
		const struct inlining *inlining;
		size_t item;

		if (match->how != MATCH_NONE || (is_base ? match->nbase > 0 : match->nnew > 0))
			continue;
		item = is_base ? k->nbase + match->new[0] : match->base[0];
		inlining = inlining_of(&sorted, k->source[item], k->path[PATH_1][item]);
		if (!inlining->nhosts && k->last[item] != NO_ITEM &&
		    k->path[PATH_1][item] != NO_ITEM)
			inlining = inlining_of(&sorted, k->last[item], k->path[PATH_1][item]);
		if (!inlining->nhosts)
			continue;
		match->how = MATCH_INLINED;
		match->host = of_host[inlining->into];
		match->into = inlining->into;
		match->ticks = inlining->ticks;
		match->nhosts = inlining->nhosts;
	}
}

void match_hosts(struct match *list, const struct matching *matching, const struct match_keys *keys,
                 const struct inlined_parts *base_parts, const struct inlined_parts *new_parts,
                 struct arena *scratch)
{
	const size_t n = matching->n;
	unsigned char *seen = arena_alloc(scratch, n, sizeof *seen);
	uint32_t *way = arena_space(scratch, n, sizeof *way);
	uint32_t i;

	find_hosts(list, matching, keys, base_parts, true, scratch);
	find_hosts(list, matching, keys, new_parts, false, scratch);
	for (i = 0; i < n; i++)
		find_last(list, i, way, seen);
}
