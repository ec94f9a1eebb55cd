/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/matching.h"

#include "model/model.h"

/* The names and files of two profiles' functions as numbers: equal ones are equal. */

/* Texts of which each is kept once. */
struct text_numbers {
	struct numbered_text {
		const char *text;
		size_t len;
		unsigned kind; /* texts of different kinds differ */
	} * list;              /* shape: [index.n] */
	struct index index;
};

/* What functions are told by.  Builds are in different folders, so files are told by their paths or
 * by the last parts of these. */
enum match_key {
	KEY_ITEM,      /* the function itself */
	KEY_RAW,       /* its symbol */
	KEY_STEM,      /* that without suffixes of clones */
	KEY_SOURCE,    /* its name in the source */
	KEY_QUALIFIED, /* that without parameters */
	KEY_LAST,      /* the last word of a mangled or bare name */
	KEY_PATH,      /* its source file: all of the path */
	KEY_PATH_3,    /* the last three parts */
	KEY_PATH_2,
	KEY_PATH_1,
	KEYS
};

enum match_flag {
	IS_BARE = 1,     /* always inlined, and only the last word of its name is known */
	IS_NUMBERED = 2, /* numbers were left out of the name in the source */
	IS_GAP = 4,
	IS_UNIQUE = 8 /* nothing else in its program has the symbol: it is global, or has a hash */
};

/* An item is a function: those of the base, then the new ones. */
struct match_keys {
	size_t nbase, n;
	uint32_t *of[KEYS];   /* NO_ITEM: it has none; shape: [n] each */
	unsigned char *flags; /* sets of enum match_flag; shape: [n] */
	unsigned *line;       /* 0: not known; shape: [n] */

	struct text_numbers texts;
};

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

	if (index_append(&texts->index, hash_of(&new), is_text, texts->list, &new, &number))
		arena_put(texts->index.arena, texts->list, number, new);
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

/* Whether its name is one of the source. */
static bool has_source_name(const struct func *f) {
	return f->kind == FUNC_SYMBOL || f->kind == FUNC_INLINED;
}

/* Locations in one file share its path: that of the item before is known.  What was split off a
 * function may begin in the middle of a line of another file. */
static void set_place(struct match_keys *k, size_t item, const struct dataset *data,
                      const struct func *f, const char **path_before) {
	const struct arc *split = data->locations ? func_split(f) : NULL;
	const struct source_location *place = dataset_location(data, split ? split->caller : f);
	const bool is_known = place && place->path && has_source_name(f);
	const char *path = is_known ? place->path : NULL;

	k->line[item] = is_known ? place->line : 0;
	for (size_t key = KEY_PATH; path && key < KEYS; key++)
		k->of[key][item] = path == *path_before ? k->of[key][item - 1]
		                                        : path_number(k, (enum match_key)key, path);
	*path_before = path;
}

/* Whether C names begin with an underscore on this side, as on Darwin and in 32 bits on Windows. */
static bool has_underscores(const struct profile *p) {
	bool has_main = false, has_underscored = false;

	for (size_t i = 0; i < p->nfuncs; i++) {
		has_main |= !strcmp(p->funcs[i].name, "main");
		has_underscored |= !strcmp(p->funcs[i].name, "_main");
	}
	return has_underscored && !has_main;
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
	const struct source_name name = clone_source_name(raw, len, readable_name,
	                                                  k->texts.index.arena);
	const bool is_bare = !readable_name && kind == FUNC_INLINED;
	size_t nlast;

	k->of[KEY_RAW][item] = text_number(&k->texts, FUNC_SYMBOL, raw, len);
	k->of[KEY_STEM][item] = text_number(&k->texts, FUNC_SYMBOL, raw, stem);
	k->of[KEY_SOURCE][item] = text_number(&k->texts, FUNC_SYMBOL, name.text, name.len);
	if (name.nqualified)
		k->of[KEY_QUALIFIED][item] = text_number(&k->texts, FUNC_SYMBOL, name.text,
		                                         name.nqualified);
	if (readable_name || is_bare) {
		const char *last = short_name_last(readable_name ? readable_name : raw,
		                                   readable_name, &nlast);
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
	const char *end = f->kind == FUNC_GAP ? memchr(f->name, ' ', len) : NULL;
	/* The name of a gap's section: "[.text" of "[.text 0x401000]". */
	const size_t used = end                          ? (size_t)(end - f->name)
	                    : f->kind == FUNC_GAP && len ? len - 1
	                                                 : len;

	k->of[KEY_RAW][item] = text_number(&k->texts, f->kind, f->name, len);
	k->of[KEY_STEM][item] = k->of[KEY_SOURCE][item] = text_number(&k->texts, f->kind, f->name,
	                                                              used);
	set_flag(k, item, IS_GAP, f->kind == FUNC_GAP);
}

/* False if cancelled. */
static bool add_side(struct match_keys *k, size_t first, const struct dataset *data,
                     struct progress *progress) {
	enum { STEPS = 1024 };
	const struct profile *p = data->profile;
	const bool drops = has_underscores(p);
	const char *path = NULL;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const char *raw = f->name + (drops && *f->name == '_');

		if (i % STEPS == 0 && !progress_wanted(progress))
			return false;
		if (has_source_name(f))
			set_name(k, first + i, f->kind, raw, readable(data, f));
		else
			set_plain_name(k, first + i, f);
		/* Its program has no other function with that symbol.  Apart, those that were
		 * always inlined and are not mangled are one in each file. */
		set_flag(k, first + i, IS_UNIQUE,
		         f->kind == FUNC_INLINED ? !strncmp(f->name, "_Z", 2) : !f->is_static);
		set_place(k, first + i, data, f, &path);
	}
	return true;
}

