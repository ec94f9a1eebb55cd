/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include "model/compare/line_match.h"
#include "model/files/file_choice.h"

static const struct figures *row(const struct field *field) {
	return field->item;
}

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

/* A sample with a stack may stand for several ticks. */
const char *said_samples(const struct table *t, double ticks) {
	const struct profile *p = t->data->profile;
	const char *one = p->npaths && sample_ticks(p) > 1 ? "tick" : "sample";

	return said(t, samples(ticks), ticks < 1 || ticks > 1 ? say(t, "%ss", one) : one);
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

const char *said_ticks(const struct table *t, double ticks) {
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
		               ? "The noise of the samples (late ones count several ticks) is"
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
	           "%s %s, or %s: one standard deviation.  About seven of ten similar runs "
	           "are that close to their average, which is probably between %s and %s; two runs "
	           "may be %s apart by chance alone.",
	           cause_of_noise(t, ticks, variance), said_ticks(t, noise), said_time(t, noise),
	           said_time(t, ticks > noise ? ticks - noise : 0), said_time(t, ticks + noise),
	           said_time(t, NOISE_OF_DIFFERENCES * noise));
}

/* Without samples; or "". */
static const char *explained_unseen(const struct table *t, double ticks, double unseen) {
	return unseen > 0 ? say(t,
	                        "%s sample fell into its own code, so that most likely took less "
	                        "than %s, the time of three samples: of a hundred functions that "
	                        "take that long, five have none.",
	                        ticks > 0 ? "Most likely no" : "No", said_time(t, unseen))
	                  : "";
}

const char *explained_parent(const struct field *field, const char *name) {
	const struct table *t = field->table;
	const double ticks = ((const struct figures *)field->item)->parent;
	const struct value value = field->column->get(field);

	if (t->query->display.amounts != AMOUNT_PARENT || value.unit != UNIT_PERCENT ||
	    field->column->needs & NEEDS_NO_PARENT)
		return "";
	return say(t, "%s of the ~%s of %s.  ", said(t, value, "%"), said_time(t, ticks), name);
}

