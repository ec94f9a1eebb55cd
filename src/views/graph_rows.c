/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/graph_rows.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/code_lines.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "model/rules.h"
#include "table/table.h"
#include "views/figures.h"
#include "views/explain.h"
#include "views/diff_view.h"
#include "views/view.h"

/* Why several files do not tell what the arc's calls cost; NULL: they do, or there is nothing to
 * tell. */
static const char *explained_unmeasured(const struct table *table, const struct arc *arc);

/* What the row is a part of: the function asked for or, for its callers if it is in a cycle, that;
 * a row of the function itself is all of it. */
struct graph_parent {
	const struct func *func;   /* or NULL */
	const struct cycle *cycle; /* or NULL */
	double ticks;
};

static struct graph_parent whole_func(const struct func *f) {
	return (struct graph_parent){ f, NULL, f->graph_self + f->graph_child };
}

static struct graph_parent whole_cycle(const struct cycle *c) {
	return (struct graph_parent){ NULL, c, c->graph_self + c->graph_child };
}

/* The function, or the cycle that its time is divided with. */
static struct graph_parent whole_node(const struct func *f) {
	return f->cycle ? whole_cycle(f->cycle) : whole_func(f);
}

/* The new side's function that the row is about; NULL if only the base has the row. */
static const struct func *func_of(const struct graph_row *r) {
	return r->figures.gone ? NULL : r->figures.func;
}

static struct graph_parent graph_row_parent(const struct graph_row *r) {
	if (r->arc)
		return r->part == GRAPH_CALLER ? whole_node(r->arc->callee)
		                               : whole_func(r->arc->caller);
	if (r->part == GRAPH_CYCLE)
		return whole_cycle(r->figures.cycle);
	if (r->part == GRAPH_MEMBER)
		return whole_node(func_of(r));
	if (r->part == GRAPH_SELF && func_of(r))
		return whole_func(func_of(r));
	return (struct graph_parent){ NULL, NULL, 0 };
}

/* Calls to or from one function. */
struct base_end {
	const struct func *counterpart; /* on the new side; or NULL */
	const struct func *base;        /* the first of the base */
	double calls, ticks;            /* of the new side's rate */
	bool has_ticks;                 /* some of them hand time on */
	bool is_taken;                  /* by a row */
};

struct base_arcs {
	const struct comparison *comparison;
	enum graph_part part;
	struct base_end *list; /* shape: [index.n] */
	struct index index;
	struct arena *arena;
};

static bool is_end(const void *items, uint32_t number, const void *wanted) {
	const struct base_end *e = (const struct base_end *)items + number;
	const struct base_end *w = wanted;

	return w->counterpart ? e->counterpart == w->counterpart : e->base == w->base;
}

static uint64_t hash_of(const struct base_end *end) {
	return hash_number(0,
	                   (uint64_t)(uintptr_t)(end->counterpart ? end->counterpart : end->base));
}

static void add_arc(struct base_arcs *arcs, const struct arc *a) {
	const struct comparison *c = arcs->comparison;
	const struct func *f = arcs->part == GRAPH_CALLER ? a->caller : a->callee;
	const struct base_end wanted = { .counterpart = comparison_counterpart(c, f), .base = f };
	struct base_end *end;
	uint32_t number;

	if (index_append(&arcs->index, hash_of(&wanted), is_end, arcs->list, &wanted, &number)) {
		arcs->list = arena_room(arcs->arena, arcs->list, number, sizeof *arcs->list);
		arcs->list[number] = wanted;
	}
	end = &arcs->list[number];
	end->calls += comparison_calls(c, (double)a->calls);
	end->ticks += comparison_ticks(c, a->self_ticks + a->descendant_ticks);
	end->has_ticks |= arc_hands_time(a);
}

static void add_arcs(struct base_arcs *arcs, const struct func *base) {
	const bool up = arcs->part == GRAPH_CALLER;
	const size_t n = up ? base->ncallers : base->ncallees;
	size_t i;

	for (i = 0; i < n; i++)
		add_arc(arcs, up ? base->callers[i] : base->callees[i]);
}

struct base_arcs *base_arcs_of(struct table *t, enum graph_part part, const struct func *f,
                               const struct func *gone) {
	const struct comparison *c = t->data->comparison;
	struct base_arcs *arcs;
	const uint32_t *shown;
	size_t n = 0, i;

	if (!c || (!f && !gone))
		return NULL;
	arcs = arena_alloc(t->arena, 1, sizeof *arcs);
	arcs->comparison = c;
	arcs->part = part;
	arcs->arena = arcs->index.arena = t->arena;
	if (gone) {
		add_arcs(arcs, gone);
		return arcs;
	}
	shown = comparison_shown(c, f, &n);
	for (i = 0; i < n; i++)
		add_arcs(arcs, &c->base->data.profile->funcs[shown[i]]);
	return arcs;
}

