/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "views/filtering.h"

enum graph_part {
	GRAPH_CALLER,
	GRAPH_SPONTANEOUS, /* the function has no known caller */
	GRAPH_SELF,        /* the function itself */
	GRAPH_CALLEE,
	GRAPH_CYCLE, /* a cycle as a whole */
	GRAPH_MEMBER
};

/* One line of a call-graph entry. */
struct graph_row {
	/* First, for the columns.  No function: SPONTANEOUS, CYCLE; a cycle: CYCLE; no time:
	 * SPONTANEOUS, and arcs that pass none on.  With a line it is the part of the arc that the
	 * line makes.  If only the base has the row, the function is that of the new side that
	 * shows `gone`. */
	struct figures figures;
	enum graph_part part;
	const struct func *entry; /* whose entry it is in; NULL: a cycle's */
	const struct arc *arc;    /* CALLER, CALLEE */
	uint64_t address;         /* of an instruction that makes some calls; or 0 */
	bool is_near;             /* nearby lines may have made some of the calls */
};

/* The new side's function that the row is about; NULL if only the base has the row. */
static const struct func *func_of(const struct graph_row *r) {
	return r->figures.gone ? NULL : r->figures.func;
}

static double func_ticks(const struct func *f) {
	return f->graph_self + f->graph_child;
}

/* Of the function, or of the cycle that its time is divided with. */
static double node_ticks(const struct func *f) {
	return f->cycle ? f->cycle->graph_self + f->cycle->graph_child : func_ticks(f);
}

static struct value get_percent(const struct field *field) {
	const struct graph_row *r = field->item;

	return isnan(r->figures.self) ? no_value()
	                              : percent(figures_total(&r->figures),
	                                        field->table->data->profile->graph_ticks);
}

/* An arc's calls, out of all that its callee (or its cycle) got and that time is divided by. */
static struct value calls_of_arc(const struct graph_row *r) {
	if (r->arc->is_split || r->arc->is_sampled || (r->arc->is_inlined && !r->figures.calls))
		return no_value();
	return arc_hands_time(r->arc)
	               ? ratio(r->figures.calls, '/', func_handing_calls(r->arc->callee))
	               : count(r->figures.calls);
}

static struct value get_calls(const struct field *field) {
	const struct graph_row *r = field->item;

	if (r->arc)
		return calls_of_arc(r);
	const struct cycle *c = r->figures.cycle;
	const struct func *f = func_of(r);
	if (f ? !func_is_counted(f) : !c)
		return no_value();
	uint64_t calls = c ? c->calls : f->calls - f->cut_calls;
	uint64_t self_calls = c ? c->self_calls : f->self_calls + f->cut_calls;
	return self_calls ? ratio(calls, '+', self_calls) : count(calls);
}

static struct value get_measured(const struct field *field) {
	const struct graph_row *r = field->item;
	const struct caller_cost *cost = r->arc && !r->figures.line
	                                         ? caller_cost_of(field->table->data->profile,
	                                                          r->arc)
	                                         : NULL;

	return cost ? ticks_of(field, number_member(field, cost)) : no_value();
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
	const char *name = node_label(t, func_of(r), r->arc);
	return text(func_of(r)->is_again ? say(t, "%s <recursive>", name) : name);
}

static struct value get_index(const struct field *field) {
	const struct graph_row *r = field->item;

	if (r->part == GRAPH_CYCLE)
		return count(r->figures.cycle->index);
	return func_of(r) ? count(func_of(r)->index) : no_value();
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
	return func_location(field->table, field->item);
}

static struct value get_line(const struct field *field) {
	const struct graph_row *r = field->item;
	const struct code_line *line = r->figures.line;

	if (!line)
		return r->arc ? no_value() : get_where(field);
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
		return say(t, "%s made %s to itself; these pass no time on.", caller_name(t, r),
		           said_calls(t, r->figures.calls));
	return say(t, "%s made %s to %s, both in <cycle %u>; these pass no time on.",
	           caller_name(t, r), said_calls(t, r->figures.calls), said_name(t, a->callee),
	           a->caller->cycle->number);
}

