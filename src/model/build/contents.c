/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/contents.h"

#include "base/arena.h"
#include "base/index.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/build/nesting.h"
#include "model/image.h"
#include "model/records.h"
#include "model/rules.h"

/* Different calls: as in files, and by function. */
struct call_list {
	struct index index;
	struct call *list;
	size_t n;
};

struct calls_seen {
	struct arena *arena;
	uint64_t *starts;  /* of all symbols; shape: [nstarts] */
	uint64_t *callees; /* of those that are functions; [ncallees] */
	size_t nstarts, ncallees;
	uint64_t end; /* of code */
	struct call_list raw, named;
	uint32_t *numbers; /* in `named`, of the raw ones; NO_ITEM: none */
	bool *are_named;   /* whether the raw ones are these themselves */
	size_t guess;      /* the raw call that may come next */
};

static uint64_t *sort_addresses(struct keyed *keys, size_t n, struct arena *arena)
{
	uint64_t *list = arena_space(arena, n, sizeof *list);
	size_t i;

	sort_keys(keys, n, arena);
	for (i = 0; i < n; i++)
		list[i] = keys[i].key;
	return list;
}

/* Functions as gprof -s chooses them. */
static void take_symbols(struct calls_seen *c, const struct image *image)
{
	struct keyed *all = arena_space(c->arena, image->nsymbols, sizeof *all);
	struct keyed *callees = arena_space(c->arena, image->nsymbols, sizeof *callees);
	const bool has_kinds = image->is_elf || image->is_coff;
	size_t i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (!rules_keep_symbol(&rules_gprof, image, s))
			continue;
		all[c->nstarts++] = (struct keyed){ s->low, 0 };
		if (s->kind == SYMBOL_FUNC || !has_kinds)
			callees[c->ncallees++] = (struct keyed){ s->low, 0 };
	}
	c->starts = sort_addresses(all, c->nstarts, c->arena);
	c->callees = sort_addresses(callees, c->ncallees, c->arena);
	for (i = 0; i < image->nsections; i++)
		if (image->sections[i].is_code && image->sections[i].high > c->end)
			c->end = image->sections[i].high;
}

struct calls_seen *calls_seen_new(const struct image *image, struct arena *arena)
{
	struct calls_seen *c = arena_alloc(arena, 1, sizeof *c);

	c->arena = arena;
	c->raw.index.arena = c->named.index.arena = arena;
	if (image)
		take_symbols(c, image);
	return c;
}

/* The last start that is not above the address; false if there is none. */
static bool move_to_start(uint64_t *address, const uint64_t *starts, size_t n)
{
	size_t low = 0, high = n;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (starts[middle] <= *address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low)
		*address = starts[low - 1];
	return low > 0;
}

static bool name_call(const struct calls_seen *c, struct call *call)
{
	if (!c->ncallees)
		return true;
	return call->from < c->end && call->to < c->end &&
	       move_to_start(&call->from, c->starts, c->nstarts) &&
	       move_to_start(&call->to, c->callees, c->ncallees);
}

/* The number of a call in a list, which it is added to if need be. */
static uint32_t number_in(struct call_list *l, const struct call *call, struct arena *arena)
{
	const uint64_t hash = call_hash(call);
	const uint32_t found = index_find(&l->index, hash, call_is, l->list, call);

	if (found != NO_ITEM)
		return found;
	l->list = arena_room(arena, l->list, l->n, sizeof *call);
	l->list[l->n] = *call;
	index_add(&l->index, hash, (uint32_t)l->n);
	return (uint32_t)l->n++;
}

/* The number of what gprof -s takes a call for; NO_ITEM: it drops it. */
static uint32_t number_of(struct calls_seen *c, const struct call *call)
{
	struct call named = { call->from, call->to, 0 };
	const size_t known = c->raw.n;
	uint32_t raw = (uint32_t)c->guess;

	if (c->guess >= known || !call_is(c->raw.list, raw, call))
		raw = number_in(&c->raw, call, c->arena);
	c->guess = (size_t)raw + 1;
	if (raw < known)
		return c->numbers[raw];
	c->numbers = arena_room(c->arena, c->numbers, raw, sizeof raw);
	c->are_named = arena_room(c->arena, c->are_named, raw, sizeof(bool));
	c->numbers[raw] = name_call(c, &named) ? number_in(&c->named, &named, c->arena) : NO_ITEM;
	c->are_named[raw] = c->ncallees && call_is(&named, 0, call);
	return c->numbers[raw];
}