static void set_base(struct figures *figures, bool has_ticks, double ticks, double calls) {
	figures->base_total = has_ticks ? ticks : NAN;
	figures->base_calls = calls > 0 ? calls : NAN;
}

void base_arcs_set(struct base_arcs *arcs, struct graph_row *row) {
	const struct base_end wanted = { .counterpart = row->figures.func };
	const uint32_t number = arcs ? index_find(&arcs->index, hash_of(&wanted), is_end,
	                                          arcs->list, &wanted)
	                             : NO_ITEM;
	struct base_end *end;

	if (number == NO_ITEM)
		return;
	end = &arcs->list[number];
	end->is_taken = true;
	set_base(&row->figures, end->has_ticks, end->ticks, end->calls);
}

size_t base_arcs_left(struct base_arcs *arcs, struct graph_row **rows) {
	struct graph_row *list;
	size_t n = 0, i;

	if (!arcs)
		return 0;
	list = arena_alloc(arcs->arena, arcs->index.n, sizeof *list);
	for (i = 0; i < arcs->index.n; i++) {
		const struct base_end *end = &arcs->list[i];

		if (end->is_taken)
			continue;
		list[n] = (struct graph_row){ .part = arcs->part,
			                      .figures = figures_of_text(NULL) };
		list[n].figures.func = end->counterpart;
		list[n].figures.gone = end->base;
		set_base(&list[n++].figures, end->has_ticks, end->ticks, end->calls);
	}
	*rows = list;
	return n;
}

void base_set_self(const struct table *t, struct graph_row *row) {
	const struct comparison *c = t->data->comparison;
	struct base_figures figures;

	if (!c || (!row->figures.func && !row->figures.gone))
		return;
	figures = row->figures.func ? comparison_base(c, row->figures.func)
	                            : comparison_base_func(c, row->figures.gone);
	set_base(&row->figures, figures.is_there, figures.total,
	         figures.is_there ? figures.calls : 0);
}

void graph_row_set_parent(struct graph_row *row) {
	row->figures.parent = graph_row_parent(row).ticks;
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

static bool nothing_measured(const struct table *t) {
	const struct caller_costs *costs = t->data->profile->caller_costs;
	size_t i;

	for (i = 0; costs && i < costs->nfits; i++)
		if (costs->fits[i].state == CALLERS_MEASURED)
			return false;
	return true;
}

static const char *cycle_name(const struct table *t, const struct cycle *c) {
	return say(t, "<cycle %u as a whole> [%u]", c->number, c->index);
}

static struct value get_function(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const char *name;

	if (r->part == GRAPH_SPONTANEOUS)
		return text("<spontaneous>");
	if (r->part == GRAPH_CYCLE)
		return text(cycle_name(t, r->figures.cycle));
	if (!func_of(r))
		return text(say(t, "%s <base>", base_name(t, r->figures.gone)));
	name = r->arc ? arc_label(t, func_of(r), r->arc) : func_label(t, func_of(r));
	if (!func_of(r)->cycle || (r->arc && (r->arc->is_cut || r->arc->is_split)))
		return text(name);
	return text(say(t, "%s <cycle %u>", name, func_of(r)->cycle->number));
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

	if (no_base(field->table) || (isnan(r->figures.self) && isnan(base)))
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

static bool is_by_line(const struct table *t) {
	return no_locations(t) || t->query->display.rows == ROWS_LINE;
}

static bool is_by_function(const struct table *t) {
	return t->query->display.rows != ROWS_LINE;
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
	                   ? ", and all of the callee's time goes to its other "
	                     "callers"
	                   : "");
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

/* A share of the callee's time, and why it is that much. */
static const char *share(const struct table *t, const struct graph_row *r, const char *what,
                         double ticks) {
	const struct arc *a = r->arc;
	const char *why = explained_unmeasured(t, a);

	if (a->is_split)
		return "It was not called.";
	if (a->is_inlined)
		return explained_inlined(t, a);
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
	return say(t,
	           "%s made %s of the %s of %s, so it gets that share of the callee's %s: ~%s.%s%s",
	           caller_name(t, r), said_count(t, r->figures.calls),
	           said_calls(t, func_handing_calls(a->callee)), callee_name(t, a), what,
	           said_time(t, ticks), why ? "  " : "", why ? why : "");
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
		return share(field->table, r, "time", figures_total(&r->figures));
	if (r->part == GRAPH_CYCLE)
		return explain_arc_self(field);
	return func_of(r) ? explained_func_total(field->table, func_of(r)) : NULL;
}

static const char *explain_arc_of_parent(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const struct graph_parent parent = graph_row_parent(r);
	const char *why = explain_arc_total(field);
	const char *name = parent.func    ? said_name(t, parent.func)
	                   : parent.cycle ? say(t, "<cycle %u>", parent.cycle->number)
	                                  : "";

	return say(t, "%s%s", r->arc ? explained_parent(field, name) : "", why ? why : "");
}

static const char *explain_arc_calls(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc && r->arc->is_split)
		return "It was not called.";
	if (r->arc && r->arc->is_inlined)
		return explained_inlined(t, r->arc);
	if (r->arc && r->arc->is_sampled)
		return "Nothing counted these calls; samples were taken in them.";
	if (r->arc && !arc_hands_time(r->arc))
		return inner_calls(t, r);
	if (r->arc)
		return say(t, "%s/%s: %s made %s of the %s of %s.", said_count(t, r->figures.calls),
		           said_count(t, func_handing_calls(r->arc->callee)), caller_name(t, r),
		           said_count(t, r->figures.calls),
		           said_calls(t, func_handing_calls(r->arc->callee)),
		           callee_name(t, r->arc));
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
	           r->is_near ? ", or near it: a record says only roughly where a call "
	                        "returns to"
	                      : "");
}

