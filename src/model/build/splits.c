/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs to what the compiler split off functions.
 *
 * GCC and LLVM move rarely executed code of `f` into `f.cold`, and GCC the rest
 * of a function whose beginning it inlined into `f.part.0`.  The first is
 * jumped to, so mcount never counts it; the second is called, and counted where
 * the code was compiled with -pg.  What has no counted call, but time or
 * callees, gets an arc from the function it was split off: with 0 calls, and
 * with all of its time.
 *
 * Static functions of several files can have one name.  In an ELF symbol
 * table, local symbols follow the file symbol of their source file; global
 * ones, and those that the linker made local, belong to none.  So the
 * function is one with the right name of the same file, else one of no file;
 * if there are two, none.
 * Source: System V ABI, "Symbol Table"; GCC, cfgbuild and ipa-split. */
#include "model/build/building.h"

#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "model/image.h"

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

static uint32_t file_next(struct file_of *file, const struct symbol *s, size_t number)
{
	if (s->table != file->table)
		file->number = 0;
	file->table = s->table;
	if (s->kind == SYMBOL_FILE)
		file->number = *s->name ? (uint32_t)number + 1 : 0;
	return s->binding == SYMBOL_LOCAL ? file->number : 0;
}

/* The last ".cold", ".cold.1" at the end of a name, or NULL. */
static const char *find_cold(const char *name)
{
	const char *at, *last = NULL;

	for (at = strstr(name, ".cold"); at; at = strstr(at + 1, ".cold"))
		last = at;
	return last && !last[5 + strspn(last + 5, ".0123456789")] ? last : NULL;
}

static const char *find_part(const char *name)
{
	const char *at, *last = NULL;

	for (at = strstr(name, ".part."); at; at = strstr(at + 1, ".part."))
		last = at;
	return last;
}

static bool has_name(const void *list, uint32_t number, const void *wanted)
{
	const struct wanted *x = (const struct wanted *)list + number;
	const struct wanted *y = wanted;

	return x->file == y->file && !strcmp(x->name, y->name);
}

static uint64_t hash_of(const struct wanted *w)
{
	return hash_number(hash_text(0, w->name), w->file);
}

static uint32_t want(struct search *s, const char *name, uint32_t file)
{
	const struct wanted new = { name, file, NO_FUNC, false };
	uint32_t number = index_find(&s->index, hash_of(&new), has_name, s->wanted, &new);

	if (number != NO_ITEM)
		return number;
	number = (uint32_t)s->index.n;
	s->wanted = arena_room(s->b->step, s->wanted, number, sizeof *s->wanted);
	s->wanted[number] = new;
	index_add(&s->index, hash_of(&new), number);
	return number;
}

/* The function that begins where the symbol is, or NO_FUNC. */
static uint32_t func_at(const struct building *b, const struct symbol *s)
{
	const uint32_t func = s->section && s->section->is_code ? code_map_at(&b->map, s->low)
	                                                        : NO_FUNC;

	return func != NO_FUNC && b->funcs[func].low == s->low ? func : NO_FUNC;
}

static void find_parts(struct search *s, const bool *called)
{
	const struct image *image = s->b->image;
	struct file_of file = { 0, 0 };
	size_t i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct symbol *symbol = &image->symbols[i];
		const uint32_t of = file_next(&file, symbol, i);
		const char *cold = find_cold(symbol->name), *name;
		const char *end = cold ? cold : find_part(symbol->name);
		const uint32_t func = end ? func_at(s->b, symbol) : NO_FUNC;

		if (func == NO_FUNC || called[func] || end == symbol->name ||
		    s->b->funcs[func].name != symbol->name)
			continue;
		name = arena_text(s->b->step, symbol->name, (size_t)(end - symbol->name));
		s->parts = arena_room(s->b->step, s->parts, s->nparts, sizeof *s->parts);
		s->parts[s->nparts++] = (struct part){ .func = func,
			                               .of_file = want(s, name, of),
			                               .of_none = want(s, name, 0),
			                               .is_jump = cold != NULL };
	}
}

static void find_wanted(struct search *s)
{
	const struct image *image = s->b->image;
	struct file_of file = { 0, 0 };
	size_t i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct symbol *symbol = &image->symbols[i];
		const struct wanted is = { symbol->name, file_next(&file, symbol, i), NO_FUNC,
			                   false };
		const uint32_t number = index_find(&s->index, hash_of(&is), has_name, s->wanted,
		                                   &is);
		uint32_t func;

		if (number == NO_ITEM)
			continue;
		func = func_at(s->b, symbol);
		if (func == NO_FUNC)
			continue;
		s->wanted[number].is_ambiguous |= s->wanted[number].func != NO_FUNC &&
		                                  s->wanted[number].func != func;
		s->wanted[number].func = func;
	}
}

/* The function that the part was split off, or NO_FUNC. */
static uint32_t origin(const struct search *s, const struct part *part)
{
	const struct wanted *w = &s->wanted[part->of_file];

	if (w->func == NO_FUNC)
		w = &s->wanted[part->of_none];
	return w->is_ambiguous || w->func == part->func ? NO_FUNC : w->func;
}

/* Adds the arc to a part, and if that was split off a part in turn, the arc to
 * that. */
static void attach(struct search *s, uint32_t number)
{
	struct building *b = s->b;

	while (number && !s->parts[number - 1].is_attached) {
		struct part *part = &s->parts[number - 1];
		const uint32_t of = origin(s, part);

		part->is_attached = true;
		if (of == NO_FUNC)
			return;
		b->arcs = arena_room(b->arena, b->arcs, b->narcs, sizeof *b->arcs);
		b->arcs[b->narcs++] = (struct arc){ .caller = &b->funcs[of],
			                            .callee = &b->funcs[part->func],
			                            .is_split = true,
			                            .is_jump = part->is_jump };
		number = s->part_of[of];
	}
}

void splits_attach(struct building *b)
{
	struct search s = { .b = b, .index = { .arena = b->step } };
	bool *called = arena_alloc(b->step, b->nfuncs, sizeof *called);
	bool *calls = arena_alloc(b->step, b->nfuncs, sizeof *calls);
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		called[b->arcs[i].callee - b->funcs] = true;
		calls[b->arcs[i].caller - b->funcs] = true;
	}
	find_parts(&s, called);
	if (!s.nparts)
		return;
	find_wanted(&s);
	s.part_of = arena_alloc(b->step, b->nfuncs, sizeof *s.part_of);
	for (i = 0; i < s.nparts; i++)
		s.part_of[s.parts[i].func] = (uint32_t)i + 1;
	for (i = 0; i < s.nparts; i++) {
		const uint32_t func = s.parts[i].func;

		if (calls[func] || b->funcs[func].self_ticks > 0)
			attach(&s, (uint32_t)i + 1);
	}
}
