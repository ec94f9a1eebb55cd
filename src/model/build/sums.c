/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of other files: by subtraction, from the parts on that no other file
 * can stand for. */
#include "model/build/repeats.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/contents.h"
#include "model/build/nesting.h"
#include "model/file_notes.h"
#include "model/records.h"

/* Files that a sum may be of, and what they leave of it. */
struct sum_search {
	struct repeats *f;
	size_t file;
	uint32_t *list; /* largest first; shape: [n] */
	size_t n;
	uint32_t *parts; /* found so far; shape: [nparts] */
	size_t nparts;
	uint64_t *left; /* of each cell */
	uint64_t *sums; /* of all that may be parts */
};

/* Whether what a file holds is left of each cell; optionally takes it away, or
 * adds it to the sums. */
static bool fits(struct sum_search *s, uint32_t part, bool takes, uint64_t *adds_to)
{
	const struct content *sum = &s->f->contents[s->file];
	const struct content *c = &s->f->contents[part];
	size_t i, k = 0;

	for (i = 0; i < c->ncells; i++, k++) {
		const struct cell *cell = &c->cells[i];

		while (k < sum->ncells && sum->cells[k].key < cell->key)
			k++;
		if (k == sum->ncells || sum->cells[k].key != cell->key || s->left[k] < cell->count)
			return false;
		if (takes)
			s->left[k] -= cell->count;
		if (adds_to)
			adds_to[k] += cell->count;
	}
	return true;
}

static bool is_nothing_left(const struct sum_search *s)
{
	size_t i;

	for (i = 0; i < s->f->contents[s->file].ncells; i++)
		if (s->left[i])
			return false;
	return true;
}

/* Keeps files that fit into what is left, and sums them up; false if a cell
 * cannot be filled with them. */
static bool keep_fitting(struct sum_search *s)
{
	const size_t ncells = s->f->contents[s->file].ncells;
	size_t i, n = 0;

	memset(s->sums, 0, ncells * sizeof *s->sums);
	for (i = 0; i < s->n; i++) {
		const uint32_t part = s->list[i];

		if (!work_pay(&s->f->work, 2 * s->f->contents[part].ncells + ncells / 8))
			return false;
		if (!fits(s, part, false, NULL))
			continue;
		fits(s, part, false, s->sums);
		s->list[n++] = part;
	}
	s->n = n;
	for (i = 0; i < ncells; i++)
		if (s->sums[i] < s->left[i])
			return false;
	return n > 0;
}

/* Whether nothing else could fill one of the cells that the file has. */
static bool is_needed(const struct sum_search *s, uint32_t part)
{
	const struct content *sum = &s->f->contents[s->file];
	const struct content *c = &s->f->contents[part];
	size_t i, k = 0;

	for (i = 0; i < c->ncells; i++) {
		while (sum->cells[k].key < c->cells[i].key)
			k++;
		if (s->sums[k] == s->left[k])
			return true;
	}
	return false;
}

/* Takes all files that are needed; or, if none is, the largest.  False if they
 * are too much together. */
static bool take_needed(struct sum_search *s)
{
	bool *is_taken = arena_alloc(s->f->own, s->n, sizeof *is_taken);
	bool any = false;
	size_t i, n = 0;

	for (i = 0; i < s->n; i++)
		any |= is_taken[i] = is_needed(s, s->list[i]);
	is_taken[0] |= !any;
	for (i = 0; i < s->n; i++)
		if (!is_taken[i])
			s->list[n++] = s->list[i];
		else if (fits(s, s->list[i], true, NULL))
			s->parts[s->nparts++] = s->list[i];
		else
			return false;
	s->n = n;
	return true;
}

static bool adds_up(struct sum_search *s)
{
	const struct content *sum = &s->f->contents[s->file];
	size_t i;

	s->left = arena_space(s->f->own, sum->ncells, sizeof *s->left);
	s->sums = arena_space(s->f->own, sum->ncells, sizeof *s->sums);
	s->parts = arena_space(s->f->own, s->n, sizeof *s->parts);
	for (i = 0; i < sum->ncells; i++)
		s->left[i] = sum->cells[i].count;
	while (!is_nothing_left(s))
		if (!keep_fitting(s) || !take_needed(s))
			return false;
	return s->nparts > 1;
}

/* Calls that are exact sums although the parts differ in more than how often
 * they do all: runs of equal work show nothing by that. */
