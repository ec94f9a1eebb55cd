/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include <math.h>

#include "base/arena.h"
#include "model/compare/comparison.h"
#include "model/compare/matching.h"
#include "model/compare/side.h"
#include "model/profile.h"
#include "model/runs.h"
#include "views/columns.h"
#include "views/diff_row.h"
#include "views/view.h"

/* "+0.043 s", of ticks in a run. */
static const char *said_delta(const struct table *t, double ticks)
{
	const struct profile *p = t->data->profile;

	if (p->rate <= 0)
		return arena_format(t->arena, "%+.1f samples", ticks);
	return arena_format(t->arena, "%+.3f %s", ticks / p->rate,
	                    p->abbreviation == 's' ? "s" : p->dimension);
}

static const char *said_change(const struct table *t, double ratio)
{
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, percent_change(100 * (ratio - 1)));
	return arena_format(t->arena, "%s", shown);
}

static const char *said_number(const struct table *t, double calls)
{
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, samples(calls));
	return arena_format(t->arena, "%s", shown);
}

/* What times are compared per, in other words than "a run". */
static const char *per_words(const struct table *t, const struct differences *all)
{
	switch (all->per.what) {
	case PER_TOTAL:
		return " for the same total time";
	case PER_TYPICAL:
		return " if the typical function had not changed";
	case PER_CALLS:
		return arena_format(t->arena, " for the same calls of %s",
		                    said_name(t, all->per.func));
	case PER_RUN:
		break;
	}
	return "";
}

static const char *said_interval(const struct table *t, const struct change *c)
{
	return arena_format(t->arena,
	                    "; with 95 %% confidence the change is between "
	                    "%s and %s",
	                    said_change(t, c->low), said_change(t, c->high));
}

/* How much the time changed. */
static const char *time_changed(const struct table *t, const struct diff_row *r)
{
	const struct difference *d = &r->d;
	const bool is_on_both = d->base.is_there && d->new.is_there;

	return arena_format(
		t->arena, "%s a run%s%s.", said_delta(t, d->new.ticks - d->base.ticks),
		per_words(t, r->all),
		is_on_both && d->change && d->change->is_tested ? said_interval(t, d->change) : "");
}

static const char *one_side_calls(const struct table *t, const struct difference_side *side)
{
	return side->is_counted ? arena_format(t->arena,
	                                       "  It was called %s times a "
	                                       "run.",
	                                       said_number(t, side->calls))
	                        : "";
}

/* Called more, or dearer: exact, because calls are counted.
 * delta = (n2 - n1) c1 + n2 (c2 - c1), n calls and c the time of one. */
static const char *calls_changed(const struct table *t, const struct diff_row *r)
{
	const struct difference_side *b = &r->d.base, *n = &r->d.new;
	const double more = b->calls > 0 ? (n->calls - b->calls) * b->ticks / b->calls : 0;
	const double dearer = n->ticks - b->ticks - more;

	if (!b->is_there || !n->is_there)
		return one_side_calls(t, b->is_there ? b : n);
	if (!b->is_counted || !n->is_counted || b->calls <= 0 || n->calls <= 0)
		return "";
	if (fabs(n->calls - b->calls) <= 1e-9 * b->calls)
		return arena_format(t->arena,
		                    "  It was called equally often, %s times a "
		                    "run, so the difference is in the cost of "
		                    "each call.",
		                    said_number(t, n->calls));
	return arena_format(t->arena,
	                    "  Calls went from %s to %s a run (%s), which "
	                    "accounts for %s; the cost of each call accounts "
	                    "for %s.",
	                    said_number(t, b->calls), said_number(t, n->calls),
	                    said_change(t, n->calls / b->calls), said_delta(t, more),
	                    said_delta(t, dearer));
}

