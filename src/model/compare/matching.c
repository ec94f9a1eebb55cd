/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/matching.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/work.h"
#include "model/code_map.h"
#include "model/compare/match_keys.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/profile.h"

/* Matches functions by their names and files. */

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

/* Of the items without a match, those that have a partner, by what both are
 * called in the source.  Cost: linear. */
static void match_by_names(struct match_builder *b)
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

/* Of the rest, those of which only the parameters differ. */
static void match_by_parameters(struct match_builder *b)
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

/* Of the rest, those always inlined of which debug information has the name
 * without its scope, with those of the same file that have its last word. */
static void match_by_last_words(struct match_builder *b)
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

/* The rest: functions of one side. */
static void match_rest(struct match_builder *b)
{
	const struct match_keys *k = b->keys;
	uint32_t *items;
	size_t n;

	items = items_left(b, 0, k->nbase, &n);
	match_runs(b, items, n, k->stem, add_stem);
	items = items_left(b, k->nbase, k->n, &n);
	match_runs(b, items, n, k->stem, add_stem);
}

/* Functions of one side that are inlined on the other. */

/* Where functions of one name and file are inlined, in a host or in all. */
struct inlining {
	uint64_t key;    /* key_of() */
	uint32_t host;   /* number in profile->funcs; NO_FUNC: all, and then */
	uint32_t into;   /* the host with most of it */
	uint32_t nhosts; /* how many there are */
	double ticks, most;
};

/* The numbers that an inlined function is looked up by. */
struct inlined_name {
	uint32_t source;
	uint32_t last; /* NO_ITEM: debug information has more than the last word */
};

struct inlinings {
	const struct dataset *data;
	const struct match_keys *keys;
	struct text_list raw;
	struct inlined_name *names; /* shape: [raw.index.n] */
	struct inlining *list;      /* shape: [index.n] */
	struct index index;
};

static uint64_t key_of(uint32_t source, uint32_t file)
{
	return (uint64_t)source << 32 | file;
}

static bool is_inlining(const void *list, uint32_t number, const void *wanted)
{
	const struct inlining *a = (const struct inlining *)list + number;
	const struct inlining *b = wanted;

	return a->key == b->key && a->host == b->host;
}

static struct inlining *find_inlining(const struct inlinings *in, uint64_t key, uint32_t host)
{
	const struct inlining wanted = { .key = key, .host = host };
	const uint32_t number = index_find(&in->index, hash_number(hash_number(0, key), host),
	                                   is_inlining, in->list, &wanted);

	return number == NO_ITEM ? NULL : &in->list[number];
}

/* Adds ticks to what the host has of it; returns all that it has. */
static double add_ticks(struct inlinings *in, uint64_t key, uint32_t host, double ticks)
{
	struct inlining *found = find_inlining(in, key, host);
	const size_t n = in->index.n;

	if (!found) {
		in->list = arena_room(in->index.arena, in->list, n, sizeof *in->list);
		found = &in->list[n];
		*found = (struct inlining){ .key = key, .host = host };
		index_add(&in->index, hash_number(hash_number(0, key), host), (uint32_t)n);
	}
	return found->ticks += ticks;
}

static void add_inlined(struct inlinings *in, uint64_t key, uint32_t host, double ticks)
{
	const size_t before = in->index.n;
	const double here = add_ticks(in, key, host, ticks);
	const bool is_first = in->index.n > before;
	struct inlining *all;

	add_ticks(in, key, NO_FUNC, ticks);
	all = find_inlining(in, key, NO_FUNC);
	all->nhosts += is_first;
	if (here > all->most || all->nhosts == 1) {
		all->most = here;
		all->into = host;
	}
}

/* Debug information may have a name without its scope, which is not mangled. */
static struct inlined_name name_of(struct inlinings *in, const char *raw)
{
	struct arena *arena = in->index.arena;
	const size_t before = in->raw.index.n;
	const uint32_t number = text_list_number(&in->raw, raw);
	const char *readable;

