/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "gprof/gprof_rules.h"
#include "parse/dwarf/lines.h"
#include "parse/object/object.h"

/* The lines of all code in .text, as gprof -l sees them.
 *
 * gprof asks libbfd for the file, line and function of each byte, and starts a symbol where the
 * answer changes.  Here rows of the line table and ranges of functions are walked side by side,
 * with the same result.  Source: behaviour of GNU gprof 2.40. */

/* A symbol of .text, one for each address. */
struct text_symbol {
	uint64_t low;
	const struct symbol *symbol;
};

struct text_symbols {
	struct text_symbol *list; /* by address; shape: [n] */
	size_t n;
};

struct walk {
	const struct section *text;
	struct text_symbols symbols;
	struct dwarf_functions *functions;
	struct text_list names, paths;
	struct arena *arena;
	struct line_run *runs; /* in the arena; shape: [n] */
	size_t n;
};

/* Of two symbols at one address: functions first, then the larger one, then the first one. */
static bool is_better(const struct symbol *new, const struct symbol *kept) {
	const bool is_function = new->kind == SYMBOL_FUNC;

	return is_function != (kept->kind == SYMBOL_FUNC) ? is_function : new->size > kept->size;
}

static struct text_symbols list_symbols(const struct image *image, struct arena *scratch) {
	struct text_symbol *list = arena_space(scratch, image->nsymbols, sizeof *list);
	size_t n = 0, kept = 0;

	for (size_t i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		/* Those that libbfd would take for names of some code. */
		if (s->section == image->text && s->kind != SYMBOL_SECTION &&
		    s->kind != SYMBOL_FILE && s->kind != SYMBOL_OBJECT && s->kind != SYMBOL_TLS &&
		    s->table != TABLE_DYNAMIC && s->table != TABLE_SYNTHETIC && s->name[0])
			list[n++] = (struct text_symbol){ s->low, s };
	}
	list = sort_copy(list, n, sizeof *list, offsetof(struct text_symbol, low), scratch);
	for (size_t i = 0; i < n; i++)
		if (!kept || list[kept - 1].low != list[i].low)
			list[kept++] = list[i];
		else if (is_better(list[i].symbol, list[kept - 1].symbol))
			list[kept - 1] = list[i];
	return (struct text_symbols){ list, kept };
}

/* The last symbol at or before the address, or NULL; *end becomes where the next one begins, unless
 * it is already less. */
static const struct symbol *symbol_below(const struct text_symbols *symbols, uint64_t address,
                                         uint64_t *end) {
	const size_t next = upper_bound(symbols->list, symbols->n, sizeof *symbols->list,
	                                offsetof(struct text_symbol, low), address);

	if (next < symbols->n && symbols->list[next].low < *end)
		*end = symbols->list[next].low;
	return next ? symbols->list[next - 1].symbol : NULL;
}

/* The name of the function at the address, or NULL; the same for [address, *end).  If names in a
 * language are not those that the linker knows, libbfd prefers the linker's for a function that has
 * a symbol.  For COFF it does not look at symbols. */
static const char *name_at(struct walk *w, uint64_t address, uint64_t *end) {
	const struct dwarf_function *f = dwarf_functions_at(w->functions, address, end);
	const struct symbol *s;
	uint64_t ignored = UINT64_MAX;

	if (f && f->name && f->is_linker_name)
		return f->name;
	if (f) {
		s = symbol_below(&w->symbols, f->low, &ignored);
		if (s && s->low == f->low)
			return s->name;
		if (f->name)
			return f->name;
	}
	s = symbol_below(&w->symbols, address, end);
	return s ? s->name : NULL;
}

static void add_run(struct walk *w, uint64_t low, const char *name,
                    const struct source_location *location) {
	const struct line_run *last = w->n ? &w->runs[w->n - 1] : NULL;
	const struct line_run run = { low, text_list_keep(&w->names, name),
		                      text_list_number(&w->paths, location->path), location->line };

	if (last && last->line == run.line && last->path == run.path && last->name == run.name)
		return;
	arena_append(w->arena, w->runs, w->n, run);
}

static bool visit(void *context, uint64_t low, uint64_t high,
                  const struct source_location *location) {
	struct walk *w = context;

	if (low < w->text->low)
		low = w->text->low;
	if (high > w->text->high)
		high = w->text->high;
	while (low < high) {
		uint64_t end;
		const char *name = name_at(w, low, &end);

		if (name)
			add_run(w, low, name, location);
		low = end;
	}
	dwarf_functions_forget(w->functions); /* with their names */
	return true;
}

