/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/building.h"
#include "model/image.h"
#include "model/names.h"
#include "model/records.h"

/* Adds arcs to what the compiler split off functions, if no call of it was counted. */
static void splits_attach(struct building *b);

/* Who called whom: call records become arcs between functions.
 *
 * Records with the same caller and callee are one arc, found by hashing, so the cost is linear.
 * The lists of a function start with its newest arc: gprof adds up in that order, and the last
 * digit of a figure depends on it. */

uint32_t arc_between(struct building *b, uint32_t caller, uint32_t callee) {
	const struct arc new = { .caller = &b->funcs[caller], .callee = &b->funcs[callee] };
	uint32_t number;

	b->arc_index.arena = b->scratch;
	if (index_append(&b->arc_index, arc_hash(&new), arc_is, b->arcs, &new, &number))
		arena_append(b->arena, b->arcs, b->narcs, new);
	return number;
}

/* Returns the number of the arc. */
static uint32_t add(struct building *b, uint32_t caller, uint32_t callee, uint64_t calls) {
	const uint32_t number = arc_between(b, caller, callee);

	b->arcs[number].calls += calls;
	b->funcs[callee].calls += calls;
	return number;
}

/* glibc rounds a call's address down to 2 longs from low; if that lands in the padding before a
 * function, the call is that function's. */
static uint32_t exact_caller(const struct building *b, uint64_t from) {
	uint64_t grain = 2 * b->image->machine.address_size;
	size_t i = code_map_after(&b->map, from);
	const struct piece *p = &b->map.pieces[i];
	const struct piece *end = b->map.pieces + b->map.n;
	uint32_t owner = b->outside;

	if (p < end && p->low <= from) {
		owner = p->func;
		if (p->is_claimed)
			return owner;
		p++;
	}
	return p < end && p->is_claimed && p->low - from < grain ? p->func : owner;
}

uint32_t calls_caller(const struct building *b, uint64_t from) {
	return b->rules->gprof ? code_map_at(&b->map, from) : exact_caller(b, from);
}

static uint32_t callee_at(const struct building *b, uint64_t to) {
	uint32_t func = code_map_at(&b->map, to);

	if (!b->rules->gprof)
		return func == NO_FUNC ? b->outside : func;
	return func == NO_FUNC ? NO_FUNC : b->callee[func];
}

static bool is_selected(const struct building *b, const struct func *caller,
                        const struct func *callee) {
	const struct selection *s = &b->rules->select;

	return !s->arc || s->arc(s->context, caller, callee);
}

static bool is_outside(const struct building *b, uint32_t func) {
	return func == NO_FUNC || b->funcs[func].kind == FUNC_OUTSIDE;
}

static bool is_named(const struct building *b, uint32_t func) {
	return !is_outside(b, func) && b->funcs[func].kind != FUNC_GAP;
}

static void count_unnamed(struct building *b, uint32_t from, uint32_t to, uint64_t calls) {
	if (is_named(b, from) && is_named(b, to))
		return;
	b->unnamed.records++;
	b->unnamed.calls += calls;
	b->unnamed.noutside += is_outside(b, from) || is_outside(b, to);
}

void calls_add(struct building *b) {
	const struct records *r = b->records;
	const struct call_finder *more = &b->rules->calls;
	size_t n = 0;
	bool *dropped = b->rules->marks_dropped ? arena_alloc(b->arena, r->ncalls, 1) : NULL;
	uint32_t *arcs = callers_are_measured(b) ? arena_alloc(b->scratch, r->ncalls, sizeof *arcs)
	                                         : NULL;

	for (size_t i = 0; i < r->ncalls; i++) {
		const struct call *c = &r->calls[i];
		uint32_t from = calls_caller(b, c->from);
		uint32_t to = callee_at(b, c->to), arc = 0;

		count_unnamed(b, from, to, c->count);
		if (from == NO_FUNC || to == NO_FUNC)
			continue;
		if (is_selected(b, &b->funcs[from], &b->funcs[to]))
			arc = 1 + add(b, from, to, c->count);
		else if (dropped)
			dropped[i] = true;
		if (arcs)
			arcs[i] = arc;
	}
	b->arc_of_call = arcs;
	b->profile->is_dropped = dropped;
	const struct static_call *list =
		more->find ? more->find(more->context, b->funcs, b->nfuncs, &n) : NULL;
	for (size_t i = 0; i < n; i++) {
		struct func *caller = &b->funcs[list[i].caller];

		if (list[i].callee != STATIC_CALL_REGISTER)
			add(b, list[i].caller, list[i].callee, 0);
		else if (!caller->register_call)
			caller->register_call = (uint32_t)b->narcs + 1;
	}
}

