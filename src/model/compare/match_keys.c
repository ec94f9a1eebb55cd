/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_keys.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/dataset.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"

const char *match_words(enum match_how how)
{
	static const char *const words[] = {
		[MATCH_NAME] = "It has the same symbol on both sides.",
		[MATCH_FILE] = "It has the same symbol on both sides and is "
			       "in the same file.",
		[MATCH_USER] = "You said that they are the same.",
		[MATCH_SUFFIX] = "Their symbols differ in what compilers add "
				 "for clones and parts; those of one function "
				 "are added up.",
		[MATCH_READABLE] = "They have the same readable name, but "
				   "their symbols differ.",
		[MATCH_NUMBERED] = "The compiler numbered them differently; "
				   "the order of their lines is the same.",
		[MATCH_SUM] = "The compiler numbered them differently, and "
			      "which is which is not known; all are added up.",
		[MATCH_ALIKE] = "Several functions have this symbol, and which "
				"is which is not known; all are added up.",
		[MATCH_PARAMETERS] = "They have the same name, but other "
				     "parameters.",
		[MATCH_LOCAL] = "They have the same name and file; where it is "
				"always inlined, debug information does not "
				"say more.",
		[MATCH_GAP] = "It is code of a section that no symbol names.",
		[MATCH_INLINED] = "It is on one side only; on the other it is "
				  "inlined.",
		[MATCH_NONE] = "It is on one side only.",
	};

	return words[how];
}

/* Damaged files have 100,000 names in the same megabyte. */
enum { NAME_MOST = 4096 };

/* Beside enum func_kind. */
enum { KIND_PATH = 100, KIND_LAST };

struct file_path {
	const char *path;
	uint32_t part[PATH_PARTS];
};

/* The files of one side, by the address of their path. */
struct file_paths {
	struct file_path *list; /* shape: [n] */
	size_t n;
	struct index index;
};

static bool is_text(const void *list, uint32_t number, const void *wanted)
{
	const struct numbered_text *a = (const struct numbered_text *)list + number;
	const struct numbered_text *b = wanted;

	return a->kind == b->kind && a->len == b->len && !memcmp(a->text, b->text, a->len);
}

static uint64_t hash_of(const struct numbered_text *text)
{
	return hash_bytes(hash_number(0, text->kind), text->text, text->len);
}

static uint32_t text_number_of(const struct text_numbers *texts, unsigned kind, const char *text,
                               size_t len)
{
	const struct numbered_text wanted = { text, len, kind };

	return index_find(&texts->index, hash_of(&wanted), is_text, texts->list, &wanted);
}

/* The number of a text, which must live as long.  Cost: linear in it. */
static uint32_t text_number(struct text_numbers *texts, unsigned kind, const char *text, size_t len)
{
	const struct numbered_text new = { text, len, kind };
	const uint64_t hash = hash_of(&new);
	uint32_t number = index_find(&texts->index, hash, is_text, texts->list, &new);

	if (number != NO_ITEM)
		return number;
	number = (uint32_t)texts->n++;
	texts->list = arena_room(texts->arena, texts->list, number, sizeof *texts->list);
	texts->list[number] = new;
	index_add(&texts->index, hash, number);
	return number;
}

static bool is_path(const void *list, uint32_t number, const void *wanted)
{
	return ((const struct file_path *)list)[number].path == wanted;
}

/* The last parts of a path. */
static const char *last_parts(const char *path, size_t nparts)
{
	const char *at = path + strlen(path);

	while (at > path && (at[-1] != '/' || --nparts))
		at--;
	return at;
}

static const struct file_path *file_path(struct file_paths *files, const char *path,
                                         struct match_keys *k)
{
	static const size_t nparts[] = { SIZE_MAX, 3, 2, 1 };
	const uint64_t hash = hash_number(0, (uintptr_t)path);
	uint32_t number = index_find(&files->index, hash, is_path, files->list, path);
	struct file_path *new;
	size_t i;

	if (number != NO_ITEM)
		return &files->list[number];
	number = (uint32_t)files->n++;
	files->list = arena_room(k->texts.arena, files->list, number, sizeof *files->list);
	new = &files->list[number];
	new->path = path;
	for (i = 0; i < PATH_PARTS; i++) {
		const char *last = last_parts(path, nparts[i]);

		new->part[i] = text_number(&k->texts, KIND_PATH, last, strlen(last));
	}
	index_add(&files->index, hash, number);
	return new;
}

