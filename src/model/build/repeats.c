/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/repeats.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/probability.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/records.h"

/* -ln of one in a million. */
static const double repeats_enough = 13.8;

/* -ln of a bound on the probability that a bin of another run counts the same,
 * whatever is expected of it; and that all bins of a file do, in a run that has
 * as many samples. */
static double equal_evidence(uint64_t count)
{
	const double n = (double)count, two_pi = 6.283185307;

	return n < 1 ? 0 : log(two_pi * n) / 2 + 1 / (12 * n);
}

/* The same of a bin of so many runs, whatever it counts: the n-th powers of
 * probabilities add up to n^-1/2 of the greatest, 1/e where counts are small. */
static double all_equal_evidence(double nfiles, uint64_t count)
{
	const double most = 0.97, half = log(nfiles) / 2;

	return count ? (nfiles - 1) * equal_evidence(count) + (half < most ? half : most) : 0;
}

/* The same of all bins of a file. */
static double content_evidence(const struct content *c)
{
	double evidence = -equal_evidence(c->ticks);
	size_t i;

	for (i = 0; i < c->nbins; i++)
		evidence += equal_evidence(c->cells[i].count);
	return c->nbins ? evidence : 0;
}

/* ln of the number of ways to choose k of n files: so much more evidence is
 * needed if any of them will do. */
static double repeats_choices(size_t n, size_t k)
{
	return log_gamma((double)n + 1) - log_gamma((double)k + 1) - log_gamma((double)(n - k) + 1);
}

void repeats_begin(struct repeats *f, struct records *r, const struct image *image,
                   keeps_symbol *keeps, struct progress *progress, struct arena *arena)
{
	enum { MOST_CELLS = 1 << 22 };

	*f = (struct repeats){ .records = r, .cells = MOST_CELLS };
	f->work.progress = progress;
	f->own = arena_new();
	f->list = arena_alloc(arena, r->nfiles, sizeof *f->list);
	f->calls = calls_seen_new(image, keeps, f->own);
	f->contents = contents_of(r, f->calls, &f->work, f->own);
}

void repeats_end(struct repeats *f)
{
	arena_free(f->own);
	f->own = NULL;
	f->contents = NULL;
}

bool repeats_are_sure(const struct repeats *f, size_t file)
{
	return f->list[file].kind != REPEAT_NONE && f->list[file].is_sure;
}

/* What a file counts, bin by bin and call by call; false if that would take
 * too much memory. */
/* What a file counts, bin by bin and call by call; false if that would take
 * too much memory. */
static bool repeats_make_cells(struct repeats *f, size_t file)
{
	struct content *c = &f->contents[file];
	const size_t room = content_room(f->records, file);

	if (c->cells)
		return true;
	if (room > f->cells || !work_pay(&f->work, 4 * room))
		return false;
	f->cells -= room;
	content_make_cells(c, f->records, file, f->calls, f->own);
	return true;
}

/* Files that count the same things and are no copies, from the one with most
 * samples on; shape: [*n]. */
/* Files that count the same things, from the one with most samples on. */
static uint32_t *repeats_order(const struct repeats *f, size_t *n)
{
	const size_t all = f->records->nfiles;
	struct keyed *keys = arena_space(f->own, all, sizeof *keys);
	uint32_t *order = arena_space(f->own, all, sizeof *order);
	size_t i;

	*n = 0;
	for (i = 0; i < all; i++)
		if (f->contents[i].kind != NO_ITEM && f->list[i].kind != REPEAT_COPY)
			keys[(*n)++] = (struct keyed){ ~f->contents[i].calls, (uint32_t)i };
	sort_keys(keys, *n, f->own);
	for (i = 0; i < *n; i++)
		keys[i].key = ~f->contents[keys[i].index].ticks;
	sort_keys(keys, *n, f->own);
	for (i = 0; i < *n; i++)
		order[i] = keys[i].index;
	return order;
}

/* Whether a file may be a part of another one by its sums. */
/* Whether a file may be a part of another one by its sums. */
static bool content_is_less(const struct content *a, const struct content *b)
{
	return a->kind == b->kind && a->ticks <= b->ticks && a->calls <= b->calls &&
	       (a->ticks < b->ticks || a->calls < b->calls);
}

