/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "model/code_map.h"
#include "model/compare/comparison.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/rules.h"
#include "views/columns.h"
#include "views/spread_columns.h"
#include "views/view.h"

static struct value get_self(const struct field *field)
{
	const struct func *f = field->item;

	return ticks_value(field, f->self_ticks);
}

static struct value get_error(const struct field *field)
{
	const struct func *f = field->item;

	return ticks_value(field, sqrt(f->variance));
}

/* None where the function only has code of its own. */
static struct value get_inlined(const struct field *field)
{
	const struct func *f = field->item;

	return f->is_inlined ? ticks_value(field, f->inlined_ticks) : no_value();
}

static struct value get_total(const struct field *field)
{
	const struct func *f = field->item;

	return ticks_value(field, f->self_ticks + f->descendant_ticks);
}

static struct value get_base(const struct field *field)
{
	const struct base_figures base = comparison_base(field->table->data->comparison,
	                                                 field->item);

	return base.is_there ? ticks_value(field, base.self) : no_value();
}

static struct value get_delta(const struct field *field)
{
	const struct func *f = field->item;
	const struct base_figures base = comparison_base(field->table->data->comparison, f);

	/* Without a base the order by it stays that of all time. */
	return field->table->data->comparison || !field->table->query->is_whole
	               ? ticks_value(field, f->self_ticks - base.self)
	               : no_value();
}

static struct value get_base_calls(const struct field *field)
{
	const struct base_figures base = comparison_base(field->table->data->comparison,
	                                                 field->item);

	return base.is_counted ? mean_count(base.calls) : no_value();
}

static struct value get_wide(const struct field *field)
{
	return text(bounds_are_wide(field->table->data->profile, field->item) ? "?" : "");
}

static struct value get_least(const struct field *field)
{
	const struct bounds *b = bounds_of(field->table->data->profile, field->item);

	return b ? ticks_value(field, b->least) : no_value();
}

static struct value get_most(const struct field *field)
{
	const struct bounds *b = bounds_of(field->table->data->profile, field->item);

	return b ? ticks_value(field, b->most) : no_value();
}

static struct value get_calls(const struct field *field)
{
	const struct func *f = field->item;

	return func_is_counted(f) ? count(f->calls) : no_value();
}

static struct value get_self_per_call(const struct field *field)
{
	const struct func *f = field->item;

	return f->is_inlined
	               ? no_value()
	               : ticks_per_call(field->table, f->self_ticks,
	                                func_self_divisor(field->table, f), func_self_samples(f));
}

static struct value get_total_per_call(const struct field *field)
{
	const struct func *f = field->item;

	return f->is_inlined ? no_value()
	                     : ticks_per_call(field->table, f->self_ticks + f->descendant_ticks,
	                                      f->calls, func_total_samples(field->table, f));
}

static struct value get_function(const struct field *field)
{
	return text(func_label(field->table, field->item));
}

static struct value get_where(const struct field *field)
{
	return func_location(field->table, field->item);
}

static bool no_per_call(const struct table *t)
{
	return no_calls(t) || only_in_time(t);
}