/* A function's calls to itself are kept apart from those by others. */
static void split_self_calls(struct building *b) {
	for (size_t i = 0; i < b->narcs; i++)
		if (b->arcs[i].caller == b->arcs[i].callee) {
			struct func *f = &b->funcs[b->arcs[i].caller - b->funcs];

			f->self_calls = b->arcs[i].calls;
			f->calls -= f->self_calls;
		}
}

void arcs_link(struct building *b) {
	const struct arc **lists = arena_space(b->arena, 2 * b->narcs, sizeof *lists);

	for (size_t i = 0; i < b->narcs; i++) {
		b->funcs[b->arcs[i].caller - b->funcs].ncallees++;
		b->funcs[b->arcs[i].callee - b->funcs].ncallers++;
	}
	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->callers = lists;
		f->callees = lists + f->ncallers;
		lists += f->ncallers + f->ncallees;
		f->ncallers = f->ncallees = 0;
	}
	for (size_t i = b->narcs; i-- > 0;) {
		const struct arc *arc = &b->arcs[i];
		struct func *from = &b->funcs[arc->caller - b->funcs];
		struct func *to = &b->funcs[arc->callee - b->funcs];

		from->callees[from->ncallees++] = arc;
		to->callers[to->ncallers++] = arc;
	}
	split_self_calls(b);
}

void calls_link(struct building *b) {
	if (!b->rules->gprof && !b->profile->paths)
		splits_attach(b);
	arcs_link(b);
}

/* Arcs to what the compiler split off functions.
 *
 * GCC and LLVM move rarely executed code of `f` into `f.cold`, and GCC the rest of a function whose
 * beginning it inlined into `f.part.0`.  The first is jumped to, so mcount never counts it; the
 * second is called, and counted where the code was compiled with -pg.  What has no counted call,
 * but time or callees, gets an arc from the function it was split off: with 0 calls, and with all
 * of its time.
 *
 * Static functions of several files can have one name.  In an ELF symbol table, local symbols
 * follow the file symbol of their source file; global ones, and those that the linker made local,
 * belong to none.  So the function is one with the right name of the same file, else one of no
 * file; if there are two, none.
 * Source: System V ABI, "Symbol Table"; GCC, cfgbuild and ipa-split. */

/* A name that is looked for among the symbols of a file. */
struct wanted {
	const char *name;
	uint32_t file; /* 0: symbols that belong to no file */
	uint32_t func; /* that has the name; NO_FUNC: none yet */
	bool is_ambiguous;
};

/* A function that was split off another one. */
struct part {
	uint32_t func;
	uint32_t of_file, of_none; /* numbers of what is wanted */
	bool is_jump, is_attached;
};

struct search {
	struct building *b;
	struct wanted *wanted;
	struct index index; /* of wanted */
	struct part *parts;
	size_t nparts;
	uint32_t *part_of; /* number of the part plus 1, 0: none; shape:
	                      [nfuncs] */
};

/* The source file that a symbol is of, as the number of its file symbol. */
struct file_of {
	uint32_t number; /* 0: none */
	unsigned char table;
};

static uint32_t file_next(struct file_of *file, const struct symbol *s, size_t number) {
	if (s->table != file->table)
		file->number = 0;
	file->table = s->table;
	if (s->kind == SYMBOL_FILE)
		file->number = *s->name ? (uint32_t)number + 1 : 0;
	return s->binding == SYMBOL_LOCAL ? file->number : 0;
}

static bool has_name(const void *list, uint32_t number, const void *wanted) {
	const struct wanted *x = (const struct wanted *)list + number;
	const struct wanted *y = wanted;

	return x->file == y->file && !strcmp(x->name, y->name);
}

static uint64_t hash_of(const struct wanted *w) {
	return hash_number(hash_text(0, w->name), w->file);
}