/* "walk made 3 of the 7 calls to hash" */
static const char *said_part(const struct table *t, const struct graph_row *r) {
	const uint64_t all = func_handing_calls(r->arc->callee), calls = r->figures.calls;
	const char *caller = caller_name(t, r), *callee = callee_name(t, r->arc);

	if (all == 1)
		return say(t, "%s made the only call to %s", caller, callee);
	return say(t, "%s made %s%s to %s", caller,
	           calls == all ? "all " : say(t, "%s of the ", said_count(t, calls)),
	           said_calls(t, all), callee);
}

static const char *unsure(const struct table *t, const struct caller_fit *fit, const char *name) {
	const char *error = say(t,
	                        "The cost of each caller of %s is uncertain by up to %.0f %% of "
	                        "its time",
	                        name, 100 * fit->worst);

	if (fit->state == CALLERS_BELOW)
		return say(t,
		           "%s, because it is not known how much of that is its own: it calls "
		           "functions whose callers cannot be told apart, or shares bins.  Runs "
		           "with other input would help.",
		           error);
	if (fit->inflation > 2)
		return say(t,
		           "%s, because the calls of a caller do not cost the same in all files.  "
		           "A recording (gptui --record) counts what each costs.",
		           error);
	return say(t, "%s.  More files, or longer runs, would help.", error);
}

