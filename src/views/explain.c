/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include <math.h>
#include <string.h>

#include "base/own_files.h"
#include "base/text.h"
#include "model/code_lines.h"
#include "model/compare/comparison.h"
#include "model/compare/line_match.h"
#include "model/files/spreads.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/rules.h"
#include "model/runs.h"
#include "views/figures.h"
#include "views/view.h"

/* Names and figures as they stand in sentences. */

const char *said_name_within(const struct table *t, const struct func *f, int cells) {
	char name[VALUE_TEXT], shown[VALUE_TEXT];

	short_name(name, sizeof name, func_name(t, f), cells);
	text_fit(shown, sizeof shown, name, cells);
	return arena_text(t->arena, shown, strlen(shown));
}

const char *said_name(const struct table *t, const struct func *f) {
	return said_name_within(t, f, 60);
}

const char *said(const struct table *t, struct value value, const char *unit) {
	char shown[VALUE_TEXT];

	value = table_digits(t, value);
	value.blanks = 0;
	value_show(shown, sizeof shown, value);
	return say(t, "%s%s%s", shown, *unit ? " " : "", unit);
}

const char *said_samples(const struct table *t, double ticks) {
	return said(t, samples(ticks), ticks < 1 || ticks > 1 ? "samples" : "sample");
}

const char *said_time(const struct table *t, double ticks) {
	const struct profile *p = t->data->profile;

	if (p->rate <= 0)
		return said_samples(t, ticks);
	return said(t, amount(ticks / p->rate),
	            !strcmp(p->dimension, "seconds") ? "s" : p->dimension);
}

const char *said_share(const struct table *t, double part) {
	return say(t, "%.*f %%", percent_decimals(t->data->profile, 1), 100 * part);
}

const char *said_count(const struct table *t, uint64_t calls) {
	return said(t, count(calls), "");
}

const char *said_calls(const struct table *t, uint64_t calls) {
	return said(t, count(calls), calls == 1 ? "call" : "calls");
}

static const char *said_ticks(const struct table *t, double ticks) {
	return said(t, samples(ticks), "");
}

const char *explained_time(const struct table *t, double ticks) {
	if (t->data->profile->rate <= 0)
		return "The files name no sampling rate, so there are only samples.";
	return say(t, "%s at %.6g Hz are %s.", said_samples(t, ticks), t->data->profile->rate,
	           said_time(t, ticks));
}

const char *explained_ticks(const struct field *field, double ticks) {
	const struct table *t = field->table;

	if (field->column->unit != UNIT_PERCENT)
		return explained_time(t, ticks);
	return say(t, "%s of %s fell into it.", said_ticks(t, ticks),
	           said_samples(t, t->data->profile->total_ticks));
}

/* Samples of one weight have their number as variance; more is left open by bins that functions or
 * lines share. */
static const char *cause_of_noise(const struct table *t, double ticks, double variance) {
	if (variance > ticks * 1.001)
		return t->data->profile->npaths
		               ? "The noise of the samples, of which late ones count several ticks, is"
		               : "The noise of the samples and of their division, where bins are "
		                 "shared, is";
	return say(t, "The square root of %s is", said_samples(t, variance));
}

/* Both figures have noise; it is within twice the standard deviation of their difference. */
#define NOISE_OF_DIFFERENCES (2 * M_SQRT2)

static const char *explained_noise(const struct table *t, double ticks, double variance) {
	double noise = sqrt(variance);

	if (variance <= 0)
		return "Without samples, nothing is known.";
	return say(t,
	           "%s %s, which is %s.  Of ten similar runs, about seven are so near to what "
	           "they have on average, which may be %s to %s; two of them may be %s apart, by "
	           "chance alone.",
	           cause_of_noise(t, ticks, variance), said_ticks(t, noise), said_time(t, noise),
	           said_time(t, ticks > noise ? ticks - noise : 0), said_time(t, ticks + noise),
	           said_time(t, NOISE_OF_DIFFERENCES * noise));
}

