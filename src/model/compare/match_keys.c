/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_keys.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/work.h"
#include "model/dataset.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"

/* Damaged files have 100,000 names in the same megabyte. */
enum { NAME_MOST = 4096 };

/* Beside enum func_kind. */
enum { KIND_PATH = 100, KIND_LAST };

static bool is_text(const void *list, uint32_t number, const void *wanted) {
	const struct numbered_text *a = (const struct numbered_text *)list + number;
	const struct numbered_text *b = wanted;

	return a->kind == b->kind && a->len == b->len && !memcmp(a->text, b->text, a->len);
}

static uint64_t hash_of(const struct numbered_text *text) {
	return hash_bytes(hash_number(0, text->kind), text->text, text->len);
}

static uint32_t text_number_of(const struct text_numbers *texts, unsigned kind, const char *text,
                               size_t len) {
	const struct numbered_text wanted = { text, len, kind };

	return index_find(&texts->index, hash_of(&wanted), is_text, texts->list, &wanted);
}

/* The number of a text, which must live as long.  Cost: linear in it. */
static uint32_t text_number(struct text_numbers *texts, unsigned kind, const char *text,
                            size_t len) {
	const struct numbered_text new = { text, len, kind };
	uint32_t number;

	if (index_append(&texts->index, hash_of(&new), is_text, texts->list, &new, &number)) {
		texts->list = arena_room(texts->arena, texts->list, texts->n++, sizeof new);
		texts->list[number] = new;
	}
	return number;
}

/* The last parts of a path. */
static const char *last_parts(const char *path, size_t nparts) {
	const char *at = path + strlen(path);

	while (at > path && (at[-1] != '/' || --nparts))
		at--;
	return at;
}

static uint32_t path_number(struct match_keys *k, enum match_key key, const char *path) {
	static const size_t nparts[] = { SIZE_MAX, 3, 2, 1 };
	const char *last = last_parts(path, nparts[key - KEY_PATH]);

	return text_number(&k->texts, KIND_PATH, last, strlen(last));
}

/* What was split off a function may begin in the middle of a line of another file. */
static const struct source_location *place_of(const struct dataset *data, const struct func *f) {
	const struct arc *split = func_split(f);

	return dataset_location(data, split ? split->caller : f);
}

/* Whether its name is one of the source. */
static bool has_source_name(const struct func *f) {
	return f->kind == FUNC_SYMBOL || f->kind == FUNC_INLINED;
}

/* Locations in one file share its path: that of the item before is known. */
static void set_place(struct match_keys *k, size_t item, const struct dataset *data,
                      const struct func *f, const char **path_before) {
	const struct source_location *place = place_of(data, f);
	const bool is_known = place && place->path && has_source_name(f);
	const char *path = is_known ? place->path : NULL;
	size_t key;

	k->line[item] = is_known ? place->line : 0;
	for (key = KEY_PATH; path && key < KEYS; key++)
		k->of[key][item] = path == *path_before ? k->of[key][item - 1]
		                                        : path_number(k, (enum match_key)key, path);
	*path_before = path;
}

/* Whether C names begin with an underscore on this side, as they do on Darwin and in 32 bits on
 * Windows. */
static bool has_underscores(const struct profile *p) {
	bool has_main = false, has_underscored = false;
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		has_main |= !strcmp(p->funcs[i].name, "main");
		has_underscored |= !strcmp(p->funcs[i].name, "_main");
	}
	return has_underscored && !has_main;
}

/* The name of a gap's section: "[.text" of "[.text 0x401000]". */
static size_t section_length(const char *name, size_t len) {
	const char *end = memchr(name, ' ', len);

	return end ? (size_t)(end - name) : len - (len > 0);
}

/* NULL if its symbol is not mangled. */
static const char *readable(const struct dataset *data, const struct func *f) {
	const char *name = data->names ? names_get(data->names, f, NAME_FULL) : f->name;

	return name == f->name ? NULL : name;
}

/* Whether the stem of a symbol ends in a hash, as those of Rust do. */
static bool has_hash(const char *raw, size_t stem) {
	static const char mark[] = "17h", some[] = "17h0123456789abcdefE";
	const size_t n = sizeof some - 1;

	return !strncmp(raw, "_R", 2) ||
	       (stem > n && raw[stem - 1] == 'E' && !memcmp(raw + stem - n, mark, sizeof mark - 1));
}

static void set_flag(struct match_keys *k, size_t item, enum match_flag flag, bool is_set) {
	k->flags[item] |= is_set ? (unsigned char)flag : 0;
}