/* Owner: the arena; NULL: cancelled. */
static struct match_keys *match_keys_new(const struct dataset *base, const struct dataset *new,
                                         struct arena *arena, struct progress *progress) {
	struct match_keys *k = arena_alloc(arena, 1, sizeof *k);

	k->nbase = base->profile->nfuncs;
	k->n = k->nbase + new->profile->nfuncs;
	k->texts.index.arena = arena;
	k->flags = arena_alloc(arena, k->n, sizeof *k->flags);
	k->line = arena_alloc(arena, k->n, sizeof *k->line);
	for (size_t key = 0; key < KEYS; key++) {
		k->of[key] = arena_space(arena, k->n, sizeof *k->of[key]);
		for (size_t i = 0; i < k->n; i++)
			k->of[key][i] = key == KEY_ITEM ? (uint32_t)i : NO_ITEM;
	}
	return add_side(k, 0, base, progress) && add_side(k, k->nbase, new, progress) ? k : NULL;
}

const char *match_words(enum match_how how) {
	static const char *const words[] = {
#define ITEM(name, sentence) [MATCH_##name] = (sentence),
		MATCHES(ITEM)
#undef ITEM
	};

	return words[how];
}

/* A matching being made of items, which are functions: those of the base, then the new ones. */
struct builder {
	const struct match_keys *keys;
	struct arena *arena, *scratch;
	bool *is_file_of[2]; /* whether the base, the new side has functions in a
	                      * file; by the number of KEY_PATH_1 */
	uint32_t *items;     /* of all matches; shape: [nitems] */
	size_t nitems;
	struct match *list; /* shape: [n] */
	size_t n;
	uint32_t *of;        /* match of each item, or NO_MATCH */
	uint32_t *both;      /* where items of a match are put together */
	enum match_how name; /* NAME or FILE: what equal symbols are worth */
};

/* What is to be done with items that are alike. */
typedef void match_run(struct builder *b, uint32_t *items, size_t n);

static size_t count_base(const struct builder *b, const uint32_t *items, size_t n) {
	size_t nbase = 0;

	for (size_t i = 0; i < n; i++)
		nbase += items[i] < b->keys->nbase;
	return nbase;
}

static bool is_two_sided(const struct builder *b, const uint32_t *items, size_t n) {
	const size_t nbase = count_base(b, items, n);

	return nbase && nbase < n;
}

static bool any_is(const struct builder *b, const uint32_t *items, size_t n, enum match_flag flag) {
	size_t i;

	for (i = 0; i < n && !(b->keys->flags[items[i]] & flag); i++)
		;
	return i < n;
}

/* The index after the items that have the id of the one at `low`. */
static size_t run_end(const uint32_t *items, size_t n, const uint32_t *ids, size_t low) {
	size_t high = low + 1;

	while (high < n && ids[items[high]] == ids[items[low]])
		high++;
	return high;
}

/* Sorts items by their ids, and calls `run` for those of each. */
static void match_runs(struct builder *b, uint32_t *items, size_t n, const uint32_t *ids,
                       match_run *run) {
	size_t high;

	sort_numbers(items, n, ids, b->scratch);
	for (size_t low = 0; low < n; low = high) {
		high = run_end(items, n, ids, low);
		run(b, items + low, high - low);
	}
}

/* Leaves out what has a match; returns how many are left. */
static size_t leave_matched(const struct builder *b, uint32_t *items, size_t n) {
	size_t left = 0;

	for (size_t i = 0; i < n; i++)
		if (b->of[items[i]] == NO_MATCH)
			items[left++] = items[i];
	return left;
}

/* The same for all items from `low` to `high` that have an id; those without a match, or all. */
static void match_all(struct builder *b, size_t low, size_t high, const uint32_t *ids,
                      bool with_matched, match_run *run) {
	uint32_t *items = arena_space(b->scratch, high - low, sizeof *items);
	size_t n = 0;

	for (size_t i = low; i < high; i++)
		if (ids[i] != NO_ITEM && (with_matched || b->of[i] == NO_MATCH))
			items[n++] = (uint32_t)i;
	match_runs(b, items, n, ids, run);
}

