/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/source_lines.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/own_files.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"
#include "model/source.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/dwarf/line_runs.h"
#include "parse/dwarf/lines.h"
#include "parse/object/object.h"

struct source_lines {
	const struct object *object; /* NULL: no lines are known */
	bool as_gprof;               /* number files the way libbfd does */
	bool is_open;
	struct lines *lines;               /* or NULL */
	const struct line_runs *runs;      /* or NULL */
	struct dwarf_functions *functions; /* once it is asked */
	struct arena *arena;
};

struct source_lines *source_lines_new(const struct object *object, bool as_gprof,
                                      struct arena *arena)
{
	struct source_lines *s = arena_alloc(arena, 1, sizeof *s);

	*s = (struct source_lines){ .object = object, .as_gprof = as_gprof, .arena = arena };
	return s;
}

static struct lines *lines_of(struct source_lines *s)
{
	struct error ignored;

	if (s->object && !s->is_open)
		s->lines = lines_open(s->object, s->as_gprof, s->arena, NULL, &ignored);
	s->is_open = true;
	return s->lines;
}

const struct line_runs *source_lines_runs(struct source_lines *s)
{
	static const struct line_runs none = { .n = 0 };
	struct lines *lines = lines_of(s);

	if (!s->object)
		return NULL;
	if (lines && !s->runs)
		s->runs = line_runs_read(s->object, lines, s->arena, NULL);
	return lines ? s->runs : &none;
}

/* Whether gprof takes the line of code at the address: libbfd names the
 * function as well, but for COFF only if debug information does. */
static bool is_taken(struct source_lines *s, uint64_t address)
{
	const struct dwarf_function *f;
	uint64_t end;

	if (!s->as_gprof || !object_image(s->object)->is_coff)
		return true;
	if (!s->functions)
		s->functions = object_functions(s->object, true, s->arena);
	f = dwarf_functions_at(s->functions, address, &end);
	return f && f->name;
}

/* The run that begins at the address, or NULL. */
static const struct line_run *run_at(const struct line_runs *runs, uint64_t address)
{
	size_t i;

	if (!runs)
		return NULL;
	i = lower_bound(runs->list, runs->n, sizeof *runs->list, offsetof(struct line_run, low),
	                address);
	return i < runs->n && runs->list[i].low == address ? &runs->list[i] : NULL;
}

bool source_lines_at(struct source_lines *s, uint64_t address, struct source_location *out)
{
	struct lines *lines = lines_of(s);
	const struct line_run *run = run_at(s->runs, address);

	if (run) {
		const char *path = s->runs->paths[run->path];

		*out = (struct source_location){ path, path_last(path), run->line };
		return true;
	}
	return lines && lines_at(lines, address, out) && is_taken(s, address);
}

/* A path, ordered by its first appearance. */
struct seen {
	const char *path;
	size_t func, first;
};

/* The index of the function that begins at the address, or nfuncs. */
static size_t function_at(const struct func *funcs, size_t nfuncs, uint64_t at)
{
	size_t low = lower_bound(funcs, nfuncs, sizeof *funcs, offsetof(struct func, low), at);

	return low < nfuncs && funcs[low].low == at ? low : nfuncs;
}

static int by_path(const void *a, const void *b, const void *context)
{
	const struct seen *x = a, *y = b;
	int order = x->path == y->path ? 0 : strcmp(x->path, y->path);

	if (order)
		return order;
	return x->first < y->first ? -1 : x->first > y->first;
}

