/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/graph_rows.h"

#include <math.h>

#include "model/code_lines.h"
#include "model/profile.h"
#include "model/rules.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/diff_view.h"
#include "views/view.h"

/* Why several files do not tell what the arc's calls cost; NULL: they do, or there is nothing to
 * tell. */
static const char *explained_unmeasured(const struct table *table, const struct arc *arc);

/* The new side's function that the row is about; NULL if only the base has the row. */
static const struct func *func_of(const struct graph_row *r) {
	return r->figures.gone ? NULL : r->figures.func;
}

static double func_ticks(const struct func *f) {
	return f->graph_self + f->graph_child;
}

static double cycle_ticks(const struct cycle *c) {
	return c->graph_self + c->graph_child;
}

/* Of the function, or of the cycle that its time is divided with. */
static double node_ticks(const struct func *f) {
	return f->cycle ? cycle_ticks(f->cycle) : func_ticks(f);
}

void graph_row_set_parent(struct graph_row *r) {
	const struct func *f = func_of(r);

	r->figures.parent = r->arc && r->part == GRAPH_CALLER ? node_ticks(r->arc->callee)
	                    : r->arc                          ? func_ticks(r->arc->caller)
	                    : r->part == GRAPH_CYCLE          ? cycle_ticks(r->figures.cycle)
	                    : r->part == GRAPH_MEMBER         ? node_ticks(f)
	                    : r->part == GRAPH_SELF && f      ? func_ticks(f)
	                                                      : 0;
}

static struct value get_percent(const struct field *field) {
	const struct graph_row *r = field->item;

	return isnan(r->figures.self) ? no_value()
	                              : percent(figures_total(&r->figures),
	                                        field->table->data->profile->graph_ticks);
}

static struct value get_children(const struct field *field) {
	const struct graph_row *r = field->item;

	return ticks_of(field, r->figures.child);
}

/* An arc's calls, out of all that its callee (or the callee's cycle) got and that its time is
 * divided by. */
static struct value calls_of_arc(const struct graph_row *r) {
	if (r->arc->is_split || r->arc->is_sampled || (r->arc->is_inlined && !r->figures.calls))
		return no_value();
	return arc_hands_time(r->arc)
	               ? ratio(r->figures.calls, '/', func_handing_calls(r->arc->callee))
	               : count(r->figures.calls);
}

static struct value get_calls(const struct field *field) {
	const struct graph_row *r = field->item;
	uint64_t calls, self_calls;

	if (r->arc)
		return calls_of_arc(r);
	if (!func_of(r) && !r->figures.cycle)
		return no_value();
	if (func_of(r) && !func_is_counted(func_of(r)))
		return no_value();
	calls = r->figures.cycle ? r->figures.cycle->calls
	                         : func_of(r)->calls - func_of(r)->cut_calls;
	self_calls = r->figures.cycle ? r->figures.cycle->self_calls
	                              : func_of(r)->self_calls + func_of(r)->cut_calls;
	return self_calls ? ratio(calls, '+', self_calls) : count(calls);
}

static const struct caller_cost *cost_of(const struct field *field) {
	const struct graph_row *r = field->item;

	return r->arc && !r->figures.line ? caller_cost_of(field->table->data->profile, r->arc)
	                                  : NULL;
}

static struct value get_measured(const struct field *field) {
	const struct caller_cost *cost = cost_of(field);

	return cost ? ticks_of(field, cost->ticks) : no_value();
}

static struct value get_measured_error(const struct field *field) {
	const struct caller_cost *cost = cost_of(field);

	return cost ? ticks_of(field, cost->error) : no_value();
}

static struct value get_function(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const struct cycle *c = r->figures.cycle;

	if (r->part == GRAPH_SPONTANEOUS)
		return text("<spontaneous>");
	if (r->part == GRAPH_CYCLE)
		return text(say(t, "<cycle %u as a whole> [%u]", c->number, c->index));
	if (!func_of(r))
		return text(say(t, "%s <base>", base_name(t, r->figures.gone)));
	return text(node_label(t, func_of(r), r->arc));
}

static struct value get_index(const struct field *field) {
	const struct graph_row *r = field->item;

	if (r->part == GRAPH_CYCLE)
		return count(r->figures.cycle->index);
	return func_of(r) ? count(func_of(r)->index) : no_value();
}

static struct value get_base_total(const struct field *field) {
	const struct graph_row *r = field->item;

	return ticks_of(field, r->figures.base_total);
}