static void set_name(struct match_keys *k, size_t item, enum func_kind kind, const char *raw,
                     const char *readable_name) {
	const size_t len = strnlen(raw, NAME_MOST), stem = clone_stem(raw, len);
	const struct source_name name = clone_source_name(raw, len, readable_name, k->texts.arena);
	const bool is_bare = !readable_name && kind == FUNC_INLINED;
	const char *last;
	size_t nlast;

	k->of[KEY_RAW][item] = text_number(&k->texts, FUNC_SYMBOL, raw, len);
	k->of[KEY_STEM][item] = text_number(&k->texts, FUNC_SYMBOL, raw, stem);
	k->of[KEY_SOURCE][item] = text_number(&k->texts, FUNC_SYMBOL, name.text, name.len);
	if (name.nqualified)
		k->of[KEY_QUALIFIED][item] = text_number(&k->texts, FUNC_SYMBOL, name.text,
		                                         name.nqualified);
	if (readable_name || is_bare) {
		last = short_name_last(readable_name ? readable_name : raw, readable_name, &nlast);
		k->of[KEY_LAST][item] = text_number(&k->texts, KIND_LAST, last,
		                                    nlast < NAME_MOST ? nlast : NAME_MOST);
	}
	set_flag(k, item, IS_NUMBERED, name.is_numbered);
	set_flag(k, item, IS_BARE, is_bare);
	set_flag(k, item, IS_UNIQUE, has_hash(raw, stem));
}

/* One that has no other names. */
static void set_plain_name(struct match_keys *k, size_t item, const struct func *f) {
	const size_t len = strnlen(f->name, NAME_MOST);
	const size_t used = f->kind == FUNC_GAP ? section_length(f->name, len) : len;

	k->of[KEY_RAW][item] = text_number(&k->texts, f->kind, f->name, len);
	k->of[KEY_STEM][item] = k->of[KEY_SOURCE][item] = text_number(&k->texts, f->kind, f->name,
	                                                              used);
	set_flag(k, item, IS_GAP, f->kind == FUNC_GAP);
}

/* Whether its program has no other function with that symbol.  Apart, those that were always
 * inlined and are not mangled are one in each file. */
static bool is_only(const struct func *f) {
	return f->kind == FUNC_INLINED ? !strncmp(f->name, "_Z", 2) : !f->is_static;
}

/* False if cancelled. */
static bool add_side(struct match_keys *k, size_t first, const struct dataset *data,
                     struct progress *progress) {
	enum { STEPS = 1024 };
	const struct profile *p = data->profile;
	const bool drops = has_underscores(p);
	const char *path = NULL;
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
		set_flag(k, first + i, IS_UNIQUE, is_only(f));
		set_place(k, first + i, data, f, &path);
	}
	return true;
}

struct match_keys *match_keys_new(const struct dataset *base, const struct dataset *new,
                                  struct arena *arena, struct progress *progress) {
	struct match_keys *k = arena_alloc(arena, 1, sizeof *k);
	size_t key, i;

	k->nbase = base->profile->nfuncs;
	k->n = k->nbase + new->profile->nfuncs;
	k->texts.arena = k->texts.index.arena = arena;
	k->flags = arena_alloc(arena, k->n, sizeof *k->flags);
	k->line = arena_alloc(arena, k->n, sizeof *k->line);
	for (key = 0; key < KEYS; key++) {
		k->of[key] = arena_space(arena, k->n, sizeof *k->of[key]);
		for (i = 0; i < k->n; i++)
			k->of[key][i] = key == KEY_ITEM ? (uint32_t)i : NO_ITEM;
	}
	return add_side(k, 0, base, progress) && add_side(k, k->nbase, new, progress) ? k : NULL;
}

uint32_t match_keys_symbol(const struct match_keys *keys, const char *name, size_t len) {
	return text_number_of(&keys->texts, FUNC_SYMBOL, name, len);
}

uint32_t match_keys_source(const struct match_keys *keys, const char *raw,
                           const char *readable_name, struct arena *scratch) {
	const struct source_name name = clone_source_name(raw, strnlen(raw, NAME_MOST),
	                                                  readable_name, scratch);

	return text_number_of(&keys->texts, FUNC_SYMBOL, name.text, name.len);
}

uint32_t match_keys_last(const struct match_keys *keys, const char *bare) {
	size_t len;
	const char *last = short_name_last(bare, false, &len);

	return text_number_of(&keys->texts, KIND_LAST, last, len);
}

uint32_t match_keys_file(const struct match_keys *keys, const char *path) {
	const char *last = path ? last_parts(path, 1) : "";

	return text_number_of(&keys->texts, KIND_PATH, last, strlen(last));
}
