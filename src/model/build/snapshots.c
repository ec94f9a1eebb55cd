/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/snapshots.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/probability.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/image.h"
#include "model/notes.h"
#include "model/records.h"

struct call_lookup call_lookup_in(const struct call *calls, size_t n, struct arena *arena)
{
	return (struct call_lookup){ .calls = calls,
		                     .n = n < NO_ITEM ? n : NO_ITEM - 1,
		                     .index = { .arena = arena } };
}

uint32_t call_lookup_find(struct call_lookup *l, const struct call *wanted)
{
	uint32_t found;

	if (l->guess < l->n && call_is(l->calls, (uint32_t)l->guess, wanted))
		return (uint32_t)l->guess++;
	for (; l->nindexed < l->n; l->nindexed++) {
		const uint64_t hash = call_hash(&l->calls[l->nindexed]);

		if (index_find(&l->index, hash, call_is, l->calls, &l->calls[l->nindexed]) ==
		    NO_ITEM)
			index_add(&l->index, hash, (uint32_t)l->nindexed);
	}
	found = index_find(&l->index, call_hash(wanted), call_is, l->calls, wanted);
	if (found != NO_ITEM)
		l->guess = found + 1;
	return found;
}

/* How much the bins of files differ but for their sums: as chi-square of runs of
 * their own, with weights. */
struct step_spread {
	double chi2, freedom;
	double log_weights; /* of all degrees of freedom */
};

bool histogram_has_full_bin(const struct histogram *h)
{
	const uint64_t limit = histogram_limit(h);
	size_t i;

	for (i = 0; i < h->nused; i++)
		if (h->bins[i].count >= limit)
			return true;
	return false;
}

bool file_is_alike(const struct records *of_first, const struct profile_file *first,
                   const struct records *r, const struct profile_file *file)
{
	size_t i;

	if (file->is_cut || file->nblocks || file->nhistograms != first->nhistograms ||
	    file->ncalls >= NO_ITEM)
		return false;
	for (i = 0; i < file->nhistograms; i++) {
		const struct histogram *h = &file_histograms(r, file)[i];

		if (!histogram_is_like(h, &file_histograms(of_first, first)[i]) ||
		    histogram_has_full_bin(h))
			return false;
	}
	return true;
}

static bool bins_are_nested(const struct histogram *a, const struct histogram *b)
{
	size_t i, k = 0;

	for (i = 0; i < a->nused; i++) {
		while (k < b->nused && b->bins[k].index < a->bins[i].index)
			k++;
		if (k == b->nused || b->bins[k].index != a->bins[i].index ||
		    b->bins[k].count < a->bins[i].count)
			return false;
	}
	return true;
}

static bool calls_are_nested(const struct records *of_a, const struct profile_file *a,
                             const struct records *of_b, const struct profile_file *b,
                             struct arena *scratch)
{
	const struct call *from = file_calls(of_a, a), *to = file_calls(of_b, b);
	struct call_lookup lookup = call_lookup_in(to, b->ncalls, scratch);
	bool *is_used;
	size_t i;

	if (a->ncalls > b->ncalls)
		return false;
	is_used = arena_alloc(scratch, b->ncalls, sizeof *is_used);
	for (i = 0; i < a->ncalls; i++) {
		const uint32_t k = call_lookup_find(&lookup, &from[i]);

		if (k == NO_ITEM || is_used[k] || to[k].count < from[i].count)
			return false;
		is_used[k] = true;
	}
	return true;
}

bool file_bins_are_nested(const struct records *of_a, const struct profile_file *a,
                          const struct records *of_b, const struct profile_file *b)
{
	size_t i;

	for (i = 0; i < a->nhistograms; i++)
		if (!bins_are_nested(&file_histograms(of_a, a)[i], &file_histograms(of_b, b)[i]))
			return false;
	return true;
}

/* Whether no count of file a is above that of file b; the files are alike. */
static bool file_is_nested(const struct records *of_a, const struct profile_file *a,
                           const struct records *of_b, const struct profile_file *b,
                           struct arena *scratch)
{
	return file_bins_are_nested(of_a, a, of_b, b) &&
	       calls_are_nested(of_a, a, of_b, b, scratch);
}

/* -ln P(Binomial(n, q) <= n / 2), for 0 < q <= 1/2: exactly for few, by the
 * normal distribution for many. */
static double half_evidence(double n, double q)
{
	enum { FEW = 16 };
	double p = 1, below = 0, k;

	if (n > FEW) {
		const double over = n / 2 + 0.5 - n * q;

		return -log1p(-normal_tail(over / sqrt(n * q * (1 - q))));
	}
	for (k = 0; k < n; k++)
		p *= 1 - q;
	for (k = 0; k <= n / 2; k++) {
		below += p;
		p *= (n - k) / (k + 1) * q / (1 - q);
	}
	return below < 1 ? -log(below) : 0;
}

