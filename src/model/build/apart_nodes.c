/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/apart_nodes.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/code_lines.h"
#include "model/code_map.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/profile.h"

/* A function of the profile, by its name or by what that is a clone of. */
struct own_code {
	const char *name;
	size_t len;
	uint32_t func;
	uint32_t next; /* with the same name, or NO_ITEM */
};

/* What was looked up. */
struct asked {
	const char *name, *path;
	unsigned declared;
	uint32_t node;
};

struct naming {
	const struct dataset *data;
	struct arena *arena, *scratch;
	struct own_code *own; /* shape: [nown] */
	size_t nown;
	struct index of_own; /* the first of each name */
	struct asked *asked; /* shape: [nasked] */
	size_t nasked;
	struct index of_asked;
	struct inlined_func *inlined; /* shape: [ninlined] */
	size_t ninlined;
};

static bool is_own(const void *own, uint32_t number, const void *wanted)
{
	const struct own_code *x = (const struct own_code *)own + number;
	const struct own_code *y = wanted;

	return x->len == y->len && !memcmp(x->name, y->name, y->len);
}

static void add_own(struct naming *n, uint32_t func, const char *name, size_t len)
{
	struct own_code new = { name, len, func, NO_ITEM };
	const uint64_t hash = hash_bytes(0, name, len);
	const uint32_t first = index_find(&n->of_own, hash, is_own, n->own, &new);

	n->own = arena_room(n->scratch, n->own, n->nown, sizeof *n->own);
	if (first == NO_ITEM) {
		index_add(&n->of_own, hash, (uint32_t)n->nown);
	} else {
		new.next = n->own[first].next;
		n->own[first].next = (uint32_t)n->nown;
	}
	n->own[n->nown++] = new;
}

/* Clones come after whole functions, and only if there is none. */
static void list_own(struct naming *n)
{
	const struct profile *p = n->data->profile;
	uint32_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (p->funcs[i].kind == FUNC_SYMBOL)
			add_own(n, i, p->funcs[i].name, strlen(p->funcs[i].name));
	for (i = 0; i < p->nfuncs; i++) {
		const char *name = p->funcs[i].name;
		const size_t len = strlen(name), stem = clone_stem(name, len);
		const struct own_code whole = { name, stem, 0, 0 };

		if (p->funcs[i].kind == FUNC_SYMBOL && stem < len && !clone_is_part(name) &&
		    index_find(&n->of_own, hash_bytes(0, name, stem), is_own, n->own, &whole) ==
		            NO_ITEM)
			add_own(n, i, name, stem);
	}
}

static bool is_mangled(const char *name)
{
	return !strncmp(name, "_Z", 2) || !strncmp(name, "_R", 2);
}

/* How well a function of the right name fits; 0: not at all. */
static int fit_of(const struct naming *n, const struct func *f, const char *name, const char *path)
{
	const struct source_location *at = dataset_location(n->data, f);

	if (!path || !at || !at->path || !strcmp(at->path, path))
		return 2;
	return !f->is_static || is_mangled(name);
}

/* The best function with that name, or NO_FUNC. */
static uint32_t own_named(const struct naming *n, const char *name, const char *path)
{
	const struct func *funcs = n->data->profile->funcs;
	const struct own_code wanted = { name, strlen(name), 0, 0 };
	uint32_t i = index_find(&n->of_own, hash_bytes(0, name, wanted.len), is_own, n->own,
	                        &wanted);
	uint32_t best = NO_FUNC;
	int best_fit = 0;

	for (; i != NO_ITEM; i = n->own[i].next) {
		const uint32_t f = n->own[i].func;
		const int fit = fit_of(n, &funcs[f], name, path);

		if (fit < best_fit || !fit ||
		    (fit == best_fit && funcs[f].self_ticks <= funcs[best].self_ticks))
			continue;
		best = f;
		best_fit = fit;
	}
	return best;
}