static double calls_evidence(const struct sum_search *s)
{
	const struct content *sum = &s->f->contents[s->file];
	const struct content *c = &s->f->contents[s->parts[0]];
	const double of_one = 2, most = 10;
	double evidence = 0, share = -1;
	size_t i, k = sum->nbins;

	for (i = c->nbins; i < c->ncells && evidence < most; i++) {
		double here;

		while (sum->cells[k].key < c->cells[i].key)
			k++;
		here = (double)c->cells[i].count / (double)sum->cells[k].count;
		if (share >= 0 && fabs(here - share) > 1e-9)
			evidence += of_one;
		share = here;
	}
	return evidence;
}

/* How much more than the number of choices shows that a file is a sum; below 0
 * it is as likely to be chance. */
static double sum_evidence(const struct sum_search *s, size_t nfiles)
{
	enum { LEAST_CALLS = 8 };
	const struct content *sum = &s->f->contents[s->file];
	size_t i;

	for (i = 0; i < s->nparts; i++)
		if (s->f->contents[s->parts[i]].is_summed)
			break;
	if (sum->is_summed && i == s->nparts)
		return repeats_enough;
	if (!sum->nbins)
		return sum->ncells >= LEAST_CALLS ? repeats_enough : -1;
	return content_evidence(sum) + calls_evidence(s) - repeats_choices(nfiles, s->nparts);
}

static int by_file(const void *a, const void *b, const void *context)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static void found_sum(struct sum_search *s, size_t nfiles)
{
	struct repeats *f = s->f;
	struct repeat *repeat = &f->list[s->file];
	const double evidence = sum_evidence(s, nfiles);

	if (evidence < 0)
		return;
	repeat->is_sure = evidence >= repeats_enough;
	sort_stable(s->parts, s->nparts, sizeof *s->parts, by_file, NULL, f->own);
	repeat->kind = REPEAT_SUM;
	repeat->reason = arena_format(f->records->arena, "the sum of %s",
	                              file_notes_names(f->records, s->parts, s->nparts));
}

/* Looks for parts of a file among others, largest first. */
static void search(struct repeats *f, size_t file, const uint32_t *order, size_t n, bool of_all)
{
	struct records *r = f->records;
	struct sum_search s = { .f = f, .file = file };
	uint64_t ticks = 0, calls = 0;
	size_t i;

	s.list = arena_space(f->own, n, sizeof *s.list);
	for (i = 0; i < n; i++) {
		const struct content *c = &f->contents[order[i]];

		if (order[i] == file || !(c->ticks || c->calls) ||
		    !content_is_less(c, &f->contents[file]) || !work_pay(&f->work, 16))
			continue;
		if (!of_all && !file_bins_are_nested(r, &r->files[order[i]], r, &r->files[file]))
			continue;
		ticks += c->ticks;
		calls += c->calls;
		s.list[s.n++] = order[i];
	}
	if (s.n < 2 || ticks < f->contents[file].ticks || calls < f->contents[file].calls)
		return;
	for (i = 0; i < s.n; i++)
		if (!repeats_make_cells(f, s.list[i]))
			return;
	if (repeats_make_cells(f, file) && adds_up(&s))
		found_sum(&s, of_all ? s.nparts + 1 : n);
}

/* The two least of all; their sum. */
static uint64_t two_least(const struct repeats *f, const uint32_t *order, size_t n, bool of_calls)
{
	uint64_t least = UINT64_MAX / 2, next = UINT64_MAX / 2;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct content *c = &f->contents[order[i]];
		const uint64_t here = of_calls ? c->calls : c->ticks;

		if (!c->ticks && !c->calls)
			continue;
		next = here < least ? least : here < next ? here : next;
		least = here < least ? here : least;
	}
	return least + next;
}

static bool is_sum_of_all(const struct repeats *f, const uint32_t *order, size_t n)
{
	const struct content *most = &f->contents[order[0]];
	uint64_t ticks = 0, calls = 0, hash = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		ticks += f->contents[order[i]].ticks;
		calls += f->contents[order[i]].calls;
		hash += f->contents[order[i]].hash;
	}
	return ticks == 2 * most->ticks && calls == 2 * most->calls && hash == 2 * most->hash;
}

void repeats_find_sums(struct repeats *f, bool of_all)
{
	size_t n, i;
	const uint32_t *order = repeats_order(f, &n);
	uint64_t ticks, calls;

	if (n < 3)
		return;
	if (of_all) {
		if (is_sum_of_all(f, order, n))
			search(f, order[0], order, n, true);
		return;
	}
	ticks = two_least(f, order, n, false);
	calls = two_least(f, order, n, true);
	for (i = 0; i + 2 < n && !f->work.is_spent; i++) {
		const struct content *c = &f->contents[order[i]];

		if (f->list[order[i]].kind == REPEAT_NONE && c->ticks >= ticks && c->calls >= calls)
			search(f, order[i], order + i, n - i, false);
	}
}
