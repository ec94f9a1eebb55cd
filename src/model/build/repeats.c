/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/repeats.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/logarithms.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/build/contents.h"
#include "model/build/nesting.h"
#include "model/file_notes.h"
#include "model/records.h"

const double repeats_enough = 13.8;

/* ln(n!), about. */
static double log_factorial(double n)
{
	const double two_pi = 6.283185307;

	return n < 1 ? 0 : n * natural_log(n) - n + natural_log(two_pi * n) / 2 + 1 / (12 * n);
}

double equal_evidence(uint64_t count)
{
	const double n = (double)count, two_pi = 6.283185307;

	return n < 1 ? 0 : natural_log(two_pi * n) / 2 + 1 / (12 * n);
}

double all_equal_evidence(double nfiles, uint64_t count)
{
	const double most = 0.97, half = natural_log(nfiles) / 2;

	return count ? (nfiles - 1) * equal_evidence(count) + (half < most ? half : most) : 0;
}

/* The same of all bins of a file. */
double content_evidence(const struct content *c)
{
	double evidence = -equal_evidence(c->ticks);
	size_t i;

	for (i = 0; i < c->nbins; i++)
		evidence += equal_evidence(c->cells[i].count);
	return c->nbins ? evidence : 0;
}

/* How much more is needed, if so many of n files could be it. */
double repeats_choices(size_t n, size_t k)
{
	return log_factorial((double)n) - log_factorial((double)k) - log_factorial((double)(n - k));
}

void repeats_begin(struct repeats *f, struct records *r, const struct image *image,
                   struct progress *progress, struct arena *arena)
{
	enum { MOST_CELLS = 1 << 22 };

	*f = (struct repeats){ .records = r, .cells = MOST_CELLS };
	f->work.progress = progress;
	f->own = arena_new();
	f->list = arena_alloc(arena, r->nfiles, sizeof *f->list);
	f->calls = calls_seen_new(image, f->own);
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
bool repeats_make_cells(struct repeats *f, size_t file)
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

/* Files that count the same things, from the one with most samples on. */
uint32_t *repeats_order(const struct repeats *f, size_t *n)
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
bool content_is_less(const struct content *a, const struct content *b)
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

static bool is_equal(struct repeats *f, size_t a, size_t b)
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
		if (!is_equal(f, i, of))
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