/* Compilers name a constructor or destructor that they inline C4 and D4, and
 * the code of one C1 or C2, D0, D1 or D2.
 * Source: GCC, cp/mangle.c, write_special_name_constructor(). */
static uint32_t own_structor(const struct naming *n, const char *name, const char *path)
{
	char *copy;
	const char *at = name;
	uint32_t func = NO_FUNC;
	char c;

	if (!is_mangled(name))
		return NO_FUNC;
	copy = arena_text(n->scratch, name, strlen(name));
	while (func == NO_FUNC && (at = strchr(at, '4'))) {
		const size_t digit = (size_t)(at++ - name);

		if (name[digit - 1] != 'C' && name[digit - 1] != 'D')
			continue;
		for (c = '0'; func == NO_FUNC && c <= '2'; c++) {
			copy[digit] = c;
			func = own_named(n, copy, path);
		}
		copy[digit] = '4';
	}
	return func;
}

static bool is_asked(const void *asked, uint32_t number, const void *wanted)
{
	const struct asked *x = (const struct asked *)asked + number;
	const struct asked *y = wanted;

	return x->path == y->path && x->declared == y->declared && !strcmp(x->name, y->name);
}

/* What a frame's function is asked for by. */
static struct asked asked_of(const struct frame *f)
{
	if (is_mangled(f->function))
		return (struct asked){ .name = f->function };
	return (struct asked){ .name = f->function,
		               .path = f->location.path,
		               .declared = f->declared };
}

static uint64_t hash_asked(const struct asked *asked)
{
	return hash_number(hash_number(hash_text(0, asked->name), (uintptr_t)asked->path),
	                   asked->declared);
}

static struct asked *find_asked(const struct naming *n, const struct asked *wanted)
{
	const uint32_t known = index_find(&n->of_asked, hash_asked(wanted), is_asked, n->asked,
	                                  wanted);

	return known == NO_ITEM ? NULL : &n->asked[known];
}

static void add_asked(struct naming *n, const struct asked *new)
{
	n->asked = arena_room(n->scratch, n->asked, n->nasked, sizeof *n->asked);
	n->asked[n->nasked] = *new;
	index_add(&n->of_asked, hash_asked(new), (uint32_t)n->nasked++);
}

/* Debug information has functions that are local to a file by the last word of
 * their name only, so their own code says which these are: by file and line; of
 * several, the one with the most time. */
static void list_local(struct naming *n)
{
	const struct frames *frames = n->data->frames;
	size_t i;

	for (i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];
		struct asked new, *known;

		if (f->outer != NO_FRAME || !f->func || !f->function || !f->declared ||
		    is_mangled(f->function) || !is_mangled(f->func->name) ||
		    clone_is_part(f->func->name))
			continue;
		new = asked_of(f);
		new.node = (uint32_t)profile_number(n->data->profile, f->func);
		known = find_asked(n, &new);
		if (!known)
			add_asked(n, &new);
		else if (n->data->profile->funcs[known->node].self_ticks < f->func->self_ticks)
			known->node = new.node;
	}
}

/* A function without code of its own. */
static uint32_t add_inlined(struct naming *n, const struct frame *f)
{
	const uint32_t number = (uint32_t)n->ninlined++;
	struct inlined_func new = { f->function, f->location, f->location.line };

	if (f->declared && f->declared < new.location.line)
		new.location.line = f->declared;
	n->inlined = arena_room(n->arena, n->inlined, number, sizeof *n->inlined);
	n->inlined[number] = new;
	return (uint32_t)n->data->profile->nfuncs + number;
}

static void widen(struct inlined_func *f, const struct source_location *to)
{
	if (f->location.path != to->path)
		return;
	if (to->line < f->location.line)
		f->location.line = to->line;
	if (to->line > f->last)
		f->last = to->line;
}