static void found_copy(struct repeats *f, size_t file, size_t of, bool is_sure, const char *what)
{
	f->list[file] = (struct repeat){ REPEAT_COPY, is_sure,
		                         arena_format(f->records->arena, "%s %s", what,
		                                      f->records->files[of].path) };
}

static bool is_copy(const void *contents, uint32_t number, const void *wanted)
{
	const struct content *a = (const struct content *)contents + number;
	const struct content *b = wanted;

	return a->kind == b->kind && a->hash == b->hash && a->ticks == b->ticks &&
	       a->calls == b->calls;
}

static bool are_equal_files(struct repeats *f, size_t a, size_t b)
{
	const struct content *x = &f->contents[a], *y = &f->contents[b];

	return repeats_make_cells(f, a) && repeats_make_cells(f, b) && x->ncells == y->ncells &&
	       !memcmp(x->cells, y->cells, x->ncells * sizeof *x->cells);
}

void repeats_find_same(struct repeats *f, const uint32_t *same)
{
	size_t i;

	for (i = 0; i < f->records->nfiles; i++)
		if (same[i] != i)
			found_copy(f, i, same[i], true, "the same file as");
}

void repeats_find_copies(struct repeats *f)
{
	const size_t n = f->records->nfiles;
	const double choices = repeats_choices(n, n < 2 ? n : 2);
	struct index seen = { .arena = f->own };
	size_t i;

	for (i = 0; i < n; i++) {
		const struct content *c = &f->contents[i];
		double evidence;
		uint32_t of;

		if (c->kind == NO_ITEM || f->list[i].kind != REPEAT_NONE || !c->ticks)
			continue;
		of = index_find(&seen, c->hash, is_copy, f->contents, c);
		if (of == NO_ITEM) {
			index_add(&seen, c->hash, (uint32_t)i);
			continue;
		}
		if (!are_equal_files(f, i, of))
			continue;
		evidence = c->is_summed == f->contents[of].is_summed ? content_evidence(c) - choices
		                                                     : repeats_enough;
		if (evidence >= 1)
			found_copy(f, i, of, evidence >= repeats_enough, "a copy of");
	}
}

static bool contains(const struct content *c, const struct content *part)
{
	size_t i, k = 0;

	for (i = 0; i < part->ncells; i++) {
		while (k < c->ncells && c->cells[k].key < part->cells[i].key)
			k++;
		if (k == c->ncells || c->cells[k].key != part->cells[i].key ||
		    c->cells[k].count < part->cells[i].count)
			return false;
	}
	return true;
}

/* Whether a file surely is in a larger one. */
static bool is_part(struct repeats *f, uint32_t part, uint32_t of, double needed)
{
	struct records *r = f->records;
	const struct profile_file *a = &r->files[part], *b = &r->files[of];

	return work_pay(&f->work, 16) && file_bins_are_nested(r, a, r, b) &&
	       work_pay(&f->work, content_room(r, of)) &&
	       nesting_evidence(r, a, b, needed) >= needed && repeats_make_cells(f, part) &&
	       repeats_make_cells(f, of) && contains(&f->contents[of], &f->contents[part]);
}

void repeats_find_parts(struct repeats *f)
{
	size_t n, i, k;
	const uint32_t *order = repeats_order(f, &n);
	const double needed = repeats_enough + repeats_choices(n, n < 2 ? n : 2);

	for (i = 0; i < n; i++)
		for (k = 0; k < i && f->list[order[i]].kind == REPEAT_NONE; k++)
			if (f->list[order[k]].kind == REPEAT_NONE &&
			    content_is_less(&f->contents[order[i]], &f->contents[order[k]]) &&
			    is_part(f, order[i], order[k], needed))
				f->list[order[i]] = (struct repeat){
					REPEAT_PART, true,
					arena_format(f->records->arena, "contained in %s",
					             f->records->files[order[k]].path)
				};
}

