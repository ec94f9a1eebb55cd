/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/snapshots.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/distributions.h"
#include "base/logarithms.h"
#include "base/sort.h"
#include "model/build/intervals.h"
#include "model/build/nesting.h"
#include "model/notes.h"
#include "model/records.h"

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
	bool nested = !r->passing;
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
static double spread_evidence(const struct spread *s, size_t nsteps)
{
	const double least_variance = 0.7, regular = 0.999;
	const double n = (double)nsteps;
	double factor;

	if (s->freedom <= 0 || chi2_tail(s->chi2, s->freedom) > regular)
		return 0;
	factor = natural_exp(natural_log(n + 1) / n + s->log_weights / s->freedom) / 2;
	return -natural_log_1p(-chi2_tail(s->chi2 / factor / least_variance, s->freedom));
}

/* Adds up what each file tells that has more samples than the one before:
 * copies of a file are nested, too. */
static void find_evidence(struct snapshots *s, const struct records *r)
{
	struct spread all = { 0 };
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