/* A stretch of the bins of two histograms, with enough ticks of the second
 * one to tell its share. */
struct stretch {
	size_t low, high; /* bins of the second one */
	size_t a_low;     /* the first bin of the other one from there on */
	double a, b;      /* ticks of each */
};

/* Finds the next stretch; false if there is none. */
static bool next_stretch(struct stretch *s, const struct histogram *a, const struct histogram *b)
{
	enum { ENOUGH = 32 };
	size_t i;

	while (s->a_low < a->nused && s->high < b->nused &&
	       a->bins[s->a_low].index < b->bins[s->high].index)
		s->a_low++;
	s->low = s->high;
	s->a = s->b = 0;
	while (s->high < b->nused && s->b < ENOUGH)
		s->b += (double)b->bins[s->high++].count;
	for (i = s->a_low;
	     s->high > s->low && i < a->nused && a->bins[i].index <= b->bins[s->high - 1].index;
	     i++)
		s->a += (double)a->bins[i].count;
	return s->high > s->low;
}

static double stretch_evidence(const struct stretch *s, const struct histogram *a,
                               const struct histogram *b)
{
	const double share = s->a / (s->a + s->b);
	double evidence = 0;
	size_t i, k = s->a_low;

	if (s->a <= 0)
		return 0;
	for (i = s->low; i < s->high; i++) {
		double both = (double)b->bins[i].count;

		if (k < a->nused && a->bins[k].index == b->bins[i].index)
			both += (double)a->bins[k++].count;
		evidence += half_evidence(both, share);
	}
	return evidence;
}

double nesting_evidence(const struct records *r, const struct profile_file *a,
                        const struct profile_file *b, double most)
{
	double evidence = 0;
	size_t i;

	for (i = 0; i < a->nhistograms; i++) {
		const struct histogram *x = &r->histograms[a->first_histogram + i];
		const struct histogram *y = &r->histograms[b->first_histogram + i];
		struct stretch s = { .high = 0 };

		while (evidence < most && next_stretch(&s, x, y))
			evidence += stretch_evidence(&s, x, y);
	}
	return evidence < most ? evidence : most;
}

/* Adds two files, of which the second has more ticks: the weight is how much less
 * snapshots differ. */