/* One note about all files that repeat others in this way. */
static void note(struct repeats *f, enum repeat_kind kind, bool is_sure, const char *what,
                 const char *cure)
{
	const struct profile_file *files = f->records->files;
	struct arena *arena = f->records->arena;
	uint32_t *list = arena_space(arena, f->records->nfiles, sizeof *list);
	const char *may_be = is_sure ? "" : "may be ", *names, *evidence;
	size_t n = 0, i;

	for (i = 0; i < f->records->nfiles; i++)
		if (f->list[i].kind == kind && f->list[i].is_sure == is_sure)
			list[n++] = (uint32_t)i;
	if (!n)
		return;
	names = file_notes_names(f->records, list, n);
	evidence = arena_format(arena, "%" PRIu64 " samples, %" PRIu64 " calls",
	                        f->contents[list[0]].ticks, f->contents[list[0]].calls);
	notes_add(&f->records->notes, is_sure ? NOTE_WARNING : NOTE_FACT,
	          n == 1 ? arena_format(arena, "%s %s %s", names, is_sure ? "is" : "may be",
	                                f->list[list[0]].reason)
	                 : arena_format(arena, "%s: %s%s", names, may_be, what),
	          n == 1 ? evidence
	                 : arena_format(arena, "%s is %s: %s", files[list[0]].path,
	                                f->list[list[0]].reason, evidence),
	          cure);
}

static void note_kind(struct repeats *f, enum repeat_kind kind, const char *what, const char *sure,
                      const char *unsure)
{
	note(f, kind, true, what, sure);
	note(f, kind, false, what, unsure);
}

void repeats_note(struct repeats *f)
{
	note_kind(f, REPEAT_COPY, "copies of other files",
	          "it counts once; \"set copies added\" counts all, as "
	          "gprof's listings and -s do",
	          "it may be a run that counts the same by chance, so all "
	          "count; \"set copies once\" counts it once");
	note_kind(f, REPEAT_SUM, "sums of other files",
	          "its parts count; \"set sums added\" counts all, as "
	          "gprof's listings and -s do",
	          "it may be a run that counts as much by chance, so all "
	          "count; \"set sums once\" counts its parts only");
	note_kind(f, REPEAT_PART, "contained in other files",
	          "what others contain counts once; \"set sums added\" counts "
	          "all, as gprof's listings and -s do",
	          "");
}

/* Sums of other files: by subtraction, from the parts on that no other file
 * can stand for. */

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

/* A bin of any of the files. */
struct shared_bin {
	uint32_t index;
	bool is_equal;  /* in all files */
	uint64_t least; /* in any file */
};

struct shared_bins {
	struct shared_bin *list; /* by index; shape: [n] */
	size_t n, nequal;
};

/* Adds the bins of one more file; of the first one all are equal. */
static struct shared_bins add_bins(const struct shared_bins *to, const struct histogram *h,
                                   bool is_first, struct arena *arena)
{
	struct shared_bins out = { arena_space(arena, to->n + h->nused, sizeof *out.list), 0, 0 };
	size_t i = 0, k = 0;

	while (i < to->n || k < h->nused) {
		const bool is_old = i < to->n &&
		                    (k == h->nused || to->list[i].index <= h->bins[k].index);
		const bool is_new = k < h->nused &&
		                    (i == to->n || h->bins[k].index <= to->list[i].index);
		const uint64_t count = is_new ? h->bins[k].count : 0;
		struct shared_bin bin = { .is_equal = is_first, .least = is_first ? count : 0 };

		bin.index = is_new ? h->bins[k].index : to->list[i].index;
		if (is_old) {
			bin = to->list[i];
			bin.is_equal &= bin.least == count;
			bin.least = bin.least < count ? bin.least : count;
		}
		i += is_old;
		k += is_new;
		out.nequal += bin.is_equal;
		out.list[out.n++] = bin;
	}
	return out;
}

/* What is being looked for. */
struct finder {
	const struct records *r;
	const bool *is_off;
	struct shared_bins *bins; /* by histogram */
	size_t first, nfiles;     /* that are not off */
	struct arena *own;
};

static size_t count_equal(const struct finder *f)
{
	size_t n = 0, i;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		n += f->bins[i].nequal;
	return n;
}