/* Of a function without samples; or "". */
static const char *explained_unseen(const struct table *t, const struct func *f) {
	const double unseen = func_unseen_ticks(t->data->profile, f);

	return unseen > 0
	               ? say(t,
	                     "%s sample fell into it, so it most likely took less than %s, as long "
	                     "as three samples: of a hundred functions that take that long, five "
	                     "have none.",
	                     f->self_ticks > 0 ? "Most likely no" : "No", said_time(t, unseen))
	               : "";
}

const char *explained_parent(const struct field *field, const char *name) {
	const struct table *t = field->table;
	const double ticks = ((const struct figures *)field->item)->parent;
	const struct value value = field->column->get(field);

	if (t->query->display.amounts != AMOUNT_PARENT || value.unit != UNIT_PERCENT)
		return "";
	return say(t, "%s of the ~%s of %s.  ", said(t, value, "%"), said_time(t, ticks), name);
}

static const char *faintness(const struct table *t, double ticks, double variance) {
	if (!is_faint_figure(ticks, variance) || !(variance > 0))
		return "";
	return say(t, "Its figures are dimmed: %s only, so the noise is %.0f %% of self.  ",
	           said_samples(t, ticks), 100 * sqrt(variance) / ticks);
}

const char *explained_faintness(const struct table *t, const struct figures *r) {
	return isnan(r->self) ? "" : faintness(t, r->self, r->variance);
}

/* What the profiler's time was added to, or "". */
static const char *explained_added(const struct table *t, const struct func *f) {
	const struct profile *p = t->data->profile;
	const double added = func_profiler_ticks(p, f);

	if (added <= 0)
		return "";
	return say(t,
	           "%s fell into it; it gets %s of the profiler's %s, because it got %s of all "
	           "%s.  ",
	           said_samples(t, f->self_ticks - added), said_ticks(t, added),
	           said_ticks(t, p->profiler_ticks), said_count(t, f->calls + f->self_calls),
	           said_calls(t, p->profiler_calls));
}

/* What the function has of bins that count code of others, too. */
static const char *explained_shared(const struct table *t, const struct func *f) {
	if (f->shared_most <= 0 || t->data->profile->is_apart)
		return "";
	return say(t,
	           "  %s of it is its share of %s in bins that other functions have code in, too; "
	           "it is divided by the instructions there, the calls, and the samples nearby.",
	           said_time(t, f->shared_ticks), said_time(t, f->shared_most));
}

/* The functions with most of its inlined code, by name. */
static const char *named_hosts(const struct table *t, const struct func *f, size_t *n) {
	enum { NAMED = 3 };
	const struct arc *most[NAMED + 1];
	size_t kept = 0, k;
	const char *names = "";

	for (size_t i = *n = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (!a->is_inlined)
			continue;
		for (k = kept; k && most[k - 1]->inlined_ticks < a->inlined_ticks; k--)
			most[k] = most[k - 1];
		most[k] = a;
		kept += kept < NAMED;
		++*n;
	}
	for (size_t i = 0; i < kept; i++)
		names = say(t, "%s%s%s", names, i ? ", " : "", said_name(t, most[i]->caller));
	return names;
}

/* Of its own time, what was sampled in the code of others; or "". */
static const char *explained_copies(const struct table *t, const struct func *f) {
	size_t n;

	if (!f->is_inlined)
		return "";
	const char *names = named_hosts(t, f, &n);
	return say(t,
	           "  %s of it was sampled where the function was inlined, into %zu other%s%s: "
	           "%s.",
	           said_time(t, f->inlined_ticks), n, n == 1 ? "" : "s",
	           n > 3 ? ", most of it" : "", names);
}