static uint64_t bin_key(size_t histogram, uint32_t index)
{
	return (uint64_t)histogram << 32 | index;
}

static uint64_t call_key(uint32_t number)
{
	return UINT64_C(1) << 63 | number;
}

static void sum_up(struct content *out, const struct records *r, size_t file,
                   struct calls_seen *calls)
{
	const struct profile_file *f = &r->files[file];
	const struct histogram *h = file_histograms(r, f);
	const struct call *list = file_calls(r, f);
	size_t i, k;

	for (i = 0; i < f->nhistograms; i++)
		for (k = 0; k < h[i].nused; k++) {
			const struct bin *bin = &h[i].bins[k];

			out->ticks += bin->count;
			out->hash += bin->count * hash_number(1, bin_key(i, bin->index));
		}
	calls->guess = 0;
	out->is_summed = f->ncalls > 0;
	for (i = 0; i < f->ncalls; i++) {
		const uint32_t number = number_of(calls, &list[i]);

		out->is_summed &= calls->are_named[calls->guess - 1];
		if (number == NO_ITEM)
			continue;
		out->calls += list[i].count;
		out->hash += list[i].count * hash_number(1, call_key(number));
	}
}

/* Which files are alike; shape of the first ones: [*n]. */
static uint32_t find_kind(const struct records *r, size_t file, size_t *firsts, size_t *n)
{
	enum { MOST_KINDS = 64 };
	size_t i;

	if (!file_is_alike(r, &r->files[file], r, &r->files[file]))
		return NO_ITEM;
	for (i = 0; i < *n; i++)
		if (file_is_alike(r, &r->files[firsts[i]], r, &r->files[file]))
			return (uint32_t)i;
	if (*n == MOST_KINDS)
		return NO_ITEM;
	firsts[(*n)++] = file;
	return (uint32_t)i;
}

struct content *contents_of(const struct records *r, struct calls_seen *calls, struct work *work,
                            struct arena *arena)
{
	struct content *list = arena_alloc(arena, r->nfiles, sizeof *list);
	size_t *firsts = arena_space(arena, r->nfiles, sizeof *firsts);
	size_t n = 0, i;

	for (i = 0; i < r->nfiles; i++) {
		work_allow(work, content_room(r, i) / 2);
		list[i].kind = find_kind(r, i, firsts, &n);
		if (list[i].kind != NO_ITEM)
			sum_up(&list[i], r, i, calls);
	}
	return list;
}

size_t content_room(const struct records *r, size_t file)
{
	const struct profile_file *f = &r->files[file];
	size_t n = f->ncalls, i;

	for (i = 0; i < f->nhistograms; i++)
		n += r->histograms[f->first_histogram + i].nused;
	return n;
}

/* Cells of the same calls are added up. */
static size_t make_calls(struct cell *out, const struct records *r, const struct profile_file *f,
                         struct calls_seen *seen, struct arena *arena)
{
	const struct call *list = file_calls(r, f);
	struct cell *cells = arena_space(arena, f->ncalls, sizeof *cells);
	size_t n = 0, kept = 0, i;

	seen->guess = 0;
	for (i = 0; i < f->ncalls; i++) {
		const uint32_t number = number_of(seen, &list[i]);

		if (number != NO_ITEM && list[i].count)
			cells[n++] = (struct cell){ call_key(number), list[i].count };
	}
	cells = sort_copy(cells, n, sizeof *cells, offsetof(struct cell, key), arena);
	for (i = 0; i < n; i++)
		if (kept && out[kept - 1].key == cells[i].key)
			out[kept - 1].count += cells[i].count;
		else
			out[kept++] = cells[i];
	return kept;
}

void content_make_cells(struct content *c, const struct records *r, size_t file,
                        struct calls_seen *calls, struct arena *arena)
{
	const struct profile_file *f = &r->files[file];
	const struct histogram *h = file_histograms(r, f);
	struct arena *scratch = arena_new();
	size_t i, k;

	c->cells = arena_space(arena, content_room(r, file), sizeof *c->cells);
	for (i = 0; i < f->nhistograms; i++)
		for (k = 0; k < h[i].nused; k++)
			c->cells[c->nbins++] = (struct cell){ bin_key(i, h[i].bins[k].index),
				                              h[i].bins[k].count };
	c->ncells = c->nbins + make_calls(c->cells + c->nbins, r, f, calls, scratch);
	arena_free(scratch);
}