/* What was split off a function may begin in the middle of a line of another
 * file. */
static const struct source_location *place_of(const struct dataset *data, const struct func *f)
{
	const struct arc *split = func_split(f);

	return dataset_location(data, split ? split->caller : f);
}

/* Whether its name is one of the source. */
static bool has_source_name(const struct func *f)
{
	return f->kind == FUNC_SYMBOL || f->kind == FUNC_INLINED;
}

static void set_place(struct match_keys *k, size_t item, const struct dataset *data,
                      const struct func *f, struct file_paths *files)
{
	const struct source_location *place = place_of(data, f);
	const bool is_known = place && place->path && has_source_name(f);
	const struct file_path *file = is_known ? file_path(files, place->path, k) : NULL;
	size_t i;

	for (i = 0; i < PATH_PARTS; i++)
		k->path[i][item] = file ? file->part[i] : NO_ITEM;
	k->line[item] = is_known ? place->line : 0;
}

/* Whether C names begin with an underscore on this side, as they do on Darwin
 * and in 32 bits on Windows. */
static bool has_underscores(const struct profile *p)
{
	bool has_main = false, has_underscored = false;
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		has_main |= !strcmp(p->funcs[i].name, "main");
		has_underscored |= !strcmp(p->funcs[i].name, "_main");
	}
	return has_underscored && !has_main;
}

/* The name of a gap's section: "[.text" of "[.text 0x401000]". */
static size_t section_length(const char *name, size_t len)
{
	const char *end = memchr(name, ' ', len);

	return end ? (size_t)(end - name) : len - (len > 0);
}

/* NULL if its symbol is not mangled. */
static const char *readable(const struct dataset *data, const struct func *f)
{
	const char *name = data->names ? names_get(data->names, f, NAME_FULL) : f->name;

	return name == f->name ? NULL : name;
}

/* Whether the stem of a symbol ends in a hash, as those of Rust do. */
static bool has_hash(const char *raw, size_t stem)
{
	static const char mark[] = "17h", some[] = "17h0123456789abcdefE";
	const size_t n = sizeof some - 1;

	return !strncmp(raw, "_R", 2) ||
	       (stem > n && raw[stem - 1] == 'E' && !memcmp(raw + stem - n, mark, sizeof mark - 1));
}

static void set_last(struct match_keys *k, size_t item, const char *raw, const char *readable_name)
{
	const char *last;
	size_t len;

	k->last[item] = NO_ITEM;
	if (!readable_name && !k->is_bare[item])
		return;
	last = short_name_last(readable_name ? readable_name : raw, readable_name, &len);
	k->last[item] = text_number(&k->texts, KIND_LAST, last, len < NAME_MOST ? len : NAME_MOST);
}

static void set_name(struct match_keys *k, size_t item, enum func_kind kind, const char *raw,
                     const char *readable_name)
{
	const size_t len = strnlen(raw, NAME_MOST);
	const size_t stem = clone_stem(raw, len);
	const struct source_name name = clone_source_name(raw, len, readable_name, k->texts.arena);

	k->raw[item] = text_number(&k->texts, FUNC_SYMBOL, raw, len);
	k->stem[item] = stem == len ? k->raw[item] : text_number(&k->texts, FUNC_SYMBOL, raw, stem);
	k->source[item] = name.text == raw && name.len == stem
	                          ? k->stem[item]
	                          : text_number(&k->texts, FUNC_SYMBOL, name.text, name.len);
	k->qualified[item] = name.nqualified ? text_number(&k->texts, FUNC_SYMBOL, name.text,
	                                                   name.nqualified)
	                                     : NO_ITEM;
	k->is_numbered[item] = name.is_numbered;
	k->is_bare[item] = !readable_name && kind == FUNC_INLINED;
	set_last(k, item, raw, readable_name);
	k->is_unique[item] = has_hash(raw, stem);
}

/* One that has no other names. */
static void set_plain_name(struct match_keys *k, size_t item, const struct func *f)
{
	const size_t len = strnlen(f->name, NAME_MOST);
	const size_t used = f->kind == FUNC_GAP ? section_length(f->name, len) : len;

	k->raw[item] = k->stem[item] = k->source[item] = text_number(&k->texts, f->kind, f->name,
	                                                             used);
	k->qualified[item] = k->last[item] = NO_ITEM;
	k->is_gap[item] = f->kind == FUNC_GAP;
}