static struct value get_delta_total(const struct field *field) {
	const struct graph_row *r = field->item;
	const double base = r->figures.base_total;

	if (!field->table->data->comparison || (isnan(r->figures.self) && isnan(base)))
		return no_value();
	return ticks_of(field, figures_total(&r->figures) - ticks_known(base));
}

static struct value get_entry(const struct field *field) {
	const struct graph_row *r = field->item;

	return r->entry ? text(func_name(field->table, r->entry)) : no_value();
}

static struct value get_part(const struct field *field) {
	static const char *const names[] = {
		[GRAPH_CALLER] = "caller", [GRAPH_SPONTANEOUS] = "caller",
		[GRAPH_SELF] = "function", [GRAPH_CALLEE] = "callee",
		[GRAPH_CYCLE] = "cycle",   [GRAPH_MEMBER] = "member",
	};
	const struct graph_row *r = field->item;

	return text(names[r->part]);
}

static struct value get_where(const struct field *field) {
	const struct func *f = func_of(field->item);

	return f ? func_location(field->table, f) : no_value();
}

static struct value get_line(const struct field *field) {
	const struct graph_row *r = field->item;
	const struct code_line *line = r->figures.line;

	if (!line)
		return get_where(field);
	if (!line->location.path)
		return no_value();
	return text(say(field->table, "%s%s", r->is_near ? "~" : "",
	                location_text(field->table, &line->location)));
}

/* What is called: a function, or the cycle that it is in. */
static const char *called_name(const struct table *t, const struct func *f) {
	return f->cycle ? say(t, "<cycle %u>", f->cycle->number) : said_name(t, f);
}

/* What gets the calls that an arc's are a part of. */
static const char *callee_name(const struct table *t, const struct arc *a) {
	const char *name = said_name(t, a->callee);

	if (a->callee->cut_calls)
		return say(t, "%s that are not cut", name);
	if (!a->callee->cycle)
		return name;
	return say(t, "<cycle %u>, which %s is in", a->callee->cycle->number, name);
}

/* "walk", or "walk, at line 12 of tree.c," */
static const char *caller_name(const struct table *t, const struct graph_row *r) {
	const char *name = said_name(t, r->arc->caller);

	if (!r->figures.line)
		return name;
	if (!r->figures.line->location.path)
		return say(t, "%s, at no known line,", name);
	return say(t, "%s, at line %u of %s,", name, r->figures.line->location.line,
	           r->figures.line->location.file);
}

static const char *inner_calls(const struct table *t, const struct graph_row *r) {
	const struct arc *a = r->arc;

	if (a->is_cut)
		return explained_cut(t, a);
	if (a->caller == a->callee)
		return say(t, "%s made %s of itself; that passes no time on.", caller_name(t, r),
		           said_calls(t, r->figures.calls));
	return say(t, "%s made %s of %s, both in <cycle %u>; that passes no time on.",
	           caller_name(t, r), said_calls(t, r->figures.calls), said_name(t, a->callee),
	           a->caller->cycle->number);
}

/* Whether the callee's time is divided by what calls were measured to cost. */
static bool shares_are_measured(const struct table *t, const struct arc *a) {
	const struct profile *p = t->data->profile;
	const struct caller_fit *fit = caller_fit_of(p, a->callee);

	return p->rules->measures_callers && fit && fit->state == CALLERS_MEASURED;
}

/* The part of the callee's time that the row has. */
static double row_share(const struct graph_row *r) {
	return r->arc->share * (double)r->figures.calls / (double)r->arc->calls;
}

/* "walk made 3 of the 7 calls of hash" */
static const char *said_part(const struct table *t, const struct graph_row *r) {
	return say(t, "%s made %s of the %s of %s", caller_name(t, r),
	           said_count(t, r->figures.calls),
	           said_calls(t, func_handing_calls(r->arc->callee)), callee_name(t, r->arc));
}

/* A share of the callee's time, and why it is that much. */
static const char *share(const struct table *t, const struct graph_row *r, const char *what,
                         double ticks) {
	const struct arc *a = r->arc;
	const char *special = explained_arc(t, a), *why = explained_unmeasured(t, a);

	if (special)
		return special;
	if (t->data->profile->paths)
		return explained_counted(t, &r->figures);
	if (!arc_hands_time(a))
		return inner_calls(t, r);
	if (shares_are_measured(t, a))
		return say(t,
		           "The files tell what calls of %s cost: %s gets %.3g %% of the callee's "
		           "%s, ~%s.",
		           callee_name(t, a), caller_name(t, r), 100 * row_share(r), what,
		           said_time(t, ticks));
	return say(t, "%s, so it gets that share of the callee's %s: ~%s.%s%s", said_part(t, r),
	           what, said_time(t, ticks), why ? "  " : "", why ? why : "");
}

