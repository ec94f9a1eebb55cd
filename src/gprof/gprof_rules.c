/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/gprof_rules.h"

#include "model/build/bins.h"
#include "model/build/building.h"

/* Functions as gprof 2.40 chooses them: symbol sizes are ignored, so a function owns everything up
 * to the next one; compiler-made clones do not exist; several names of one address are one
 * function.  By line, each run of code from one line is a function.
 * Source: behaviour of GNU gprof 2.40. */

static bool is_odd_section(const char *name) {
	static const char *const odd[] = { ".drectve", ".edata", ".idata", ".pdata" };

	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
		size_t len = strlen(odd[i]);
		char next = name[strncmp(name, odd[i], len) ? 0 : len];

		if (!strncmp(name, odd[i], len) &&
		    (!next || next == '.' || next == '$' || is_digit(next)))
			return true;
	}
	return false;
}

bool gprof_keeps_symbol(const struct rules *rules, const struct image *image,
                        const struct symbol *s) {
	const char lead = image->leading_char;

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
	if (s->binding != SYMBOL_LOCAL)
		return true;
	return !rules->no_statics && s->name[0] && s->passes_gprof &&
	       (!lead || s->name[0] == lead) && (!rules->functions_only || s->kind == SYMBOL_FUNC);
}

bool gprof_keeps(const struct image *image, const struct symbol *symbol) {
	return gprof_keeps_symbol(&rules_gprof, image, symbol);
}

static struct func function_of(const struct building *b, const struct symbol *s) {
	return (struct func){
		.name = s->name,
		.low = s->low,
		.is_static = s->binding == SYMBOL_LOCAL,
		.is_function = s->kind == SYMBOL_FUNC || !(b->image->is_elf || b->image->is_coff),
	};
}

/* Of two names of one address, whether the new one replaces the old one. */
static bool is_better(const struct func *new, const struct func *kept) {
	if (new->is_static != kept->is_static)
		return !new->is_static;
	if (new->is_function != kept->is_function)
		return new->is_function;
	if (kept->name[0] != '_')
		return false;
	return new->name[0] != '_' || (new->name[1] != '_' && kept->name[1] == '_');
}

/* Functions sort before labels, globals before statics. */
static int by_rank(const void *a, const void *b, const void *context) {
	const struct func *x = a, *y = b;

	if (x->is_function != y->is_function)
		return x->is_function ? -1 : 1;
	return x->is_static - y->is_static;
}

/* Makes one function of several names of one address; sorts them. */
static struct func best_of(struct func *names, size_t n, struct arena *scratch) {
	sort_stable(names, n, sizeof *names, by_rank, NULL, scratch);
	struct func best = names[0];
	for (size_t i = 1; i < n; i++)
		if (is_better(&names[i], &best))
			best = names[i];
	return best;
}

/* The same of symbols with these numbers. */
static struct func best_symbol(struct building *b, const struct keyed *keys, size_t n) {
	const struct symbol *symbols = b->image->symbols;

	if (n == 1)
		return function_of(b, &symbols[keys[0].index]);
	struct func *names = arena_space(b->step, n, sizeof *names);
	for (size_t i = 0; i < n; i++)
		names[i] = function_of(b, &symbols[keys[i].index]);
	return best_of(names, n, b->step);
}

/* Takes the symbols with these numbers, one for each address. */
static void take_symbols(struct building *b, struct keyed *keys, size_t n) {
	size_t last;

	sort_keys(keys, n, b->step);
	b->funcs = arena_space(b->arena, n + 1, sizeof *b->funcs);
	b->nfuncs = 0;
	for (size_t first = 0; first < n; first = last) {
		last = first + 1;
		while (last < n && keys[last].key == keys[first].key)
			last++;
		b->funcs[b->nfuncs++] = best_symbol(b, keys + first, last - first);
	}
}

/* A line as a function that is not marked as one.  It is static if the last line was and has the
 * same name and file, else if the function that contains it is. */
static struct func function_of_line(const struct line_runs *lines, size_t i,
                                    const struct func *last, const struct func *holder) {
	const struct line_run *run = &lines->list[i], *before = i ? run - 1 : NULL;
	struct func f = { .name = lines->names[run->name], .low = run->low, .kind = FUNC_LINE };

	f.is_static = before && before->path == run->path && before->name == run->name
	                      ? last->is_static
	                      : holder && holder->is_static;
	return f;
}

/* Adds lines to the functions.  A line that begins at a function is dropped in favour of it, so the
 * function is its own first line. gprof loses the last function here if it begins after .text; the
 * one before it then extends up to it.  Returns where the last function ends. */