/* Sums up bins of all files, as long as some are equal. */
static bool share_bins(struct finder *f)
{
	const struct records *r = f->r;
	struct arena *now = arena_within(f->own), *next = arena_within(f->own);
	size_t i, k;

	f->bins = arena_alloc(f->own, r->files[f->first].nhistograms, sizeof *f->bins);
	for (i = f->first; i < r->nfiles; i++) {
		struct arena *swap = now;

		if (f->is_off[i])
			continue;
		if (!file_is_alike(r, &r->files[f->first], r, &r->files[i]))
			return false;
		for (k = 0; k < r->files[i].nhistograms; k++)
			f->bins[k] = add_bins(&f->bins[k], &file_histograms(r, &r->files[i])[k],
			                      i == f->first, next);
		arena_reset(now);
		now = next;
		next = swap;
		if (!count_equal(f))
			return false;
	}
	return true;
}

/* ln of the likelihood ratio, at least, of bins some part of which are equal
 * because they were copied, against runs of their own. */
static double ratio_at(const struct finder *f, double nfiles, double part)
{
	double sum = 0;
	size_t i, k;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		for (k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];
			const double e = all_equal_evidence(nfiles, b->least);

			if (!b->is_equal)
				sum += log1p(-part);
			else if (e > 100)
				sum += e + log(part);
			else
				sum += log(part * exp(e) + 1 - part);
		}
	return sum;
}

static uint64_t equal_ticks(const struct finder *f)
{
	uint64_t ticks = 0;
	size_t i, k;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		for (k = 0; k < f->bins[i].n; k++)
			if (f->bins[i].list[k].is_equal)
				ticks += f->bins[i].list[k].least;
	return ticks;
}

/* The best of several parts, weighed by how likely each is: children mostly
 * have no samples of their own, because they inherit no timer. */
static double evidence_of(const struct finder *f, size_t nfiles)
{
	static const struct {
		double part, weight;
	} parts[] = { { 0.999, 0.8 }, { 0.9, 0.05 }, { 0.5, 0.05 }, { 0.1, 0.05 }, { 0.02, 0.05 } };
	double best = 0;
	size_t i;

	for (i = 0; i < sizeof parts / sizeof *parts; i++) {
		const double here = ratio_at(f, (double)nfiles, parts[i].part) +
		                    log(parts[i].weight);

		best = here > best ? here : best;
	}
	return best;
}

/* Calls of the first file, with the least count in any file; those that are not
 * equal in all are marked. */
static struct call *share_calls(const struct finder *f, bool *differs)
{
	const struct records *r = f->r;
	const struct profile_file *first = &r->files[f->first];
	struct call *least = arena_copy(f->own, file_calls(r, first), first->ncalls, sizeof *least);
	size_t i, k;

	for (i = f->first + 1; i < r->nfiles; i++) {
		struct arena *scratch;
		struct call_lookup lookup;

		if (f->is_off[i])
			continue;
		scratch = arena_new();
		lookup = call_lookup_in(file_calls(r, &r->files[i]), r->files[i].ncalls, scratch);
		for (k = 0; k < first->ncalls; k++) {
			const uint32_t at = call_lookup_find(&lookup, &least[k]);
			const uint64_t count = at == NO_ITEM ? 0 : lookup.calls[at].count;

			differs[k] |= count != least[k].count;
			if (count < least[k].count)
				least[k].count = count;
		}
		arena_free(scratch);
	}
	return least;
}

/* A file that has no more than all have: the parent, which waits.  Of ticks,
 * or of calls; or nfiles. */
static size_t find_parent(const struct finder *f, uint64_t least, bool of_calls)
{
	size_t i;

	for (i = f->first; i < f->r->nfiles; i++) {
		const struct profile_file *file = &f->r->files[i];

		if (!f->is_off[i] &&
		    least == (of_calls ? file_sum_calls(f->r, file) : file_sum_ticks(f->r, file)))
			return i;
	}
	return f->r->nfiles;
}

static void add_common_bins(const struct finder *f, struct common *out)
{
	const struct profile_file *first = &f->r->files[f->first];
	const struct histogram *like = file_histograms(f->r, first);
	struct arena *arena = out->part->arena;
	uint64_t least = 0;
	bool has_parent;
	size_t i, k;

	for (i = 0; i < first->nhistograms; i++)
		for (k = 0; k < f->bins[i].n; k++)
			least += f->bins[i].list[k].least;
	has_parent = find_parent(f, least, false) < f->r->nfiles;
	for (i = 0; i < first->nhistograms; i++) {
		struct histogram h = like[i];

		h.nused = h.room = 0;
		h.bins = arena_space(arena, f->bins[i].n, sizeof *h.bins);
		for (k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];

			if (b->least && (b->is_equal || has_parent))
				h.bins[h.nused++] = (struct bin){ b->least, b->index };
		}
		records_add_histogram(out->part, h);
	}
}