static const char *alike(const struct table *t, const struct caller_fit *fit, const char *name) {
	if (fit->nmixes > 1 && fit->nmixes < fit->nneeded)
		return say(t,
		           "The %zu files are too alike: they have %zu different mixes of the "
		           "calls to %s, and %zu are needed to tell what each caller costs.  Runs "
		           "with other input would help.",
		           fit->nfiles, fit->nmixes, name, fit->nneeded);
	return say(t,
	           "The %zu files are too alike: in all of them the callers made about the same "
	           "shares of the calls to %s, so their costs cannot be told apart.  Runs with "
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
		return say(t,
		           "%s has %zu callers with many calls, more than files can tell apart: "
		           "a recording (gptui --record) counts what each costs.",
		           name, fit->ncallers);
	case CALLERS_FEW_SAMPLES:
		return say(t,
		           "%s, with what it calls, has too few samples to tell what each caller "
		           "costs: %.0f.  Longer runs, or more files, would help.",
		           name, fit->ticks);
	case CALLERS_UNCOUNTED:
		return say(t,
		           "%s took %s in files in which no call to it was counted, so calls that "
		           "were not counted cost some of its time.  Compiling what calls it with "
		           "-pg would help, or a recording (gptui --record).",
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

/* Why several files do not tell what the arc's calls cost; NULL: they do, or have nothing to. */
static const char *explained_unmeasured(const struct table *t, const struct arc *a) {
	const struct profile *p = t->data->profile;
	const struct caller_fit *fit = caller_fit_of(p, a->callee);
	const bool is_of_one_file = !p->caller_costs && !p->paths && !p->rules->gprof &&
	                            p->records->nfiles == 1;

	if (arc_hands_time(a) && is_of_one_file && a->callee->ncallers > 1 && a->share < 1)
		return "One file does not show what each caller's calls cost.  Several files "
		       "of runs with different input may, and a recording (gptui --record) does.";
	if (!fit || !arc_hands_time(a) || caller_cost_of(t->data->profile, a))
		return NULL;
	return reason(t, fit, called_name(t, a->callee));
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
	const struct caller_fit *fit = caller_fit_of(t->data->profile, a->callee);
	if (t->data->profile->rules->choice.measures_callers && fit &&
	    fit->state == CALLERS_MEASURED)
		return say(t,
		           "The files show what calls to %s cost: %s gets %s of the callee's %s, "
		           "~%s.",
		           callee_name(t, a), caller_name(t, r),
		           said_share(t, a->share * (double)r->figures.calls / (double)a->calls),
		           what, said_time(t, ticks));
	return say(t, "%s, so it gets that share of the callee's %s: ~%s.%s%s", said_part(t, r),
	           what, said_time(t, ticks), why ? "  " : "", why ? why : "");
}

static const char *explain_arc_self(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc && t->data->profile->paths && !explained_arc(t, r->arc))
		return explained_time(t, r->figures.self);
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

	if (t->data->profile->paths && !(r->arc && explained_arc(t, r->arc)))
		return isnan(r->figures.child) ? NULL : explained_time(t, r->figures.child);
	if (r->arc)
		return share(t, r, "time in what it calls", r->figures.child);
	if (r->part == GRAPH_CYCLE)
		return say(t, "What the members call outside the cycle: ~%s.",
		           said_time(t, r->figures.cycle->descendant_ticks));
	if (!func_of(r))
		return NULL;
	const uint32_t n = func_of(r)->ncallees;
	if (!n)
		return "No call that it made was counted.";
	return say(t, "%s that it calls spent ~%s on its behalf.",
	           n == 1 ? "The function" : say(t, "The %u functions", n),
	           said_time(t, bounds_estimate(func_of(r)) - func_of(r)->self_ticks));
}

static const char *explain_arc_total(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc)
		return say(t, "%s%s%s",
		           explained_parent(field, r->part == GRAPH_CALLER
		                                           ? called_name(t, r->arc->callee)
		                                           : said_name(t, r->arc->caller)),
		           share(t, r, "time", figures_total(&r->figures)),
		           explained_range(t, &r->figures));
	if (r->part == GRAPH_CYCLE)
		return explain_arc_self(field);
	return func_of(r) ? explained_func_total(t, func_of(r)) : NULL;
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
		return say(t, "%s.", said_part(t, r));
	if (r->part == GRAPH_CYCLE)
		return say(t, "%s from outside into the cycle, %s between its members.",
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

static const char *explain_row(const struct table *t, const void *item, const struct column *c) {
	const struct graph_row *r = item;

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
	const char *marks = explain_func(t, func_of(r), c);
	return *marks ? say(t, "%s: %s", said_name(t, func_of(r)), marks) : "";
}

/* Why it is not known what each caller of a function costs, in a few words; NULL: it is, there is
 * nothing to tell apart, or there are too few files, as usual. */
static const char *costs_unknown(const struct table *t, const struct func *f) {
	static const char *const causes[] = {
		[CALLERS_MANY] = "too many callers",
		[CALLERS_FEW_SAMPLES] = "too few samples",
		[CALLERS_UNCOUNTED] = "calls are not counted",
		[CALLERS_ALIKE] = "same call mix in all files",
		[CALLERS_BELOW] = "callees are not known",
		[CALLERS_UNSURE] = "too uncertain",
	};
	const struct caller_fit *fit = caller_fit_of(t->data->profile, f);

	if (!fit || fit->state == CALLERS_MEASURED || fit->state == CALLERS_FEW_FILES)
		return NULL;
	return say(t, "no cost per caller: %s",
	           fit->state == CALLERS_ALIKE && fit->nmixes > 1 ? "mixes of calls too alike"
	                                                          : causes[fit->state]);
}

/* How well the costs fit. */
static const char *quality(const struct table *t, const struct caller_fit *fit) {
	const char *fits = say(t, "chi2 is %.1f for %zu degrees of freedom", fit->chi2,
	                       fit->freedom);

	if (fit->inflation > 1.005)
		return say(t, "%s, so the errors are %.2f times those of the noise.", fits,
		           fit->inflation);
	return say(t, "%s, no more than noise.", fits);
}

static const char *how(const struct table *t, const struct arc *a, const struct caller_cost *cost,
                       const struct caller_fit *fit) {
	const double by_calls = (double)a->calls / (double)func_handing_calls(a->callee);

	return say(t,
	           "In %zu files the %zu callers of %s made different shares of its calls.  The "
	           "best fit to its time in all of them: the %s from %s took %s +- %s of %s, "
	           "including what it calls.  By call counts it would be %s.  %s%s",
	           fit->nfiles, fit->ncallers, called_name(t, a->callee), said_calls(t, a->calls),
	           said_name(t, a->caller), said_time(t, cost->ticks), said_time(t, cost->error),
	           said_time(t, fit->ticks), said_time(t, by_calls * fit->ticks), quality(t, fit),
	           t->data->profile->rules->choice.measures_callers
	                   ? ""
	                   : "  :set callers measured divides time by it.");
}

static const char *explain_arc_measured(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (!r->arc)
		return NULL;
	if (!arc_hands_time(r->arc))
		return "These calls pass no time on.";
	const struct caller_cost *cost = caller_cost_of(t->data->profile, r->arc);
	const struct caller_fit *fit = caller_fit_of(t->data->profile, r->arc->callee);
	if (cost && r->figures.line)
		return "It is known for all calls of the caller together, not for each line.";
	if (cost && fit)
		return how(t, r->arc, cost, fit);
	if (cost)
		return say(t,
		           "%s has no other caller, so all of its time is for %s.  With what it "
		           "calls, as far as that was measured, it took %s +- %s.",
		           called_name(t, r->arc->callee), said_name(t, r->arc->caller),
		           said_time(t, cost->ticks), said_time(t, cost->error));
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
	{ "total%", .get = get_percent, .explain = explain_arc_total, .needs = NEEDS_NO_PARENT },
	{ .name = "parent%", .explain = explain_arc_total },
	{ .name = "wide", .spare = 2 },
	{ .name = "least", .spare = 9, .is_extra = true },
	{ .name = "most", .spare = 9, .is_extra = true },
	{ .name = "total",
	  .spare = 5,
	  .explain = explain_arc_total,
	  .needs = NEEDS_TOTALS | NEEDS_BASE,
	  .keeps_time = true },
	{ .name = "~base", .spare = 4 },
	{ .name = "~delta" },
	{ .name = "self", .spare = 3, .explain = explain_arc_self, .needs = NEEDS_NOTHING },
	{ .name = "error", .spare = 6 },
	{ "children", .is_estimate = true, .unit = UNIT_AMOUNT,
	  .help = "Time in what the function calls; ~: an estimate, divided among callers by "
	          "calls.",
	  .spare = 4, .number = offsetof(struct figures, child), .get = figure_ticks,
	  .explain = explain_arc_children },
	{ "measured", .unit = UNIT_AMOUNT,
	  .help = "With several files of different input: what this caller's calls took, self and "
	          "children, measured instead of divided by calls; empty if the files do not show "
	          "it.",
	  .spare = 5, .number = offsetof(struct caller_cost, ticks), .get = get_measured,
	  .explain = explain_arc_measured, .needs = NEEDS_MEASURED },
	{ "measured-error", .is_error = true, .unit = UNIT_AMOUNT,
	  .help = "The error of measured, one standard deviation.", .spare = 5,
	  .number = offsetof(struct caller_cost, error), .get = get_measured,
	  .explain = explain_arc_measured_error, .needs = NEEDS_MEASURED },
	{ "calls", .unit = UNIT_RATIO, .spare = 1, .get = get_calls, .explain = explain_arc_calls },
	{ .name = "base-calls", .spare = 6 },
	{ "entry", .help = "The function whose entry the row belongs to.", .is_for_programs = true,
	  .get = get_entry },
	{ "part",
	  .help = "How the row is related to the function: a caller, a callee, the function "
	          "itself, its cycle.",
	  .spare = 5, .get = get_part },
	{ .name = "function", .least = 24, .get = get_function },
	{ "index", .unit = UNIT_COUNT,
	  .help = "The number of the function's entry in gprof's call graph.", .spare = 9,
	  .get = get_index },
	{ "call-line",
	  .help = "The line that makes the calls; ~: that line or one near it; for the function, "
	          "its first.",
	  .get = get_line, .explain = explain_arc_line, .needs = NEEDS_LINES },
	{ "where", .spare = 6, .get = get_where, .needs = NEEDS_LOCATIONS | NEEDS_NO_LINES },
};

/* Rows of arcs, to be sorted. */
struct rows {
	struct graph_row *list; /* shape: [n] */
	size_t n;
};

/* A caller or callee that an entry has in the base, for as many runs as the new side has. */
struct base_end {
	uint64_t key;                   /* by which they are sorted */
	const struct func *counterpart; /* on the new side; or NULL */
	const struct func *base;        /* the first of the base */
	double calls, ticks;            /* of the new side's rate */
	bool has_ticks;                 /* some of them hand time on */
	bool is_taken;                  /* by a row */
};

/* All of them, each once. */
struct base_ends {
	struct base_end *list; /* shape: [n] */
	size_t n;
};

static uint64_t key_of_end(const struct table *t, const struct func *counterpart,
                           const struct func *base) {
	const uint64_t behind = UINT64_C(1) << 32;

	return counterpart ? profile_number(t->data->profile, counterpart)
	                   : behind + profile_number(t->data->comparison->base->data.profile, base);
}

static void add_base_ends(const struct table *t, struct base_ends *ends, enum graph_part part,
                          const struct func *base) {
	const struct comparison *c = t->data->comparison;
	const bool up = part == GRAPH_CALLER;
	const size_t n = up ? base->ncallers : base->ncallees;

	for (size_t i = 0; i < n; i++) {
		const struct arc *a = up ? base->callers[i] : base->callees[i];
		const struct func *f = up ? a->caller : a->callee;
		const struct func *counterpart = comparison_counterpart(c, f);

		arena_append(
			t->arena, ends->list, ends->n,
			(struct base_end){
				.key = key_of_end(t, counterpart, f),
				.counterpart = counterpart,
				.base = f,
				.calls = comparison_calls(c, (double)a->calls),
				.ticks = comparison_ticks(c, a->self_ticks + a->descendant_ticks),
				.has_ticks = arc_hands_time(a),
			});
	}
}

/* Those of a function of the new side or, with `gone`, of one of the base; none without a base. */
static struct base_ends base_ends_of(const struct table *t, enum graph_part part,
                                     const struct func *f, const struct func *gone) {
	const struct comparison *c = t->data->comparison;
	struct base_ends all = { .n = 0 }, out = { .n = 0 };
	const uint32_t *shown = NULL;
	size_t n = 0;

	if (c && gone)
		add_base_ends(t, &all, part, gone);
	else if (c)
		shown = comparison_shown(c, f, &n);
	for (size_t i = 0; i < n; i++)
		add_base_ends(t, &all, part, &c->base->data.profile->funcs[shown[i]]);
	if (!all.n)
		return out;
	out.list = sort_copy(all.list, all.n, sizeof *all.list, offsetof(struct base_end, key),
	                     t->arena);
	for (size_t i = 0; i < all.n; i++) {
		const struct base_end *end = &out.list[i];
		struct base_end *last = out.n ? &out.list[out.n - 1] : NULL;

		if (last && last->key == end->key) {
			last->calls += end->calls;
			last->ticks += end->ticks;
			last->has_ticks |= end->has_ticks;
		} else {
			out.list[out.n++] = *end;
		}
	}
	return out;
}

static void set_base(struct figures *figures, bool has_ticks, double ticks, double calls) {
	figures->base_total = has_ticks ? ticks : NAN;
	figures->base_calls = calls > 0 ? calls : NAN;
}

/* Sets what the base has of a row that is a whole arc. */
static void set_base_end(const struct table *t, struct base_ends *ends, struct graph_row *row) {
	const uint64_t key = key_of_end(t, row->figures.func, NULL);
	const size_t at = lower_bound(ends->list, ends->n, sizeof *ends->list,
	                              offsetof(struct base_end, key), key);

	if (at == ends->n || ends->list[at].key != key)
		return;
	struct base_end *end = &ends->list[at];
	end->is_taken = true;
	set_base(&row->figures, end->has_ticks, end->ticks, end->calls);
}

/* Sets what the base has of the function itself. */
static void set_base_self(const struct table *t, struct graph_row *row) {
	const struct comparison *c = t->data->comparison;

	if (!c || (!row->figures.func && !row->figures.gone))
		return;
	struct side_figures figures = row->figures.func
	                                      ? comparison_base(c, row->figures.func)
	                                      : comparison_base_func(c, row->figures.gone);
	set_base(&row->figures, figures.is_there, figures.total,
	         figures.is_there ? figures.calls : 0);
}

/* Finds the row again when the entry is rebuilt. */
static uint64_t key_of(const struct table *t, const struct graph_row *row) {
	const struct code_line *line = row->figures.line;
	const struct func *f = row->figures.cycle  ? row->figures.cycle->members[0]
	                       : row->figures.gone ? row->figures.gone
	                                           : row->figures.func;
	const uint64_t key = fold_key((uint64_t)row->part + 1, f ? f->name : "");

	if (!line)
		return key;
	return fold_key(key, say(t, "%s:%u", line->location.path ? line->location.path : "",
	                         line->location.line));
}

static void add(struct table *t, struct graph_row row, unsigned depth) {
	const struct func *f = func_of(&row);
	struct graph_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = row;
	/* What it is a part of: the time of the function asked for or, for its callers if it is in
	 * a cycle, of that; a row of the function itself is all of it. */
	item->figures.parent = row.arc && row.part == GRAPH_CALLER ? node_ticks(row.arc->callee)
	                       : row.arc                           ? func_ticks(row.arc->caller)
	                       : row.part == GRAPH_CYCLE ? node_ticks(row.figures.cycle->members[0])
	                       : row.part == GRAPH_MEMBER    ? node_ticks(f)
	                       : row.part == GRAPH_SELF && f ? func_ticks(f)
	                                                     : 0;
	t->most_parent = fmax(t->most_parent, item->figures.parent);
	t->nall++;
	table_add(t,
	          (struct row){ .item = item,
	                        .depth = depth,
	                        .id = key_of(t, &row),
	                        .is_subject = row.part == GRAPH_SELF || row.part == GRAPH_CYCLE });
}

/* Adds the row of a cycle, or without one that of a function. */
static void add_node(struct table *t, enum graph_part part, const struct func *f,
                     const struct cycle *c, unsigned depth) {
	struct graph_row row = { .part = part };
	double variance = 0;

	row.figures = f ? figures_of_func(t, f) : figures_of_text(NULL);
	row.figures.self = c ? c->graph_self : f->graph_self;
	row.figures.child = c ? c->graph_child : f->graph_child;
	row.figures.cycle = c;
	figures_bound(&row.figures, t->data->profile, f, c, 1, NAN);
	for (size_t i = 0; c && i < c->nmembers; i++)
		variance += c->members[i]->variance;
	if (c)
		row.figures.variance = variance;
	set_base_self(t, &row);
	add(t, row, depth);
}

/* What passes along an arc: nothing inside a cycle, otherwise by calls. */
static int by_weight(const void *a, const void *b, const void *context) {
	const struct graph_row *x = a, *y = b;

	return figures_order(&x->figures, (double)x->figures.calls, &y->figures,
	                     (double)y->figures.calls);
}

/* Sets the time that passes along a row's arc for a part of its calls, and what is known of that
 * whatever each call took. */
static void set_passed(const struct profile *p, struct graph_row *row, double part_of) {
	const struct arc *a = row->arc;
	struct figures caller = { .child = 0, .most = NAN };

	if (!arc_hands_time(a))
		return;
	row->figures.self = a->self_ticks * part_of;
	row->figures.child = a->descendant_ticks * part_of;
	if (caller_cost_of(p, a) && p->rules->choice.measures_callers)
		return; /* it has an error of its own */
	figures_bound(&caller, p, a->caller, NULL, 1, NAN);
	figures_bound(&row->figures, p, a->callee, a->callee->cycle, a->share * part_of,
	              caller.most);
	if (a->is_inlined)
		row->figures.least = fmax(row->figures.least, part_of * a->inlined_ticks);
}

/* The rows of an arc: one, or one for each line that makes its calls. */
static void take_arc(struct table *t, struct rows *rows, enum graph_part part, const struct arc *a,
                     struct base_ends *base) {
	const struct code_lines *lines = t->data->code_lines;
	const size_t number = (size_t)(a - t->data->profile->arcs);
	struct graph_row row = { .part = part, .arc = a, .figures = figures_of_text(NULL) };

	row.figures.func = part == GRAPH_CALLER ? a->caller : a->callee;
	row.figures.calls = a->calls;
	set_passed(t->data->profile, &row, 1);
	if (t->query->display.rows != ROWS_LINE || !lines || !a->calls) {
		set_base_end(t, base, &row);
		arena_append(t->arena, rows->list, rows->n, row);
		return;
	}
	for (size_t i = lines->first_of_arc[number]; i < lines->first_of_arc[number + 1]; i++) {
		const struct line_call *c = &lines->calls[lines->by_arc[i]];

		row.figures.line = &lines->list[c->line];
		row.figures.calls = c->calls;
		row.address = c->address;
		row.is_near = c->is_near;
		set_passed(t->data->profile, &row, (double)c->calls / (double)a->calls);
		arena_append(t->arena, rows->list, rows->n, row);
	}
}

/* Adds a row unless filter or limit hide it. */
static void add_kept(struct table *t, const struct graph_row *row) {
	const struct filter_call call = { row->arc ? row->arc->caller : NULL,
		                          row->arc ? row->arc->callee : NULL };
	const struct filter_item item = {
		.func = row->figures.gone ? NULL : row->figures.func,
		.name = row->figures.gone ? base_name(t, row->figures.gone) : NULL,
		.calls = &call,
		.ncalls = row->arc != NULL,
	};

	if (!limit_hides(t, figures_total(&row->figures)) && filter_keeps(t, &item))
		add(t, *row, 1);
	else
		t->nall++;
}

/* The rows of callers or of callees, also those only in the base; what matters most first. */
static struct rows rows_of(struct table *t, enum graph_part part, const struct arc **arcs, size_t n,
                           struct base_ends base) {
	struct rows rows = { .n = 0 };

	for (size_t i = 0; i < n; i++)
		take_arc(t, &rows, part, arcs[i], &base);
	for (size_t i = 0; i < base.n && t->query->display.rows != ROWS_LINE; i++) {
		const struct base_end *end = &base.list[i];
		struct graph_row row = { .part = part, .figures = figures_of_text(NULL) };

		if (end->is_taken)
			continue;
		row.figures.func = end->counterpart;
		row.figures.gone = end->base;
		set_base(&row.figures, end->has_ticks, end->ticks, end->calls);
		arena_append(t->arena, rows.list, rows.n, row);
	}
	sort_stable(rows.list, rows.n, sizeof *rows.list, by_weight, NULL, t->arena);
	return rows;
}

/* Callers or callees; those that matter most are next to the function. */
static void add_ends(struct table *t, enum graph_part part, const struct arc **arcs, size_t n,
                     struct base_ends base) {
	const struct rows rows = rows_of(t, part, arcs, n, base);

	for (size_t i = 0; i < rows.n; i++)
		add_kept(t, &rows.list[part == GRAPH_CALLER ? rows.n - 1 - i : i]);
	if (!rows.n && part == GRAPH_CALLER)
		add(t,
		    (struct graph_row){ .part = GRAPH_SPONTANEOUS,
		                        .figures = figures_of_text(NULL) },
		    1);
}

/* The same as build_entry() of a function that only the base has. */
static void build_gone(struct table *t, const struct func *gone) {
	struct graph_row row = { .part = GRAPH_SELF, .figures = figures_of_text(NULL) };

	row.figures.gone = gone;
	add_ends(t, GRAPH_CALLER, NULL, 0, base_ends_of(t, GRAPH_CALLER, NULL, gone));
	set_base_self(t, &row);
	add(t, row, 0);
	add_ends(t, GRAPH_CALLEE, NULL, 0, base_ends_of(t, GRAPH_CALLEE, NULL, gone));
}

static void build_cycle(struct table *t, const struct cycle *c) {
	const struct arc **arcs = NULL;
	size_t n = 0;

	for (size_t m = 0; m < c->nmembers; m++)
		for (size_t i = 0; i < c->members[m]->ncallers; i++) {
			const struct arc *a = c->members[m]->callers[i];

			if (a->caller->cycle != c)
				arena_append(t->arena, arcs, n, a);
		}
	add_ends(t, GRAPH_CALLER, arcs, n, (struct base_ends){ .n = 0 });
	add_node(t, GRAPH_CYCLE, NULL, c, 0);
	for (size_t m = 0; m < c->nmembers; m++) {
		const struct func *f = c->members[m];

		if (limit_hides(t, f->self_ticks + f->descendant_ticks))
			t->nall++;
		else
			add_node(t, GRAPH_MEMBER, f, NULL, 1);
	}
}

static void build_entry(struct table *t, const struct func *f) {
	const size_t from = t->nrows;

	add_ends(t, GRAPH_CALLER, f->callers, f->ncallers, base_ends_of(t, GRAPH_CALLER, f, NULL));
	add_node(t, GRAPH_SELF, f, NULL, 0);
	add_ends(t, GRAPH_CALLEE, f->callees, f->ncallees, base_ends_of(t, GRAPH_CALLEE, f, NULL));
	if (f->cycle)
		add_node(t, GRAPH_CYCLE, NULL, f->cycle, 0);
	for (size_t i = from; i < t->nrows; i++) {
		struct graph_row *row = arena_copy(t->arena, t->rows[i].item, 1, sizeof *row);

		row->entry = f;
		t->rows[i].item = row;
	}
}

static void build(struct table *t, const struct query *query) {
	const struct profile *p = t->data->profile;
	const struct func *f = query->subject;

	for (size_t i = 0; !f && i < p->nindexes; i++)
		f = p->by_index[i]; /* the function with the most time in it */
	t->noun = "rows";
	t->has_limit = query->display.limit > 0;
	if (f && !query->cycle && !query->nsubjects)
		t->summary = costs_unknown(t, f);
	if (query->gone && t->data->comparison)
		build_gone(t, query->gone);
	else if (query->cycle)
		build_cycle(t, query->cycle);
	else if (f && !query->nsubjects)
		build_entry(t, f);
	else
		for (size_t i = 0; i < query->nsubjects; i++) { /* parted by empty lines */
			if (i)
				table_add(t, (struct row){ .label = "", .is_notice = true });
			build_entry(t, query->subjects[i]);
		}
}

/* To the line that makes the calls, and its instruction. */
static bool locate(const void *item, struct query *query) {
	const struct graph_row *r = item;

	if (!r->figures.line)
		return false;
	*query = line_asked(query, r->figures.line);
	query->position.address = r->address;
	query->position.has_address = r->address > 0;
	return true;
}

const struct view graph_view = {
	.name = "graph",
	.title = "Call graph",
	.kind = VIEW_CALLS,
	.help = "Who calls this function, what does it call, at what cost?",
	.rank = 20,
	.is_tab = true,
	.is_of_function = true,
	.takes_many = true,
	.columns = COLUMNS(list),
	.build = build,
	.explain = explain_row,
	.locate = locate,
	.rows = 1 << ROWS_FUNCTION | 1 << ROWS_LINE,
};