const struct line_runs *line_runs_read(const struct object *object, struct lines *lines,
                                       struct arena *arena) {
	const struct image *image = object_image(object);
	struct line_runs *out = arena_alloc(arena, 1, sizeof *out);
	SCRATCH struct arena *scratch = arena_new();
	struct walk w = { .text = image->text,
		          .names.index.arena = arena,
		          .paths.index.arena = arena,
		          .arena = arena };

	if (image->text) {
		if (!image->is_coff)
			w.symbols = list_symbols(image, scratch);
		w.functions = object_functions(object, true, scratch);
		lines_each(lines, visit, &w);
		lines_drop_rows(lines);
	}
	*out = (struct line_runs){ w.runs, w.n, w.names.texts, w.paths.texts };
	return out;
}

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
                                      struct arena *arena) {
	struct source_lines *s = arena_alloc(arena, 1, sizeof *s);

	*s = (struct source_lines){ .object = object, .as_gprof = as_gprof, .arena = arena };
	return s;
}

static struct lines *lines_of(struct source_lines *s) {
	struct error ignored;

	if (s->object && !s->is_open)
		s->lines = lines_open(s->object, s->as_gprof, s->arena, NULL, &ignored);
	s->is_open = true;
	return s->lines;
}

const struct line_runs *source_lines_runs(struct source_lines *s) {
	static const struct line_runs none = { .n = 0 };
	struct lines *lines = lines_of(s);

	if (!s->object)
		return NULL;
	if (lines && !s->runs)
		s->runs = line_runs_read(s->object, lines, s->arena);
	return lines ? s->runs : &none;
}

/* Whether gprof takes the line of code at the address: libbfd names the function as well, but for
 * COFF only if debug information does. */
static bool is_taken(struct source_lines *s, uint64_t address) {
	uint64_t end;

	if (!s->as_gprof || !object_image(s->object)->is_coff)
		return true;
	if (!s->functions)
		s->functions = object_functions(s->object, true, s->arena);
	const struct dwarf_function *f = dwarf_functions_at(s->functions, address, &end);
	return f && f->name;
}

bool source_lines_at(struct source_lines *s, uint64_t address, struct source_location *out) {
	struct lines *lines = lines_of(s);
	const struct line_runs *runs = s->runs;
	const size_t i = runs ? lower_bound(runs->list, runs->n, sizeof *runs->list,
	                                    offsetof(struct line_run, low), address)
	                      : 0;

	if (runs && i < runs->n && runs->list[i].low == address) {
		const char *path = runs->paths[runs->list[i].path];

		*out = (struct source_location){ path, path_last(path), runs->list[i].line };
		return true;
	}
	return lines && lines_at(lines, address, out) && is_taken(s, address);
}

/* The index of the function that begins at the address, or nfuncs. */
static size_t function_at(const struct func *funcs, size_t nfuncs, uint64_t at) {
	size_t low = lower_bound(funcs, nfuncs, sizeof *funcs, offsetof(struct func, low), at);

	return low < nfuncs && funcs[low].low == at ? low : nfuncs;
}

/* Whether the symbol, at the same address, is a name of the function; lines may begin at symbols
 * that made no function. */
static bool is_of(const struct func *f, const struct symbol *symbol, const struct image *image,
                  const struct rules *rules) {
	if (f->is_function)
		return !rules->gprof || gprof_keeps_symbol(rules, image, symbol);
	return f->name == symbol->name && f->is_static == (symbol->binding == SYMBOL_LOCAL);
}

struct function_files *function_files_new(const struct image *image, const struct rules *rules,
                                          struct source_lines *lines, const struct func *funcs,
                                          size_t nfuncs, struct arena *arena) {
	struct function_files *files = arena_alloc(arena, 1, sizeof *files);
	struct source_location *locations = arena_alloc(arena, nfuncs, sizeof *locations);
	uint32_t *numbers = arena_space(arena, nfuncs, sizeof *numbers);

	*files = (struct function_files){ .locations = locations,
		                          .numbers = numbers,
		                          .paths.index.arena = arena };
	for (size_t i = 0; i < nfuncs; i++) {
		numbers[i] = NO_ITEM;
		if (!source_lines_at(lines, funcs[i].low, &locations[i]))
			locations[i] = (struct source_location){ NULL, NULL, 0 };
	}
	for (size_t i = 0; i < image->nsymbols + nfuncs;
	     i++) { /* lines, which are no symbols, come last */
		const struct symbol *symbol = i < image->nsymbols ? &image->symbols[i] : NULL;
		size_t at = symbol ? function_at(funcs, nfuncs, symbol->low) : i - image->nsymbols;

		if (at < nfuncs && numbers[at] == NO_ITEM && locations[at].path &&
		    (!symbol || is_of(&funcs[at], symbol, image, rules)))
			numbers[at] = text_list_number(&files->paths, locations[at].path);
	}
	return files;
}

const char *function_files_path(const struct function_files *files, const char *name) {
	for (size_t i = files->paths.index.n; name && i-- > 0;)
		if (!strcmp(path_last(files->paths.texts[i]), name))
			return files->paths.texts[i];
	return NULL;
}