static uint32_t want(struct search *s, const char *name, uint32_t file) {
	const struct wanted new = { name, file, NO_FUNC, false };
	uint32_t number;

	if (index_append(&s->index, hash_of(&new), has_name, s->wanted, &new, &number))
		arena_put(s->b->step, s->wanted, number, new);
	return number;
}

/* The function that begins where the symbol is, or NO_FUNC. */
static uint32_t func_at(const struct building *b, const struct symbol *s) {
	const uint32_t func = s->section && s->section->is_code ? code_map_at(&b->map, s->low)
	                                                        : NO_FUNC;

	return func != NO_FUNC && b->funcs[func].low == s->low ? func : NO_FUNC;
}

static void find_parts(struct search *s, const bool *called) {
	const struct image *image = s->b->image;
	struct file_of file = { 0, 0 };

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *symbol = &image->symbols[i];
		const uint32_t of = file_next(&file, symbol, i);
		size_t whole;
		const enum clone_split split = clone_split_of(symbol->name, &whole);
		const uint32_t func = split == CLONE_WHOLE ? NO_FUNC : func_at(s->b, symbol);

		if (func == NO_FUNC || called[func] || s->b->funcs[func].name != symbol->name)
			continue;
		const char *name = arena_text(s->b->step, symbol->name, whole);
		arena_append(s->b->step, s->parts, s->nparts,
		             (struct part){ .func = func,
		                            .of_file = want(s, name, of),
		                            .of_none = want(s, name, 0),
		                            .is_jump = split == CLONE_JUMPED_TO });
	}
}

static void find_wanted(struct search *s) {
	const struct image *image = s->b->image;
	struct file_of file = { 0, 0 };

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *symbol = &image->symbols[i];
		const struct wanted is = { symbol->name, file_next(&file, symbol, i), NO_FUNC,
			                   false };
		const uint32_t number = index_find(&s->index, hash_of(&is), has_name, s->wanted,
		                                   &is);

		if (number == NO_ITEM)
			continue;
		uint32_t func = func_at(s->b, symbol);
		if (func == NO_FUNC)
			continue;
		s->wanted[number].is_ambiguous |= s->wanted[number].func != NO_FUNC &&
		                                  s->wanted[number].func != func;
		s->wanted[number].func = func;
	}
}

/* The function that the part was split off, or NO_FUNC. */
static uint32_t origin(const struct search *s, const struct part *part) {
	const struct wanted *w = &s->wanted[part->of_file];

	if (w->func == NO_FUNC)
		w = &s->wanted[part->of_none];
	return w->is_ambiguous || w->func == part->func ? NO_FUNC : w->func;
}

/* Adds the arc to a part, and if that was split off a part in turn, the arc to that. */
static void attach(struct search *s, uint32_t number) {
	struct building *b = s->b;

	while (number && !s->parts[number - 1].is_attached) {
		struct part *part = &s->parts[number - 1];
		const uint32_t of = origin(s, part);

		part->is_attached = true;
		if (of == NO_FUNC)
			return;
		arena_append(b->arena, b->arcs, b->narcs,
		             (struct arc){ .caller = &b->funcs[of],
		                           .callee = &b->funcs[part->func],
		                           .is_split = true,
		                           .is_jump = part->is_jump });
		number = s->part_of[of];
	}
}

static void splits_attach(struct building *b) {
	struct search s = { .b = b, .index = { .arena = b->step } };
	bool *called = arena_alloc(b->step, b->nfuncs, sizeof *called);
	bool *calls = arena_alloc(b->step, b->nfuncs, sizeof *calls);

	for (size_t i = 0; i < b->narcs; i++) {
		called[b->arcs[i].callee - b->funcs] = true;
		calls[b->arcs[i].caller - b->funcs] = true;
	}
	find_parts(&s, called);
	if (!s.nparts)
		return;
	find_wanted(&s);
	s.part_of = arena_alloc(b->step, b->nfuncs, sizeof *s.part_of);
	for (size_t i = 0; i < s.nparts; i++)
		s.part_of[s.parts[i].func] = (uint32_t)i + 1;
	for (size_t i = 0; i < s.nparts; i++) {
		const uint32_t func = s.parts[i].func;

		if (calls[func] || b->funcs[func].self_ticks > 0)
			attach(&s, (uint32_t)i + 1);
	}
}