static const char *explain_arc_self(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc)
		return share(t, r, "own time", r->figures.self);
	if (r->part == GRAPH_CYCLE)
		return say(t, "The %zu members together: %s.", r->figures.cycle->nmembers,
		           said_time(t, r->figures.cycle->self_ticks));
	return func_of(r) ? explained_self(t, func_of(r)) : NULL;
}

static const char *explain_arc_children(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc)
		return share(t, r, "callees' time", r->figures.child);
	if (r->part == GRAPH_CYCLE)
		return say(t, "What the members call outside the cycle: ~%s.",
		           said_time(t, r->figures.cycle->descendant_ticks));
	if (!func_of(r))
		return NULL;
	if (t->data->profile->paths)
		return explained_counted(t, &r->figures);
	return say(t, "The %u functions that it calls spent ~%s on its behalf.%s",
	           func_of(r)->ncallees,
	           said_time(t, bounds_estimate(func_of(r)) - func_of(r)->self_ticks),
	           explained_bounds(t, func_of(r)));
}

static const char *explain_arc_total(const struct field *field) {
	const struct graph_row *r = field->item;

	if (r->arc)
		return arena_format(field->table->arena, "%s%s",
		                    share(field->table, r, "time", figures_total(&r->figures)),
		                    explained_range(field->table, &r->figures));
	if (r->part == GRAPH_CYCLE)
		return explain_arc_self(field);
	return func_of(r) ? explained_func_total(field->table, func_of(r)) : NULL;
}

static const char *explain_arc_of_parent(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const char *why = explain_arc_total(field), *name;

	if (!r->arc)
		return why;
	name = r->part == GRAPH_CALLER ? called_name(t, r->arc->callee)
	                               : said_name(t, r->arc->caller);
	return say(t, "%s%s", explained_parent(field, name), why ? why : "");
}

static const char *explain_arc_calls(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc && explained_arc(t, r->arc))
		return explained_arc(t, r->arc);
	if (r->arc && r->arc->is_sampled)
		return "Nothing counted these calls; samples were taken in them.";
	if (r->arc && !arc_hands_time(r->arc))
		return inner_calls(t, r);
	if (r->arc)
		return say(t, "%s/%s: %s.", said_count(t, r->figures.calls),
		           said_count(t, func_handing_calls(r->arc->callee)), said_part(t, r));
	if (r->part == GRAPH_CYCLE)
		return say(t, "%s+%s: %s from outside into the cycle, %s between its members.",
		           said_count(t, r->figures.cycle->calls),
		           said_count(t, r->figures.cycle->self_calls),
		           said_calls(t, r->figures.cycle->calls),
		           said_count(t, r->figures.cycle->self_calls));
	return func_of(r) ? explained_func_calls(t, func_of(r)) : NULL;
}

static const char *explain_arc_line(const struct field *field) {
	const struct graph_row *r = field->item;

	if (!r->figures.line || !r->figures.line->location.path)
		return r->figures.line ? "No line is known for the code that makes these calls."
		                       : NULL;
	return say(field->table, "These calls are made by line %u of %s%s.",
	           r->figures.line->location.line, r->figures.line->location.path,
	           r->is_near ? ", or near it: a record says only roughly where a call returns to"
	                      : "");
}

const char *explain_graph_row(const struct table *t, const void *item) {
	const struct graph_row *r = item;
	const char *marks;

	if (r->part == GRAPH_SPONTANEOUS)
		return "<spontaneous>: the function has no known caller.  The system called it, or "
		       "code compiled without -pg, or it was called through a pointer where the "
		       "call was not counted.";
	if (r->part == GRAPH_CYCLE)
		return explained_cycle(t, r->figures.cycle);
	if (!func_of(r))
		return r->figures.func ? "<base>: these calls were made in the base only."
		                       : "<base>: the function is in the base only.";
	if (r->arc && explained_arc(t, r->arc))
		return explained_arc(t, r->arc);
	marks = explain_func(t, func_of(r));
	return *marks ? say(t, "%s: %s", said_name(t, func_of(r)), marks) : "";
}