static const struct column list[] = {
	{ .name = "self%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples that fell into the function "
	          "itself.",
	  .get = get_self,
	  .explain = explain_self },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in the function itself: its samples divided by "
	          "the clock's rate.",
	  .spare = 2,
	  .get = get_self,
	  .explain = explain_self,
	  .is_hidden = hidden_in_percent },
	CUMULATIVE_COLUMNS(get_self),
	RECENT_COLUMNS,
	{ .name = "base",
	  .title = "base @",
	  .unit = UNIT_AMOUNT,
	  .help = "Own time in the base, for as many runs as the new side "
	          "has.",
	  .spare = 6,
	  .get = get_base,
	  .is_hidden = no_base },
	{ .name = "delta",
	  .title = "delta @",
	  .unit = UNIT_AMOUNT,
	  .is_signed = true,
	  .help = "Own time minus that of the base; view diff says what may "
	          "be noise.",
	  .spare = 3,
	  .get = get_delta,
	  .is_hidden = no_base },
	{ .name = "error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation: the "
	          "square root of the samples.  Two runs may be 2.8 times "
	          "as far apart.",
	  .spare = 4,
	  .get = get_error,
	  .explain = explain_error },
	{ .name = "inlined",
	  .title = "inlined @",
	  .unit = UNIT_AMOUNT,
	  .help = "Of the time in the function itself, what was sampled "
	          "where it was inlined into others.",
	  .spare = 5,
	  .get = get_inlined,
	  .explain = explain_self,
	  .is_hidden = not_apart },
	{ .name = "total%",
	  .title = "~total%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples in the function and what it "
	          "calls; an estimate, as in gprof.",
	  .spare = 1,
	  .get = get_total,
	  .explain = explain_total,
	  .is_hidden = no_calls },
	{ .name = "wide",
	  .title = "?",
	  .unit = UNIT_TEXT,
	  .help = "?: the total says little; its bounds, least and most, "
	          "are apart by more than half of it and by more than 5 % "
	          "of all time.",
	  .spare = 1,
	  .get = get_wide,
	  .explain = explain_bounds,
	  .is_hidden = no_bounds },
	{ .name = "total",
	  .title = "~total @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in the function and what it calls; a callee's "
	          "time is divided among its callers in proportion to "
	          "their calls.",
	  .spare = 8,
	  .get = get_total,
	  .explain = explain_total,
	  .is_hidden = no_total },
	{ .name = "least",
	  .title = "least @",
	  .unit = UNIT_AMOUNT,
	  .help = "The least that the total can be, whatever each call "
	          "took: what is reached only through the function.",
	  .spare = 10,
	  .get = get_least,
	  .explain = explain_bounds,
	  .is_hidden = no_bounds },
	{ .name = "most",
	  .title = "most @",
	  .unit = UNIT_AMOUNT,
	  .help = "The most that it can be: all that the function "
	          "reaches, and all that has no known caller.",
	  .spare = 9,
	  .get = get_most,
	  .explain = explain_bounds,
	  .is_hidden = no_bounds },
	{ .name = "calls",
	  .unit = UNIT_COUNT,
	  .help = "Calls by other functions; those by itself are in the "
	          "call graph, after a +.",
	  .spare = 3,
	  .get = get_calls,
	  .explain = explain_calls,
	  .is_hidden = no_calls },
	{ .name = "base-calls",
	  .title = "base calls",
	  .unit = UNIT_MEAN,
	  .help = "Calls in the base, for as many runs, by itself included.",
	  .spare = 8,
	  .get = get_base_calls,
	  .is_hidden = no_base },
	{ .name = "self/call",
	  .unit = UNIT_PER_CALL,
	  .help = "Self time divided by all calls, those by itself too; "
	          "rounded to what its samples carry.",
	  .spare = 6,
	  .get = get_self_per_call,
	  .explain = explain_self_per_call,
	  .is_hidden = no_per_call },
	{ .name = "total/call",
	  .title = "~total/call",
	  .unit = UNIT_PER_CALL,
	  .help = "Total time divided by the calls by other functions.",
	  .spare = 10,
	  .get = get_total_per_call,
	  .explain = explain_total_per_call,
	  .is_hidden = no_per_call },
	{ .name = "wait",
	  .title = "wait @",
	  .unit = UNIT_AMOUNT,
	  .help = "With several files: the most that one has, less the mean.",
	  .spare = 1,
	  .is_extra = true,
	  .get = get_wait,
	  .is_hidden = no_spreads },
	{ .name = "strip",
	  .unit = UNIT_TEXT,
	  .help = STRIP_HELP,
	  .spare = 1,
	  .is_extra = true,
	  .get = get_strip,
	  .is_hidden = no_spreads },
	{ .name = "function",
	  .unit = UNIT_TEXT,
	  .help = "Name of the function; [section address] is code that "
	          "no symbol names; <profiler>: what counts the calls.",
	  .is_name = true,
	  .least = 30,
	  .shorten = short_name_keeping,
	  .get = get_function },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "File and line where the function begins.",
	  .spare = 7,
	  .tells_apart = true,
	  .get = get_where,
	  .is_hidden = no_locations },
};