static const char *verdict_words(const struct table *t, const struct diff_row *r)
{
	const struct change *c = r->d.change;
	const struct changes *changes = r->all->changes;

	switch (r->d.verdict) {
	case VERDICT_ALL:
		return arena_format(t->arena,
		                    "  The typical function changed about as much "
		                    "(%s): the machine, flags or input are more "
		                    "likely the cause than any one function.",
		                    said_change(t, changes->typical));
	case VERDICT_SLOWER:
	case VERDICT_FASTER:
		return changes->knows_noise ? "  Of the rows marked slower or faster, at most "
		                              "5 % are expected to be chance."
		                            : "  The noise between runs is not known, because "
		                              "each side has only one run; 3 % is assumed.";
	case VERDICT_NOISE:
	case VERDICT_CALLS:
		break;
	case VERDICT_NEW:
	case VERDICT_GONE:
		return "";
	}
	if (c && c->is_tested && c->runs_needed > 0)
		return arena_format(t->arena,
		                    "  This may be noise; with %s runs of each "
		                    "side, a change of this size would be "
		                    "found in 80 %% of all cases.",
		                    said_count(t, runs_needed(c)));
	return c && c->is_tested ? "  This may be noise." : "  There are too few samples to tell.";
}

/* The functions of the base in a match, where a family has several. */
static const char *family_words(const struct table *t, const struct match *m)
{
	enum { MOST = 8 };
	const struct func *base = t->data->comparison->base->data.profile->funcs;
	const char *list = "";
	size_t i;

	if (!m->nbase || m->nbase + m->nnew <= 2)
		return "";
	for (i = 0; i < m->nbase && i < MOST; i++)
		list = arena_format(t->arena, "%s%s%s", list, i ? ", " : "", base[m->base[i]].name);
	if (m->nbase > MOST)
		list = arena_format(t->arena, "%s and %zu more", list, m->nbase - MOST);
	return arena_format(t->arena, "  In the base: %s.", list);
}

/* Which functions they are, and why these. */
static const char *matched_words(const struct table *t, const struct diff_row *r)
{
	const struct matching *matching = r->all->comparison->matching;
	const struct match *m = &matching->list[r->d.match];

	return arena_format(t->arena, "  %s%s", match_words(m->how), family_words(t, m));
}

static const char *group_words(const struct table *t, const struct diff_row *r)
{
	if (r->part == DIFF_MEMBER)
		return arena_format(t->arena,
		                    "  It is compared together with %s, because "
		                    "on one side one is inlined into the other.",
		                    diff_name(t, r->head));
	return r->d.nmembers > 1 ? "  Its figures are the sum of the rows below it: on "
	                           "one side the others are inlined into the first."
	                         : "";
}

static const char *function_words(const struct table *t, const struct diff_row *r)
{
	return arena_format(t->arena, "%s%s%s%s%s", time_changed(t, r), calls_changed(t, r),
	                    r->part == DIFF_MEMBER ? "" : verdict_words(t, r), matched_words(t, r),
	                    group_words(t, r));
}

static const char *total_words(const struct table *t, const struct diff_row *r)
{
	const struct comparison *c = r->all->comparison;

	return arena_format(t->arena,
	                    "%s%s  %zu run%s of the new side, %zu of the base.  Calls are "
	                    "equal in %zu of %zu functions.",
	                    time_changed(t, r), verdict_words(t, r), c->new->runs->n,
	                    c->new->runs->n == 1 ? "" : "s", c->base->runs->n, c->work.equal,
	                    c->work.all);
}

const char *explain_diff(const struct table *t, const void *item)
{
	const struct diff_row *r = item;

	switch (r->part) {
	case DIFF_TOTAL:
		return total_words(t, r);
	case DIFF_TYPICAL:
		return "The median change of the functions with enough "
		       "samples, which a few that changed do not move.  A "
		       "function that changed as much is not a finding.";
	case DIFF_REST:
		return "Functions whose change may be chance, added up, so "
		       "that the rows still make the total.  Enter or Right "
		       "shows them.";
	case DIFF_FUNCTION:
	case DIFF_MEMBER:
		break;
	}
	return function_words(t, r);
}