static void add_common_calls(const struct finder *f, struct common *out)
{
	const struct profile_file *first = &f->r->files[f->first];
	bool *differs = arena_alloc(f->own, first->ncalls, sizeof *differs);
	const struct call *least = share_calls(f, differs);
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < first->ncalls; i++)
		sum += least[i].count;
	out->keeper = find_parent(f, sum, true);
	for (i = 0; i < first->ncalls; i++)
		if (least[i].count && (!differs[i] || out->keeper < f->r->nfiles))
			records_add_call(out->part, least[i]);
	if (out->keeper == f->r->nfiles)
		out->keeper = f->first;
}

static uint64_t hash_of(const struct records *r, const struct profile_file *file)
{
	const struct histogram *h = file_histograms(r, file);
	uint64_t hash = 0;
	size_t i, k;

	for (i = 0; i < file->nhistograms; i++)
		for (k = 0; k < h[i].nused; k++)
			hash = hash_number(hash_number(hash, h[i].bins[k].index),
			                   h[i].bins[k].count);
	return hash_number(hash, file_sum_calls(r, file));
}

/* How many files are no copies of others. */
static size_t count_different(const struct finder *f)
{
	struct keyed *keys = arena_space(f->own, f->nfiles, sizeof *keys);
	size_t n = 0, different = 0, i;

	for (i = f->first; i < f->r->nfiles; i++)
		if (!f->is_off[i])
			keys[n++].key = hash_of(f->r, &f->r->files[i]);
	sort_keys(keys, n, f->own);
	for (i = 0; i < n; i++)
		different += !i || keys[i].key != keys[i - 1].key;
	return different;
}

/* Files that differ must show it by themselves; or, if they have nearly no other
 * samples, all together, which then are no mere copies.  That as many samples
 * are in all of them may be no chance. */
static void judge(const struct finder *f, size_t ndifferent, struct common *out)
{
	const double one_in_hundred = 4.6;
	const size_t nequal = count_equal(f);
	size_t nbins = 0, nfiles, i;
	double evidence;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		nbins += f->bins[i].n;
	nfiles = nbins - nequal <= 1 + nequal / 8 ? f->nfiles : ndifferent;
	evidence = evidence_of(f, nfiles);
	out->is_likely = evidence >= one_in_hundred;
	out->is_sure = evidence - all_equal_evidence((double)nfiles, equal_ticks(f)) >=
	               repeats_enough;
}

struct common common_find(const struct records *r, const bool *is_off, struct arena *arena)
{
	struct finder f = { .r = r, .is_off = is_off, .first = r->nfiles };
	struct common out = { .part = NULL };
	const struct profile_file *part;
	size_t different, i;

	for (i = r->nfiles; i-- > 0;)
		if (!is_off[i]) {
			f.first = i;
			f.nfiles++;
		}
	out.nfiles = f.nfiles;
	if (f.nfiles < 2)
		return out;
	f.own = arena_new();
	different = share_bins(&f) ? count_different(&f) : 1;
	if (different > 1) {
		out.part = records_new(arena);
		judge(&f, different, &out);
		records_add_file(out.part, r->files[f.first].path, r->files[f.first].format);
		add_common_bins(&f, &out);
		add_common_calls(&f, &out);
		part = &out.part->files[0];
		out.ticks = file_sum_ticks(out.part, part);
		out.calls = file_sum_calls(out.part, part);
	}
	arena_free(f.own);
	return out;
}

struct records *common_counted_once(const struct records *r, const struct common *common,
                                    const bool *is_off, struct arena *arena)
{
	const struct records *part = common->part;
	struct records *out = records_new(arena);
	struct arena *scratch = arena_new();
	size_t i;

	notes_add_all(&out->notes, r->notes.list, r->notes.n);
	out->off = r->off;
	out->noff = r->noff;
	for (i = 0; i < r->nfiles; i++) {
		arena_reset(scratch);
		records_add_interval(out, part,
		                     i == common->keeper || is_off[i] ? NULL : &part->files[0], r,
		                     &r->files[i], scratch);
	}
	out->is_common_once = true;
	arena_free(scratch);
	return out;
}