static uint64_t add_lines(struct building *b, const struct line_runs *lines) {
	struct func *all = arena_space(b->arena, lines->n + b->nfuncs + 1, sizeof *all);
	struct func line = { .name = NULL };
	uint64_t end = b->image->text->high;
	size_t n = 0, at = 0;

	if (b->funcs[b->nfuncs - 1].low >= end && lines->n + b->nfuncs > 1)
		end = b->funcs[--b->nfuncs].low;
	for (size_t i = 0; i < lines->n; i++) {
		const struct line_run *run = &lines->list[i];

		while (at < b->nfuncs && b->funcs[at].low < run->low)
			all[n++] = b->funcs[at++];
		bool begins_function = at < b->nfuncs && b->funcs[at].low == run->low;
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

static void set_ends(struct building *b, uint64_t end) {
	struct piece *pieces = arena_space(b->arena, b->nfuncs, sizeof *pieces);

	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->high = i + 1 < b->nfuncs ? b->funcs[i + 1].low : end;
		if (f->high <= f->low)
			f->high = f->low;
		pieces[i] = (struct piece){ f->low, f->high, (uint32_t)i, true };
	}
	b->map = (struct code_map){ .pieces = pieces, .n = b->nfuncs };
	code_map_index(&b->map, b->arena);
}

static bool find_functions(struct building *b, struct error *err) {
	const struct image *image = b->image;
	const struct records *r = b->records;
	size_t n = 0;

	if (!image->text)
		return fail(err, "can't find .text section in %s", image->path);
	struct keyed *keys = arena_space(b->step, image->nsymbols, sizeof *keys);
	for (size_t i = 0; i < image->nsymbols; i++)
		if (gprof_keeps_symbol(b->rules, image, &image->symbols[i]))
			keys[n++] = (struct keyed){ image->symbols[i].low, (uint32_t)i };
	if (!n)
		return fail(err, "file `%s' has no symbols", image->path);
	take_symbols(b, keys, n);
	/* The last function ends with .text, even when it does not begin there. */
	uint64_t end = image->text->high;
	if (b->rules->lines)
		end = add_lines(b, b->rules->lines);
	arena_reset(b->step);
	set_ends(b, end);
	/* Calls of a label are calls of the last function before it. */
	b->callee = arena_space(b->scratch, b->nfuncs, sizeof *b->callee);
	for (size_t i = 0, last = NO_FUNC; i < b->nfuncs; i++) {
		last = b->funcs[i].is_function ? i : last;
		b->callee[i] = (uint32_t)last;
	}
	b->outside = NO_FUNC;
	b->profile->rate = r->nhistograms ? r->histograms[0].rate : 0; /* all as the first */
	for (size_t i = 0; i < r->nhistograms; i++)
		for (size_t k = 0; k < r->histograms[i].bins.n; k++)
			b->profile->samples += bin_at(&r->histograms[i].bins, k).count;
	return true;
}

/* Ticks as gprof distributes them: bins are spread evenly over the range, in units of 2 bytes, in
 * floating point, one record after the other. */

/* Units as an integer.  Out of range, x86 and gprof have 2^63 or 0: the bin covers no function. */
static uint64_t whole_units(double units) {
	if (units >= 0 && units < 0x1p64)
		return (uint64_t)units;
	return units >= 0x1p64 ? 0 : UINT64_C(1) << 63;
}

/* A record being credited. */
struct crediting {
	struct building *b;
	double scale;
	size_t first; /* first function that the next bin may overlap */
};

/* Credits a bin, [low, high) in units of 2 bytes.  Later bins begin no earlier, so c->first
 * advances with them. */
static void spread(struct crediting *c, uint64_t low, uint64_t high, uint32_t count) {
	struct building *b = c->b;

	while (c->first < b->nfuncs && low >= b->funcs[c->first].high / 2)
		c->first++;
	for (size_t i = c->first; i < b->nfuncs; i++) {
		uint64_t begin = b->funcs[i].low / 2, end = b->funcs[i].high / 2;
		uint64_t from = low > begin ? low : begin, to = high < end ? high : end;

		if (begin > high)
			break;
		if (low >= end || to <= from)
			continue;
		double part = (double)(to - from) * (double)count / c->scale;
		if (b->bits[i] & SELECT_FLAT)
			b->funcs[i].self_ticks += part;
		else
			b->profile->total_ticks -= part;
	}
}

/* gprof's sums have 32 bits. */
static void credit_record(struct building *b, const struct merged_histogram *r, double scale) {
	const uint64_t low = r->shape->low / 2;
	const uint64_t *places = r->shape->places; /* of single bytes; or NULL */
	struct crediting c = { b, places ? 1 : scale,
		               upper_bound(b->funcs, b->nfuncs, sizeof *b->funcs,
		                           offsetof(struct func, high), 2 * low + 1) };

	for (size_t i = 0; i < r->n; i++) {
		const uint32_t count = (uint32_t)r->sums[i].count;
		const uint64_t bin = r->sums[i].index;

		if (bin >= r->shape->nbins || !count)
			continue;
		b->profile->total_ticks += count;
		if (places)
			spread(&c, places[bin] / 2, places[bin] / 2 + 1, count);
		else
			spread(&c, low + whole_units(c.scale * (double)bin),
			       low + whole_units(c.scale * (double)(bin + 1)), count);
	}
}

/* Records with the same range are added up, whatever their rate. */
static void find_ticks(struct building *b) {
	const struct records *r = b->records;
	struct histogram *list = arena_copy(b->step, r->histograms, r->nhistograms, sizeof *list);
	const double scale = r->nhistograms ? histogram_units(list) : 0;

	for (size_t i = 0; i < r->nhistograms; i++)
		list[i].rate = 0;
	const struct merged *merged = merged_new(list, r->nhistograms, &b->image->machine, b->step,
	                                         NULL);
	for (size_t i = 0; i < merged->n; i++)
		credit_record(b, &merged->list[i], scale);
	for (size_t i = 0; i < b->nfuncs; i++)
		b->funcs[i].variance = b->funcs[i].self_ticks;
}

/* Which histograms gprof adds up. */

static bool is_same_range(const struct histogram *a, const struct histogram *b) {
	return a->low == b->low && a->high == b->high;
}

static bool has_overlap(const struct records *r, struct arena *scratch) {
	const struct histogram *list = sort_copy(r->histograms, r->nhistograms, sizeof *list,
	                                         offsetof(struct histogram, low), scratch);
	const struct histogram *a = list, *b; /* a reaches furthest */

	for (b = list + 1; b < list + r->nhistograms; b++) {
		if (b->low < a->high && a->low < b->high && !is_same_range(a, b))
			return true;
		if (b->high > a->high)
			a = b;
	}
	return false;
}

static struct conflict compare(const struct histogram *first, const struct histogram *h) {
	struct conflict c = { .what = NULL };

	if (strcmp(first->dimension, h->dimension) != 0) {
		c.what = "dimension unit changed between histogram records";
		memcpy(c.from, first->dimension, sizeof c.from);
		memcpy(c.to, h->dimension, sizeof c.to);
	} else if (first->abbreviation != h->abbreviation) {
		c.what = "dimension abbreviation changed between histogram records";
		c.from[0] = first->abbreviation;
		c.to[0] = h->abbreviation;
	} else if (fabs(histogram_units(first) - histogram_units(h)) > 0.000001) {
		c.what = "different scales in histogram records";
		c.is_open = true;
	}
	return c;
}

struct conflict gprof_conflict(const struct records *records, size_t from, struct arena *scratch) {
	const struct histogram *first = records->histograms;
	struct conflict conflict = { .what = NULL };
	bool differ = false;

	for (size_t i = from; i < records->nhistograms && !conflict.what; i++) {
		conflict = compare(first, &records->histograms[i]);
		differ |= !is_same_range(first, &records->histograms[i]);
	}
	if (!conflict.what && differ && has_overlap(records, scratch))
		conflict.what = "overlapping histogram records";
	return conflict;
}

static bool check(const struct building *b, struct error *err) {
	const struct conflict c = gprof_conflict(b->records, 0, b->scratch);

	if (!c.what)
		return true;
	return *c.from ? fail(err, "%s: from '%s' to '%s'", c.what, c.from, c.to)
	               : fail(err, "%s", c.what);
}

static void mark(const void *context, const struct func *funcs, size_t nfuncs,
                 unsigned char *bits) {
	for (size_t i = 0; i < nfuncs; i++)
		bits[i] = profiler_is_gprofs(funcs[i].name) ? DROP_GRAPH | DROP_TIME : SELECT_ALL;
}

static const struct gprof_methods methods = { check, find_functions, find_ticks };

const struct rules rules_gprof = {
	.name = "gprof",
	.choice.is_as_gprof = true,
	.gprof = &methods,
	.select = { .mark = mark },
};

const struct rules rules_exact = {
	.name = "exact",
	.compared = &rules_gprof,
};

struct rules rules_of(struct rule_choice choice) {
	struct rules rules = choice.is_as_gprof ? rules_gprof : rules_exact;

	rules.choice = choice;
	return rules;
}

const struct rules *rules_named(const char *name) {
	if (!strcmp(name, rules_exact.name))
		return &rules_exact;
	return strcmp(name, rules_gprof.name) ? NULL : &rules_gprof;
}