const char *explain_self(const struct field *field) {
	const struct table *t = field->table;
	const struct figures *r = field->item;
	const struct func *f = r->func;

	if (!r->is_func)
		return isnan(r->self) ? NULL : explained_ticks(field, r->self);
	if (func_gave_time(t->data->profile, f))
		return NULL;
	const char *added = explained_added(t, f);
	return say(t, "%s%s%s%s", added,
	           *added ? explained_time(t, f->self_ticks)
	                  : explained_ticks(field, f->self_ticks),
	           explained_copies(t, f), explained_shared(t, f));
}

const char *explain_error(const struct field *field) {
	const struct figures *r = field->item;

	if (figures_unseen(field->table->data->profile, r) > 0)
		return explained_unseen(field->table, r->func);
	return isnan(r->self) || isnan(r->variance)
	               ? NULL
	               : explained_noise(field->table, r->self, r->variance);
}

/* The estimate between its bounds. */
const char *explained_self(const struct table *t, const struct func *f) {
	if (f->variance <= 0)
		return say(t, "%s  %s", explained_time(t, f->self_ticks), explained_unseen(t, f));
	return say(t, "%s%s%s%s  %s", explained_added(t, f), explained_time(t, f->self_ticks),
	           explained_copies(t, f), explained_shared(t, f),
	           explained_noise(t, f->self_ticks, f->variance));
}

static const char *explained_clamp(const struct table *t, const struct func *f) {
	const double more = f->self_ticks + f->descendant_ticks - bounds_estimate(f);

	if (fabs(more) <= 1e-9 * (f->self_ticks + f->descendant_ticks))
		return "";
	return say(t, "  The estimate is %s than that%s, so the %s is shown.",
	           more > 0 ? "less" : "more",
	           f->cycle ? ", because no time is passed on inside a cycle" : "",
	           more > 0 ? "least" : "most");
}

static const char *said_doubt(const struct table *t, const struct figures *r) {
	return figures_are_wide(t->data->profile, r)
	               ? "  These are far apart, so the total has a ?, and little says that it is "
	                 "near the truth."
	               : "";
}

const char *explained_bounds(const struct table *t, const struct func *f) {
	const struct profile *p = t->data->profile;
	const struct bounds *b = bounds_of(p, f);
	const struct figures figures = figures_of_func(t, f);

	if (!b)
		return p->has_calls ? "  Bounds of it are known under the exact rules only (:set "
		                      "rules exact)."
		                    : "";
	return say(t,
	           "  Whatever the calls took, it was at least %s (%s) and at most %s (all that it "
	           "reaches%s), as far as calls were counted.%s%s",
	           said_time(t, b->least),
	           f->is_inlined ? "its code wherever it was inlined, or what is reached only "
	                           "through its own"
	                         : "what is reached only through it",
	           said_time(t, b->most),
	           b->is_closed ? "; its code calls nothing else"
	                        : ", and all that has no known caller",
	           explained_clamp(t, f), said_doubt(t, &figures));
}

const char *explained_range(const struct table *t, const struct figures *r) {
	if (isnan(r->least) || isnan(r->child))
		return "";
	return say(t, "  Whatever each call took, it was at least %s and at most %s here.%s",
	           said_time(t, r->least), said_time(t, r->most), said_doubt(t, r));
}

const char *explained_counted(const struct table *t, const struct figures *r) {
	return say(t,
	           "%s of its own and %s in what it calls make %s; the stacks of samples say who "
	           "called whom, so that is counted.  %s",
	           said_time(t, ticks_known(r->self)), said_time(t, ticks_known(r->child)),
	           said_time(t, figures_total(r)),
	           explained_noise(t, figures_total(r), figures_total(r)));
}

const char *explained_func_total(const struct table *t, const struct func *f) {
	const double estimate = bounds_estimate(f);
	const struct figures figures = figures_of_func(t, f);

	if (t->data->profile->paths)
		return explained_counted(t, &figures);

	return say(t,
	           "%s of its own and ~%s in what it calls%s make ~%s.  That is an estimate: a "
	           "callee's time is divided among its callers in proportion to their calls, as if "
	           "each call took as long.%s",
	           said_time(t, f->self_ticks), said_time(t, estimate - f->self_ticks),
	           t->data->profile->is_apart ? " or was inlined" : "", said_time(t, estimate),
	           explained_bounds(t, f));
}