/* Whether its program has no other function with that symbol.  Apart, those
 * that were always inlined and are not mangled are one in each file. */
static bool is_only(const struct func *f)
{
	return f->kind == FUNC_INLINED ? !strncmp(f->name, "_Z", 2) : !f->is_static;
}

/* False if cancelled. */
static bool add_side(struct match_keys *k, size_t first, const struct dataset *data,
                     struct progress *progress)
{
	enum { STEPS = 1024 };
	const struct profile *p = data->profile;
	const bool drops = has_underscores(p);
	struct file_paths files = { .index = { .arena = k->texts.arena } };
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const char *raw = f->name + (drops && *f->name == '_');

		if (i % STEPS == 0 && !progress_wanted(progress))
			return false;
		if (has_source_name(f))
			set_name(k, first + i, f->kind, raw, readable(data, f));
		else
			set_plain_name(k, first + i, f);
		k->is_unique[first + i] |= is_only(f);
		set_place(k, first + i, data, f, &files);
	}
	return true;
}

static void set_files(struct match_keys *k)
{
	bool **has = k->is_file_of;
	size_t i;

	has[0] = arena_alloc(k->texts.arena, k->texts.n, sizeof *has[0]);
	has[1] = arena_alloc(k->texts.arena, k->texts.n, sizeof *has[1]);
	for (i = 0; i < k->n; i++)
		if (k->path[PATH_1][i] != NO_ITEM)
			has[i >= k->nbase][k->path[PATH_1][i]] = true;
}

struct match_keys *match_keys_new(const struct dataset *base, const struct dataset *new,
                                  struct arena *arena, struct progress *progress)
{
	const size_t n = base->profile->nfuncs + new->profile->nfuncs;
	struct match_keys *k = arena_alloc(arena, 1, sizeof *k);
	size_t i;

	k->nbase = base->profile->nfuncs;
	k->n = n;
	k->texts.arena = k->texts.index.arena = arena;
	k->number = arena_alloc(arena, n, sizeof *k->number);
	k->raw = arena_alloc(arena, n, sizeof *k->raw);
	k->stem = arena_alloc(arena, n, sizeof *k->stem);
	k->source = arena_alloc(arena, n, sizeof *k->source);
	k->qualified = arena_alloc(arena, n, sizeof *k->qualified);
	k->last = arena_alloc(arena, n, sizeof *k->last);
	k->is_bare = arena_alloc(arena, n, sizeof *k->is_bare);
	k->is_numbered = arena_alloc(arena, n, sizeof *k->is_numbered);
	k->is_gap = arena_alloc(arena, n, sizeof *k->is_gap);
	k->is_unique = arena_alloc(arena, n, sizeof *k->is_unique);
	k->line = arena_alloc(arena, n, sizeof *k->line);
	for (i = 0; i < n; i++)
		k->number[i] = (uint32_t)i;
	for (i = 0; i < PATH_PARTS; i++)
		k->path[i] = arena_alloc(arena, n, sizeof *k->path[i]);
	if (!add_side(k, 0, base, progress) || !add_side(k, k->nbase, new, progress))
		return NULL;
	set_files(k);
	return k;
}

uint32_t match_keys_symbol(const struct match_keys *keys, const char *name, size_t len)
{
	return text_number_of(&keys->texts, FUNC_SYMBOL, name, len);
}

uint32_t match_keys_source(const struct match_keys *keys, const char *raw,
                           const char *readable_name, struct arena *scratch)
{
	const struct source_name name = clone_source_name(raw, strnlen(raw, NAME_MOST),
	                                                  readable_name, scratch);

	return text_number_of(&keys->texts, FUNC_SYMBOL, name.text, name.len);
}

uint32_t match_keys_last(const struct match_keys *keys, const char *bare)
{
	size_t len;
	const char *last = short_name_last(bare, false, &len);

	return text_number_of(&keys->texts, KIND_LAST, last, len);
}

uint32_t match_keys_file(const struct match_keys *keys, const char *path)
{
	const char *last = path ? last_parts(path, 1) : "";

	return text_number_of(&keys->texts, KIND_PATH, last, strlen(last));
}

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
