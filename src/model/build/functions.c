/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/new_file.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/build/bins.h"
#include "model/build/building.h"
#include "model/image.h"
#include "model/records.h"

/* Functions as in the executable: every symbol that is code, with as many bytes as its size says; a
 * symbol inside another one cuts its piece out of it.  Bytes that no symbol claims belong to no
 * function; those that have ticks or calls become rows of their own. */

/* ARM's $a $d $t and RISC-V's $x mark kinds of bytes, not functions. */
static bool is_label(const char *name) {
	return (name[0] == '$' && name[1] && strchr("adtx", name[1]) &&
	        (!name[2] || name[2] == '.' || name[1] == 'x')) ||
	       !strncmp(name, ".L", 2) || !name[0];
}

static bool is_code(const struct symbol *s) {
	if (s->is_undefined || s->is_absolute || !s->section || !s->section->is_code ||
	    s->low < s->section->low || s->low >= s->section->high || is_label(s->name))
		return false;
	return s->kind == SYMBOL_FUNC || s->kind == SYMBOL_IFUNC || s->kind == SYMBOL_NOTYPE;
}

static bool is_function(const struct symbol *s) {
	return s->kind != SYMBOL_NOTYPE;
}

static size_t underscores(const char *name) {
	return strspn(name, "_");
}

/* Of several names at one address, the best known one comes first. */
static int by_fame(const void *a, const void *b, const void *context) {
	const struct symbol *x = *(const struct symbol *const *)a;
	const struct symbol *y = *(const struct symbol *const *)b;
	size_t ux = underscores(x->name), uy = underscores(y->name);

	if (is_function(x) != is_function(y))
		return is_function(x) ? -1 : 1;
	if ((x->table == TABLE_SYNTHETIC) != (y->table == TABLE_SYNTHETIC))
		return x->table == TABLE_SYNTHETIC ? 1 : -1;
	if ((x->binding == SYMBOL_LOCAL) != (y->binding == SYMBOL_LOCAL))
		return x->binding == SYMBOL_LOCAL ? 1 : -1;
	if (ux != uy)
		return ux < uy ? -1 : 1;
	return (x->binding == SYMBOL_WEAK) - (y->binding == SYMBOL_WEAK);
}

/* Code symbols by ascending address, the best name of each address first. */
static const struct symbol **sorted(struct building *b, size_t *n) {
	const struct image *image = b->image;
	struct keyed *keys = arena_space(b->step, image->nsymbols, sizeof *keys);
	size_t last;

	for (size_t i = *n = 0; i < image->nsymbols; i++)
		if (is_code(&image->symbols[i]))
			keys[(*n)++] = (struct keyed){ image->symbols[i].low, (uint32_t)i };
	sort_keys(keys, *n, b->step);
	const struct symbol **list = arena_space(b->step, *n, sizeof *list);
	for (size_t i = 0; i < *n; i++)
		list[i] = &image->symbols[keys[i].index];
	for (size_t i = 0; i < *n; i = last) {
		last = i + 1;
		while (last < *n && list[last]->low == list[i]->low)
			last++;
		if (last - i > 1)
			sort_stable(list + i, last - i, sizeof *list, by_fame, NULL, b->step);
	}
	return list;
}

struct span {
	uint64_t high;
	uint32_t func;
};

/* The sweep over the symbols, with the functions that have not ended yet. */
struct sweep {
	struct piece *pieces;
	size_t npieces;
	struct span *open; /* innermost last */
	size_t nopen;
	uint64_t at; /* all bytes before it are assigned */
};

static void give(struct sweep *s, uint64_t high) {
	const struct span *owner = &s->open[s->nopen - 1];

	if (s->at < high)
		s->pieces[s->npieces++] = (struct piece){ s->at, high, owner->func, true };
	if (s->at < high)
		s->at = high;
}

/* Ends all functions that end at or before the address. */
static void close_until(struct sweep *s, uint64_t address) {
	while (s->nopen && s->open[s->nopen - 1].high <= address) {
		give(s, s->open[s->nopen - 1].high);
		s->nopen--;
	}
}

/* The end according to the names of one address: the largest size, or 0. */
static uint64_t known_end(const struct symbol *const *names, size_t n) {
	uint64_t end = 0, most = names[0]->section->high;

	for (size_t i = 0; i < n; i++) {
		uint64_t size = names[i]->size;

		if (!size)
			continue;
		size = size > most - names[i]->low ? most - names[i]->low : size;
		if (names[i]->low + size > end)
			end = names[i]->low + size;
	}
	return end;
}