static const char *unsure(const struct table *t, const struct caller_fit *fit, const char *name) {
	const char *error = say(t,
	                        "The cost of each caller of %s is uncertain by up to %.0f %% of "
	                        "its time",
	                        name, 100 * fit->worst);

	if (fit->state == CALLERS_BELOW)
		return say(t,
		           "%s, because it is not known how much of that is its own: it calls "
		           "functions whose callers cannot be told apart, or shares bins.",
		           error);
	if (fit->inflation > 2)
		return say(t,
		           "%s, because the calls of a caller do not cost the same in all files.",
		           error);
	return say(t, "%s.  More files, or longer runs, would help.", error);
}

static const char *alike(const struct table *t, const struct caller_fit *fit, const char *name) {
	if (fit->nmixes > 1 && fit->nmixes < fit->nneeded)
		return say(t,
		           "The %zu files are too alike: they have %zu different mixes of the "
		           "calls of %s, and %zu are needed to tell what each caller costs.  Runs "
		           "with other input would help.",
		           fit->nfiles, fit->nmixes, name, fit->nneeded);
	return say(t,
	           "The %zu files are too alike: in all of them the callers made about the same "
	           "shares of the calls of %s, so their costs cannot be told apart.  Runs with "
	           "other input would help.",
	           fit->nfiles, name);
}

/* Why the files do not tell. */
static const char *reason(const struct table *t, const struct caller_fit *fit, const char *name) {
	switch (fit->state) {
	case CALLERS_FEW_FILES:
		return say(t,
		           "%s has %zu callers: to tell what each costs, it must be called in %zu "
		           "files, of runs with different input; it is in %zu.",
		           name, fit->ncallers, fit->nneeded, fit->nfiles);
	case CALLERS_MANY:
		return say(t, "%s has %zu callers with many calls, more than files can tell apart.",
		           name, fit->ncallers);
	case CALLERS_FEW_SAMPLES:
		return say(t,
		           "%s, with what it calls, has too few samples to tell what each caller "
		           "costs: %.0f.  Longer runs, or more files, would help.",
		           name, fit->ticks);
	case CALLERS_UNCOUNTED:
		return say(t,
		           "%s took %s in files in which no call of it was counted, so calls that "
		           "were not counted cost some of its time.",
		           name, said_time(t, fit->stray));
	case CALLERS_ALIKE:
		return alike(t, fit, name);
	case CALLERS_BELOW:
	case CALLERS_UNSURE:
		return unsure(t, fit, name);
	case CALLERS_MEASURED:
		break;
	}
	return say(t,
	           "It is among %zu callers of %s with few calls, whose costs were measured as "
	           "one.",
	           fit->ntogether, name);
}

static const char *explained_unmeasured(const struct table *t, const struct arc *a) {
	const struct caller_fit *fit = caller_fit_of(t->data->profile, a->callee);

	if (!fit || !arc_hands_time(a) || caller_cost_of(t->data->profile, a))
		return NULL;
	return reason(t, fit, called_name(t, a->callee));
}

/* How well the costs fit. */
static const char *quality(const struct table *t, const struct caller_fit *fit) {
	const char *fits = say(t, "chi2 is %.1f for %zu degrees of freedom", fit->chi2,
	                       fit->freedom);

	if (fit->inflation > 1.005)
		return say(t, "%s, so errors are %.2f times those of noise.", fits, fit->inflation);
	return say(t, "%s, no more than noise.", fits);
}

static const char *how(const struct table *t, const struct arc *a, const struct caller_cost *cost,
                       const struct caller_fit *fit) {
	const double by_calls = (double)a->calls / (double)func_handing_calls(a->callee);
	const char *name = called_name(t, a->callee);

	return say(t,
	           "In %zu files the %zu callers of %s made different shares of its calls.  The "
	           "best fit to its time in all of them: the %s by %s took %s +- %s of %s, with "
	           "what it calls.  By the number of calls it would be %s.  %s%s",
	           fit->nfiles, fit->ncallers, name, said_calls(t, a->calls),
	           said_name(t, a->caller), said_time(t, cost->ticks), said_time(t, cost->error),
	           said_time(t, fit->ticks), said_time(t, by_calls * fit->ticks), quality(t, fit),
	           t->data->profile->rules->measures_callers
	                   ? ""
	                   : "  :set callers measured divides time by it.");
}