const char *explained_cycle(const struct table *t, const struct cycle *c) {
	return say(t,
	           "<cycle %u> stands for %zu functions that call each other in a circle.  How "
	           "much each of them costs its callers is not known, so their time is passed on "
	           "together.  :set cycles open leaves out the calls that close it.",
	           c->number, c->nmembers);
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
	if (r->arc && r->arc->is_split)
		return explained_split(t, r->arc);
	if (r->arc && r->arc->is_inlined)
		return explained_inlined(t, r->arc);
	marks = explain_func(t, func_of(r));
	return *marks ? say(t, "%s: %s", said_name(t, func_of(r)), marks) : "";
}

/* What is called: a function, or the cycle that it is in. */
static const char *called_name(const struct table *t, const struct func *f) {
	return f->cycle ? say(t, "<cycle %u>", f->cycle->number) : said_name(t, f);
}

static const char *unsure(const struct table *t, const struct caller_fit *fit, const char *name) {
	const char *error = say(t,
	                        "What each caller of %s costs would have errors of up to %.0f %% "
	                        "of its time",
	                        name, 100 * fit->worst);

	if (fit->state == CALLERS_BELOW)
		return say(t,
		           "%s, because it is open how much of that is its own: it calls functions "
		           "whose callers cannot be told apart, or shares bins.",
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
		           "The mixes of the %zu files are too alike: there are %zu different ones "
		           "of the calls of %s, and %zu are needed to tell what each caller "
		           "costs.  Runs with other input would help.",
		           fit->nfiles, fit->nmixes, name, fit->nneeded);
	return say(t,
	           "The mixes of the %zu files are too alike: in all of them the callers made much "
	           "the same parts of the calls of %s, so what each costs cannot be told.  Runs "
	           "with other input would help.",
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
		           "costs: %.0f.",
		           name, fit->ticks);
	case CALLERS_UNCOUNTED:
		return say(t,
		           "%s took %s in files in which no call of it was counted, so what was "
		           "not counted has some of its time.",
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
	           "In %zu files the %zu callers of %s made different parts of its calls.  What "
	           "fits its time in all of them best: the %s by %s took %s +- %s of %s, with what "
	           "it calls.  By the number of calls it would be %s.  %s%s",
	           fit->nfiles, fit->ncallers, name, said_calls(t, a->calls),
	           said_name(t, a->caller), said_time(t, cost->ticks), said_time(t, cost->error),
	           said_time(t, fit->ticks), said_time(t, by_calls * fit->ticks), quality(t, fit),
	           t->data->profile->rules->measures_callers
	                   ? ""
	                   : "  :set callers measured divides time by it.");
}

static const char *of_only_caller(const struct table *t, const struct arc *a,
                                  const struct caller_cost *cost) {
	const char *name = called_name(t, a->callee);

	return say(t,
	           "%s has no other caller, so all of its time is for %s.  With what it calls, as "
	           "far as that was measured, it took %s +- %s.",
	           name, said_name(t, a->caller), said_time(t, cost->ticks),
	           said_time(t, cost->error));
}