/* Begins the function with these names of one address.  A label without a size inside a function is
 * just a label. */
static void begin(struct building *b, struct sweep *s, const struct symbol *const *names, size_t n,
                  uint64_t next) {
	const struct symbol *best = names[0];
	uint64_t end = known_end(names, n);
	bool is_inside = s->nopen > 0;

	if (!end && is_inside && !is_function(best))
		return;
	if (is_inside)
		give(s, best->low);
	if (!end)
		end = next;
	s->at = best->low;
	s->open[s->nopen++] = (struct span){ end, (uint32_t)b->nfuncs };
	b->funcs[b->nfuncs++] = (struct func){
		.name = best->name,
		.low = best->low,
		.high = end,
		.kind = best->table == TABLE_SYNTHETIC && strstr(best->name, "@plt") ? FUNC_PLT
		                                                                     : FUNC_SYMBOL,
		.is_static = best->binding == SYMBOL_LOCAL,
		.is_function = true,
	};
}

/* Where a symbol without a size ends: at the next one of its section. */
static uint64_t next_begin(const struct symbol *s, const struct symbol *next) {
	return next && next->low < s->section->high ? next->low : s->section->high;
}

bool functions_exact(struct building *b, struct error *err) {
	size_t n, last;
	const struct symbol **list = sorted(b, &n);
	struct sweep s = { 0 };

	s.pieces = arena_space(b->scratch, 2 * n + 1, sizeof *s.pieces);
	s.open = arena_space(b->step, n + 1, sizeof *s.open);
	b->funcs = arena_alloc(b->arena, n + 1, sizeof *b->funcs);
	for (size_t i = 0; i < n; i = last) {
		last = i + 1;
		while (last < n && list[last]->low == list[i]->low)
			last++;
		close_until(&s, list[i]->low);
		begin(b, &s, list + i, last - i, next_begin(list[i], last < n ? list[last] : NULL));
	}
	close_until(&s, UINT64_MAX);
	b->map = (struct code_map){ .pieces = s.pieces, .n = s.npieces };
	code_map_index(&b->map, b->scratch);
	b->outside = NO_FUNC;
	if (!b->image->nsections)
		return fail(err, "%s: no sections", b->image->path);
	return true;
}

/* Code that no symbol claims.
 *
 * If it has ticks or calls it is shown, with a row for each gap: the PLT, stripped functions,
 * hand-written code, addresses outside the image. */

/* Bytes of a section that no function owns. */
struct gap {
	uint64_t low, high;
	const struct section *section;
};

struct gaps {
	struct section_index code; /* sections */
	struct gap *list;          /* shape: [n] */
	size_t n;
	bool has_outside;
};

/* The unclaimed bytes around an address that no function owns, within one code section; false if it
 * is in none. */
static bool gap_around(const struct building *b, const struct gaps *gaps, uint64_t address,
                       struct gap *out) {
	const struct section *section = section_index_at(&gaps->code, address);
	size_t i = code_map_after(&b->map, address);

	if (!section)
		return false;
	*out = (struct gap){ section->low, section->high, section };
	if (i < b->map.n && b->map.pieces[i].low < out->high)
		out->high = b->map.pieces[i].low;
	if (i && b->map.pieces[i - 1].high > out->low)
		out->low = b->map.pieces[i - 1].high;
	return address >= out->low && address < out->high;
}

static bool is_last_gap(const struct gaps *gaps, const struct gap *gap) {
	const struct gap *last = gaps->n ? gaps->list + gaps->n - 1 : NULL;

	return last && last->low == gap->low && last->high == gap->high;
}

static void add_gap(struct building *b, struct gaps *gaps, uint64_t address) {
	struct gap gap;

	if (code_map_at(&b->map, address) != NO_FUNC)
		return;
	if (!gap_around(b, gaps, address, &gap)) {
		gaps->has_outside = true;
		return;
	}
	if (is_last_gap(gaps, &gap))
		return;
	arena_append(b->step, gaps->list, gaps->n, gap);
}

static void add_gaps_of_bins(struct building *b, struct gaps *gaps) {
	struct bin_walk bin = bin_walk_all(b->merged, &b->map, NULL);

	while (bin_walk_next(&bin))
		if (!bin.bytes)
			add_gap(b, gaps, bin.low);
}

