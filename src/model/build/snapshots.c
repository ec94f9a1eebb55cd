/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/repeats.h"

#include "base/probability.h"

static bool are_nested(const struct contents *contents, const struct snapshots *s) {
	const struct content *list = contents->list;
	const struct records *r = contents->records;
	const uint32_t *order = s->order;
	SCRATCH struct arena *scratch = arena_new();
	bool nested = !r->is_merged;

	for (size_t i = 0; i < s->n && nested; i++)
		nested = list[order[i]].kind != NO_ITEM &&
		         list[order[i]].kind == list[order[0]].kind;
	for (size_t i = 1; i < s->n && nested; i++) {
		arena_reset(scratch);
		nested = file_is_nested(r, &r->files[order[i - 1]], r, &r->files[order[i]],
		                        scratch);
	}
	return nested;
}

/* -ln of how likely it is that files of their own differ so little from one to the next.  Each is
 * part of two steps.  Weighted chi-squares, also such that depend on each other, are not as often
 * so low as those of their mean factor.  There are programs whose samples have less than Poisson's
 * variance, half of it where two files are all there is; where even snapshots would differ more,
 * samples are no chance. */
static double spread_evidence(const struct step_spread *s, size_t nsteps) {
	const double least_variance = nsteps > 1 ? 0.7 : 0.5, regular = 0.999;
	const double n = (double)nsteps;

	if (s->freedom <= 0 || chi2_tail(s->chi2, s->freedom) > regular)
		return 0;
	double factor = exp(log(n + 1) / n + s->log_weights / s->freedom) / 2;
	return -log1p(-chi2_tail(s->chi2 / factor / least_variance, s->freedom));
}

/* Adds up what each file tells that has more samples than the one before: copies of a file are
 * nested, too. */
static void find_evidence(const struct content *list, struct snapshots *s) {
	struct step_spread all = { 0 };

	s->most = s->least = list[s->order[0]].ticks;
	for (size_t i = 1; i < s->n; i++) {
		const struct content *a = &list[s->order[i - 1]], *b = &list[s->order[i]];

		if (b->ticks == s->most)
			continue;
		s->most = b->ticks;
		s->nsteps++;
		if (s->evidence < sure_evidence)
			s->evidence += nesting_evidence(a, b, sure_evidence);
		nesting_spread(a, b, &all);
	}
	if (!s->nsteps)
		return;
	double spread = spread_evidence(&all, s->nsteps);
	if (spread > s->evidence)
		s->evidence = spread < sure_evidence ? spread : sure_evidence;
}

/* Looks whether the order by sums is that in which a board sent the files, and whether one counts
 * more time than had passed since the one before: then nothing was reset in between.  Clocks may
 * differ by a tenth. */
static void look_at_order(const struct contents *contents, struct snapshots *s) {
	const struct records *r = contents->records;

	s->are_in_order = s->are_nested && s->nsteps;
	for (size_t i = 1; i < s->n && s->are_in_order; i++) {
		const struct profile_file *a = &r->files[s->order[i - 1]];
		const struct profile_file *b = &r->files[s->order[i]];
		const struct histogram *h = &r->histograms[b->first_histogram];

		s->are_in_order = a < b && a->url && b->url && !strcmp(a->url, b->url);
		s->is_too_much |= b->nhistograms && h->rate && !strcmp(h->dimension, "seconds") &&
		                  (double)contents->list[s->order[i]].ticks >
		                          1.1 * h->rate * (b->fetched_s - a->fetched_s + 1);
	}
	s->is_too_much &= s->are_in_order;
}

struct snapshots snapshots_find(const struct contents *contents, const bool *is_off,
                                struct arena *arena) {
	const struct records *r = contents->records;
	struct snapshots s = { .evidence = 0 };
	struct keyed *keys = arena_space(contents->arena, r->nfiles, sizeof *keys);

	for (size_t i = 0; i < r->nfiles; i++)
		if (!is_off || !is_off[i])
			keys[s.n++] = (struct keyed){ file_sum_calls(r, &r->files[i]),
				                      (uint32_t)i };
	s.order = contents_sort(contents, keys, s.n, false, arena);
	s.are_nested = s.n > 1 && are_nested(contents, &s);
	if (s.are_nested)
		find_evidence(contents->list, &s);
	look_at_order(contents, &s);
	if (s.are_in_order) /* by chance each order is as likely */
		s.evidence += lgamma((double)s.nsteps + 2);
	s.are_sure = s.is_too_much ||
	             s.evidence >= (s.are_in_order ? likely_evidence : sure_evidence);
	return s;
}

static const char *cause_of(const struct records *r, const struct snapshots *s) {
	return arena_format(r->arena,
	                    "the %zu files %s snapshots of one profile: each contains the one "
	                    "before",
	                    s->n, s->are_sure ? "are" : "may be");
}

static const char *evidence_text(const struct records *r, const struct snapshots *s) {
	return arena_format(
		r->arena,
		"no count decreases from the file of %" PRIu64 " samples to that of %" PRIu64 "%s",
		s->least, s->most,
		!s->are_sure      ? ""
		: s->is_too_much  ? ", and there was no time for that many since the "
				    "one before was fetched"
		: s->are_in_order ? ", as they were fetched; in separate runs the chance of "
				    "that is below one in a hundred"
				  : "; in separate runs the chance of that is below one in a "
				    "million");
}

void snapshots_note(struct records *r, const struct snapshots *s) {
	r->are_snapshots = s->are_sure;
	r->may_be_snapshots |= s->are_in_order && !s->are_sure;
	/* Of two files there is often one that contains the other. */
	const bool is_likely = s->nsteps > 1 || s->are_in_order || s->evidence >= likely_evidence;
	if (!s->are_nested || !(s->are_sure || is_likely))
		return;
	notes_add(&r->notes, s->are_sure ? NOTE_WARNING : NOTE_FACT, cause_of(r, s),
	          evidence_text(r, s),
	          "they are added up, so early samples may count many times; \"set snapshots "
	          "once\", with exact rules, counts each for what it adds");
}

struct records *snapshots_intervals(const struct records *r, const struct snapshots *s,
                                    const bool *is_off, struct arena *arena) {
	struct records *out = records_like(r, arena);
	SCRATCH struct arena *scratch = arena_new();

	for (size_t i = 0; i < s->n; i++) {
		arena_reset(scratch);
		records_add_interval(out, r, i ? &r->files[s->order[i - 1]] : NULL, r,
		                     &r->files[s->order[i]], scratch);
	}
	for (size_t i = 0; is_off && i < r->nfiles; i++)
		if (is_off[i])
			records_add_interval(out, r, NULL, r, &r->files[i], scratch);
	out->are_snapshots = s->are_sure;
	out->are_intervals = true;
	notes_add(&out->notes, NOTE_FACT, cause_of(out, s), evidence_text(out, s),
	          "each counts for what it adds, so the total is that of the last one; \"set "
	          "snapshots added\" adds them all up, as gprof's listings and -s do");
	return out;
}