	if (in->raw.index.n > before) {
		readable = in->data->names ? names_make(in->data->names, raw, NAME_FULL, arena)
		                           : raw;
		in->names = arena_room(arena, in->names, number, sizeof *in->names);
		in->names[number] = (struct inlined_name){
			match_keys_source(in->keys, raw, readable == raw ? NULL : readable, arena),
			readable == raw ? match_keys_last(in->keys, raw) : NO_ITEM
		};
	}
	return in->names[number];
}

/* One whose file is not known may be that of any. */
static void add_frame(struct inlinings *in, const struct frame *frame)
{
	const struct inlined_name name = name_of(in, frame->function);
	const uint32_t file = match_keys_file(in->keys, frame->location.path);
	const uint32_t host = (uint32_t)profile_number(in->data->profile, frame->func);

	if (name.source != NO_ITEM)
		add_inlined(in, key_of(name.source, NO_ITEM), host, frame->ticks);
	if (name.source != NO_ITEM && file != NO_ITEM)
		add_inlined(in, key_of(name.source, file), host, frame->ticks);
	if (name.last != NO_ITEM && file != NO_ITEM)
		add_inlined(in, key_of(name.last, file), host, frame->ticks);
}

/* Whether the line is in a function that was inlined; not into itself, because
 * the outer one's time has that of the inner one. */