const char *explain_total(const struct field *field) {
	const struct figures *r = field->item;

	if (figures_are_of_group(r))
		return "The estimates of functions that call each other do not add up; the bounds, "
		       "least and most, hold for the group, too.";
	return r->is_func ? explained_func_total(field->table, r->func) : NULL;
}

const char *explain_bounds(const struct field *field) {
	const struct figures *r = field->item;

	if (figures_are_of_group(r))
		return say(field->table,
		           "With all that they call, these functions took at least %s, their own "
		           "time or what the largest of them took at least; and at most %s, what "
		           "all of them can have taken, or all time.",
		           said_time(field->table, r->least), said_time(field->table, r->most));
	return r->is_func ? explained_bounds(field->table, r->func)
	                  : explained_range(field->table, r);
}

static const char *explained_split(const struct table *t, const struct arc *a) {
	return say(t,
	           "%s is code that the compiler split off %s: no call of it was counted%s, and "
	           "all of its time belongs to that function.",
	           said_name(t, a->callee), said_name(t, a->caller),
	           a->is_jump ? ", because it is jumped to" : "");
}

const char *explained_func_calls(const struct table *t, const struct func *f) {
	const char *cut = "";

	if (f->is_inlined && !func_is_counted(f))
		return "Nothing counts how often inlined code runs.";
	if (!func_is_counted(f))
		return "No call was counted: it was not compiled with -pg, or nothing that was "
		       "called it.";
	if (f->cut_calls)
		cut = say(t, "  %s of these calls are cut, because they would close a cycle.",
		          said_count(t, f->cut_calls));
	if (!f->self_calls)
		return say(t, "Other functions made %s of it; it never called itself.%s",
		           said_calls(t, f->calls), cut);
	return say(t, "Other functions made %s of it.%s  It also made %s of itself.",
	           said_calls(t, f->calls), cut, said_calls(t, f->self_calls));
}

const char *explain_calls(const struct field *field) {
	const struct figures *r = field->item;

	return r->is_func ? explained_func_calls(field->table, r->func) : NULL;
}

static const char *explained_digits(const struct table *t, double samples) {
	static const char *const digits[] = { "", "one digit", "two digits", "three digits" };

	if (t->data->profile->rules->gprof)
		return "";
	return say(t, "  %s support %s of it.", said_samples(t, samples),
	           digits[samples_digits(samples)]);
}

const char *explain_self_per_call(const struct field *field) {
	const struct table *t = field->table;
	const struct func *f = ((const struct figures *)field->item)->func;
	const uint64_t calls = func_self_divisor(t, f);
	const char *itself = "";

	if (!calls)
		return "No call to divide by was counted.";
	if (calls > f->calls)
		itself = say(t, ", %s of them by itself", said_count(t, f->self_calls));
	return say(t, "Self %s for %s%s; what individual calls took is not known.%s",
	           said_time(t, f->self_ticks), said_calls(t, calls), itself,
	           explained_digits(t, func_self_samples(f)));
}

const char *explain_total_per_call(const struct field *field) {
	const struct table *t = field->table;
	const struct func *f = ((const struct figures *)field->item)->func;

	if (!f->calls)
		return "No call by another function to divide by was counted.";
	return say(t,
	           "~%s with what it calls, for %s by other functions%s; what individual calls "
	           "took is not known.%s",
	           said_time(t, f->self_ticks + f->descendant_ticks), said_calls(t, f->calls),
	           f->self_calls ? "; its calls of itself are part of these" : "",
	           explained_digits(t, func_total_samples(t, f)));
}

static const char *of_kind(const struct func *f) {
	static const char *const texts[] = {
		[FUNC_SYMBOL] = "",
		[FUNC_LINE] = "",
		[FUNC_PLT] =
			"It is a stub through which a function of a shared library is called.  ",
		[FUNC_GAP] = "It is code that no symbol names, starting at that address.  ",
		[FUNC_OUTSIDE] = "It stands for addresses outside the code of this executable.  ",
		[FUNC_INLINED] = "It has no code of its own: it was always inlined.  ",
	};

	return texts[f->kind];
}