void common_note(struct records *r, const struct common *c, const bool *is_off)
{
	uint32_t *files;
	size_t n = 0, i;

	if (!c->is_likely)
		return;
	files = arena_space(r->arena, r->nfiles, sizeof *files);
	for (i = 0; i < r->nfiles; i++)
		if (!is_off[i])
			files[n++] = (uint32_t)i;
	notes_add(&r->notes, c->is_sure ? NOTE_WARNING : NOTE_FACT,
	          arena_format(r->arena,
	                       "%s %s samples in common, as children of "
	                       "fork() have those of their parent",
	                       file_notes_names(r, files, n), c->is_sure ? "have" : "may have"),
	          arena_format(r->arena,
	                       "the same in each: %" PRIu64 " samples, %" PRIu64
	                       " calls; the chance of that in runs of their "
	                       "own is below one in a %s",
	                       c->ticks, c->calls, c->is_sure ? "million" : "hundred"),
	          c->is_sure ? "they count once; \"set common added\" counts "
	                       "them in each file, as gprof's listings and -s do"
	                     : "they count in each file; \"set common once\" "
	                       "counts them once");
}

/* Whether n records of `size` bytes are `times` times the same. */
static bool is_period(const void *list, size_t n, size_t size, size_t times)
{
	const size_t part = n / times * size;
	size_t i;

	for (i = 1; i < times; i++)
		if (part && memcmp(list, (const char *)list + i * part, part))
			return false;
	return true;
}

/* Whether histograms count the same. */
static bool is_equal(const struct histogram *a, const struct histogram *b)
{
	size_t i;

	if (!histogram_is_like(a, b) || a->nused != b->nused)
		return false;
	for (i = 0; i < a->nused; i++)
		if (a->bins[i].index != b->bins[i].index || a->bins[i].count != b->bins[i].count)
			return false;
	return true;
}

/* How many times a file has all its records; a part of a sum too large for one
 * record has full bins. */
static size_t times_of(const struct records *r, const struct profile_file *file)
{
	const struct histogram *h = file_histograms(r, file);
	size_t times, part, i;

	for (times = file->nhistograms; times > 1; times--) {
		part = file->nhistograms / times;
		if (file->nhistograms % times || file->ncalls % times || file->nblocks ||
		    !is_period(file_calls(r, file), file->ncalls, sizeof(struct call), times))
			continue;
		for (i = part; i < file->nhistograms; i++)
			if (!is_equal(&h[i - part], &h[i]) || histogram_has_full_bin(&h[i]))
				break;
		if (i == file->nhistograms)
			return times;
	}
	return 1;
}

struct records *records_without_appended(struct records *r, struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct records all = *r, *out = r;
	uint32_t *list = arena_space(arena, r->nfiles, sizeof *list);
	size_t most = 1, n = 0, i;

	all.files = arena_copy(scratch, r->files, r->nfiles, sizeof *r->files);
	for (i = 0; i < r->nfiles; i++) {
		const size_t times = times_of(r, &r->files[i]);

		all.files[i].nhistograms /= times;
		all.files[i].ncalls /= times;
		most = times > most ? times : most;
		if (times > 1)
			list[n++] = (uint32_t)i;
	}
	if (n) {
		notes_add(&r->notes, NOTE_WARNING,
		          arena_format(r->arena, "%s: the same records %zu times",
		                       file_notes_names(r, list, n), most),
		          "a file that is appended to itself counts all again",
		          "they count once; \"set copies added\" counts all, "
		          "as gprof's listings and -s do");
		out = records_new(arena);
		notes_add_all(&out->notes, r->notes.list, r->notes.n);
		out->off = r->off;
		out->noff = r->noff;
		for (i = 0; i < r->nfiles; i++)
			records_add_interval(out, r, NULL, &all, &all.files[i], scratch);
	}
	arena_free(scratch);
	return out;
}