static int by_first(const void *a, const void *b, const void *context)
{
	const struct seen *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

/* Whether the symbol, at the same address, is a name of the function; lines
 * may begin at symbols that made no function. */
static bool is_of(const struct func *f, const struct symbol *symbol, const struct image *image,
                  const struct rules *rules)
{
	if (f->is_function)
		return !rules->symbols_of_gprof || rules_keep_symbol(rules, image, symbol);
	return f->name == symbol->name && f->is_static == (symbol->binding == SYMBOL_LOCAL);
}

/* The functions that have a path, by appearance in the symbol table; lines,
 * which are not in it, come last. */
static struct seen *list_seen(const struct function_files *files, const struct image *image,
                              const struct rules *rules, const struct func *funcs, size_t nfuncs,
                              size_t *n, struct arena *scratch)
{
	struct seen *list = arena_alloc(scratch, nfuncs, sizeof *list);
	bool *known = arena_alloc(scratch, nfuncs, sizeof *known);
	size_t i;

	*n = 0;
	for (i = 0; i < image->nsymbols + nfuncs; i++) {
		const struct symbol *symbol = i < image->nsymbols ? &image->symbols[i] : NULL;
		size_t at = symbol ? function_at(funcs, nfuncs, symbol->low) : i - image->nsymbols;

		if (at == nfuncs || known[at] || !files->locations[at].path ||
		    (symbol && !is_of(&funcs[at], symbol, image, rules)))
			continue;
		known[at] = true;
		list[*n] = (struct seen){ files->locations[at].path, at, *n };
		++*n;
	}
	return list;
}

/* Sets `first` to the same value for all of one path, then sorts by it. */
static void group(struct seen *list, size_t n, struct arena *scratch)
{
	size_t i;

	sort_stable(list, n, sizeof *list, by_path, NULL, scratch);
	for (i = 1; i < n; i++)
		if (!strcmp(list[i].path, list[i - 1].path))
			list[i].first = list[i - 1].first;
	sort_stable(list, n, sizeof *list, by_first, NULL, scratch);
}

struct function_files *function_files_new(const struct image *image, const struct rules *rules,
                                          struct source_lines *lines, const struct func *funcs,
                                          size_t nfuncs, struct arena *arena)
{
	struct function_files *files = arena_alloc(arena, 1, sizeof *files);
	struct source_location *locations = arena_alloc(arena, nfuncs, sizeof *locations);
	size_t *numbers = arena_alloc(arena, nfuncs, sizeof *numbers);
	struct arena *scratch = arena_new();
	struct seen *list;
	size_t n, i;

	for (i = 0; i < nfuncs; i++) {
		numbers[i] = SIZE_MAX;
		if (!source_lines_at(lines, funcs[i].low, &locations[i]))
			locations[i] = (struct source_location){ NULL, NULL, 0 };
	}
	files->locations = locations;
	files->numbers = numbers;
	list = list_seen(files, image, rules, funcs, nfuncs, &n, scratch);
	group(list, n, scratch);
	files->paths = arena_alloc(arena, n, sizeof *files->paths);
	for (i = 0; i < n; i++) {
		if (!i || list[i].first != list[i - 1].first)
			files->paths[files->npaths++] = list[i].path;
		numbers[list[i].func] = files->npaths - 1;
	}
	arena_free(scratch);
	return files;
}

const char *function_files_path(const struct function_files *files, const char *name)
{
	size_t i;

	for (i = files->npaths; name && i-- > 0;)
		if (!strcmp(path_last(files->paths[i]), name))
			return files->paths[i];
	return NULL;
}

static void add(struct block_counts *blocks, const struct block *block)
{
	size_t i = 0;

	/* To gprof, an entry with the address 0 is still free. */
	while (i < blocks->n && blocks->list[i].address &&
	       blocks->list[i].address != block->address)
		i++;
	if (i == BLOCKS_MAX)
		return;
	blocks->list[i].address = block->address;
	blocks->list[i].count += block->count;
	if (i == blocks->n)
		blocks->n++;
}

const struct block_counts *const *block_counts_read(const struct profile *p, struct arena *arena)
{
	struct block_counts **all = arena_alloc(arena, p->nfuncs, sizeof *all);
	const struct records *r = p->records;
	size_t i;

	for (i = 0; i < r->nblocks; i++) {
		const struct func *f = profile_at(p, r->blocks[i].address);
		size_t number;

		if (!f)
			continue;
		number = profile_number(p, f);
		if (!all[number])
			all[number] = arena_alloc(arena, 1, sizeof **all);
		add(all[number], &r->blocks[i]);
	}
	return (const struct block_counts *const *)all;
}