static const char *of_profiler(const struct table *t, const struct func *f) {
	static const char *const became[] = {
		[PROFILER_APART] = "\"set profiler spread\" hands its time to functions by their "
				   "calls, \"set profiler out\" leaves it out.  ",
		[PROFILER_SPREAD] = "Its time is handed to functions by their calls (set profiler "
				    "spread).  ",
		[PROFILER_OUT] = "Its time is left out (set profiler out).  ",
	};

	if (f->is_idle)
		return t->data->profile->is_idle_out
		               ? "The system waits in it, and its time is left out (set idle out).  "
		               : "The system waits in it: \"set idle out\" (W) leaves its time out.  ";
	if (!f->is_profiler)
		return "";
	return say(t,
	           "It belongs to the profiler: each call of a function compiled with -pg calls it "
	           "once.  %s",
	           became[t->data->profile->profiler]);
}

static const char *of_noise(const struct table *t, const struct func *f) {
	if (func_gave_time(t->data->profile, f))
		return "";
	if (f->variance <= 0)
		return say(t, "Its figures are dimmed.  %s  ", explained_unseen(t, f));
	return faintness(t, f->self_ticks, f->variance);
}

static const char *of_circle(const struct table *t, const struct func *f) {
	const struct opened_cycle *c = profile_opened(t->data->profile, f);
	const char *self = "";

	if (f->self_calls)
		self = say(t, "It is recursive: it made %s of itself.  ",
		           said_calls(t, f->self_calls));
	if (c)
		return say(t,
		           "%sIt is one of %zu functions that call each other in a circle.  Cycles "
		           "are opened: %zu of the %zu arcs between them are cut, with %s of %s.  ",
		           self, c->nmembers, c->ncut, c->narcs, said_count(t, c->cut_calls),
		           said_calls(t, c->calls));
	if (!f->cycle)
		return self;
	return say(t,
	           "%sIt is one of %zu functions of <cycle %u>, which call each other in a "
	           "circle.  No time is passed on inside a cycle; the cycle passes its time to its "
	           "callers as a whole.  ",
	           self, f->cycle->nmembers, f->cycle->number);
}

/* How far samples alone would spread it, as a coefficient of variation. */
static double by_chance(const struct table *t, const struct spread *s) {
	return sqrt(table_spreads(t)->tick / s->mean);
}

const char *explained_spread(const struct table *t, const struct func *f) {
	const struct spread *s = func_spread(t, f);
	const char *pattern;

	if (!s)
		return "";
	const struct runs *runs = table_spreads(t)->runs;
	switch (s->pattern) {
	case SPREAD_VARIES:
		pattern = say(t,
		              "Files vary by %.2g %% of the mean; sampling alone would make them "
		              "vary by %.2g %%.",
		              100 * s->variation, 100 * by_chance(t, s));
		break;
	case SPREAD_ONE:
		pattern = "But for a single file, sampling would explain most of the differences.";
		break;
	default:
		pattern = "Sampling alone may explain the differences.";
	}
	return say(t,
	           "In %zu %s it has %s on average, and at most %s, in %s.  %s  Side by side they "
	           "are %s, from \u2581 (little) to \u2588 (the most).  ",
	           runs->n, runs->noun ? runs->noun : "files", said_time(t, s->mean),
	           said_time(t, s->max), path_last(runs->list[s->most].path), pattern,
	           spread_sparkline(t, s));
}

const char *explain_func(const struct table *t, const struct func *f) {
	const char *caller = "";

	if (func_split(f))
		caller = explained_split(t, func_split(f));
	if (!f->ncallers && f->kind == FUNC_SYMBOL && !f->is_profiler &&
	    t->data->profile->has_calls)
		caller = "It has no known caller (<spontaneous>): the system called it, or code "
			 "compiled without -pg.";
	return say(t, "%s%s%s%s%s%s", of_kind(f), of_profiler(t, f), of_noise(t, f),
	           of_circle(t, f), explained_spread(t, f), caller);
}

