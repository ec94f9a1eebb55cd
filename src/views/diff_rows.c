/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/diff_rows.h"

#include <math.h>

#include "base/arena.h"
#include "model/compare/comparison.h"
#include "model/compare/matching.h"
#include "model/profile.h"
#include "model/runs.h"
#include "views/explain.h"
#include "views/view.h"

const char *base_name(const struct table *t, const struct func *f) {
	return comparison_base_name(t->data->comparison, f, t->query->display.names);
}

/* Ticks of a run, in the unit that the query asks for. */
static struct value run_value(const struct field *field, double ticks) {
	const struct table *t = field->table;
	const struct profile *p = t->data->profile;
	const double runs = (double)t->data->comparison->new->runs->n;
	enum { DIGITS = 3 };
	struct value value;

	if (display_is_in_percent(&t->query->display))
		return percent(ticks * runs, p->total_ticks);
	if (t->query->display.amounts == AMOUNT_SAMPLES || p->rate <= 0)
		return samples(ticks);
	value = amount(ticks / p->rate);
	value.digits = DIGITS;
	return value;
}

static struct value get_row(const struct field *field) {
	static const char *const names[] = {
		[DIFF_TOTAL] = "total",       [DIFF_TYPICAL] = "typical",
		[DIFF_FUNCTION] = "function", [DIFF_MEMBER] = "function",
		[DIFF_REST] = "rest",
	};
	const struct diff_row *r = field->item;

	return text(names[r->part]);
}

static struct value get_base(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part != DIFF_TYPICAL && r->d.base.is_there ? run_value(field, r->d.base.ticks)
	                                                     : no_value();
}

static struct value get_new(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part != DIFF_TYPICAL && r->d.new.is_there ? run_value(field, r->d.new.ticks)
	                                                    : no_value();
}

static struct value get_delta(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part == DIFF_TYPICAL ? no_value()
	                               : run_value(field, r->d.new.ticks - r->d.base.ticks);
}

/* By how many percent; nothing where there was nothing. */
static struct value change_between(double base, double new) {
	const double apart = new - base;

	if (base <= 0)
		return no_value();
	return percent_change(apart > 1e-9 * base || -apart > 1e-9 * base ? 100 * (new / base - 1)
	                                                                  : 0);
}

static struct value get_change(const struct field *field) {
	const struct diff_row *r = field->item;

	if (r->part == DIFF_TYPICAL)
		return percent_change(100 * (r->d.change->ratio - 1));
	return r->d.base.is_there && r->d.new.is_there
	               ? change_between(r->d.base.ticks, r->d.new.ticks)
	               : no_value();
}

/* The change that has an interval, or NULL. */
static const struct change *interval_of(const struct diff_row *r) {
	if (r->part == DIFF_TYPICAL)
		return r->d.change;
	return r->d.change && r->d.change->is_tested && r->d.base.is_there && r->d.new.is_there
	               ? r->d.change
	               : NULL;
}

static struct value get_low(const struct field *field) {
	const struct change *c = interval_of(field->item);

	return c ? percent_change(100 * (c->low - 1)) : no_value();
}

static struct value get_high(const struct field *field) {
	const struct change *c = interval_of(field->item);

	return c ? percent_change(100 * (c->high - 1)) : no_value();
}

static struct value get_interval(const struct field *field) {
	const struct change *c = interval_of(field->item);
	char low[24], high[24];

	if (!c)
		return no_value();
	change_bound(low, sizeof low, 100 * (c->low - 1));
	change_bound(high, sizeof high, 100 * (c->high - 1));
	return text(arena_format(field->table->arena, "%s..%s", low, high));
}

static struct value get_called(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->d.base.is_counted && r->d.new.is_counted && r->part != DIFF_REST
	               ? change_between(r->d.base.calls, r->d.new.calls)
	               : no_value();
}

static struct value get_cost(const struct field *field) {
	const struct diff_row *r = field->item;
	const double base = r->d.base.calls, new = r->d.new.calls;

	return base > 0 && new > 0 && r->part != DIFF_REST
	               ? change_between(r->d.base.ticks / base, r->d.new.ticks / new)
	               : no_value();
}