/* Makes one match of them: their numbers in profile->funcs of each side. */
static void add_match(struct builder *b, const uint32_t *items, size_t n, enum match_how how) {
	const size_t nbase = count_base(b, items, n);
	uint32_t *own = b->items + b->nitems;

	memcpy(own, items, n * sizeof *items);
	sort_numbers(own, n, b->keys->of[KEY_ITEM], b->scratch);
	for (size_t i = 0; i < n; i++)
		b->of[own[i]] = (uint32_t)b->n;
	for (size_t i = nbase; i < n; i++)
		own[i] -= (uint32_t)b->keys->nbase;
	arena_append(b->scratch, b->list, b->n,
	             (struct match){ .base = own,
	                             .nbase = nbase,
	                             .new = own + nbase,
	                             .nnew = n - nbase,
	                             .how = how,
	                             .host = NO_MATCH });
	b->nitems += n;
}

/* Functions that compilers number, by the lines they begin on. */

/* The functions of one side: items with one id, such as a function with its clones and parts. */
struct numbered {
	struct keyed *list; /* by line, which is the key; index: of the first
	                       item with that id; shape: [n] */
	size_t n;
	bool has_lines; /* known, and all differ */
};

static bool is_on(const struct builder *b, uint32_t item, bool is_base) {
	return (item < b->keys->nbase) == is_base;
}

