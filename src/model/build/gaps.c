/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code that no symbol claims.
 *
 * If it has ticks or calls it is shown, with a row for each gap: the PLT,
 * stripped functions, hand-written code, addresses outside the image. */
#include "model/build/building.h"

#include <inttypes.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/build/bin_walk.h"
#include "model/records.h"
#include "model/section_index.h"

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

/* The unclaimed bytes around an address that no function owns, within one code
 * section; false if it is in none. */
static bool gap_around(const struct building *b, const struct gaps *gaps, uint64_t address,
                       struct gap *out)
{
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

static bool is_last_gap(const struct gaps *gaps, const struct gap *gap)
{
	const struct gap *last = gaps->n ? gaps->list + gaps->n - 1 : NULL;

	return last && last->low == gap->low && last->high == gap->high;
}

static void add_gap(struct building *b, struct gaps *gaps, uint64_t address)
{
	struct gap gap;

	if (code_map_at(&b->map, address) != NO_FUNC)
		return;
	if (!gap_around(b, gaps, address, &gap)) {
		gaps->has_outside = true;
		return;
	}
	if (is_last_gap(gaps, &gap))
		return;
	gaps->list = arena_room(b->step, gaps->list, gaps->n, sizeof *gaps->list);
	gaps->list[gaps->n++] = gap;
}

static void add_gaps_of_bins(struct building *b, struct gaps *gaps)
{
	struct bin_walk bin = bin_walk_all(b->merged, &b->map, NULL);

	while (bin_walk_next(&bin))
		if (!bin.bytes)
			add_gap(b, gaps, bin.low);
}

static void add_gaps_of_calls(struct building *b, struct gaps *gaps)
{
	const struct records *r = b->records;
	size_t i;

	for (i = 0; i < r->ncalls; i++) {
		if (calls_caller(b, r->calls[i].from) == NO_FUNC)
			add_gap(b, gaps, r->calls[i].from);
		add_gap(b, gaps, r->calls[i].to);
	}
}

static struct func gap_function(const struct building *b, const struct gap *gap)
{
	const struct section *section = gap->section;
	const bool is_whole = gap->low == section->low && gap->high == section->high;

	return (struct func){
		.kind = FUNC_GAP,
		.low = gap->low,
		.high = gap->high,
		.name = is_whole ? arena_format(b->arena, "[%s]", section->name)
		                 : arena_format(b->arena, "[%s 0x%" PRIx64 "]", section->name,
		                                gap->low),
		.is_function = true,
	};
}

/* Inserts the gaps among the functions and the pieces, by address. */
static void merge(struct building *b, const struct gaps *gaps)
{
	size_t n = b->nfuncs, npieces = b->map.n, g = 0, i, k;
	struct func *funcs = arena_space(b->arena, n + gaps->n + 1, sizeof *funcs);
	struct piece *pieces = arena_space(b->arena, npieces + gaps->n, sizeof *pieces);
	uint32_t *number = arena_alloc(b->step, n + 1, sizeof *number);
	struct code_map map = { .pieces = pieces };

	b->nfuncs = 0;
	for (i = g = 0; i < n || g < gaps->n;) {
		if (g < gaps->n && (i == n || gaps->list[g].low < b->funcs[i].low)) {
			funcs[b->nfuncs++] = gap_function(b, &gaps->list[g++]);
		} else {
			number[i] = (uint32_t)b->nfuncs;
			funcs[b->nfuncs++] = b->funcs[i++];
		}
	}
	for (i = k = 0; i < npieces || k < b->nfuncs;) {
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

/* By address, each once; where sections overlap, the later gap begins behind
 * the one before. */
static void make_unique(struct gaps *gaps, struct arena *scratch)
{
	struct keyed *lows = arena_space(scratch, gaps->n, sizeof *lows);
	struct gap *list = arena_space(scratch, gaps->n, sizeof *list);
	size_t i, kept = 0;

	for (i = 0; i < gaps->n; i++)
		lows[i] = (struct keyed){ gaps->list[i].low, (uint32_t)i };
	sort_keys(lows, gaps->n, scratch);
	for (i = 0; i < gaps->n; i++) {
		struct gap gap = gaps->list[lows[i].index];

		if (kept && gap.low < list[kept - 1].high)
			gap.low = list[kept - 1].high;
		if (gap.low < gap.high)
			list[kept++] = gap;
	}
	gaps->list = list;
	gaps->n = kept;
}

void functions_add_gaps(struct building *b)
{
	struct gaps gaps = { 0 };

	gaps.code = section_index_new(b->image, true, b->step);
	add_gaps_of_bins(b, &gaps);
	add_gaps_of_calls(b, &gaps);
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