static struct value calls_of(const struct difference_side *side) {
	return side->is_counted ? mean_count(side->calls) : no_value();
}

static struct value get_base_calls(const struct field *field) {
	const struct diff_row *r = field->item;

	return calls_of(&r->d.base);
}

static struct value get_new_calls(const struct field *field) {
	const struct diff_row *r = field->item;

	return calls_of(&r->d.new);
}

static struct value get_verdict(const struct field *field) {
	const struct diff_row *r = field->item;

	if (r->part == DIFF_TYPICAL || (r->part == DIFF_MEMBER && !field->table->query->is_whole))
		return no_value();
	return text(verdict_name(r->part == DIFF_MEMBER ? r->head->d.verdict : r->d.verdict));
}

static const char *func_text(const struct table *t, const struct diff_row *r) {
	return r->new ? func_label(t, r->new) : base_name(t, r->base);
}

/* The row's function as people see it: "a", "a + 2 inlined". */
static const char *diff_name(const struct table *t, const struct diff_row *r) {
	static const char *const units[] = {
		[PER_RUN] = "a run, all functions",
		[PER_TOTAL] = "all functions, per total",
		[PER_TYPICAL] = "all functions, per typical",
	};

	switch (r->part) {
	case DIFF_TOTAL:
		return r->all->per.func ? arena_format(t->arena, "all functions, per calls of %s",
		                                       func_label(t, r->all->per.func))
		                        : units[r->all->per.what];
	case DIFF_TYPICAL:
		return "typical function";
	case DIFF_REST:
		return arena_format(t->arena, "%zu function%s%s", r->nrest,
		                    r->nrest == 1 ? "" : "s", r->label);
	case DIFF_FUNCTION:
	case DIFF_MEMBER:
		break;
	}
	return r->d.nmembers > 1 ? arena_format(t->arena, "%s + %zu inlined", func_text(t, r),
	                                        r->d.nmembers - 1)
	                         : func_text(t, r);
}

static struct value get_function(const struct field *field) {
	const struct diff_row *r = field->item;

	return field->table->query->is_whole && r->part < DIFF_FUNCTION
	               ? no_value()
	               : text(diff_name(field->table, r));
}

static struct value get_group(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->part == DIFF_MEMBER ? text(func_text(field->table, r->head)) : no_value();
}

static struct value get_chance(const struct field *field) {
	const struct change *c = interval_of(field->item);

	return c && ((const struct diff_row *)field->item)->part != DIFF_TYPICAL ? percent(c->q, 1)
	                                                                         : no_value();
}

/* Whole runs that a change needs. */
static uint64_t runs_needed(const struct change *change) {
	const uint64_t whole = (uint64_t)change->runs_needed;

	return whole + ((double)whole < change->runs_needed);
}

static struct value get_needed(const struct field *field) {
	const struct diff_row *r = field->item;

	return r->d.change && r->d.change->runs_needed > 0 ? count(runs_needed(r->d.change))
	                                                   : no_value();
}

/* "+0.043 s", of ticks in a run. */
static const char *said_delta(const struct table *t, double ticks) {
	const struct profile *p = t->data->profile;

	if (p->rate <= 0)
		return arena_format(t->arena, "%+.1f samples", ticks);
	return arena_format(t->arena, "%+.3f %s", ticks / p->rate,
	                    p->abbreviation == 's' ? "s" : p->dimension);
}

static const char *said_change(const struct table *t, double ratio) {
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, percent_change(100 * (ratio - 1)));
	return arena_format(t->arena, "%s", shown);
}

static const char *said_number(const struct table *t, double calls) {
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, samples(calls));
	return arena_format(t->arena, "%s", shown);
}