static struct numbered by_line(struct builder *b, const uint32_t *items, size_t n,
                               const uint32_t *ids, bool is_base) {
	const struct match_keys *k = b->keys;
	struct numbered out = { .has_lines = true };
	size_t high, i;

	out.list = arena_space(b->scratch, n, sizeof *out.list);
	for (size_t low = 0; low < n; low = high) {
		high = run_end(items, n, ids, low);
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
static bool is_shifted(const struct numbered *base, const struct numbered *new) {
	if (base->n != new->n || !base->has_lines || !new->has_lines)
		return base->n == 1 && new->n == 1;
	for (size_t i = 1; i < base->n; i++)
		if (base->list[i].key - base->list[0].key != new->list[i].key - new->list[0].key)
			return false;
	return true;
}

/* Makes a match of the base's functions with the id of an item and the new side's with that of
 * another. */
static void match_ids(struct builder *b, const uint32_t *items, size_t n, const uint32_t *ids,
                      const uint32_t of[2], enum match_how how) {
	size_t nboth = 0, at, high;

	for (size_t side = 0; side < 2; side++)
		for (at = of[side], high = run_end(items, n, ids, at); at < high; at++)
			if (is_on(b, items[at], !side))
				b->both[nboth++] = items[at];
	add_match(b, b->both, nboth, how);
}

/* Whether all lines of one side are lines of the other. */
static bool is_among(const struct numbered *few, const struct numbered *all) {
	size_t k = 0;

	for (size_t i = 0; i < few->n; i++) {
		while (k < all->n && all->list[k].key < few->list[i].key)
			k++;
		if (k == all->n || all->list[k].key > few->list[i].key)
			return false;
	}
	return few->has_lines && all->has_lines;
}

/* Matches items that nothing but lines tells apart, those of one id together, in that order if both
 * sides have as many, equally far from each other.  Of single functions not all of a side need be
 * known: those on the same line are matched if all lines of one side are the other's, too.  Else
 * all are added up.  Cost: n log n. */
static void match_by_lines(struct builder *b, uint32_t *items, size_t n, enum match_key key,
                           enum match_how how, enum match_how sum) {
	const uint32_t *ids = b->keys->of[key];
	size_t k;

	sort_numbers(items, n, ids, b->scratch);
	struct numbered base = by_line(b, items, n, ids, true);
	struct numbered new = by_line(b, items, n, ids, false);
	bool are_shifted = is_shifted(&base, &new);
	if (!are_shifted &&
	    (key != KEY_ITEM || !(is_among(&base, &new) || is_among(&new, &base)))) {
		add_match(b, items, n, sum);
		return;
	}
	for (size_t i = k = 0; i < base.n && k < new.n;) {
		const uint64_t old_line = base.list[i].key, line = new.list[k].key;
		const uint32_t both[2] = { base.list[i].index, new.list[k].index };
		const bool is_pair = are_shifted || old_line == line;

		if (is_pair)
			match_ids(b, items, n, ids, both, how);
		i += is_pair || old_line < line;
		k += is_pair || old_line > line;
	}
}

/* Functions by their names and files. */

static void add_pair(struct builder *b, uint32_t *items, size_t n) {
	add_match(b, items, n, b->name);
}

/* Whether each id has so many items on each side. */
static bool has_sides(struct builder *b, uint32_t *items, size_t n, const uint32_t *ids,
                      size_t least, size_t most) {
	size_t high;

	sort_numbers(items, n, ids, b->scratch);
	for (size_t low = 0; low < n; low = high) {
		high = run_end(items, n, ids, low);
		const size_t nbase = count_base(b, items + low, high - low);
		const size_t nnew = high - low - nbase;
		if (nbase < least || nnew < least || nbase > most || nnew > most)
			return false;
	}
	return true;
}

static bool is_one(const uint32_t *items, size_t n, const uint32_t *ids) {
	return run_end(items, n, ids, 0) == n;
}

/* Clones and parts of one function.  What was split differs if one of them has no partner, so all
 * are added up. */
static void match_family(struct builder *b, uint32_t *items, size_t n) {
	const uint32_t *raw = b->keys->of[KEY_RAW];

	if (has_sides(b, items, n, raw, 1, 1))
		match_runs(b, items, n, raw, add_pair);
	else
		add_match(b, items, n, is_one(items, n, raw) ? MATCH_ALIKE : MATCH_SUFFIX);
}

/* Functions that are called the same in the source: one or more, each with its clones and parts. */
static void match_file(struct builder *b, uint32_t *items, size_t n) {
	const struct match_keys *k = b->keys;

	if (k->flags[items[0]] & IS_GAP)
		add_match(b, items, n, MATCH_GAP);
	else if (n > 2 && k->flags[items[0]] & IS_BARE)
		match_by_lines(b, items, n, KEY_ITEM, b->name, MATCH_ALIKE);
	else if (has_sides(b, items, n, k->of[KEY_RAW], 1, 1))
		match_runs(b, items, n, k->of[KEY_RAW], add_pair);
	else if (has_sides(b, items, n, k->of[KEY_STEM], 1, SIZE_MAX))
		match_runs(b, items, n, k->of[KEY_STEM], match_family);
	else if (any_is(b, items, n, IS_NUMBERED))
		match_by_lines(b, items, n, KEY_STEM, MATCH_NUMBERED, MATCH_SUM);
	else
		add_match(b, items, n, MATCH_READABLE);
}

/* Whether all files are known, and of one side several. */
static bool has_files(struct builder *b, uint32_t *items, size_t n) {
	const uint32_t *path = b->keys->of[KEY_PATH];
	uint32_t file[2] = { NO_ITEM, NO_ITEM };
	bool has_several = false;

	for (size_t i = 0; i < n; i++) {
		uint32_t *here = &file[items[i] >= b->keys->nbase];

		if (path[items[i]] == NO_ITEM)
			return false;
		has_several |= *here != NO_ITEM && *here != path[items[i]];
		*here = path[items[i]];
	}
	return has_several;
}

static void match_one_file(struct builder *b, uint32_t *items, size_t n) {
	if (is_two_sided(b, items, n) && !has_files(b, items, n))
		match_file(b, items, n);
}

static void match_last_part(struct builder *b, uint32_t *items, size_t n) {
	if (is_two_sided(b, items, n))
		match_file(b, items, n);
}

/* Matches those of the same file, by as much of the path as both sides have in common. */
static void match_files(struct builder *b, uint32_t *items, size_t n, match_run *run,
                        match_run *run_last) {
	for (size_t key = KEY_PATH; key < KEYS; key++) {
		match_runs(b, items, n, b->keys->of[key], key == KEY_PATH_1 ? run_last : run);
		n = leave_matched(b, items, n);
	}
}

/* Whether these are statics of two files that both sides have: the one of each file may be inlined
 * where it is missing.  Each side is in one file. */
static bool is_apart(const struct builder *b, const uint32_t *items, size_t n) {
	const struct match_keys *k = b->keys;
	uint32_t file[2] = { NO_ITEM, NO_ITEM };

	for (size_t i = 0; i < n; i++)
		file[items[i] >= k->nbase] = k->of[KEY_PATH_1][items[i]];
	return file[0] != file[1] && file[0] != NO_ITEM && file[1] != NO_ITEM &&
	       b->is_file_of[1][file[0]] && b->is_file_of[0][file[1]] &&
	       !any_is(b, items, n, IS_UNIQUE);
}

/* A part may seem to be in a file of its own: that of the code that was inlined there. */
static void match_source(struct builder *b, uint32_t *items, size_t n) {
	if (!is_two_sided(b, items, n))
		return;
	if (has_files(b, items, n)) {
		b->name = MATCH_FILE;
		match_files(b, items, n, match_one_file, match_last_part);
		b->name = MATCH_NAME;
		if (leave_matched(b, items, n) < n || !is_one(items, n, b->keys->of[KEY_STEM]) ||
		    !has_sides(b, items, n, b->keys->of[KEY_RAW], 0, 1))
			return; /* they are not one function of each side, with its parts */
	}
	if (!is_apart(b, items, n))
		match_file(b, items, n);
}

/* The one name in the source that all items of a side have, or NO_ITEM. */
static uint32_t only_source(const struct builder *b, const uint32_t *items, size_t n,
                            bool is_base) {
	uint32_t source = NO_ITEM;

	for (size_t i = 0; i < n; i++) {
		const uint32_t here = b->keys->of[KEY_SOURCE][items[i]];

		if ((items[i] < b->keys->nbase) != is_base)
			continue;
		if (source != NO_ITEM && source != here)
			return NO_ITEM;
		source = here;
	}
	return source;
}

/* Only if there are no overloads, so the one of each side has no match. */
static void match_qualified(struct builder *b, uint32_t *items, size_t n) {
	const uint32_t base = only_source(b, items, n, true);
	const uint32_t new = only_source(b, items, n, false);

	if (base == NO_ITEM || new == NO_ITEM || base == new || leave_matched(b, items, n) < n)
		return;
	add_match(b, items, n, MATCH_PARAMETERS);
}

static void match_local_file(struct builder *b, uint32_t *items, size_t n) {
	if (b->keys->of[KEY_PATH][items[0]] != NO_ITEM && is_two_sided(b, items, n) &&
	    any_is(b, items, n, IS_BARE))
		match_by_lines(b, items, n, KEY_ITEM, MATCH_LOCAL, MATCH_LOCAL);
}

static void match_last_word(struct builder *b, uint32_t *items, size_t n) {
	if (any_is(b, items, n, IS_BARE))
		match_files(b, items, n, match_local_file, match_local_file);
}

static void add_alone(struct builder *b, uint32_t *items, size_t n) {
	add_match(b, items, n, MATCH_NONE);
}

static void add_stem(struct builder *b, uint32_t *items, size_t n) {
	match_runs(b, items, n, b->keys->of[KEY_PATH], add_alone);
}

/* Matches those that have a partner by what both are called in the source; of the rest, those of
 * which only the parameters differ; then those always inlined of which debug information has the
 * name without its scope, with those of the same file that have its last word.  The rest are
 * functions of one side.  Cost: linear. */
static void match_functions(struct builder *b) {
	const struct match_keys *k = b->keys;

	match_all(b, 0, k->n, k->of[KEY_SOURCE], false, match_source);
	match_all(b, 0, k->n, k->of[KEY_QUALIFIED], true, match_qualified);
	match_all(b, 0, k->n, k->of[KEY_LAST], false, match_last_word);
	match_all(b, 0, k->nbase, k->of[KEY_STEM], false, add_stem);
	match_all(b, k->nbase, k->n, k->of[KEY_STEM], false, add_stem);
}

/* Functions of one side that are inlined on the other. */

/* Where functions of one name and file are inlined, in a host or in all. */
struct inlining {
	uint64_t key;  /* key_of() */
	uint32_t host; /* number in profile->funcs; NO_FUNC: all, and then */
	uint32_t into; /* the host with most of it */
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
	struct inlining *list;      /* shape: [pairs.index.n] */
	struct pairs pairs;         /* key and host of each */
};

static uint64_t key_of(uint32_t source, uint32_t file) {
	return (uint64_t)source << 32 | file;
}

/* What all hosts have of it, or NULL. */
static const struct inlining *find_inlining(const struct inlinings *in, uint64_t key) {
	const uint32_t number = pairs_find(&in->pairs, key, NO_FUNC);

	return number == NO_ITEM ? NULL : &in->list[number];
}

/* Adds ticks to what the host has of it; returns all that it has. */
static struct inlining *add_ticks(struct inlinings *in, uint64_t key, uint32_t host, double ticks) {
	const struct inlining new = { .key = key, .host = host, .into = NO_FUNC };
	uint32_t i;

	if (pairs_add(&in->pairs, key, host, &i))
		arena_put(in->pairs.index.arena, in->list, i, new);
	in->list[i].ticks += ticks;
	return &in->list[i];
}

static void add_inlined(struct inlinings *in, uint64_t key, uint32_t host, double ticks) {
	const double here = add_ticks(in, key, host, ticks)->ticks;
	struct inlining *all = add_ticks(in, key, NO_FUNC, ticks);

	if (here > all->most || all->into == NO_FUNC) {
		all->most = here;
		all->into = host;
	}
}

/* Debug information may have a name without its scope, which is not mangled. */
static struct inlined_name name_of(struct inlinings *in, const char *raw) {
	struct arena *arena = in->pairs.index.arena;
	const struct text_numbers *texts = &in->keys->texts;
	const size_t before = in->raw.index.n;
	const uint32_t number = text_list_number(&in->raw, raw);

	if (in->raw.index.n > before) {
		const char *full = in->data->names
		                           ? names_make(in->data->names, raw, NAME_FULL, arena)
		                           : raw;
		const struct source_name name = clone_source_name(raw, strnlen(raw, NAME_MOST),
		                                                  full == raw ? NULL : full, arena);
		size_t len;
		const char *last = short_name_last(raw, false, &len);

		arena_put(arena, in->names, number,
		          (struct inlined_name){
				  text_number_of(texts, FUNC_SYMBOL, name.text, name.len),
				  full == raw ? text_number_of(texts, KIND_LAST, last, len)
					      : NO_ITEM });
	}
	return in->names[number];
}

/* One whose file is not known may be that of any. */
static void add_frame(struct inlinings *in, const struct frame *frame) {
	const struct inlined_name name = name_of(in, frame->function);
	const char *last = frame->location.path ? last_parts(frame->location.path, 1) : "";
	const uint32_t file = text_number_of(&in->keys->texts, KIND_PATH, last, strlen(last));
	const uint32_t host = profile_number(in->data->profile, frame->func);

	if (name.source != NO_ITEM)
		add_inlined(in, key_of(name.source, NO_ITEM), host, frame->ticks);
	if (name.source != NO_ITEM && file != NO_ITEM)
		add_inlined(in, key_of(name.source, file), host, frame->ticks);
	if (name.last != NO_ITEM && file != NO_ITEM)
		add_inlined(in, key_of(name.last, file), host, frame->ticks);
}

/* Whether the line is in a function that was inlined; not into itself, because the outer one's time
 * has that of the inner one. */
static bool is_inlined(const struct frames *frames, const struct frame *frame) {
	if (frame->outer == NO_FRAME || !frame->function || !frame->func)
		return false;
	const char *outer = frames->list[frame->outer].function;
	return !outer || strcmp(outer, frame->function) != 0;
}

/* Follows hosts to the one that has none, and makes it the host of all on the way; if they go
 * round, it is the one where the circle closes. */
static void find_last(struct match *list, uint32_t i, uint32_t *way, unsigned char *seen) {
	enum { NOT_SEEN, ON_WAY, DONE };
	uint32_t last = i;
	size_t n = 0;

	while (list[last].host != NO_MATCH && seen[last] == NOT_SEEN) {
		seen[last] = ON_WAY;
		way[n++] = last;
		last = list[last].host;
	}
	if (seen[last] == ON_WAY)
		list[last].host = NO_MATCH;
	else if (list[last].host != NO_MATCH)
		last = list[last].host;
	while (n-- > 0) {
		seen[way[n]] = DONE;
		if (way[n] != last)
			list[way[n]].host = last;
	}
}

/* What one side has of a match. */
struct match_part {
	const struct func *funcs;
	const uint32_t *list; /* of these; shape: [n] */
	size_t n;
};

static struct match_part part_of(const struct match *m, const struct match_sides *sides,
                                 bool is_base) {
	return is_base ? (struct match_part){ sides->base->profile->funcs, m->base, m->nbase }
	               : (struct match_part){ sides->new->profile->funcs, m->new, m->nnew };
}

/* The first function that ran and is more than a part of one, or NO_ITEM. */
static uint32_t first_whole(struct match_part part) {
	for (size_t i = 0; i < part.n; i++)
		if (part.funcs[part.list[i]].self_ticks > 0 &&
		    !clone_is_part(part.funcs[part.list[i]].name))
			return part.list[i];
	return NO_ITEM;
}

static double ticks_of(struct match_part part) {
	double ticks = 0;

	for (size_t i = 0; i < part.n; i++)
		ticks += part.funcs[part.list[i]].self_ticks;
	return ticks;
}

/* The item of a match that may be inlined on one side, because that has no such function, or only
 * parts and clones of it that never ran; or NO_ITEM. */
static uint32_t inlined_item(const struct match *m, const struct match_sides *sides, bool is_base) {
	const struct match_part here = part_of(m, sides, is_base);
	const struct match_part there = part_of(m, sides, !is_base);
	uint32_t number = NO_ITEM;

	if (m->how == MATCH_NONE && !here.n)
		number = there.list[0];
	else if (m->how == MATCH_SUFFIX && first_whole(here) == NO_ITEM)
		number = first_whole(there);
	return number == NO_ITEM || !is_base ? number
	                                     : (uint32_t)sides->base->profile->nfuncs + number;
}

/* Finds the hosts of functions that only the other side has, in the frames of one side.  Only those
 * of the same file count if that is known: there may be another function of the name.  What the
 * side has of a function beside that must not be most of it. */
static void find_hosts(struct match *list, const struct matching *m, const struct match_keys *k,
                       const struct match_sides *sides, bool is_base, struct arena *scratch) {
	const struct dataset *data = is_base ? sides->base : sides->new;
	const uint32_t *of_host = is_base ? m->of_base : m->of_new;
	const struct frames *frames = data->frames;
	struct inlinings in = {
		.data = data, .keys = k, .raw.index.arena = scratch, .pairs.index.arena = scratch
	};

	if (!frames || data->profile->is_apart)
		return;
	for (size_t i = 0; i < frames->n; i++)
		if (is_inlined(frames, &frames->list[i]))
			add_frame(&in, &frames->list[i]);
	for (size_t i = 0; i < m->n; i++) {
		struct match *match = &list[i];
		const uint32_t item = inlined_item(match, sides, is_base);

		if (item == NO_ITEM)
			continue;
		uint32_t file = k->of[KEY_PATH_1][item];
		const struct inlining *found = find_inlining(&in,
		                                             key_of(k->of[KEY_SOURCE][item], file));
		if (!found && k->of[KEY_LAST][item] != NO_ITEM && file != NO_ITEM)
			found = find_inlining(&in, key_of(k->of[KEY_LAST][item], file));
		if (found && found->ticks >= ticks_of(part_of(match, sides, is_base)))
			match->host = of_host[found->into];
	}
}

/* Functions that are the same because the user says so. */

/* In which sense a function has a name: it is a clone with this symbol, or its symbol, its readable
 * name, or that without parameters. */
enum sense { SENSE_CLONE, SENSE_STEM, SENSE_READABLE, SENSE_QUALIFIED, SENSES };

/* The functions of one side that have a name. */
struct named {
	const struct dataset *data;
	size_t first; /* item of its functions */
	const char *name;
	size_t len;
	uint32_t number; /* among the symbols, or NO_ITEM */
	uint32_t *items; /* rising; shape: [n] */
	size_t n;
	bool has_several; /* different ones */
};

static bool has_name(const struct named *w, const struct match_keys *k, size_t item,
                     enum sense sense) {
	static const char clone[] = " [clone ";
	const struct func *f = &w->data->profile->funcs[item - w->first];
	const bool is_stem = k->of[KEY_STEM][item] == w->number;

	if (sense == SENSE_CLONE)
		return k->of[KEY_RAW][item] == w->number && !is_stem;
	if (sense == SENSE_STEM)
		return is_stem;
	const char *name = w->data->names ? names_get(w->data->names, f, NAME_FULL) : "";
	if (strncmp(name, w->name, w->len) != 0)
		return false;
	name += w->len;
	if (sense == SENSE_READABLE)
		return !*name || !strncmp(name, clone, sizeof clone - 1);
	return *name == '(' && short_name_parameters(name - w->len) == w->len;
}

/* The functions that have the name in the first sense that any has. */
static struct named find_named(struct builder *b, const struct match_sides *sides, bool is_base,
                               const char *name, size_t len) {
	const struct match_keys *k = b->keys;
	const size_t high = is_base ? k->nbase : k->n;
	struct named out = { .data = is_base ? sides->base : sides->new,
		             .first = is_base ? 0 : k->nbase,
		             .name = name,
		             .len = len,
		             .number = text_number_of(&k->texts, FUNC_SYMBOL, name, len) };

	for (int sense = 0; sense < SENSES && !out.n; sense++)
		for (size_t item = out.first; item < high; item++) {
			if (!has_name(&out, k, item, (enum sense)sense))
				continue;
			arena_append(b->scratch, out.items, out.n, (uint32_t)item);
			out.has_several |= k->of[KEY_SOURCE][item] !=
			                   k->of[KEY_SOURCE][out.items[0]];
		}
	return out;
}

static bool fail_named(const struct named *found, const char *side, struct error *err) {
	return fail(err,
	            found->n ? "in %s \"%.*s\" is the name of several functions: give its "
	                       "parameters"
	                     : "%s has no function \"%.*s\"",
	            side, (int)found->len, found->name);
}

/* Matches what both names of a pair stand for. */
static bool match_named(struct builder *b, const struct named *base, const struct named *new,
                        struct error *err) {
	const size_t n = base->n + new->n;
	uint32_t *items = b->both;

	memcpy(items, base->items, base->n * sizeof *items);
	memcpy(items + base->n, new->items, new->n * sizeof *items);
	if (leave_matched(b, items, n) < n)
		return fail(err, "a function is in two pairs");
	add_match(b, items, n, MATCH_USER);
	return true;
}

/* Names may contain "=", too: the first one at which both sides have what it divides is meant. */
static bool match_pair(struct builder *b, const struct match_sides *sides, const char *pair,
                       struct error *err) {
	const char *at = strchr(pair, '=');
	bool has_reason = false;

	if (!at)
		return fail(err, "there is no \"=\" between the names");
	for (; at; at = strchr(at + 1, '=')) {
		const struct named base = find_named(b, sides, true, pair, (size_t)(at - pair));
		const struct named new = find_named(b, sides, false, at + 1, strlen(at + 1));

		if (base.n && new.n && !base.has_several && !new.has_several)
			return match_named(b, &base, &new, err);
		if (base.n && !base.has_several)
			fail_named(&new, "the new side", err);
		else if (!has_reason)
			fail_named(&base, "the base", err);
		has_reason = true;
	}
	return false;
}

/* The functions of a side by their matches, and in these by their symbols. */
static struct keyed *by_match(const struct builder *b, const uint32_t *of, const uint32_t *raw,
                              size_t n) {
	struct keyed *list = arena_space(b->scratch, n, sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = (struct keyed){ (uint64_t)of[i] << 32 | raw[i], (uint32_t)i };
	sort_keys(list, n, b->scratch);
	return list;
}

static const uint32_t *find_counterparts(const struct builder *b, const struct matching *m,
                                         const struct func *funcs) {
	enum { KEY = offsetof(struct keyed, key) };
	const uint32_t *raw = b->keys->of[KEY_RAW];
	const size_t nbase = b->keys->nbase, nnew = b->keys->n - nbase;
	uint32_t *counterpart = arena_space(b->arena, nbase, sizeof *counterpart);
	const struct keyed *base = by_match(b, m->of_base, raw, nbase);
	const struct keyed *new = by_match(b, m->of_new, raw + nbase, nnew);

	for (size_t i = 0, n; i < nbase; i += n) {
		const struct match *match = &m->list[base[i].key >> 32];
		const size_t at = lower_bound(new, nnew, sizeof *new, KEY, base[i].key);
		const size_t same = upper_bound(new, nnew, sizeof *new, KEY, base[i].key) - at;

		n = upper_bound(base, nbase, sizeof *base, KEY, base[i].key) - i;
		size_t most = at;
		for (size_t k = 1; k < same; k++)
			if (funcs[new[at + k].index].self_ticks > funcs[new[most].index].self_ticks)
				most = at + k;
		for (size_t k = 0; k < n; k++)
			counterpart[base[i + k].index] = same ? new[same == n ? at + k : most].index
			                                 : match->nnew ? match->new[0]
			                                               : NO_FUNC;
	}
	return counterpart;
}

/* By the first function of each match. */
static const struct matching *finish(struct builder *b, const struct match_sides *sides) {
	const size_t nbase = b->keys->nbase;
	struct matching *out = arena_alloc(b->arena, 1, sizeof *out);
	struct match *list = arena_space(b->arena, b->n, sizeof *list);
	struct keyed *order = arena_space(b->scratch, b->n, sizeof *order);
	uint32_t *place = arena_space(b->scratch, b->n, sizeof *place);
	uint32_t *way = arena_space(b->scratch, b->n, sizeof *way);
	unsigned char *seen = arena_alloc(b->scratch, b->n, sizeof *seen);

	for (size_t i = 0; i < b->n; i++) {
		const struct match *m = &b->list[i];

		order[i] = (struct keyed){ m->nbase ? m->base[0] : nbase + m->new[0], (uint32_t)i };
	}
	sort_keys(order, b->n, b->scratch);
	for (size_t i = 0; i < b->n; i++) {
		list[i] = b->list[order[i].index];
		place[order[i].index] = (uint32_t)i;
	}
	for (size_t i = 0; i < b->keys->n; i++)
		b->of[i] = place[b->of[i]];
	*out = (struct matching){ list, b->n, b->of, b->of + nbase, NULL };
	out->counterpart = find_counterparts(b, out, sides->new->profile->funcs);
	/* Groups matches of one side with the function that they are inlined into on the other. */
	find_hosts(list, out, b->keys, sides, true, b->scratch);
	find_hosts(list, out, b->keys, sides, false, b->scratch);
	for (uint32_t i = 0; i < b->n; i++) {
		find_last(list, i, way, seen);
		if (list[i].host != NO_MATCH)
			list[i].how = MATCH_INLINED;
	}
	return out;
}

static void begin(struct builder *b, const struct match_keys *k) {
	const uint32_t *file = k->of[KEY_PATH_1];

	b->keys = k;
	b->name = MATCH_NAME;
	b->items = arena_space(b->arena, k->n, sizeof *b->items);
	b->of = arena_space(b->arena, k->n, sizeof *b->of);
	b->both = arena_space(b->scratch, k->n, sizeof *b->both);
	for (size_t i = 0; i < 2; i++)
		b->is_file_of[i] = arena_alloc(b->scratch, k->texts.index.n,
		                               sizeof *b->is_file_of[i]);
	for (size_t i = 0; i < k->n; i++) {
		b->of[i] = NO_MATCH;
		if (file[i] != NO_ITEM)
			b->is_file_of[i >= k->nbase][file[i]] = true;
	}
}

const struct matching *matching_find(const struct match_sides *sides, struct arena *arena,
                                     struct progress *progress, struct error *err) {
	SCRATCH struct arena *scratch = arena_new();
	struct builder b = { .arena = arena, .scratch = scratch };

	progress_stage(progress, "matching functions", 0);
	const struct match_keys *keys = match_keys_new(sides->base, sides->new, scratch, progress);
	if (!keys)
		return fail_null(err, "cancelled");
	begin(&b, keys);
	for (size_t i = 0; i < sides->npairs; i++)
		if (!match_pair(&b, sides, sides->pairs[i], err)) {
			fail_at(err, sides->pairs[i]);
			return NULL;
		}
	match_functions(&b);
	return finish(&b, sides);
}

enum match_need matching_needs(const struct matching *matching, const struct match_sides *sides) {
	enum match_need need = MATCH_NEEDS_NOTHING;

	for (size_t i = 0; i < matching->n; i++) {
		const struct match *m = &matching->list[i];

		if (ticks_of(part_of(m, sides, true)) <= 0 &&
		    ticks_of(part_of(m, sides, false)) <= 0)
			continue;
		if (inlined_item(m, sides, true) != NO_ITEM ||
		    inlined_item(m, sides, false) != NO_ITEM)
			return MATCH_NEEDS_FRAMES;
		if (m->how == MATCH_SUM || m->how == MATCH_ALIKE)
			need = MATCH_NEEDS_LINES;
	}
	return need;
}