const char *explained_faintness(const struct table *t, const struct figures *r) {
	if (!is_faint_figure(r->self, r->variance) || !(r->variance > 0))
		return "";
	if (r->self < 1)
		return "Its figures are dimmed: less than one sample is in it.  ";
	return say(t, "Its figures are dimmed: %s only, so the noise is %.0f %% of self.  ",
	           said_samples(t, r->self), 100 * sqrt(r->variance) / r->self);
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

/* Whether two times are the same, as far as they are shown. */
static bool is_exact(const struct table *t, double least, double most) {
	return !strcmp(said_time(t, least), said_time(t, most));
}

/* What the function has of bins that count code of others, too, unless that shows as zero. */
static const char *explained_shared(const struct table *t, const struct func *f) {
	if (is_exact(t, f->shared_ticks, 0) || t->data->profile->is_apart)
		return "";
	return say(t,
	           "  Of %s in bins (a few bytes of code each) that it shares with other functions "
	           "it gets %s, by the instructions there, the calls, and the samples nearby.",
	           said_time(t, f->shared_most), said_time(t, f->shared_ticks));
}

/* The functions with most of its inlined code, by name. */
static const char *named_hosts(const struct table *t, const struct func *f, size_t *n) {
	enum { NAMED = 3 };
	struct arc *list = NULL;
	const char *names = "";

	for (size_t i = *n = 0; i < f->ncallers; i++)
		if (f->callers[i]->is_inlined)
			arena_append(t->arena, list, *n, *f->callers[i]);
	sort_falling(list, *n, sizeof *list, offsetof(struct arc, inlined_ticks), t->arena);
	for (size_t i = 0; i < *n && i < NAMED; i++)
		names = say(t, "%s%s%s", names, i ? ", " : "", said_name(t, list[i].caller));
	return names;
}

/* Of its own time, what was sampled in the code of others; or "". */
static const char *explained_copies(const struct table *t, const struct func *f) {
	size_t n;

	if (!f->is_inlined)
		return "";
	const char *names = named_hosts(t, f, &n);
	return say(t,
	           "  %s of it was sampled where the function was inlined, into %zu other%s%s: %s.",
	           said_time(t, f->inlined_ticks), n, n == 1 ? "" : "s",
	           n > 3 ? ", most of it" : "", names);
}

static const char *explain_self(const struct field *field) {
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

static const char *explain_divided(const struct field *field) {
	const struct table *t = field->table;
	const struct figures *r = field->item;

	if (!r->is_func || t->data->profile->is_apart)
		return NULL;
	const char *shared = explained_shared(t, r->func);
	return *shared ? shared + 2 : "None of its time is from bins with code of other functions.";
}

static const char *explain_error(const struct field *field) {
	const struct figures *r = field->item;
	const double unseen = figures_unseen(field->table->data->profile, r);

	if (unseen > 0)
		return explained_unseen(field->table, r->self, unseen);
	const struct spread *s = field_spread(field);
	return isnan(r->self) || isnan(r->variance)
	               ? NULL
	               : say(field->table, "%s%s",
	                     explained_noise(field->table, r->self, r->variance),
	                     s && s->pattern != SPREAD_NOISE
	                             ? "  But the files differ by more than sampling explains."
	                             : "");
}

/* The estimate between its bounds. */
const char *explained_self(const struct table *t, const struct func *f) {
	const double unseen = func_unseen_ticks(t->data->profile, f);

	return say(t, "%s%s%s%s  %s", explained_added(t, f), explained_time(t, f->self_ticks),
	           explained_copies(t, f), explained_shared(t, f),
	           f->variance > 0 ? explained_noise(t, f->self_ticks, f->variance)
	                           : explained_unseen(t, f->self_ticks, unseen));
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
	               ? "  These are far apart, so the total is marked ?: it may be far off."
	               : "";
}

static const char *explained_exact(const struct table *t, double ticks) {
	return say(t,
	           "  However the time of callees is divided among their callers, it is %s, as "
	           "far as calls were counted: only the error of sampling is left.",
	           said_time(t, ticks));
}

/* A sentence after two blanks, or "". */
static const char *explained_bounds(const struct table *t, const struct func *f) {
	const struct profile *p = t->data->profile;
	const struct bounds *b = bounds_of(p, f);
	const struct figures figures = figures_of_func(t, f);

	if (!b)
		return p->has_calls ? "  Its bounds are known under the exact rules only (:set "
		                      "rules exact)."
		                    : "";
	if (b->most <= 0 && f->ncallees)
		return "  What it reaches has no time either.";
	if (is_exact(t, b->least, b->most))
		return say(t, "%s%s", f->ncallees ? explained_exact(t, b->most) : "",
		           explained_clamp(t, f));
	if (!f->ncallees && b->is_closed && b->most - b->least <= f->shared_most * (1 + 1e-9))
		return say(t,
		           "  Other functions have code in some of its bins, so it was at least %s "
		           "and at most %s.",
		           said_time(t, b->least), said_time(t, b->most));
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
	if (is_exact(t, r->least, r->most))
		return explained_exact(t, r->most);
	return say(t, "  Whatever each call took, it was at least %s and at most %s here.%s",
	           said_time(t, r->least), said_time(t, r->most), said_doubt(t, r));
}

/* Of what is called only the ticks are known: they have the noise of all. */
static double noise_of_total(const struct table *t, const struct figures *r) {
	const struct profile *p = t->data->profile;
	double ticks = 0, variance = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		ticks += p->funcs[i].self_ticks;
		variance += p->funcs[i].variance;
	}
	const double each = ticks > 0 ? variance / ticks : 1;
	return (isnan(r->variance) ? each * ticks_known(r->self) : r->variance) +
	       each * ticks_known(r->child);
}

const char *explained_counted(const struct table *t, const struct figures *r) {
	const char *self = said_time(t, ticks_known(r->self));
	const char *sum = say(t, "%s in itself and %s in what it calls make %s", self,
	                      said_time(t, ticks_known(r->child)), said_time(t, figures_total(r)));

	if (ticks_known(r->child) <= 0)
		sum = say(t, "No sample fell into what it calls, so this is its own time, %s",
		          self);
	return say(t,
	           "%s; this is counted, because the stacks of samples show who called whom.  %s",
	           sum, explained_noise(t, figures_total(r), noise_of_total(t, r)));
}

const char *explained_func_total(const struct table *t, const struct func *f) {
	const double estimate = bounds_estimate(f);
	const struct figures figures = figures_of_func(t, f);

	if (t->data->profile->paths)
		return explained_counted(t, &figures);
	if (!f->ncallees)
		return say(
			t, "No call that it made was counted, so this is its own time, %s.%s%s",
			said_time(t, f->self_ticks), explained_bounds(t, f),
			t->data->profile->image->nlibraries
				? "  What it calls in libc and other shared libraries is not sampled."
				: "");
	return say(t, "%s in itself and ~%s in what it calls%s make ~%s.%s",
	           said_time(t, f->self_ticks), said_time(t, estimate - f->self_ticks),
	           t->data->profile->is_apart ? " or what was inlined into it" : "",
	           said_time(t, estimate), explained_bounds(t, f));
}

static const char *explain_total(const struct field *field) {
	const struct figures *r = field->item;

	if (field->table->data->profile->paths && !isnan(r->child))
		return explained_counted(field->table, r);
	if (figures_are_of_group(r))
		return "What these functions took with all that they call; where they call each "
		       "other or are in one cycle, time counts once.  This is an estimate: what "
		       "comes back to them through others counts again, up to the upper bound.";
	return r->is_func ? explained_func_total(field->table, r->func) : NULL;
}

static const char *explain_bounds(const struct field *field) {
	const struct figures *r = field->item;

	if (figures_are_of_group(r))
		return say(field->table,
		           "With all that they call, these functions took at least %s (their "
		           "own time, or the lower bound of the largest) and at most %s (the "
		           "sum of the upper bounds of those that others call, or all time).",
		           said_time(field->table, r->least), said_time(field->table, r->most));
	return r->is_func ? explained_bounds(field->table, r->func)
	                  : explained_range(field->table, r);
}

static const char *explained_split(const struct table *t, const struct arc *a) {
	return say(t,
	           "%s is code that the compiler split off %s: no call to it was counted%s, and "
	           "all of its time belongs to that function.",
	           said_name(t, a->callee), said_name(t, a->caller),
	           a->is_jump ? ", because it is jumped to" : "");
}

const char *explained_func_calls(const struct table *t, const struct func *f) {
	const char *cut = "";

	if (f->is_inlined && !func_is_counted(f))
		return "Nothing counts how often inlined code runs.";
	if (!func_is_counted(f))
		return "No call was counted: it was not compiled with -pg, or none of its "
		       "callers was.";
	if (f->cut_calls)
		cut = say(t, "  %s of these calls are cut, because they would close a cycle.",
		          said_count(t, f->cut_calls));
	if (!f->self_calls)
		return say(t, "Other functions made %s to it; it never called itself.%s",
		           said_calls(t, f->calls), cut);
	return say(t, "Other functions made %s to it.%s  It also made %s to itself.",
	           said_calls(t, f->calls), cut, said_calls(t, f->self_calls));
}

static const char *explain_calls(const struct field *field) {
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

/* Of the total or, if that is no estimate, of self. */
static const char *explain_per_call(const struct field *field) {
	const struct table *t = field->table;
	const struct func *f = ((const struct figures *)field->item)->func;
	const bool is_total = field->column->is_estimate;
	const uint64_t calls = is_total ? f->calls : func_self_divisor(t, f);
	const char *itself = "";

	if (!calls)
		return say(t, "No call %sto divide by was counted.",
		           is_total ? "by another function " : "");
	if (is_total && f->self_calls)
		itself = "; its calls to itself are part of these";
	else if (calls > f->calls)
		itself = say(t, ", %s of them from itself", said_count(t, f->self_calls));
	return say(t, "%s for %s%s%s; what individual calls took is not known.%s",
	           is_total ? say(t, "~%s with what it calls",
	                          said_time(t, f->self_ticks + f->descendant_ticks))
	                    : say(t, "Self %s", said_time(t, f->self_ticks)),
	           said_calls(t, calls), is_total ? " by other functions" : "", itself,
	           explained_digits(t, is_total ? func_total_samples(t, f) : func_self_samples(f)));
}

static const char *of_kind(const struct func *f) {
	static const char *const texts[] = {
		[FUNC_SYMBOL] = "",
		[FUNC_LINE] = "",
		[FUNC_PLT] =
			"It is a stub through which a function of a shared library is called.  ",
		[FUNC_GAP] = "It is code that no symbol names, starting at that address.  ",
		[FUNC_OUTSIDE] =
			"It stands for all addresses outside the code of this executable.  ",
		[FUNC_INLINED] = "It has no code of its own: it was always inlined.  ",
	};

	return texts[f->kind];
}

static const char *of_profiler(const struct table *t, const struct func *f) {
	static const char *const became[] = {
		[PROFILER_APART] = "\"set profiler spread\" divides its time among functions "
				   "by their calls, \"set profiler out\" leaves it out.  ",
		[PROFILER_SPREAD] = "Its time is divided among functions by their calls (set "
				    "profiler spread).  ",
		[PROFILER_OUT] = "Its time is left out (set profiler out).  ",
	};

	if (f->is_idle)
		return t->data->profile->is_idle_out
		               ? "The system waits in it; that time is left out (set idle out).  "
		               : "The system waits in it; W (set idle out) leaves that out.  ";
	if (!f->is_profiler)
		return "";
	return say(t, "It belongs to the profiler: each call to code built with -pg calls it.  %s",
	           became[t->data->profile->profiler]);
}

const char *explained_func_faintness(const struct table *t, const struct func *f) {
	if (func_gave_time(t->data->profile, f))
		return "";
	const char *unseen = explained_unseen(t, f->self_ticks,
	                                      func_unseen_ticks(t->data->profile, f));
	if (f->variance <= 0)
		return say(t, "Its figures are dimmed because of its self time.  %s%s", unseen,
		           *unseen ? "  " : "");
	const struct figures figures = figures_of_func(t, f);
	return explained_faintness(t, &figures);
}

static const char *of_circle(const struct table *t, const struct func *f) {
	const struct opened_cycle *c = profile_opened(t->data->profile, f);
	const char *self = "";

	if (f->self_calls)
		self = say(t, "It is recursive: it made %s to itself.  ",
		           said_calls(t, f->self_calls));
	else if (f->is_again)
		self = "It is recursive: some stacks have it several times.  They count once in "
		       "its total, and once for each caller, so callers can have more together.  ";
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

static const char *said_variation(const struct table *t, double part) {
	return say(t, "%.*f %%", part < 0.0995, 100 * part);
}

const char *explained_spread(const struct table *t, const struct spread *s, const char *name) {
	if (!s)
		return "";
	const char *pattern =
		s->is_beyond_chance ? "By itself it differs by more than chance, but among so many "
				      "functions some do."
		: spread_may_vary(s) ? "Sampling alone may explain the differences: more samples "
				       "would tell."
				     : "Sampling alone may explain the differences.";
	const struct runs *runs = table_spreads(t)->runs;
	if (s->pattern != SPREAD_NOISE)
		pattern = say(t,
		              "Beyond what sampling explains (%s), files vary by %s of the mean.",
		              said_variation(t, sqrt(table_spreads(t)->tick / s->mean)),
		              said_variation(t, s->variation));
	if (s->pattern == SPREAD_ONE)
		pattern = say(t, "%s  Most of that comes from %s: the others vary %s.", pattern,
		              said_run(t, &runs->list[s->one]),
		              s->others > 0 ? say(t, "by %s", said_variation(t, s->others))
		                            : "no more than sampling explains");
	return say(
		t,
		"In %zu %s %s itself takes %s on average, and at most %s, in %s.  %s  In order, as "
		"bars: %s (\u25b2 and \u25bc: far above and below the others).  ",
		runs->n, runs->noun ? runs->noun : "files", name, said_time(t, s->mean),
		said_time(t, s->max), said_run(t, &runs->list[s->most]), pattern,
		spread_sparkline(t, s));
}

const char *explain_func(const struct table *t, const struct func *f, const struct column *c) {
	const bool is_timed = c->is_name || c->unit == UNIT_AMOUNT || c->unit == UNIT_PERCENT ||
	                      c->needs & NEEDS_SPREADS;
	const char *caller = "";

	if (func_split(f))
		caller = explained_split(t, func_split(f));
	if (!f->ncallers && f->kind == FUNC_SYMBOL && !f->is_profiler &&
	    t->data->profile->has_calls)
		caller = "It has no known caller (<spontaneous>): the system called it, or code "
			 "compiled without -pg.";
	return say(t, "%s%s%s%s%s", of_kind(f), of_profiler(t, f), of_circle(t, f),
	           is_timed ? explained_spread(t, func_spread(t, f), said_name(t, f)) : "", caller);
}

static const char *explained_inlined(const struct table *t, const struct arc *a) {
	const double ticks = a->self_ticks + a->descendant_ticks;
	const char *calls = "", *below = "";

	if (a->calls)
		calls = say(t, "  It was also called: %s, whose time is estimated.",
		            said_calls(t, a->calls));
	else if (ticks > a->inlined_ticks * (1 + 1e-9))
		below = say(t, "  What it calls there took ~%s, estimated from call counts.",
		            said_time(t, ticks - a->inlined_ticks));
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
		           "%s made %s to %s, which would close a cycle when inlined functions are "
		           "apart, so they pass no time on.",
		           said_name(t, a->caller), said_calls(t, a->calls),
		           said_name(t, a->callee));
	return say(t,
	           "%s made %s to %s, which would close a cycle of %zu functions.  Cycles are "
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

static const char *explain_base(const struct field *field) {
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
	return say(t, "%s in as many runs of the base, %s here.%s", said_time(t, r->base),
	           said_time(t, ticks_known(r->self)),
	           base_lines_are_same(c->lines)
	                   ? ""
	                   : "  Lines are matched by the texts of both files if these are as they "
	                     "were compiled, otherwise by their place in functions that have the "
	                     "same number of lines in both builds.");
}

static const char *explain_now(const struct field *field) {
	const struct table *t = field->table;
	const struct recent_time *time = recent_of(t, field->item);

	if (!time)
		return NULL;
	return say(t,
	           "Of the %s that the last reload added, %s fell into it, +- %s by chance "
	           "(one standard deviation).",
	           said_samples(t, t->data->recent->ticks), said_ticks(t, time->ticks),
	           said_ticks(t, sqrt(time->variance)));
}

static const char *explain_where(const struct field *field) {
	const struct code_line *l = ((const struct figures *)field->item)->line;

	if (!l || !l->location.path)
		return NULL;
	return say(field->table, "Line %u of %s.", l->location.line, l->location.path);
}

static struct value get_self(const struct field *field) {
	return ticks_of(field, row(field)->self);
}

/* Without a sample it is a limit. */
static struct value get_error(const struct field *field) {
	const double unseen = figures_unseen(field->table->data->profile, row(field));
	struct value error = ticks_of(field, unseen > 0 ? unseen : sqrt(row(field)->variance));

	error.is_limit = unseen > 0;
	return error;
}

static struct value get_total(const struct field *field) {
	return isnan(row(field)->child) ? no_value() : ticks_of(field, figures_total(row(field)));
}

static struct value get_of_parent(const struct field *field) {
	const struct figures *r = row(field);

	return isnan(r->child) ? no_value()
	                       : ticks_part(figures_total(r), r->parent, field->table->most_parent);
}

/* None where the function only has code of its own. */
static struct value get_inlined(const struct field *field) {
	const struct func *f = row(field)->func;

	return f && f->is_inlined ? ticks_value(field, f->inlined_ticks) : no_value();
}

static bool is_divided(const struct func *f) {
	return f->shared_ticks > f->self_ticks / 10;
}

static struct value get_divided(const struct field *field) {
	const bool is_whole = row(field)->is_func && !field->table->data->profile->is_apart;

	return text(is_whole && is_divided(row(field)->func) ? "/" : "");
}

static bool has_divided(const struct profile *p) {
	size_t i = 0;

	while (i < p->nfuncs && !is_divided(&p->funcs[i]))
		i++;
	return i < p->nfuncs;
}

static struct value get_delta_total(const struct field *field) {
	const struct figures *r = row(field);

	if (!field->table->data->comparison || (isnan(r->self) && isnan(r->base_total)))
		return no_value();
	return ticks_of(field, figures_total(r) - ticks_known(r->base_total));
}

/* Of a function or a group that the base has not, all; of a line, it is not known.  Without a base
 * the order by it stays that of all time. */
static struct value get_delta(const struct field *field) {
	const struct figures *r = row(field);
	const struct table *t = field->table;
	const bool is_known = r->is_func || figures_are_of_group(r)
	                              ? t->data->comparison || !t->query->is_whole
	                              : !isnan(r->base);

	return is_known ? ticks_of(field, ticks_known(r->self) - ticks_known(r->base)) : no_value();
}

/* Both sides are samples. */
static struct value get_delta_error(const struct field *field) {
	const struct figures *r = row(field);
	const struct value delta = get_delta(field);

	return delta.unit == UNIT_NONE
	               ? delta
	               : ticks_of(field,
	                          sqrt(ticks_known(r->variance) + ticks_known(r->base_variance)));
}

static struct value get_base_calls(const struct field *field) {
	const struct figures *r = row(field);

	return isnan(r->base_calls) ? no_value() : mean_count(r->base_calls);
}

static struct value get_wide(const struct field *field) {
	return text(figures_are_wide(field->table->data->profile, row(field)) ? "?" : "");
}

static struct value get_bound(const struct field *field) {
	return ticks_value(field, number_member(field, field->item));
}

static struct value get_calls(const struct field *field) {
	const struct figures *r = row(field);

	if (!r->is_counted)
		return no_value();
	return r->is_func && func_self_divisor(field->table, r->func) > r->calls &&
	                       !field->table->query->is_whole
	               ? ratio(r->calls, '+', r->func->self_calls)
	               : count(r->calls);
}

static struct value get_self_calls(const struct field *field) {
	const struct figures *r = row(field);

	return r->is_func && r->is_counted ? count(r->func->self_calls) : no_value();
}

static struct value get_per_call(const struct field *field) {
	const struct table *t = field->table;
	const struct func *f = row(field)->func;

	if (!f || f->is_inlined)
		return no_value();
	return field->column->is_estimate
	               ? ticks_per_call(t, f->self_ticks + f->descendant_ticks, f->calls,
	                                func_total_samples(t, f))
	               : ticks_per_call(t, f->self_ticks, func_self_divisor(t, f),
	                                func_self_samples(f));
}

/* Most functions have none: only those that have are shown. */
static struct value get_now(const struct field *field) {
	const struct table *t = field->table;
	const struct recent_time *time = recent_of(t, field->item);
	const double ticks = !time                     ? 0
	                     : field->column->is_error ? sqrt(time->variance)
	                                               : time->ticks;

	if (!time || (ticks <= 0 && !t->query->is_whole))
		return no_value();
	return field->column->unit == UNIT_PERCENT ? percent(ticks, t->data->recent->ticks)
	                                           : ticks_value(field, ticks);
}

static struct value get_imbalance(const struct field *field) {
	const struct spread *s = field_spread(field);

	return s ? ticks_value(field, s->max - s->mean) : no_value();
}

/* A word for programs. */
static struct value get_pattern(const struct field *field) {
	static const char *const words[] = {
		[SPREAD_NOISE] = "~",
		[SPREAD_ONE] = "one",
		[SPREAD_VARIES] = "varies",
	};
	const struct spread *s = field_spread(field);

	if (!s)
		return no_value();
	return text(field->table->query->is_whole ? words[s->pattern]
	                                          : spread_sparkline(field->table, s));
}

static struct value get_function(const struct field *field) {
	const struct figures *r = row(field);

	return text(r->func && !r->text ? func_label(field->table, r->func) : r->text);
}

static struct value get_where(const struct field *field) {
	const struct figures *r = row(field);

	if (!r->line)
		return r->text ? no_value() : func_location(field->table, r);
	return r->line->location.path ? text(location_text(field->table, &r->line->location))
	                              : no_value();
}

static struct value get_group(const struct field *field) {
	return row(field)->group ? text(row(field)->group->name) : no_value();
}

/* All columns that several views have. */
static const struct column all[] = {
	{ "self%", .unit = UNIT_PERCENT,
	  .help = "Share of all samples in it, without what it calls.", .get = get_self,
	  .explain = explain_self },
	{ "self", .unit = UNIT_AMOUNT,
	  .help = "Time in it, without what it calls: samples divided by the sampling rate.",
	  .get = get_self, .explain = explain_self, .keeps_time = true },
	{ "cumulative%", .unit = UNIT_PERCENT,
	  .help = "Sum of self% down to this row, in the order shown.", .is_extra = true,
	  .is_cumulative = true, .get = get_self },
	{ "cumulative", .unit = UNIT_AMOUNT,
	  .help = "Sum of self down to this row, in the order shown: gprof's cumulative seconds.",
	  .is_extra = true, .is_cumulative = true, .get = get_self, .keeps_time = true },
	{ "now%", .unit = UNIT_PERCENT,
	  .help = "While files are watched: share of the samples that the last reload added.",
	  .is_for_people = true, .get = get_now, .explain = explain_now, .needs = NEEDS_RECENT },
	{ "now", .unit = UNIT_AMOUNT, .help = "Own time that the last reload added.",
	  .is_for_people = true, .get = get_now, .explain = explain_now, .needs = NEEDS_RECENT,
	  .keeps_time = true },
	{ "now-error", .is_error = true, .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of now, one standard deviation.", .is_for_people = true,
	  .get = get_now, .explain = explain_now, .needs = NEEDS_RECENT },
	{ "base", .unit = UNIT_AMOUNT,
	  .help = "Own time in the base, scaled to the runs of the new side.",
	  .number = offsetof(struct figures, base), .get = figure_ticks, .explain = explain_base,
	  .needs = NEEDS_BASE },
	{ "delta", .unit = UNIT_AMOUNT,
	  .help = "Own time minus that of the base; the view diff shows what may be noise.",
	  .is_signed = true, .get = get_delta, .explain = explain_base, .needs = NEEDS_BASE },
	{ "delta-error", .is_error = true, .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of delta, one standard deviation: that of both sides, without "
	          "differences between runs.",
	  .get = get_delta_error, .needs = NEEDS_BASE },
	{ "error", .is_error = true, .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation.  It is the square root of the "
	          "samples; two runs may differ by 2.8 times as much.  "
	          "<0.03: it has no samples and so took less than that, with 95 % confidence.",
	  .get = get_error, .explain = explain_error },
	{ "inlined", .unit = UNIT_AMOUNT,
	  .help = "The part of self that was sampled where the function was inlined into others.",
	  .get = get_inlined, .explain = explain_self, .needs = NEEDS_NODES },
	{ "divided", .is_mark = true,
	  .help = "/: over a tenth of self is its share of bins with code of others, too.",
	  .get = get_divided, .explain = explain_divided, .needs = NEEDS_DIVIDED },
	{ "total%", .is_estimate = true, .unit = UNIT_PERCENT,
	  .help = "Share of all samples in it and in what it calls; ~: an estimate, as a callee's "
	          "time is divided among its callers in proportion to their calls.",
	  .get = get_total, .explain = explain_total, .needs = NEEDS_TOTALS },
	{ "wide", .is_mark = true,
	  .help = "?: uncertain, as its bounds, least and most, are far apart.  They "
	          "differ by more than half of it and by more than 5 % of all time.",
	  .get = get_wide, .explain = explain_bounds, .needs = NEEDS_BOUNDS },
	{ "total", .is_estimate = true, .unit = UNIT_AMOUNT,
	  .help = "Time in it and in what it calls; ~: an estimate, as a callee's time is divided "
	          "among its callers in proportion to their calls.",
	  .get = get_total, .explain = explain_total, .needs = NEEDS_TOTALS, .keeps_time = true },
	{ "parent%", .is_estimate = true, .unit = UNIT_PERCENT,
	  .help = "The total in percent of the total of the function shown, or of its cycle; in a "
	          "tree, of the row above.",
	  .get = get_of_parent, .needs = NEEDS_PARENT },
	{ "least", .unit = UNIT_AMOUNT,
	  .help = "Lower bound of the total, however long calls took: the time reached only "
	          "through it.",
	  .number = offsetof(struct figures, least), .get = get_bound, .explain = explain_bounds,
	  .needs = NEEDS_BOUNDS },
	{ "most", .unit = UNIT_AMOUNT,
	  .help = "Upper bound of the total: all time that it reaches, and all without a known "
	          "caller.",
	  .number = offsetof(struct figures, most), .get = get_bound, .explain = explain_bounds,
	  .needs = NEEDS_BOUNDS },
	{ "calls", .unit = UNIT_COUNT,
	  .help = "Calls by other functions; 3/7: 3 of the callee's 7 (<all/7: nearly all); 2+11: 2 "
	          "from outside and 11 that are recursive or cut; 13+: both, added up.",
	  .get = get_calls, .explain = explain_calls, .needs = NEEDS_CALLS },
	{ "self-calls", .unit = UNIT_COUNT, .help = "Calls from itself; self/call includes them.",
	  .is_for_programs = true, .get = get_self_calls, .needs = NEEDS_CALLS },
	{ "~base", .was = "base-total", .unit = UNIT_AMOUNT,
	  .help = "Self and children in the base, scaled to the runs of the new side; ~: an "
	          "estimate.",
	  .number = offsetof(struct figures, base_total), .get = figure_ticks,
	  .needs = NEEDS_BASE },
	{ "~delta", .was = "delta-total", .unit = UNIT_AMOUNT, .is_signed = true,
	  .help = "Self and children, minus those of the base; ~: an estimate.",
	  .get = get_delta_total, .needs = NEEDS_BASE },
	{ "base-calls", .unit = UNIT_MEAN,
	  .help = "All calls in the base, recursive ones included, scaled to the runs of the "
	          "new side.",
	  .get = get_base_calls, .needs = NEEDS_BASE_CALLS },
	{ "self/call", .unit = UNIT_PER_CALL,
	  .help = "Self time divided by all calls, recursive ones included; with the digits "
	          "that its samples support.",
	  .get = get_per_call, .explain = explain_per_call, .needs = NEEDS_CALLS },
	{ "total/call", .is_estimate = true, .unit = UNIT_PER_CALL,
	  .help = "Total time divided by the calls by other functions.", .get = get_per_call,
	  .explain = explain_per_call, .needs = NEEDS_CALLS },
	{ "imbalance", .unit = UNIT_AMOUNT,
	  .help = "With ranks: the maximum minus the mean, which is how long the others wait for "
	          "the slowest, if they wait.",
	  .get = get_imbalance, .needs = NEEDS_SPREADS | NEEDS_WAITING },
	{ "pattern", .was = "sparkline",
	  .help = "How files differ: a cell for each, from 0 to the row's maximum; \u25b2, "
	          "\u25bc: a file far above or below the others.  In CSV and JSON it is a "
	          "word: ~ (no more than by chance), one (a single file differs) or varies "
	          "(several do).",
	  .get = get_pattern, .needs = NEEDS_SPREADS },
	{ "function",
	  .help = "Its name; [section address]: code without a symbol; <idle>: a system waits "
	          "in it; <profiler>: it counts calls; <spontaneous>: no known caller; "
	          "<recursive>, <rec>: calls itself; <cycle 2>: is in that cycle; <cut>: would "
	          "close a cycle; <split>: split off by the compiler; <inlined>: code of the "
	          "callee in the caller.",
	  .is_name = true, .shorten = short_name_keeping, .get = get_function },
	{ "edit",
	  .help = "+: not in the base; -: only in the base; >: its function is elsewhere in the "
	          "base.  Lines are compared as by diff if both files are as they were compiled; "
	          "instructions are compared by the symbols that their addresses belong to.",
	  .number = offsetof(struct figures, edit), .get = text_member, .needs = NEEDS_BASE },
	{ "where",
	  .help = "Source file and line, if known: of the line or instruction, or where the "
	          "function begins.",
	  .tells_apart = true, .shorten = short_path, .get = get_where, .explain = explain_where,
	  .needs = NEEDS_LOCATIONS },
	{ "group",
	  .help = "What the row belongs to: the function's file, folder, class or section; in "
	          "the view diff, the function that it is compared with, because on one side "
	          "one is inlined into the other; for files, the part that several names share.",
	  .get = get_group },
	{ "source", .help = "The line of the source itself; tabs are shown as blanks.",
	  .is_cut_behind = true },
};

static bool has_measured(const struct caller_costs *costs) {
	for (size_t i = 0; costs && i < costs->nfits; i++)
		if (costs->fits[i].state == CALLERS_MEASURED)
			return true;
	return false;
}

static bool has_reason(const struct runs *runs) {
	for (size_t i = 0; runs && i < runs->noff; i++)
		if (runs->off[i].failed || runs->off[i].repeats)
			return true;
	return false;
}

static unsigned unless(bool is_there, unsigned needs) {
	return is_there ? 0 : needs;
}

/* Whether files are rows whose names tell several of a host, or of another group. */
static bool has_groups(const struct table *t, enum file_grouping by) {
	const struct file_groups *g = t->data->groups[by];

	return g && !t->groups && g->runs->n > 1 && 2 * g->runs->n <= t->data->runs->n;
}

unsigned columns_lacking(const struct table *t) {
	const struct dataset *d = t->data;
	const struct profile *p = d->profile;
	const struct comparison *c = d->comparison;
	const struct spreads *s = table_spreads(t);
	const struct display *shown = &t->query->display;

	return unless(c, NEEDS_BASE) | unless(p->has_calls, NEEDS_CALLS) |
	       unless(c && c->base->data.profile->has_calls, NEEDS_BASE_CALLS) |
	       unless(profile_has_totals(p), NEEDS_TOTALS) | unless(p->bounds, NEEDS_BOUNDS) |
	       unless(!p->paths, NEEDS_NO_PATHS) | unless(p->paths, NEEDS_PATHS) |
	       unless(p->is_apart, NEEDS_NODES) |
	       unless(has_measured(p->caller_costs), NEEDS_MEASURED) |
	       unless(has_divided(p), NEEDS_DIVIDED) | unless(d->locations, NEEDS_LOCATIONS) |
	       unless(d->code_lines && d->code_lines->has_inlined, NEEDS_INLINED) |
	       unless(t->is_tree, NEEDS_FRAMES) | unless(s, NEEDS_SPREADS) |
	       unless(s && s->on, NEEDS_DISTANCES) |
	       unless(file_names_have_ranks(d->file_names), NEEDS_WAITING) |
	       unless(file_names_have_ranks(d->file_names) && !t->groups, NEEDS_RANKS) |
	       unless(has_groups(t, GROUP_BY_HOST), NEEDS_HOSTS) |
	       unless(has_groups(t, GROUP_BY_GROUP), NEEDS_GROUPS) |
	       unless(t->groups, NEEDS_GROUPED) |
	       unless(has_reason(d->runs) || (c && has_reason(c->base->runs)), NEEDS_REASONS) |
	       unless(d->runs && d->runs->know_mpi, NEEDS_MPI) | unless(d->recent, NEEDS_RECENT) |
	       unless(shown->amounts == AMOUNT_PARENT, NEEDS_PARENT) |
	       unless(shown->amounts != AMOUNT_PARENT, NEEDS_NO_PARENT) |
	       unless(t->query->subject, NEEDS_SUBJECT) |
	       unless(!t->query->subject, NEEDS_NO_SUBJECT) |
	       unless(shown->rows == ROWS_LINE, NEEDS_LINES) |
	       unless(shown->rows != ROWS_LINE, NEEDS_NO_LINES);
}

/* A column of the table with what the view's row has instead; what another getter has is explained
 * anew. */
static struct column complete(const struct column *named) {
	const struct column *from = all;

	for (; strcmp(from->name, named->name) != 0; from++)
		assert(from + 1 < all + sizeof all / sizeof *all);
	struct column out = *from;
	out.unit = named->unit ? named->unit : from->unit;
	out.spare = named->spare;
	out.least = named->least;
	out.number = named->number ? named->number : from->number;
	out.is_name |= named->is_name;
	out.is_for_programs |= named->is_for_programs;
	out.is_extra |= named->is_extra;
	out.get = named->get ? named->get : from->get;
	out.explain = named->get || named->explain ? named->explain : from->explain;
	out.needs = named->needs ? named->needs : from->needs;
	out.keeps_time = named->needs ? named->keeps_time : from->keeps_time;
	return out;
}

const struct columns *columns_complete(const struct columns *named, struct arena *arena) {
	struct columns *out = arena_alloc(arena, 1, sizeof *out);
	struct column *list = arena_copy(arena, named->list, named->n, sizeof *list);

	for (size_t i = 0; i < named->n; i++) {
		if (!list[i].help)
			list[i] = complete(&named->list[i]);
		if (!list[i].unit)
			list[i].unit = UNIT_TEXT;
	}
	*out = (struct columns){ list, named->n };
	return out;
}