static const char *explained_inlined(const struct table *t, const struct arc *a) {
	const double all = a->self_ticks + a->descendant_ticks;
	const char *calls = "", *below = "";

	if (a->calls)
		calls = say(t, "  It was also called: %s, whose time is estimated.",
		            said_calls(t, a->calls));
	else if (all > a->inlined_ticks * (1 + 1e-9))
		below = say(t, "  What it calls there took ~%s, by the number of calls.",
		            said_time(t, all - a->inlined_ticks));
	return say(t,
	           "%s was inlined into %s.  Its code there, with what was inlined into that, was "
	           "sampled for %s; how often it ran is not counted.%s%s",
	           said_name(t, a->callee), said_name(t, a->caller), said_time(t, a->inlined_ticks),
	           calls, below);
}

const char *explained_arc(const struct table *t, const struct arc *a) {
	return a->is_split ? explained_split(t, a) : a->is_inlined ? explained_inlined(t, a) : NULL;
}

const char *explained_cut(const struct table *t, const struct arc *a) {
	const struct opened_cycle *c = profile_opened(t->data->profile, a->callee);

	if (t->data->profile->is_apart || !c)
		return say(t,
		           "%s made %s of %s, which would close a cycle, with inlined functions "
		           "apart: they pass no time on.",
		           said_name(t, a->caller), said_calls(t, a->calls),
		           said_name(t, a->callee));
	return say(t,
	           "%s made %s of %s, which would close a cycle of %zu functions.  Cycles are "
	           "opened: these calls are among the %s of %s between them that are cut, so they "
	           "pass no time on%s.",
	           said_name(t, a->caller), said_calls(t, a->calls), said_name(t, a->callee),
	           c->nmembers, said_count(t, c->cut_calls), said_count(t, c->calls),
	           func_handing_calls(a->callee)
	                   ? ", and all of the callee's time goes to its other callers"
	                   : "");
}

const char *explained_cycle(const struct table *t, const struct cycle *c) {
	return say(t,
	           "<cycle %u> stands for %zu functions that call each other in a circle.  How "
	           "much each of them costs its callers is not known, so their time is passed on "
	           "together.  :set cycles open leaves out the calls that close it.",
	           c->number, c->nmembers);
}

const char *explain_base(const struct field *field) {
	const struct table *t = field->table;
	const struct figures *r = field->item;
	const struct comparison *c = t->data->comparison;

	if (!c || r->is_func)
		return NULL;
	if (isnan(r->base))
		return !isnan(r->self)
		               ? "It is not known which line of the base this was: the number of "
		                 "lines around it changed, or no lines of the base are known."
		               : NULL;
	return say(
		t, "%s in as many runs of the base, %s here.%s", said_time(t, r->base),
		said_time(t, ticks_known(r->self)),
		base_lines_are_same(c->lines)
			? ""
			: "  Lines are matched by the texts of both files if they are as they were "
			  "compiled, else by their place in functions that have as many lines in both "
			  "builds.");
}

const char *explain_now(const struct field *field) {
	const struct table *t = field->table;
	const struct recent_time *time = recent_of(t, field->item);

	if (!time)
		return NULL;
	return say(t,
	           "Of the %s that the last reading added, %s fell into it, +- %s by chance (one "
	           "standard deviation).",
	           said_samples(t, t->data->recent->ticks), said_ticks(t, time->ticks),
	           said_ticks(t, sqrt(time->variance)));
}

const char *explain_where(const struct field *field) {
	const struct code_line *l = ((const struct figures *)field->item)->line;

	if (!l || !l->location.path)
		return NULL;
	return say(field->table, "Line %u of %s.", l->location.line, l->location.path);
}