const struct columns func_columns = { list, sizeof list / sizeof *list };

const char *explained_time(const struct table *t, double ticks)
{
	if (t->data->profile->rate <= 0)
		return "The files contain no rate, so there are only samples.";
	return arena_format(t->arena, "%s at %.6g Hz are %s.", said_samples(t, ticks),
	                    t->data->profile->rate, said_time(t, ticks));
}

const char *explained_ticks(const struct field *field, double ticks)
{
	const struct table *t = field->table;

	if (field->column->unit != UNIT_PERCENT)
		return explained_time(t, ticks);
	return arena_format(t->arena, "%s of %s fell into it.", said_ticks(t, ticks),
	                    said_samples(t, t->data->profile->total_ticks));
}

/* Samples of one weight have their number as variance; more is left open by
 * bins that functions or lines share. */
static const char *cause_of_noise(const struct table *t, double ticks, double variance)
{
	if (variance > ticks * 1.001)
		return "The noise of the samples and of their division, where "
		       "bins are shared, is";
	return arena_format(t->arena, "The square root of %s is", said_samples(t, variance));
}

/* Both figures have noise; it is within twice the standard deviation of their
 * difference. */
#define NOISE_OF_DIFFERENCES (2 * M_SQRT2)

const char *explained_noise(const struct table *t, double ticks, double variance)
{
	double noise = sqrt(variance);

	if (variance <= 0)
		return "Without a sample nothing can be said.";
	return arena_format(t->arena,
	                    "%s %.3g, which is %s.  Of ten similar runs, about eight would "
	                    "show %s to %s, by chance alone; two of them may be %s apart.",
	                    cause_of_noise(t, ticks, variance), noise, said_time(t, noise),
	                    said_time(t, ticks > noise ? ticks - noise : 0),
	                    said_time(t, ticks + noise),
	                    said_time(t, NOISE_OF_DIFFERENCES * noise));
}

const char *explained_parent(const struct field *field, const char *name, double ticks)
{
	const struct table *t = field->table;
	const struct value value = field->column->get(field);

	if (!amounts_are_of_parent(t) || value.unit != UNIT_PERCENT)
		return "";
	return arena_format(t->arena, "%.2f %% of the ~%s of %s.  ", value.number,
	                    said_time(t, ticks), name);
}

const char *explained_faintness(const struct table *t, double ticks, double variance)
{
	if (!is_faint_figure(ticks, variance) || variance <= 0)
		return "";
	return arena_format(t->arena,
	                    "Its figures are dimmed: %s only, so the noise is "
	                    "%.0f %% of self.  ",
	                    said_samples(t, ticks), 100 * sqrt(variance) / ticks);
}

/* What the profiler's time was added to, or "". */
static const char *explained_added(const struct table *t, const struct func *f)
{
	const struct profile *p = t->data->profile;
	const double added = func_profiler_ticks(p, f);

	if (added <= 0)
		return "";
	return arena_format(t->arena,
	                    "%s fell into it; it gets %s of the profiler's %s, because it "
	                    "got %s of all %s.  ",
	                    said_samples(t, f->self_ticks - added), said_ticks(t, added),
	                    said_ticks(t, p->profiler_ticks),
	                    said_count(t, f->calls + f->self_calls),
	                    said_calls(t, p->profiler_calls));
}

/* What the function has of bins that count code of others, too. */
static const char *explained_shared(const struct table *t, const struct func *f)
{
	const struct profile *p = t->data->profile;
	const struct shared_time shared = bin_splits_of(p->splits, (uint32_t)profile_number(p, f));

	if (shared.most <= 0)
		return "";
	return arena_format(t->arena,
	                    "  %s of it is its share of %s in bins that hold "
	                    "code of other functions, too: by the instructions "
	                    "there, the calls, and the samples around them.",
	                    said_time(t, shared.ticks), said_time(t, shared.most));
}