/* The function that an inlined frame is of. */
static uint32_t node_of(struct naming *n, const struct frame *f)
{
	const size_t nfuncs = n->data->profile->nfuncs;
	const char *path = f->location.path;
	struct asked new = asked_of(f);
	const struct asked *known = find_asked(n, &new);

	if (known) {
		if (known->node >= nfuncs)
			widen(&n->inlined[known->node - nfuncs], &f->location);
		return known->node;
	}
	new.node = own_named(n, f->function, path);
	if (new.node == NO_FUNC)
		new.node = own_structor(n, f->function, path);
	if (new.node == NO_FUNC)
		new.node = add_inlined(n, f);
	add_asked(n, &new);
	return new.node;
}

static bool is_same_function(const struct frame *a, const struct frame *b)
{
	return !a->function ||
	       (b->function && a->declared == b->declared && !strcmp(a->function, b->function));
}

/* What is inlined into itself is of the same function; the code's owner need
 * not be named as in the source. */
static const uint32_t *nodes_of_frames(struct naming *n)
{
	const struct frames *frames = n->data->frames;
	uint32_t *of = arena_space(n->arena, frames->n, sizeof *of);
	size_t i;

	for (i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];
		const bool is_inlined = f->outer != NO_FRAME;

		if (!f->func)
			of[i] = NO_FUNC;
		else if (!is_inlined)
			of[i] = (uint32_t)profile_number(n->data->profile, f->func);
		else if (is_same_function(f, &frames->list[f->outer]))
			of[i] = of[f->outer];
		else
			of[i] = node_of(n, f);
	}
	return of;
}

static const uint32_t *nodes_of_lines(const struct naming *n, const uint32_t *of_frame)
{
	const struct code_lines *lines = n->data->code_lines;
	uint32_t *of;
	size_t i;

	if (!lines)
		return NULL;
	of = arena_space(n->arena, lines->n, sizeof *of);
	for (i = 0; i < lines->n; i++) {
		const struct code_line *line = &lines->list[i];

		of[i] = line->frame != NO_FRAME
		                ? of_frame[line->frame]
		                : (uint32_t)profile_number(n->data->profile, line->func);
	}
	return of;
}

struct apart_nodes apart_nodes_find(const struct dataset *data, struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct naming n = { .data = data, .arena = arena, .scratch = scratch };
	struct apart_nodes out;

	n.of_own.arena = n.of_asked.arena = scratch;
	list_own(&n);
	list_local(&n);
	out.of_frame = nodes_of_frames(&n);
	out.of_line = nodes_of_lines(&n, out.of_frame);
	out.list = n.inlined;
	out.n = n.ninlined;
	arena_free(scratch);
	return out;
}

const struct inlined_shares *
inlined_shares_new(const struct dataset *data, const struct apart_nodes *nodes, struct arena *arena)
{
	const struct frames *frames = data->frames;
	struct inlined_shares *out = arena_alloc(arena, 1, sizeof *out);
	struct inlined_share *list = arena_space(arena, frames->nshares, sizeof *list);
	size_t i;

	for (i = 0; i < frames->nshares; i++) {
		const struct frame_share *x = &frames->shares[i];
		const uint32_t func = nodes->of_frame[x->frame];

		if (func != NO_FUNC &&
		    func != profile_number(data->profile, frames->list[x->frame].func))
			list[out->n++] = (struct inlined_share){ x->low, x->high, func, x->part };
	}
	out->list = list;
	return out;
}

const struct inlined_share *inlined_shares_of(const struct inlined_shares *shares, uint64_t low,
                                              uint64_t high, size_t *n)
{
	const struct inlined_share *list, *first;
	const struct inlined_share *end;

	*n = 0;
	if (!shares)
		return NULL;
	list = shares->list;
	end = list + shares->n;
	first = list + lower_bound(list, shares->n, sizeof *list,
	                           offsetof(struct inlined_share, low), low);
	while (first < end && first->low == low && first->high < high)
		first++;
	while (first + *n < end && first[*n].low == low && first[*n].high == high)
		(*n)++;
	return first;
}
