/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/function_files.h"

#include <string.h>

#include "base/arena.h"
#include "base/path.h"
#include "base/search.h"
#include "base/sort.h"
#include "gprof/source_lines.h"
#include "model/image.h"
#include "model/locations.h"
#include "model/profile.h"
#include "model/rules.h"

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