static bool is_inlined(const struct frames *frames, const struct frame *frame)
{
	const char *outer;

	if (frame->outer == NO_FRAME || !frame->function || !frame->func)
		return false;
	outer = frames->list[frame->outer].function;
	return !outer || strcmp(outer, frame->function) != 0;
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

/* Finds the hosts of functions without a match in the frames of the other side.
 * Only those of the same file count if that is known: there may be another
 * function of the name. */
static void find_hosts(struct match *list, const struct matching *m, const struct match_keys *k,
                       const struct dataset *data, bool is_base, struct arena *scratch)
{
	const uint32_t *of_host = is_base ? m->of_base : m->of_new;
	const struct frames *frames = data->frames;
	struct inlinings in = {
		.data = data, .keys = k, .raw.index.arena = scratch, .index.arena = scratch
	};
	size_t i;

	if (!frames || data->profile->is_apart)
		return;
	for (i = 0; i < frames->n; i++)
		if (is_inlined(frames, &frames->list[i]))
			add_frame(&in, &frames->list[i]);
	for (i = 0; i < m->n; i++) {
		struct match *match = &list[i];
		const struct inlining *found;
		uint32_t item, file;

		if (match->how != MATCH_NONE || (is_base ? match->nbase > 0 : match->nnew > 0))
			continue;
		item = is_base ? (uint32_t)k->nbase + match->new[0] : match->base[0];
		file = k->path[PATH_1][item];
		found = find_inlining(&in, key_of(k->source[item], file), NO_FUNC);
		if (!found && k->last[item] != NO_ITEM && file != NO_ITEM)
			found = find_inlining(&in, key_of(k->last[item], file), NO_FUNC);
		if (!found)
			continue;
		match->how = MATCH_INLINED;
		match->host = of_host[found->into];
		match->into = found->into;
		match->ticks = found->ticks;
		match->nhosts = found->nhosts;
	}
}

/* Groups matches of one side with the function that they are inlined into on
 * the other. */
static void match_hosts(struct match *list, const struct matching *m, const struct match_keys *keys,
                        const struct match_sides *sides, struct arena *scratch)
{
	unsigned char *seen = arena_alloc(scratch, m->n, sizeof *seen);
	uint32_t *way = arena_space(scratch, m->n, sizeof *way);
	uint32_t i;

	find_hosts(list, m, keys, sides->base, true, scratch);
	find_hosts(list, m, keys, sides->new, false, scratch);
	for (i = 0; i < m->n; i++)
		find_last(list, i, way, seen);
}

/* Functions that are the same because the user says so. */

/* The functions of one side that have a name. */
struct named {
	uint32_t *items; /* rising; shape: [n] */
	size_t n;
	bool has_several; /* different ones */
};

/* A name that is looked up on one side. */
struct lookup {
	const struct match_keys *keys;
	const struct dataset *data;
	size_t first; /* item of its functions */
	const char *name;
	size_t len;
	uint32_t number; /* among the symbols, or NO_ITEM */
};

typedef bool is_named(const struct lookup *wanted, size_t item);

static const struct func *func_of(const struct lookup *w, size_t item)
{
	return &w->data->profile->funcs[item - w->first];
}

/* A clone, if its whole symbol was given. */
static bool is_clone(const struct lookup *w, size_t item)
{
	return w->keys->raw[item] == w->number && w->keys->stem[item] != w->number;
}

static bool is_stem(const struct lookup *w, size_t item)
{
	return w->keys->stem[item] == w->number;
}

/* Its readable name, without what is said of clones; NULL: it has none that
 * begins with the wanted one. */
static const char *readable(const struct lookup *w, size_t item)
{
	const char *name = w->data->names ? names_get(w->data->names, func_of(w, item), NAME_FULL)
	                                  : "";

	return strncmp(name, w->name, w->len) == 0 ? name : NULL;
}

static bool is_readable(const struct lookup *w, size_t item)
{
	static const char clone[] = " [clone ";
	const char *name = readable(w, item);

	return name && (!name[w->len] || !strncmp(name + w->len, clone, sizeof clone - 1));
}

static bool is_qualified(const struct lookup *w, size_t item)
{
	const char *name = readable(w, item);

	return name && name[w->len] == '(' && short_name_parameters(name) == w->len;
}

/* The functions that have the name in the first sense that any has. */
static struct named find(const struct lookup *w, struct arena *scratch)
{
	static is_named *const senses[] = { is_clone, is_stem, is_readable, is_qualified };
	const size_t high = w->first + w->data->profile->nfuncs;
	struct named out = { NULL, 0, false };
	size_t i, item;

	for (i = 0; i < sizeof senses / sizeof *senses && !out.n; i++)
		for (item = w->first; item < high; item++) {
			if ((i < 2 && w->number == NO_ITEM) || !senses[i](w, item))
				continue;
			out.items = arena_room(scratch, out.items, out.n, sizeof *out.items);
			out.items[out.n++] = (uint32_t)item;
			out.has_several |= w->keys->source[item] != w->keys->source[out.items[0]];
		}
	return out;
}

static struct named find_base(struct match_builder *b, const struct match_sides *sides,
                              const char *name, size_t len)
{
	return find(&(struct lookup){ b->keys, sides->base, 0, name, len,
	                              match_keys_symbol(b->keys, name, len) },
	            b->scratch);
}

static struct named find_new(struct match_builder *b, const struct match_sides *sides,
                             const char *name)
{
	const size_t len = strlen(name);

	return find(&(struct lookup){ b->keys, sides->new, b->keys->nbase, name, len,
	                              match_keys_symbol(b->keys, name, len) },
	            b->scratch);
}

static bool fail_named(const struct named *found, const char *side, const char *name, int len,
                       struct error *err)
{
	return fail(err,
	            found->n ? "in %s \"%.*s\" is the name of several "
	                       "functions: give its parameters"
	                     : "%s has no function \"%.*s\"",
	            side, len, name);
}

/* Matches what both names of a pair stand for. */
static bool match_named(struct match_builder *b, const struct named *base, const struct named *new,
                        struct error *err)
{
	const size_t n = base->n + new->n;
	uint32_t *items = arena_space(b->scratch, n, sizeof *items);

	memcpy(items, base->items, base->n * sizeof *items);
	memcpy(items + base->n, new->items, new->n * sizeof *items);
	if (match_left(b, items, n) < n)
		return fail(err, "a function is in two pairs");
	match_add(b, items, n, MATCH_USER);
	return true;
}

/* Names may contain "=", too: the first one at which both sides have what it
 * divides is meant. */
static bool match_pair(struct match_builder *b, const struct match_sides *sides, const char *pair,
                       struct error *err)
{
	const char *at = strchr(pair, '=');
	bool has_reason = false;

	if (!at)
		return fail(err, "there is no \"=\" between the names");
	for (; at; at = strchr(at + 1, '=')) {
		const int len = (int)(at - pair);
		const struct named base = find_base(b, sides, pair, (size_t)len);
		const struct named new = find_new(b, sides, at + 1);

		if (base.n && new.n && !base.has_several && !new.has_several)
			return match_named(b, &base, &new, err);
		if (base.n && !base.has_several)
			fail_named(&new, "the new side", at + 1, (int)strlen(at + 1), err);
		else if (!has_reason)
			fail_named(&base, "the base", pair, len, err);
		has_reason = true;
	}
	return false;
}

/* Matches the functions that each of the sides' pairs names.  Cost: linear in
 * the functions for each pair.
 * Errors: a name is of no function or of several, or is in two pairs. */
static bool match_pairs(struct match_builder *b, const struct match_sides *sides, struct error *err)
{
	size_t i;

	for (i = 0; i < sides->npairs; i++)
		if (!match_pair(b, sides, sides->pairs[i], err))
			return fail_at(err, sides->pairs[i]);
	return true;
}

/* Each match's numbers in profile->funcs.  Items of the new side become them in
 * place. */
static struct match finished(const struct match_builder *b, const struct made_match *made)
{
	uint32_t *items = b->items + made->first;
	size_t i;

	for (i = made->nbase; i < made->nbase + made->nnew; i++)
		items[i] -= (uint32_t)b->keys->nbase;
	return (struct match){ .base = items,
		               .nbase = made->nbase,
		               .new = items + made->nbase,
		               .nnew = made->nnew,
		               .how = made->how,
		               .host = NO_MATCH };
}

static const struct matching *finish(struct match_builder *b, const struct match_sides *sides)
{
	const size_t nbase = b->keys->nbase;
	struct matching *out = arena_alloc(b->arena, 1, sizeof *out);
	struct match *list = arena_space(b->arena, b->n, sizeof *list);
	uint32_t *of = arena_space(b->arena, b->keys->n, sizeof *of);
	struct keyed *order = arena_space(b->scratch, b->n, sizeof *order);
	size_t i, j;

	for (i = 0; i < b->n; i++)
		order[i] = (struct keyed){ b->items[b->list[i].first], (uint32_t)i };
	sort_keys(order, b->n, b->scratch);
	for (i = 0; i < b->n; i++) {
		list[i] = finished(b, &b->list[order[i].index]);
		for (j = 0; j < list[i].nbase; j++)
			of[list[i].base[j]] = (uint32_t)i;
		for (j = 0; j < list[i].nnew; j++)
			of[nbase + list[i].new[j]] = (uint32_t)i;
	}
	*out = (struct matching){ list, b->n, of, of + nbase };
	match_hosts(list, out, b->keys, sides, b->scratch);
	return out;
}

const struct matching *matching_find(const struct match_sides *sides, struct arena *arena,
                                     struct progress *progress, struct error *err)
{
	struct arena *scratch = arena_new();
	const struct matching *out = NULL;
	const struct match_keys *keys;
	struct match_builder *b;

	progress_stage(progress, "matching functions", 0);
	keys = match_keys_new(sides->base, sides->new, scratch, progress);
	b = keys ? match_builder_new(keys, arena, scratch) : NULL;
	if (!b) {
		fail(err, "cancelled");
	} else if (match_pairs(b, sides, err)) {
		match_by_names(b);
		match_by_parameters(b);
		match_by_last_words(b);
		match_rest(b);
		out = finish(b, sides);
	}
	arena_free(scratch);
	return out;
}

static bool has_time(const struct dataset *data, const uint32_t *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (data->profile->funcs[list[i]].self_ticks > 0)
			return true;
	return false;
}

enum match_need matching_needs(const struct matching *matching, const struct match_sides *sides)
{
	static const enum match_need needs[] = {
		[MATCH_NONE] = MATCH_NEEDS_FRAMES,
		[MATCH_SUM] = MATCH_NEEDS_LINES,
		[MATCH_ALIKE] = MATCH_NEEDS_LINES,
	};
	enum match_need need = MATCH_NEEDS_NOTHING;
	size_t i;

	for (i = 0; i < matching->n; i++) {
		const struct match *m = &matching->list[i];

		if (needs[m->how] > need && (has_time(sides->base, m->base, m->nbase) ||
		                             has_time(sides->new, m->new, m->nnew)))
			need = needs[m->how];
	}
	return need;
}
