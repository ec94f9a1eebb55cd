/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions as gprof 2.40 chooses them: symbol sizes are ignored, so a
 * function owns everything up to the next one; compiler-made clones do not
 * exist; several names of one address are one function.  By line, each run of
 * code from one line is a function.
 * Source: behaviour of GNU gprof 2.40. */
#include "model/build/building.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/locations.h"

static bool is_odd_section(const char *name)
{
	static const char *const odd[] = { ".drectve", ".edata", ".idata", ".pdata" };
	size_t i;

	for (i = 0; i < sizeof odd / sizeof *odd; i++) {
		size_t len = strlen(odd[i]);
		char next = name[strncmp(name, odd[i], len) ? 0 : len];

		if (!strncmp(name, odd[i], len) &&
		    (!next || next == '.' || next == '$' || is_digit(next)))
			return true;
	}
	return false;
}

static bool is_local_function(const struct image *image, const struct rules *rules,
                              const struct symbol *s)
{
	const char lead = image->leading_char;

	return s->name[0] && s->passes_gprof && (!lead || s->name[0] == lead) &&
	       (!rules->functions_only || s->kind == SYMBOL_FUNC);
}

bool rules_keep_symbol(const struct rules *rules, const struct image *image, const struct symbol *s)
{
	/* A ppc64 function taken from its descriptor has its dot-name. */
	if (s->binding != SYMBOL_LOCAL && !s->passes_gprof)
		return false;
	if (s->table == TABLE_DEBUG || s->table == TABLE_DYNAMIC ||
	    (s->table == TABLE_SYNTHETIC && strchr(s->name, '@')))
		return false;
	if (s->kind == SYMBOL_SECTION || s->kind == SYMBOL_FILE || s->kind == SYMBOL_IFUNC ||
	    s->is_undefined || s->binding == SYMBOL_UNIQUE)
		return false;
	if (s->binding == SYMBOL_WEAK)
		return s->kind != SYMBOL_OBJECT;
	if (s->is_absolute || !s->section || !s->section->is_code ||
	    is_odd_section(s->section->name))
		return false;
	if (s->binding == SYMBOL_LOCAL)
		return !rules->no_statics && is_local_function(image, rules, s);
	return true;
}

static struct func function_of(const struct building *b, const struct symbol *s)
{
	return (struct func){
		.name = s->name,
		.low = s->low,
		.is_static = s->binding == SYMBOL_LOCAL,
		.is_function = s->kind == SYMBOL_FUNC || !(b->image->is_elf || b->image->is_coff),
	};
}

/* Of two names of one address, whether the new one replaces the old one. */
static bool is_better(const struct func *new, const struct func *kept)
{
	if (new->is_static != kept->is_static)
		return !new->is_static;
	if (new->is_function != kept->is_function)
		return new->is_function;
	if (kept->name[0] != '_')
		return false;
	return new->name[0] != '_' || (new->name[1] != '_' && kept->name[1] == '_');
}

/* Functions sort before labels, globals before statics. */
static int by_rank(const void *a, const void *b, const void *context)
{
	const struct func *x = a, *y = b;

	if (x->is_function != y->is_function)
		return x->is_function ? -1 : 1;
	return x->is_static - y->is_static;
}

/* Makes one function of several names of one address; sorts them. */
static struct func best_of(struct func *names, size_t n, struct arena *scratch)
{
	struct func best;
	size_t i;

	sort_stable(names, n, sizeof *names, by_rank, NULL, scratch);
	best = names[0];
	for (i = 1; i < n; i++)
		if (is_better(&names[i], &best))
			best = names[i];
	return best;
}

/* The same of symbols with these numbers. */
static struct func best_symbol(struct building *b, const struct keyed *keys, size_t n)
{
	const struct symbol *symbols = b->image->symbols;
	struct func *names;
	size_t i;

	if (n == 1)
		return function_of(b, &symbols[keys[0].index]);
	names = arena_space(b->step, n, sizeof *names);
	for (i = 0; i < n; i++)
		names[i] = function_of(b, &symbols[keys[i].index]);
	return best_of(names, n, b->step);
}

/* Takes the symbols with these numbers, one for each address. */
static void take_symbols(struct building *b, struct keyed *keys, size_t n)
{
	size_t first, last;

	sort_keys(keys, n, b->step);
	b->funcs = arena_space(b->arena, n + 1, sizeof *b->funcs);
	b->nfuncs = 0;
	for (first = 0; first < n; first = last) {
		last = first + 1;
		while (last < n && keys[last].key == keys[first].key)
			last++;
		b->funcs[b->nfuncs++] = best_symbol(b, keys + first, last - first);
	}
}