/* What times are compared per, in other words than "a run". */
static const char *per_words(const struct table *t, const struct differences *all) {
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

static const char *said_interval(const struct table *t, const struct change *c) {
	return arena_format(t->arena, "; with 95 %% confidence the change is between %s and %s",
	                    said_change(t, c->low), said_change(t, c->high));
}

/* How much the time changed. */
static const char *time_changed(const struct table *t, const struct diff_row *r) {
	const struct difference *d = &r->d;
	const bool is_on_both = d->base.is_there && d->new.is_there;

	return arena_format(
		t->arena, "%s a run%s%s.", said_delta(t, d->new.ticks - d->base.ticks),
		per_words(t, r->all),
		is_on_both && d->change && d->change->is_tested ? said_interval(t, d->change) : "");
}

static const char *one_side_calls(const struct table *t, const struct difference_side *side) {
	return side->is_counted ? arena_format(t->arena, "  It was called %s times a run.",
	                                       said_number(t, side->calls))
	                        : "";
}

/* Called more, or dearer: exact, because calls are counted.
 * delta = (n2 - n1) c1 + n2 (c2 - c1), n calls and c the time of one. */
static const char *calls_changed(const struct table *t, const struct diff_row *r) {
	const struct difference_side *b = &r->d.base, *n = &r->d.new;
	const double more = b->calls > 0 ? (n->calls - b->calls) * b->ticks / b->calls : 0;
	const double dearer = n->ticks - b->ticks - more;

	if (!b->is_there || !n->is_there)
		return one_side_calls(t, b->is_there ? b : n);
	if (!b->is_counted || !n->is_counted || b->calls <= 0 || n->calls <= 0)
		return "";
	if (fabs(n->calls - b->calls) <= 1e-9 * b->calls)
		return arena_format(t->arena,
		                    "  It was called equally often, %s times a run, so the "
		                    "difference is in the cost of each call.",
		                    said_number(t, n->calls));
	return arena_format(t->arena,
	                    "  Calls went from %s to %s a run (%s), which accounts for %s; the "
	                    "cost of each call accounts for %s.",
	                    said_number(t, b->calls), said_number(t, n->calls),
	                    said_change(t, n->calls / b->calls), said_delta(t, more),
	                    said_delta(t, dearer));
}

static const char *verdict_words(const struct table *t, const struct diff_row *r) {
	const struct change *c = r->d.change;
	const struct changes *changes = r->all->changes;

	switch (r->d.verdict) {
	case VERDICT_ALL:
		return arena_format(t->arena,
		                    "  The typical function changed about as much (%s): the "
		                    "machine, flags or input are more likely the cause than any "
		                    "one function.",
		                    said_change(t, changes->typical));
	case VERDICT_SLOWER:
	case VERDICT_FASTER:
		return changes->knows_noise ? "  Of the rows marked slower or faster, at most 5 % "
		                              "are expected to be chance."
		                            : "  The noise between runs is not known, because each "
		                              "side has only one run; 3 % is assumed.";
	case VERDICT_NOISE:
	case VERDICT_CALLS:
		break;
	case VERDICT_NEW:
	case VERDICT_GONE:
		return "";
	}
	if (c && c->is_tested && c->runs_needed > 0)
		return arena_format(t->arena,
		                    "  This may be noise; with %s runs of each side, a change of "
		                    "this size would be found in 80 %% of all cases.",
		                    said_count(t, runs_needed(c)));
	return c && c->is_tested ? "  This may be noise." : "  There are too few samples to tell.";
}

/* The functions of the base in a match, where a family has several. */
static const char *family_words(const struct table *t, const struct match *m) {
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
static const char *matched_words(const struct table *t, const struct diff_row *r) {
	const struct matching *matching = r->all->comparison->matching;
	const struct match *m = &matching->list[r->d.match];

	return arena_format(t->arena, "  %s%s", match_words(m->how), family_words(t, m));
}

static const char *group_words(const struct table *t, const struct diff_row *r) {
	if (r->part == DIFF_MEMBER)
		return arena_format(t->arena,
		                    "  It is compared together with %s, because on one side one is "
		                    "inlined into the other.",
		                    diff_name(t, r->head));
	return r->d.nmembers > 1 ? "  Its figures are the sum of the rows below it: on one side "
	                           "the others are inlined into the first."
	                         : "";
}

static const char *function_words(const struct table *t, const struct diff_row *r) {
	return arena_format(t->arena, "%s%s%s%s%s", time_changed(t, r), calls_changed(t, r),
	                    r->part == DIFF_MEMBER ? "" : verdict_words(t, r), matched_words(t, r),
	                    group_words(t, r));
}

static const char *total_words(const struct table *t, const struct diff_row *r) {
	const struct comparison *c = r->all->comparison;

	return arena_format(t->arena,
	                    "%s%s  %zu run%s of the new side, %zu of the base.  Calls are equal in "
	                    "%zu of %zu functions.",
	                    time_changed(t, r), verdict_words(t, r), c->new->runs->n,
	                    c->new->runs->n == 1 ? "" : "s", c->base->runs->n, c->work.equal,
	                    c->work.all);
}

const char *explain_diff(const struct table *t, const void *item) {
	const struct diff_row *r = item;

	switch (r->part) {
	case DIFF_TOTAL:
		return total_words(t, r);
	case DIFF_TYPICAL:
		return "The median change of the functions with enough samples, which a few that "
		       "changed do not move.  A function that changed as much is not a finding.";
	case DIFF_REST:
		return "Functions whose change may be chance, added up, so that the rows still "
		       "make the total.  Enter or Right shows them.";
	case DIFF_FUNCTION:
	case DIFF_MEMBER:
		break;
	}
	return function_words(t, r);
}

static const struct column list[] = {
	{ .name = "row",
	  .unit = UNIT_TEXT,
	  .help = "What the row is: total, typical (function) or function.",
	  .is_for_programs = true,
	  .get = get_row },
	{ .name = "base", .spare = 6, .get = get_base },
	{ .name = "new",
	  .title = "new @",
	  .unit = UNIT_AMOUNT,
	  .help = "Own time in a run of the new side, on average.",
	  .spare = 1,
	  .get = get_new },
	{ .name = "delta", .get = get_delta },
	{ .name = "change%",
	  .title = "change",
	  .unit = UNIT_CHANGE,
	  .is_signed = true,
	  .help = "The difference in percent of the base.",
	  .spare = 1,
	  .get = get_change },
	{ .name = "low%",
	  .unit = UNIT_CHANGE,
	  .is_signed = true,
	  .help = "Lower end of the 95 % confidence interval of the change.",
	  .is_for_programs = true,
	  .get = get_low },
	{ .name = "high%",
	  .unit = UNIT_CHANGE,
	  .is_signed = true,
	  .help = "Upper end of the 95 % confidence interval of the change.",
	  .is_for_programs = true,
	  .get = get_high },
	{ .name = "interval",
	  .title = "95 %",
	  .unit = UNIT_TEXT,
	  .help = "95 % confidence interval of the change, in percent: from the noise of sampling "
	          "and between runs.",
	  .spare = 2,
	  .is_for_people = true,
	  .get = get_interval },
	{ .name = "calls%",
	  .unit = UNIT_CHANGE,
	  .is_signed = true,
	  .help = "By how much the number of calls changed: exact; = means equally often.",
	  .spare = 3,
	  .is_for_people = true,
	  .get = get_called },
	{ .name = "cost%",
	  .title = "per call",
	  .unit = UNIT_CHANGE,
	  .is_signed = true,
	  .help = "By how much own time per call changed.",
	  .spare = 5,
	  .get = get_cost },
	{ .name = "base-calls", .is_for_programs = true, .get = get_base_calls },
	{ .name = "calls", .unit = UNIT_MEAN, .is_for_programs = true, .get = get_new_calls },
	{ .name = "verdict",
	  .unit = UNIT_TEXT,
	  .help = "slower, faster: its time changed, and more than the typical function's; all: it "
	          "changed as all did; calls: called more or less often, the time may be noise; "
	          "new, gone: on one side only; ~: may be noise.",
	  .get = get_verdict },
	{ .name = "chance",
	  .title = "chance%",
	  .unit = UNIT_PERCENT,
	  .help = "Of the rows with this figure or a smaller one, so many are expected to be "
	          "chance (Benjamini-Hochberg).",
	  .is_extra = true,
	  .get = get_chance },
	{ .name = "runs-needed",
	  .unit = UNIT_COUNT,
	  .help = "Runs of each side with which a change of this size would be found in 80 % of "
	          "all cases.",
	  .is_extra = true,
	  .get = get_needed },
	{ .name = "function", .least = 24, .get = get_function },
	{ .name = "group", .is_for_programs = true, .get = get_group },
	{ .name = "where", .spare = 7 },
};

const struct columns diff_columns = { list, sizeof list / sizeof *list };