static const char *how_measured(const struct table *t, const struct arc *a,
                                const struct caller_cost *cost) {
	const struct caller_fit *fit = caller_fit_of(t->data->profile, a->callee);

	return fit ? how(t, a, cost, fit) : of_only_caller(t, a, cost);
}

static const char *explain_arc_measured(const struct field *field) {
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const struct caller_cost *cost;

	if (!r->arc)
		return NULL;
	if (!arc_hands_time(r->arc))
		return "These calls pass no time on.";
	cost = caller_cost_of(t->data->profile, r->arc);
	if (cost)
		return r->figures.line ? "It is known for all calls of the caller together, not "
		                         "for those of a line."
		                       : how_measured(t, r->arc, cost);
	if (caller_fit_of(t->data->profile, r->arc->callee))
		return explained_unmeasured(t, r->arc);
	return "There is no other caller, so there is nothing to divide.";
}

static const char *explain_arc_measured_error(const struct field *field) {
	const struct graph_row *r = field->item;

	if (!r->arc || r->figures.line || !caller_cost_of(field->table->data->profile, r->arc))
		return explain_arc_measured(field);
	return "It contains the noise of the samples, what the files do not agree on, and what is "
	       "not known about callees.";
}

static const struct column list[] = {
	{ .name = "total%",
	  .get = get_percent,
	  .explain = explain_arc_total,
	  .is_hidden = never_hidden },
	{ .name = "parent%", .spare = 1, .explain = explain_arc_of_parent },
	{ .name = "self", .spare = 2, .explain = explain_arc_self, .is_hidden = never_hidden },
	{ .name = "error", .spare = 8 },
	{ .name = "children",
	  .title = "~children @",
	  .unit = UNIT_AMOUNT,
	  .help = "The same for what the function calls; divided by calls, so it is an estimate.",
	  .spare = 3,
	  .get = get_children,
	  .explain = explain_arc_children },
	{ .name = "measured",
	  .title = "measured @",
	  .unit = UNIT_AMOUNT,
	  .help = "Of several files with different input: what the calls of this caller took, self "
	          "and children, measured instead of divided by calls; empty where the files do "
	          "not tell.",
	  .spare = 4,
	  .get = get_measured,
	  .explain = explain_arc_measured,
	  .is_hidden = nothing_measured },
	{ .name = "measured-error",
	  .title = "m +/-",
	  .unit = UNIT_AMOUNT,
	  .help = "The error of that, one standard deviation.",
	  .spare = 4,
	  .get = get_measured_error,
	  .explain = explain_arc_measured_error,
	  .is_hidden = nothing_measured },
	{ .name = "calls",
	  .title = "called",
	  .unit = UNIT_RATIO,
	  .spare = 1,
	  .get = get_calls,
	  .explain = explain_arc_calls,
	  .is_hidden = never_hidden },
	{ .name = "base-calls", .spare = 6 },
	{ .name = "base-total",
	  .title = "~base @",
	  .unit = UNIT_AMOUNT,
	  .help = "Self and children in the base, for as many runs; of a caller or callee, what "
	          "passes between the two: an estimate.",
	  .spare = 2,
	  .get = get_base_total,
	  .is_hidden = no_base },
	{ .name = "delta-total",
	  .title = "~delta @",
	  .unit = UNIT_AMOUNT,
	  .is_signed = true,
	  .help = "Self and children, minus those of the base: an estimate.",
	  .get = get_delta_total,
	  .is_hidden = no_base },
	{ .name = "entry",
	  .unit = UNIT_TEXT,
	  .help = "The function in whose entry the row is.",
	  .is_for_programs = true,
	  .get = get_entry },
	{ .name = "part",
	  .title = "is",
	  .unit = UNIT_TEXT,
	  .help = "What the row is to the function asked for.",
	  .spare = 5,
	  .get = get_part },
	{ .name = "function", .least = 24, .get = get_function },
	{ .name = "index",
	  .title = "[n]",
	  .unit = UNIT_COUNT,
	  .help = "The number of the function's entry in gprof's call graph.",
	  .spare = 7,
	  .get = get_index },
	{ .name = "call-line",
	  .title = "at",
	  .unit = UNIT_TEXT,
	  .help = "By line: the one that makes the calls, with ~ that one or one near it; for the "
	          "function, its first.",
	  .get = get_line,
	  .explain = explain_arc_line,
	  .is_hidden = is_by_function },
	{ .name = "where", .spare = 6, .get = get_where, .is_hidden = is_by_line },
};

const struct columns graph_columns = { list, sizeof list / sizeof *list };