const char *explain_self(const struct field *field)
{
	const struct table *t = field->table;
	const struct func *f = field->item;
	const char *added = explained_added(t, f);

	if (func_gave_time(t->data->profile, f))
		return NULL;
	return arena_format(t->arena, "%s%s%s%s", added,
	                    *added ? explained_time(t, f->self_ticks)
	                           : explained_ticks(field, f->self_ticks),
	                    explained_copies(t, f), explained_shared(t, f));
}

const char *explain_error(const struct field *field)
{
	const struct func *f = field->item;

	return explained_noise(field->table, f->self_ticks, f->variance);
}

/* The estimate between its bounds. */
const char *explained_self(const struct table *t, const struct func *f)
{
	if (f->variance <= 0)
		return explained_time(t, f->self_ticks);
	return arena_format(t->arena, "%s%s%s%s  %s", explained_added(t, f),
	                    explained_time(t, f->self_ticks), explained_copies(t, f),
	                    explained_shared(t, f), explained_noise(t, f->self_ticks, f->variance));
}

const char *explained_clamp(const struct table *t, const struct func *f)
{
	const double more = f->self_ticks + f->descendant_ticks - bounds_estimate(f);

	if (fabs(more) <= 1e-9 * (f->self_ticks + f->descendant_ticks))
		return "";
	return arena_format(t->arena,
	                    "  The estimate is %s than that%s, so the %s is "
	                    "shown.",
	                    more > 0 ? "less" : "more",
	                    f->cycle ? ", because no time is passed on inside "
	                               "a cycle"
	                             : "",
	                    more > 0 ? "least" : "most");
}

const char *explained_bounds(const struct table *t, const struct func *f)
{
	const struct profile *p = t->data->profile;
	const struct bounds *b = bounds_of(p, f);

	if (!b)
		return p->has_calls ? "  Bounds of it are known under the "
		                      "exact rules only (:set rules exact)."
		                    : "";
	return arena_format(t->arena,
	                    "  Whatever the calls took, it was at least %s (%s) and at "
	                    "most %s (all that it reaches%s), as far as calls were "
	                    "counted.%s%s",
	                    said_time(t, b->least),
	                    f->is_inlined ? "its code wherever it was inlined, or what is "
	                                    "reached only through its own"
	                                  : "what is reached only through it",
	                    said_time(t, b->most),
	                    b->is_closed ? "; its code calls nothing else"
	                                 : ", and all that has no known caller",
	                    explained_clamp(t, f),
	                    bounds_are_wide(p, f) ? "  The ? after the total says that "
	                                            "these are far apart."
	                                          : "");
}

const char *explained_func_total(const struct table *t, const struct func *f)
{
	const double estimate = bounds_estimate(f);

	return arena_format(t->arena,
	                    "%s of its own and ~%s in what it calls%s make ~%s.  That is "
	                    "an estimate: a callee's time is divided among its callers in "
	                    "proportion to their calls, as if each call took as long.%s",
	                    said_time(t, f->self_ticks), said_time(t, estimate - f->self_ticks),
	                    t->data->profile->is_apart ? " or was inlined" : "",
	                    said_time(t, estimate), explained_bounds(t, f));
}

const char *explain_total(const struct field *field)
{
	return explained_func_total(field->table, field->item);
}

const char *explain_bounds(const struct field *field)
{
	return explained_bounds(field->table, field->item);
}

const char *explained_split(const struct table *t, const struct arc *a)
{
	return arena_format(t->arena,
	                    "%s is code that the compiler split off %s: no call of it was "
	                    "counted%s, and all of its time goes to that function.",
	                    said_name(t, a->callee), said_name(t, a->caller),
	                    a->is_jump ? ", because it is jumped to" : "");
}