static const char *of_only_caller(const struct table *t, const struct arc *a,
                                  const struct caller_cost *cost) {
	return say(t,
	           "%s has no other caller, so all of its time is for %s.  With what it calls, as "
	           "far as that was measured, it took %s +- %s.",
	           called_name(t, a->callee), said_name(t, a->caller), said_time(t, cost->ticks),
	           said_time(t, cost->error));
}

static const char *explain_arc_measured(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const struct caller_cost *cost;
	const struct caller_fit *fit;

	if (!r->arc)
		return NULL;
	if (!arc_hands_time(r->arc))
		return "These calls pass no time on.";
	cost = caller_cost_of(t->data->profile, r->arc);
	fit = caller_fit_of(t->data->profile, r->arc->callee);
	if (cost && r->figures.line)
		return "It is known for all calls of the caller together, not for those of a line.";
	if (cost)
		return fit ? how(t, r->arc, cost, fit) : of_only_caller(t, r->arc, cost);
	return fit ? explained_unmeasured(t, r->arc)
	           : "There is no other caller, so there is nothing to divide.";
}

static const char *explain_arc_measured_error(const struct field *field) {
	const struct graph_row *r = field->item;

	if (!r->arc || r->figures.line || !caller_cost_of(field->table->data->profile, r->arc))
		return explain_arc_measured(field);
	return "It covers the noise of sampling, disagreement between files, and what is not known "
	       "about callees.";
}

static const struct column list[] = {
	{ "total%", .get = get_percent, .explain = explain_arc_total, .needs = NEEDS_NOTHING },
	{ .name = "wide", .spare = 2 },
	{ .name = "least", .spare = 9, .is_extra = true },
	{ .name = "most", .spare = 9, .is_extra = true },
	{ .name = "parent%", .spare = 1, .explain = explain_arc_of_parent },
	{ .name = "self", .spare = 2, .explain = explain_arc_self, .needs = NEEDS_NOTHING },
	{ .name = "error", .spare = 8 },
	{ "children", .title = "~children @", .unit = UNIT_AMOUNT,
	  .help = "Time in what the function calls, divided among callers by calls: an estimate.",
	  .spare = 3, .get = get_children, .explain = explain_arc_children },
	{ "measured", .title = "measured @", .unit = UNIT_AMOUNT,
	  .help = "With several files of different input: what this caller's calls took, self and "
	          "children, measured instead of divided by calls; empty where the files do not "
	          "tell.",
	  .spare = 4, .get = get_measured, .explain = explain_arc_measured,
	  .needs = NEEDS_MEASURED },
	{ "measured-error", .title = "m +/-", .unit = UNIT_AMOUNT,
	  .help = "The error of measured, one standard deviation.", .spare = 4,
	  .get = get_measured_error, .explain = explain_arc_measured_error,
	  .needs = NEEDS_MEASURED },
	{ "calls", .title = "called", .unit = UNIT_RATIO, .spare = 1, .get = get_calls,
	  .explain = explain_arc_calls, .needs = NEEDS_NOTHING },
	{ .name = "base-calls", .spare = 6 },
	{ "base-total", .title = "~base @", .unit = UNIT_AMOUNT,
	  .help = "Self and children in the base, for as many runs; of a call, what the caller "
	          "pays for: an estimate.",
	  .spare = 2, .get = get_base_total, .needs = NEEDS_BASE },
	{ "delta-total", .title = "~delta @", .unit = UNIT_AMOUNT, .is_signed = true,
	  .help = "Self and children, minus those of the base: an estimate.",
	  .get = get_delta_total, .needs = NEEDS_BASE },
	{ "entry", .help = "The function in whose entry the row is.", .is_for_programs = true,
	  .get = get_entry },
	{ "part", .title = "is",
	  .help = "What the row is to the function asked for: a caller, a callee, itself, its "
	          "cycle.",
	  .spare = 5, .get = get_part },
	{ .name = "function", .least = 24, .get = get_function },
	{ "index", .title = "[n]", .unit = UNIT_COUNT,
	  .help = "The number of the function's entry in gprof's call graph.", .spare = 7,
	  .get = get_index },
	{ "call-line", .title = "at",
	  .help = "The line that makes the calls; ~: that one or one near it; for the function, "
	          "its first.",
	  .get = get_line, .explain = explain_arc_line, .needs = NEEDS_LINES },
	{ "where", .spare = 6, .get = get_where, .needs = NEEDS_LOCATIONS | NEEDS_NO_LINES },
};

const struct columns graph_columns = { list, sizeof list / sizeof *list };