static void add_gaps_of_calls(struct building *b, struct gaps *gaps) {
	const struct records *r = b->records;

	for (size_t i = 0; i < r->ncalls; i++) {
		if (calls_caller(b, r->calls[i].from) == NO_FUNC)
			add_gap(b, gaps, r->calls[i].from);
		add_gap(b, gaps, r->calls[i].to);
	}
}

static void add_gaps_of_stacks(struct building *b, struct gaps *gaps) {
	const struct records *r = b->records;

	for (size_t i = 0; i < r->nfiles; i++)
		for (size_t k = 0; k < r->files[i].nsamples; k++)
			for (size_t a = 1; a < r->files[i].samples[k].n; a++)
				add_gap(b, gaps, r->files[i].samples[k].stack[a]);
}

static struct func gap_function(const struct building *b, const struct gap *gap) {
	const struct section *section = gap->section;
	const bool is_whole = gap->low == section->low && gap->high == section->high;
	const size_t number = image_object_at(b->image, gap->low);
	const struct image_object *o = number ? &b->image->objects[number] : NULL;
	const char *of = o ? arena_format(b->step, "%s ", path_last(o->path)) : "";

	return (struct func){
		.kind = FUNC_GAP,
		.low = gap->low,
		.high = gap->high,
		.name = is_whole ? arena_format(b->arena, "[%s%s]", of, section->name)
		                 : arena_format(b->arena, "[%s%s 0x%" PRIx64 "]", of, section->name,
		                                image_file_address(b->image, gap->low)),
		.is_function = true,
	};
}

/* Inserts the gaps among the functions and the pieces, by address. */
static void merge(struct building *b, const struct gaps *gaps) {
	size_t n = b->nfuncs, npieces = b->map.n, g = 0, k;
	struct func *funcs = arena_space(b->arena, n + gaps->n + 1, sizeof *funcs);
	struct piece *pieces = arena_space(b->arena, npieces + gaps->n, sizeof *pieces);
	uint32_t *number = arena_alloc(b->step, n + 1, sizeof *number);
	struct code_map map = { .pieces = pieces };

	b->nfuncs = 0;
	for (size_t i = g = 0; i < n || g < gaps->n;) {
		if (g < gaps->n && (i == n || gaps->list[g].low < b->funcs[i].low)) {
			funcs[b->nfuncs++] = gap_function(b, &gaps->list[g++]);
		} else {
			number[i] = (uint32_t)b->nfuncs;
			funcs[b->nfuncs++] = b->funcs[i++];
		}
	}
	for (size_t i = k = 0; i < npieces || k < b->nfuncs;) {
		while (k < b->nfuncs && funcs[k].kind != FUNC_GAP)
			k++;
		if (k < b->nfuncs && (i == npieces || funcs[k].low < b->map.pieces[i].low)) {
			pieces[map.n++] = (struct piece){ funcs[k].low, funcs[k].high, (uint32_t)k,
				                          false };
			k++;
		} else if (i < npieces) {
			pieces[map.n] = b->map.pieces[i++];
			pieces[map.n].func = number[pieces[map.n].func];
			map.n++;
		}
	}
	b->funcs = funcs;
	b->map = map;
	code_map_index(&b->map, b->arena);
}

/* By address, each once; where sections overlap, the later gap begins behind the one before. */
static void make_unique(struct gaps *gaps, struct arena *scratch) {
	struct gap *list = sort_copy(gaps->list, gaps->n, sizeof *list, offsetof(struct gap, low),
	                             scratch);
	size_t kept = 0;

	for (size_t i = 0; i < gaps->n; i++) {
		struct gap gap = list[i];

		if (kept && gap.low < list[kept - 1].high)
			gap.low = list[kept - 1].high;
		if (gap.low < gap.high)
			list[kept++] = gap;
	}
	gaps->list = list;
	gaps->n = kept;
}

void functions_add_gaps(struct building *b) {
	struct gaps gaps = { 0 };

	gaps.code = section_index_new(b->image, true, b->step);
	add_gaps_of_bins(b, &gaps);
	add_gaps_of_calls(b, &gaps);
	add_gaps_of_stacks(b, &gaps);
	make_unique(&gaps, b->step);
	merge(b, &gaps);
	if (!gaps.has_outside)
		return;
	b->outside = (uint32_t)b->nfuncs;
	b->funcs[b->nfuncs++] = (struct func){
		.name = "[outside the image]",
		.low = UINT64_MAX,
		.high = UINT64_MAX,
		.kind = FUNC_OUTSIDE,
		.is_function = true,
	};
}