/* A line as a function that is not marked as one.  It is static if the last
 * line was and has the same name and file, else if the function that contains
 * it is. */
static struct func function_of_line(const struct line_runs *lines, size_t i,
                                    const struct func *last, const struct func *holder)
{
	const struct line_run *run = &lines->list[i];
	const struct line_run *before = i ? run - 1 : NULL;
	struct func f = { .name = lines->names[run->name], .low = run->low, .kind = FUNC_LINE };

	if (before && before->path == run->path && before->name == run->name)
		f.is_static = last->is_static;
	else
		f.is_static = holder && holder->is_static;
	return f;
}

/* Adds lines to the functions.  A line that begins at a function is dropped in
 * favour of it, so the function is its own first line. gprof loses the last
 * function here if it begins after .text; the one before it then extends up to
 * it.  Returns where the last function ends. */
static uint64_t add_lines(struct building *b, const struct line_runs *lines)
{
	struct func *all = arena_space(b->arena, lines->n + b->nfuncs + 1, sizeof *all);
	struct func line = { .name = NULL };
	uint64_t end = b->image->text->high;
	size_t n = 0, at = 0, i;

	if (b->funcs[b->nfuncs - 1].low >= end && lines->n + b->nfuncs > 1)
		end = b->funcs[--b->nfuncs].low;
	for (i = 0; i < lines->n; i++) {
		const struct line_run *run = &lines->list[i];
		bool begins_function;

		while (at < b->nfuncs && b->funcs[at].low < run->low)
			all[n++] = b->funcs[at++];
		begins_function = at < b->nfuncs && b->funcs[at].low == run->low;
		at += begins_function;
		line = function_of_line(lines, i, &line, at ? &b->funcs[at - 1] : NULL);
		if (begins_function) {
			all[n] = best_of((struct func[]){ line, b->funcs[at - 1] }, 2, b->step);
			all[n++].kind = FUNC_SYMBOL;
		} else {
			all[n++] = line;
		}
	}
	if (at == b->nfuncs)
		end = b->image->text->high;
	while (at < b->nfuncs)
		all[n++] = b->funcs[at++];
	b->funcs = all;
	b->nfuncs = n;
	return end;
}

static void set_ends(struct building *b, uint64_t end)
{
	struct piece *pieces = arena_space(b->arena, b->nfuncs, sizeof *pieces);
	size_t i;

	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->high = i + 1 < b->nfuncs ? b->funcs[i + 1].low : end;
		if (f->high <= f->low)
			f->high = f->low;
		pieces[i] = (struct piece){ f->low, f->high, (uint32_t)i, true };
	}
	b->map = (struct code_map){ .pieces = pieces, .n = b->nfuncs };
	code_map_index(&b->map, b->arena);
}

/* Calls of a label are calls of the last function before it. */
static void find_callees(struct building *b)
{
	uint32_t last = NO_FUNC;
	size_t i;

	b->callee = arena_space(b->scratch, b->nfuncs, sizeof *b->callee);
	for (i = 0; i < b->nfuncs; i++) {
		if (b->funcs[i].is_function)
			last = (uint32_t)i;
		b->callee[i] = last;
	}
}

bool functions_gprof(struct building *b, struct error *err)
{
	const struct image *image = b->image;
	struct keyed *keys;
	uint64_t end;
	size_t n = 0, i;

	if (!image->text)
		return fail(err, "can't find .text section in %s", image->path);
	keys = arena_space(b->step, image->nsymbols, sizeof *keys);
	for (i = 0; i < image->nsymbols; i++)
		if (rules_keep_symbol(b->rules, image, &image->symbols[i]))
			keys[n++] = (struct keyed){ image->symbols[i].low, (uint32_t)i };
	if (!n)
		return fail(err, "file `%s' has no symbols", image->path);
	take_symbols(b, keys, n);
	/* The last function ends with .text, even when it does not begin
	 * there. */
	end = image->text->high;
	if (b->rules->lines)
		end = add_lines(b, b->rules->lines);
	arena_reset(b->step);
	set_ends(b, end);
	find_callees(b);
	b->outside = NO_FUNC;
	return true;
}
