/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/line_runs.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "base/text.h"
#include "base/work.h"
#include "model/code_lines.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/source.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/dwarf/lines.h"
#include "parse/object/object.h"

enum { STEP_FUNCS = 1024 };

/* A function whose lines are being found. */
struct finding {
	struct extent_builder *extents;
	uint32_t func; /* its number */
	const char *path;
	unsigned last; /* line of that file in its code */
};

static bool take(void *context, uint64_t low, uint64_t high, const struct source_location *location)
{
	struct finding *f = context;

	if (location->path == f->path && location->line > f->last)
		f->last = location->line;
	extent_add(f->extents, location, f->func);
	return true;
}

/* Finds where a function begins, its last line in that file, and all lines
 * that it has code of. */
static void find_place(struct lines *lines, struct finding *finding, const struct func *f,
                       struct source_location *location)
{
	finding->path = NULL;
	finding->last = 0;
	if (lines_at(lines, f->low, location)) {
		finding->path = location->path;
		finding->last = location->line;
	}
	lines_within(lines, &(struct line_stretch){ f->low, f->high, take, finding });
}

const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress)
{
	struct func_locations *out = arena_alloc(arena, 1, sizeof *out);
	struct arena *scratch = arena_new();
	const size_t n = profile->nfuncs;
	struct source_location *list = arena_alloc(arena, n, sizeof *list);
	unsigned *last = arena_alloc(arena, n, sizeof *last);
	struct finding finding = { .extents = extent_builder_new(profile, list, scratch) };
	bool wanted = true;
	size_t i;

	progress_stage(progress, "finding source lines", n);
	for (i = 0; i < n && wanted; i++) {
		finding.func = (uint32_t)i;
		find_place(lines, &finding, &profile->funcs[i], &list[i]);
		last[i] = finding.last;
		if (i % STEP_FUNCS == 0)
			wanted = progress_step(progress, i);
	}
	lines_drop_rows(lines);
	*out = (struct func_locations){ .list = list, .last = last, .n = n };
	out->extents = extent_builder_done(finding.extents, arena, &out->nextents);
	arena_free(scratch);
	return wanted && !progress_is_cancelled(progress) ? out : NULL;
}

enum { STEP_RUNS = 4096 };

/* Numbers of texts.  One that is where the last one was is the same. */
struct numbers {
	struct text_list list;
	const char *last; /* or NULL */
	uint32_t number;  /* of that */
};

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
	struct numbers names, paths;
	struct progress *progress;
	struct arena *arena;
	struct line_run *runs; /* in the arena; shape: [n] */
	size_t n;
};

/* Names do not outlive the debug information. */
static uint32_t name_number(struct walk *w, const char *name)
{
	struct numbers *n = &w->names;

	if (n->last == name)
		return n->number;
	n->last = name;
	n->number = text_list_find(&n->list, name);
	if (n->number == NO_ITEM)
		n->number = text_list_number(&n->list, arena_text(w->arena, name, strlen(name)));
	return n->number;
}

static uint32_t path_number(struct walk *w, const char *path)
{
	struct numbers *n = &w->paths;

	if (n->last != path)
		n->number = text_list_number(&n->list, path);
	n->last = path;
	return n->number;
}

/* Whether libbfd would take it for the name of some code. */
static bool may_name_code(const struct symbol *s, const struct section *text)
{
	return s->section == text && s->kind != SYMBOL_SECTION && s->kind != SYMBOL_FILE &&
	       s->kind != SYMBOL_OBJECT && s->kind != SYMBOL_TLS && s->table != TABLE_DYNAMIC &&
	       s->table != TABLE_SYNTHETIC && s->name[0];
}

/* Of two symbols at one address: functions first, then the larger one, then
 * the first one. */
static bool is_better(const struct symbol *new, const struct symbol *kept)
{
	const bool is_function = new->kind == SYMBOL_FUNC;

	if (is_function != (kept->kind == SYMBOL_FUNC))
		return is_function;
	return new->size > kept->size;
}

static struct text_symbols list_symbols(const struct image *image, struct arena *scratch)
{
	struct text_symbols out = { .n = 0 };
	struct keyed *keys = arena_space(scratch, image->nsymbols, sizeof *keys);
	size_t n = 0, i;

	for (i = 0; i < image->nsymbols; i++)
		if (may_name_code(&image->symbols[i], image->text))
			keys[n++] = (struct keyed){ image->symbols[i].low, (uint32_t)i };
	sort_keys(keys, n, scratch);
	out.list = arena_space(scratch, n, sizeof *out.list);
	for (i = 0; i < n; i++) {
		const struct symbol *s = &image->symbols[keys[i].index];

		if (!out.n || out.list[out.n - 1].low != s->low)
			out.list[out.n++] = (struct text_symbol){ s->low, s };
		else if (is_better(s, out.list[out.n - 1].symbol))
			out.list[out.n - 1].symbol = s;
	}
	return out;
}

/* The last symbol at or before the address, or NULL; *end becomes where the
 * next one begins, unless it is already less. */
static const struct symbol *symbol_below(const struct text_symbols *symbols, uint64_t address,
                                         uint64_t *end)
{
	const size_t next = upper_bound(symbols->list, symbols->n, sizeof *symbols->list,
	                                offsetof(struct text_symbol, low), address);

	if (next < symbols->n && symbols->list[next].low < *end)
		*end = symbols->list[next].low;
	return next ? symbols->list[next - 1].symbol : NULL;
}

/* The name of the function at the address, or NULL; the same for [address,
 * *end).  If names in a language are not those that the linker knows, libbfd
 * prefers the linker's for a function that has a symbol.  For COFF it does not
 * look at symbols. */
static const char *name_at(struct walk *w, uint64_t address, uint64_t *end)
{
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
                    const struct source_location *location)
{
	const struct line_run *last = w->n ? &w->runs[w->n - 1] : NULL;
	const struct line_run run = { low, name_number(w, name), path_number(w, location->path),
		                      location->line };

	if (last && last->line == run.line && last->path == run.path && last->name == run.name)
		return;
	w->runs = arena_room(w->arena, w->runs, w->n, sizeof *w->runs);
	w->runs[w->n++] = run;
}

static bool visit(void *context, uint64_t low, uint64_t high,
                  const struct source_location *location)
{
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
		if (w->n % STEP_RUNS == 0 &&
		    !progress_step(w->progress, (size_t)(low - w->text->low)))
			return false;
		low = end;
	}
	if (dwarf_functions_forget(w->functions))
		w->names.last = NULL;
	return true;
}

const struct line_runs *line_runs_read(const struct object *object, struct lines *lines,
                                       struct arena *arena, struct progress *progress)
{
	const struct image *image = object_image(object);
	struct line_runs *out = arena_alloc(arena, 1, sizeof *out);
	struct arena *scratch = arena_new();
	struct walk w = { .text = image->text,
		          .names.list.index.arena = arena,
		          .paths.list.index.arena = arena,
		          .progress = progress,
		          .arena = arena };

	if (image->text) {
		progress_stage(progress, "finding source lines",
		               (size_t)(image->text->high - image->text->low));
		if (!image->is_coff)
			w.symbols = list_symbols(image, scratch);
		w.functions = object_functions(object, true, scratch);
		lines_each(lines, visit, &w);
		lines_drop_rows(lines);
	}
	*out = (struct line_runs){ w.runs, w.n, w.names.list.texts, w.paths.list.texts };
	arena_free(scratch);
	return progress_wanted(progress) ? out : NULL;
}