const char *explained_func_calls(const struct table *t, const struct func *f)
{
	const char *cut = "";

	if (f->is_inlined && !func_is_counted(f))
		return "Nothing counts how often inlined code runs.";
	if (!func_is_counted(f))
		return "No call was counted: it was not compiled with -pg, or "
		       "nothing that was called it.";
	if (f->cut_calls)
		cut = arena_format(t->arena,
		                   "  %s of these calls are cut, because they "
		                   "would close a cycle.",
		                   said_count(t, f->cut_calls));
	if (!f->self_calls)
		return arena_format(t->arena,
		                    "Other functions made %s of it; it never "
		                    "called itself.%s",
		                    said_calls(t, f->calls), cut);
	return arena_format(t->arena,
	                    "Other functions made %s of it.%s  It also made "
	                    "%s of itself, which are not counted here.",
	                    said_calls(t, f->calls), cut, said_calls(t, f->self_calls));
}

const char *explain_calls(const struct field *field)
{
	return explained_func_calls(field->table, field->item);
}

static const char *explained_digits(const struct table *t, double samples)
{
	static const char *const digits[] = { "", "one digit", "two digits", "three digits" };

	if (t->data->profile->rules->gprof)
		return "";
	return arena_format(t->arena, "  %s carry %s of it.", said_samples(t, samples),
	                    digits[samples_digits(samples)]);
}

const char *explain_self_per_call(const struct field *field)
{
	const struct table *t = field->table;
	const struct func *f = field->item;
	const uint64_t calls = func_self_divisor(t, f);
	const char *itself = "";

	if (!calls)
		return "No call to divide by was counted.";
	if (calls > f->calls)
		itself = arena_format(t->arena, ", %s of them by itself",
		                      said_count(t, f->self_calls));
	return arena_format(t->arena,
	                    "Self %s for %s%s; what individual calls took is "
	                    "not known.%s",
	                    said_time(t, f->self_ticks), said_calls(t, calls), itself,
	                    explained_digits(t, func_self_samples(f)));
}

const char *explain_total_per_call(const struct field *field)
{
	const struct table *t = field->table;
	const struct func *f = field->item;

	if (!f->calls)
		return "No call by another function to divide by was counted.";
	return arena_format(t->arena,
	                    "~%s with what it calls, for %s by other "
	                    "functions%s; what individual calls took is not "
	                    "known.%s",
	                    said_time(t, f->self_ticks + f->descendant_ticks),
	                    said_calls(t, f->calls),
	                    f->self_calls ? "; its calls of itself are part of "
	                                    "these"
	                                  : "",
	                    explained_digits(t, func_total_samples(t, f)));
}

static const char *of_kind(const struct func *f)
{
	switch (f->kind) {
	case FUNC_PLT:
		return "It is a stub through which a function of a shared "
		       "library is called.  ";
	case FUNC_GAP:
		return "It is code that no symbol names, starting at that "
		       "address.  ";
	case FUNC_OUTSIDE:
		return "It stands for addresses outside the code of this "
		       "executable.  ";
	case FUNC_INLINED:
		return "It has no code of its own: it was always inlined.  ";
	case FUNC_SYMBOL:
	case FUNC_LINE:
		break;
	}
	return "";
}

static const char *profiler_became(enum profiler_use use)
{
	switch (use) {
	case PROFILER_SPREAD:
		return "Its time is handed to functions by their calls (set "
		       "profiler spread).  ";
	case PROFILER_OUT:
		return "Its time is left out (set profiler out).  ";
	case PROFILER_APART:
		break;
	}
	return "\"set profiler spread\" hands its time to functions by their "
	       "calls, \"set profiler out\" leaves it out.  ";
}

static const char *of_profiler(const struct table *t, const struct func *f)
{
	if (!f->is_profiler)
		return "";
	return arena_format(t->arena,
	                    "It belongs to the profiler: each call of a "
	                    "function compiled with -pg calls it once.  %s",
	                    profiler_became(t->data->profile->profiler));
}