static void nesting_spread(const struct records *r, const struct profile_file *a,
                           const struct profile_file *b, struct step_spread *out)
{
	const double of_a = (double)file_sum_ticks(r, a);
	const double of_b = (double)file_sum_ticks(r, b);
	const double times = of_b / of_a, weight = (of_a + of_b) / (of_b - of_a);
	size_t i, n = 0;

	if (of_a <= 0)
		return;
	for (i = 0; i < a->nhistograms; i++) {
		const struct histogram *x = &r->histograms[a->first_histogram + i];
		const struct histogram *y = &r->histograms[b->first_histogram + i];
		struct stretch s = { .high = 0 };

		while (next_stretch(&s, x, y)) {
			/* Counts are whole: few may agree by chance. */
			const double off = s.b - times * s.a;

			out->chi2 += weight * (off * off + 0.25) / (times * (s.a + s.b));
			n++;
		}
	}
	if (n < 2)
		return;
	out->freedom += (double)n - 1;
	out->log_weights += ((double)n - 1) * log(weight);
}

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
static void take_symbols(struct calls_seen *c, const struct image *image, keeps_symbol *keeps)
{
	struct keyed *all = arena_space(c->arena, image->nsymbols, sizeof *all);
	struct keyed *callees = arena_space(c->arena, image->nsymbols, sizeof *callees);
	const bool has_kinds = image->is_elf || image->is_coff;
	size_t i;

	for (i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (!keeps(image, s))
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

struct calls_seen *calls_seen_new(const struct image *image, keeps_symbol *keeps,
                                  struct arena *arena)
{
	struct calls_seen *c = arena_alloc(arena, 1, sizeof *c);

	c->arena = arena;
	c->raw.index.arena = c->named.index.arena = arena;
	if (image)
		take_symbols(c, image, keeps);
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

/* What b counts more than a. */
static struct histogram bins_added(const struct histogram *a, const struct histogram *b,
                                   struct arena *arena)
{
	struct histogram out = *b;
	size_t i, k = 0;

	out.nused = out.room = 0;
	out.bins = arena_space(arena, b->nused, sizeof *out.bins);
	for (i = 0; i < b->nused; i++) {
		struct bin bin = b->bins[i];

		if (k < a->nused && a->bins[k].index == bin.index)
			bin.count -= a->bins[k++].count;
		if (bin.count)
			out.bins[out.nused++] = bin;
	}
	return out;
}

static void add_calls(struct records *out, const struct call *before, size_t nbefore,
                      const struct call *after, size_t n, struct arena *scratch)
{
	struct call *calls = arena_copy(scratch, after, n, sizeof *calls);
	bool *was_there = arena_alloc(scratch, n, sizeof *was_there);
	struct call_lookup lookup = call_lookup_in(after, n, scratch);
	size_t i;

	for (i = 0; i < nbefore; i++) {
		const uint32_t k = call_lookup_find(&lookup, &before[i]);

		calls[k].count -= before[i].count;
		was_there[k] = true;
	}
	for (i = 0; i < n; i++)
		if (calls[i].count || !was_there[i])
			records_add_call(out, calls[i]);
}

void records_add_interval(struct records *out, const struct records *of_a,
                          const struct profile_file *a, const struct records *of_b,
                          const struct profile_file *b, struct arena *scratch)
{
	const struct histogram *h = file_histograms(of_b, b);
	struct profile_file *file;
	size_t i;

	records_add_file(out, b->path, b->format);
	file = &out->files[out->nfiles - 1];
	file->number = b->number;
	file->version = b->version;
	file->is_cut = b->is_cut;
	file->damage = b->damage;
	file->repeats = b->repeats;
	file->nblock_records = b->nblock_records;
	for (i = 0; i < b->nhistograms; i++)
		records_add_histogram(
			out,
			a ? bins_added(&file_histograms(of_a, a)[i], &h[i], out->arena) : h[i]);
	add_calls(out, a ? file_calls(of_a, a) : NULL, a ? a->ncalls : 0, file_calls(of_b, b),
	          b->ncalls, scratch);
	for (i = 0; i < b->nblocks; i++)
		records_add_block(out, of_b->blocks[b->first_block + i]);
}

/* Files that could be read in the order in which they were named; shape:
 * [r->nfiles]. */
static const struct profile_file **by_number(const struct records *r, struct arena *arena)
{
	const size_t n = r->nfiles + r->noff;
	const struct profile_file **list = arena_alloc(arena, n, sizeof *list);
	size_t i, k;

	for (i = 0; i < r->nfiles; i++)
		list[r->files[i].number] = &r->files[i];
	for (i = k = 0; i < n; i++)
		if (list[i])
			list[k++] = list[i];
	return list;
}

const struct records *records_added(const struct records *before, const struct records *now,
                                    struct arena *arena)
{
	struct arena *own = arena_new(), *scratch = arena_new();
	struct records *out = records_new(arena);
	const struct profile_file **old = by_number(before, own);
	const struct profile_file **new = by_number(now, own);
	size_t i, k = 0;

	/* New files may be between old ones, whose order stays. */
	for (i = 0; i < now->nfiles; i++) {
		const struct profile_file *file = new[i], *was = NULL;

		if (k < before->nfiles && !strcmp(old[k]->path, file->path))
			was = old[k++];
		if (was && !(file_is_alike(before, was, now, file) &&
		             file_is_nested(before, was, now, file, scratch)))
			was = NULL;
		records_add_interval(out, before, was, now, file, scratch);
		arena_reset(scratch);
	}
	arena_free(scratch);
	arena_free(own);
	return out;
}

/* -ln of one in a million. */
static const double enough = 13.8;

static void sort_files(struct snapshots *s, const struct records *r, const bool *is_off,
                       struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct keyed *sums = arena_space(scratch, r->nfiles, sizeof *sums);
	size_t i;

	for (i = 0; i < r->nfiles; i++)
		if (!is_off || !is_off[i])
			sums[s->n++] = (struct keyed){ file_sum_calls(r, &r->files[i]),
				                       (uint32_t)i };
	sort_keys(sums, s->n, scratch);
	for (i = 0; i < s->n; i++)
		sums[i].key = file_sum_ticks(r, &r->files[sums[i].index]);
	sort_keys(sums, s->n, scratch);
	s->order = arena_space(arena, s->n, sizeof *s->order);
	for (i = 0; i < s->n; i++)
		s->order[i] = sums[i].index;
	arena_free(scratch);
}

static bool are_nested(const struct records *r, const struct snapshots *s)
{
	const struct profile_file *first = &r->files[s->order[0]];
	const uint32_t *order = s->order;
	struct arena *scratch = arena_new();
	bool nested = !r->is_merged;
	size_t i;

	for (i = 0; i < s->n && nested; i++)
		nested = file_is_alike(r, first, r, &r->files[order[i]]);
	for (i = 1; i < s->n && nested; i++) {
		arena_reset(scratch);
		nested = file_is_nested(r, &r->files[order[i - 1]], r, &r->files[order[i]],
		                        scratch);
	}
	arena_free(scratch);
	return nested;
}

/* -ln of how likely it is that files of their own differ so little from one to
 * the next.  Each is part of two steps.  Weighted chi-squares, also such that
 * depend on each other, are not as often so low as those of their mean factor.
 * There are programs whose samples have less than Poisson's variance; where
 * even snapshots would differ more, samples are no chance. */
static double spread_evidence(const struct step_spread *s, size_t nsteps)
{
	const double least_variance = 0.7, regular = 0.999;
	const double n = (double)nsteps;
	double factor;

	if (s->freedom <= 0 || chi2_tail(s->chi2, s->freedom) > regular)
		return 0;
	factor = exp(log(n + 1) / n + s->log_weights / s->freedom) / 2;
	return -log1p(-chi2_tail(s->chi2 / factor / least_variance, s->freedom));
}

/* Adds up what each file tells that has more samples than the one before:
 * copies of a file are nested, too. */
static void find_evidence(struct snapshots *s, const struct records *r)
{
	struct step_spread all = { 0 };
	double spread;
	size_t i;

	s->most = s->least = file_sum_ticks(r, &r->files[s->order[0]]);
	for (i = 1; i < s->n; i++) {
		const struct profile_file *a = &r->files[s->order[i - 1]];
		const struct profile_file *b = &r->files[s->order[i]];
		const uint64_t ticks = file_sum_ticks(r, b);

		if (ticks == s->most)
			continue;
		s->most = ticks;
		s->nsteps++;
		if (s->evidence < enough)
			s->evidence += nesting_evidence(r, a, b, enough);
		nesting_spread(r, a, b, &all);
	}
	if (!s->nsteps)
		return;
	spread = spread_evidence(&all, s->nsteps);
	if (spread > s->evidence)
		s->evidence = spread < enough ? spread : enough;
}

struct snapshots snapshots_find(const struct records *r, const bool *is_off, struct arena *arena)
{
	struct snapshots s = { .evidence = 0 };

	if (r->nfiles >= NO_ITEM)
		return s;
	sort_files(&s, r, is_off, arena);
	s.are_nested = s.n > 1 && are_nested(r, &s);
	if (s.are_nested)
		find_evidence(&s, r);
	s.are_sure = s.evidence >= enough;
	return s;
}

static const char *cause_of(const struct records *r, const struct snapshots *s)
{
	return arena_format(r->arena,
	                    "the %zu files %s snapshots of one profile: each "
	                    "contains the one before",
	                    s->n, s->are_sure ? "are" : "may be");
}

static const char *evidence_of(const struct records *r, const struct snapshots *s)
{
	return arena_format(r->arena,
	                    "no count falls from the file of %" PRIu64
	                    " samples to that of %" PRIu64 "%s",
	                    s->least, s->most,
	                    s->are_sure ? "; the chance of that in runs of "
	                                  "their own is below one in a million"
	                                : "");
}

/* Whether files that are nested should be asked about: of two there is often
 * one that contains the other. */
static bool is_likely(const struct snapshots *s)
{
	const double one_in_hundred = 4.6;

	return s->nsteps > 1 || s->evidence >= one_in_hundred;
}

void snapshots_note(struct records *r, const struct snapshots *s)
{
	r->are_snapshots = s->are_sure;
	if (!s->are_nested || !(s->are_sure || is_likely(s)))
		return;
	notes_add(&r->notes, s->are_sure ? NOTE_WARNING : NOTE_FACT, cause_of(r, s),
	          evidence_of(r, s),
	          "they are added up, so what came first may count many "
	          "times; \"set snapshots once\", with exact rules, counts "
	          "each for what it adds");
}

struct records *snapshots_intervals(const struct records *r, const struct snapshots *s,
                                    const bool *is_off, struct arena *arena)
{
	struct records *out = records_new(arena);
	struct arena *scratch = arena_new();
	size_t i;

	notes_add_all(&out->notes, r->notes.list, r->notes.n);
	out->off = r->off;
	out->noff = r->noff;
	for (i = 0; i < s->n; i++) {
		arena_reset(scratch);
		records_add_interval(out, r, i ? &r->files[s->order[i - 1]] : NULL, r,
		                     &r->files[s->order[i]], scratch);
	}
	for (i = 0; is_off && i < r->nfiles; i++)
		if (is_off[i])
			records_add_interval(out, r, NULL, r, &r->files[i], scratch);
	out->are_snapshots = s->are_sure;
	out->are_intervals = true;
	notes_add(&out->notes, NOTE_FACT, cause_of(out, s), evidence_of(out, s),
	          "each counts for what it adds, so the total is that of the "
	          "last one; \"set snapshots added\" adds them all up, as "
	          "gprof's listings and -s do");
	arena_free(scratch);
	return out;
}