static const char *of_noise(const struct table *t, const struct func *f)
{
	if (func_gave_time(t->data->profile, f))
		return "";
	if (f->variance <= 0)
		return "Its figures are dimmed because no sample fell into "
		       "it: it took less than the clock can measure.  ";
	return explained_faintness(t, f->self_ticks, f->variance);
}

static const char *of_circle(const struct table *t, const struct func *f)
{
	const struct opened_cycle *c = profile_opened(t->data->profile, f);
	const char *self = "";

	if (f->self_calls)
		self = arena_format(t->arena, "It is recursive: it made %s of itself.  ",
		                    said_calls(t, f->self_calls));
	if (c)
		return arena_format(t->arena,
		                    "%sIt is one of %zu functions that call each other in "
		                    "a circle.  Cycles are opened: %zu of the %zu arcs "
		                    "between them are cut, with %s of %s.  ",
		                    self, c->nmembers, c->ncut, c->narcs,
		                    said_count(t, c->cut_calls), said_calls(t, c->calls));
	if (!f->cycle)
		return self;
	return arena_format(t->arena,
	                    "%sIt is one of %zu functions of <cycle %u>, which call each "
	                    "other in a circle.  No time is passed on inside a cycle; the "
	                    "cycle passes its time to its callers as a whole.  ",
	                    self, f->cycle->nmembers, f->cycle->number);
}

const char *explain_func(const struct table *t, const void *item)
{
	const struct func *f = item;
	const char *caller = "";

	if (func_split(f))
		caller = explained_split(t, func_split(f));
	if (!f->ncallers && f->kind == FUNC_SYMBOL && !f->is_profiler &&
	    t->data->profile->has_calls)
		caller = "It has no known caller (<spontaneous>): the system "
			 "called it, or code compiled without -pg.";
	return arena_format(t->arena, "%s%s%s%s%s%s", of_kind(f), of_profiler(t, f), of_noise(t, f),
	                    of_circle(t, f), explained_spread(t, f), caller);
}

const char *explained_inlined(const struct table *t, const struct arc *a)
{
	const double all = a->self_ticks + a->descendant_ticks;
	const char *calls = "", *below = "";

	if (a->calls)
		calls = arena_format(t->arena,
		                     "  It was also called: %s, whose time is "
		                     "estimated.",
		                     said_calls(t, a->calls));
	else if (all > a->inlined_ticks * (1 + 1e-9))
		below = arena_format(t->arena,
		                     "  What it calls there makes ~%s, by the "
		                     "number of calls.",
		                     said_time(t, all - a->inlined_ticks));
	return arena_format(t->arena,
	                    "%s was inlined into %s.  Its code there, with "
	                    "what was inlined into that, was sampled for %s; "
	                    "how often it ran is not counted.%s%s",
	                    said_name(t, a->callee), said_name(t, a->caller),
	                    said_time(t, a->inlined_ticks), calls, below);
}

/* The functions with most of its inlined code, by name. */
static const char *named_hosts(const struct table *t, const struct func *f, size_t *n)
{
	enum { NAMED = 3 };
	const struct arc *most[NAMED + 1];
	size_t kept = 0, i, k;
	const char *names = "";

	for (i = *n = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (!a->is_inlined)
			continue;
		for (k = kept; k && most[k - 1]->inlined_ticks < a->inlined_ticks; k--)
			most[k] = most[k - 1];
		most[k] = a;
		kept += kept < NAMED;
		++*n;
	}
	for (i = 0; i < kept; i++)
		names = arena_format(t->arena, "%s%s%s", names, i ? ", " : "",
		                     said_name(t, most[i]->caller));
	return names;
}

const char *explained_copies(const struct table *t, const struct func *f)
{
	size_t n;
	const char *names;

	if (!f->is_inlined)
		return "";
	names = named_hosts(t, f, &n);
	return arena_format(t->arena,
	                    "  %s of it was sampled where the function was "
	                    "inlined, into %zu other%s%s: %s.",
	                    said_time(t, f->inlined_ticks), n, n == 1 ? "" : "s",
	                    n > 3 ? ", most of it" : "", names);
}
