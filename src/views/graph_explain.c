/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include "base/arena.h"
#include "model/bounds.h"
#include "model/caller_costs.h"
#include "model/code_lines.h"
#include "model/profile.h"
#include "model/rules.h"
#include "views/columns.h"
#include "views/graph_row.h"

/* What gets the calls that an arc's are a part of. */
static const char *callee_name(const struct table *t, const struct arc *a)
{
	const char *name = said_name(t, a->callee);

	if (a->callee->cut_calls)
		return arena_format(t->arena, "%s that are not cut", name);
	if (!a->callee->cycle)
		return name;
	return arena_format(t->arena, "<cycle %u>, which %s is in", a->callee->cycle->number, name);
}

const char *explained_cut(const struct table *t, const struct arc *a)
{
	const struct opened_cycle *c = profile_opened(t->data->profile, a->callee);

	if (t->data->profile->is_apart || !c)
		return arena_format(t->arena,
		                    "%s made %s of %s, which would close a "
		                    "cycle, with inlined functions apart: they "
		                    "pass no time on.",
		                    said_name(t, a->caller), said_calls(t, a->calls),
		                    said_name(t, a->callee));
	return arena_format(
		t->arena,
		"%s made %s of %s, which would close a cycle of %zu "
		"functions.  Cycles are opened: these calls are among the %s "
		"of %s between them that are cut, so they pass no time on%s.",
		said_name(t, a->caller), said_calls(t, a->calls), said_name(t, a->callee),
		c->nmembers, said_count(t, c->cut_calls), said_count(t, c->calls),
		func_handing_calls(a->callee) ? ", and all of the callee's time goes to its other "
						"callers"
					      : "");
}

/* "walk", or "walk, at line 12 of tree.c," */
static const char *caller_name(const struct table *t, const struct graph_row *r)
{
	const char *name = said_name(t, r->arc->caller);

	if (!r->line)
		return name;
	if (!r->line->location.path)
		return arena_format(t->arena, "%s, at no known line,", name);
	return arena_format(t->arena, "%s, at line %u of %s,", name, r->line->location.line,
	                    r->line->location.file);
}

static const char *inner_calls(const struct table *t, const struct graph_row *r)
{
	const struct arc *a = r->arc;

	if (a->is_cut)
		return explained_cut(t, a);
	if (a->caller == a->callee)
		return arena_format(t->arena,
		                    "%s made %s of itself; that passes no "
		                    "time on.",
		                    caller_name(t, r), said_calls(t, r->calls));
	return arena_format(t->arena,
	                    "%s made %s of %s, both in <cycle %u>; that "
	                    "passes no time on.",
	                    caller_name(t, r), said_calls(t, r->calls), said_name(t, a->callee),
	                    a->caller->cycle->number);
}

/* Whether the callee's time is divided by what calls were measured to cost. */
static bool shares_are_measured(const struct table *t, const struct arc *a)
{
	const struct profile *p = t->data->profile;
	const struct caller_fit *fit = caller_fit_of(p, a->callee);

	return p->rules->measures_callers && fit && fit->state == CALLERS_MEASURED;
}

/* The part of the callee's time that the row has. */
static double row_share(const struct graph_row *r)
{
	return r->arc->share * (double)r->calls / (double)r->arc->calls;
}

/* A share of the callee's time, and why it is that much. */
static const char *share(const struct table *t, const struct graph_row *r, const char *what,
                         double ticks)
{
	const struct arc *a = r->arc;
	const char *why = explained_unmeasured(t, a);

	if (a->is_split)
		return "It was not called.";
	if (a->is_inlined)
		return explained_inlined(t, a);
	if (!arc_hands_time(a))
		return inner_calls(t, r);
	if (shares_are_measured(t, a))
		return arena_format(t->arena,
		                    "The files tell what calls of %s cost: %s "
		                    "gets %.3g %% of the callee's %s, ~%s.",
		                    callee_name(t, a), caller_name(t, r), 100 * row_share(r), what,
		                    said_time(t, ticks));
	return arena_format(t->arena,
	                    "%s made %s of the %s of %s, so it gets that "
	                    "share of the callee's %s: ~%s.%s%s",
	                    caller_name(t, r), said_count(t, r->calls),
	                    said_calls(t, func_handing_calls(a->callee)), callee_name(t, a), what,
	                    said_time(t, ticks), why ? "  " : "", why ? why : "");
}

const char *explain_arc_self(const struct field *field)
{
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc)
		return share(t, r, "own time", r->self_ticks);
	if (r->part == GRAPH_CYCLE)
		return arena_format(t->arena, "The %zu members together: %s.", r->cycle->nmembers,
		                    said_time(t, r->cycle->self_ticks));
	return r->func ? explained_self(t, r->func) : NULL;
}

const char *explain_arc_error(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (r->arc || r->part == GRAPH_CYCLE || !r->func)
		return NULL;
	return explained_noise(field->table, r->func->self_ticks, r->func->variance);
}

const char *explain_arc_children(const struct field *field)
{
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc)
		return share(t, r, "callees' time", r->descendant_ticks);
	if (r->part == GRAPH_CYCLE)
		return arena_format(t->arena,
		                    "What the members call outside the cycle: "
		                    "~%s.",
		                    said_time(t, r->cycle->descendant_ticks));
	if (!r->func)
		return NULL;
	return arena_format(t->arena,
	                    "The %u functions that it calls spent ~%s on its "
	                    "behalf.%s",
	                    r->func->ncallees,
	                    said_time(t, bounds_estimate(r->func) - r->func->self_ticks),
	                    explained_bounds(t, r->func));
}

const char *explain_arc_total(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (r->arc)
		return share(field->table, r, "time", r->self_ticks + r->descendant_ticks);
	if (r->part == GRAPH_CYCLE)
		return explain_arc_self(field);
	return r->func ? explained_func_total(field->table, r->func) : NULL;
}

const char *explain_arc_of_parent(const struct field *field)
{
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const struct graph_parent parent = graph_row_parent(r);
	const char *why = explain_arc_total(field);
	const char *name = parent.func ? said_name(t, parent.func)
	                   : parent.cycle
	                           ? arena_format(t->arena, "<cycle %u>", parent.cycle->number)
	                           : "";

	return arena_format(t->arena, "%s%s",
	                    r->arc ? explained_parent(field, name, parent.ticks) : "",
	                    why ? why : "");
}

const char *explain_arc_calls(const struct field *field)
{
	const struct table *t = field->table;
	const struct graph_row *r = field->item;

	if (r->arc && r->arc->is_split)
		return "It was not called.";
	if (r->arc && r->arc->is_inlined)
		return explained_inlined(t, r->arc);
	if (r->arc && !arc_hands_time(r->arc))
		return inner_calls(t, r);
	if (r->arc)
		return arena_format(
			t->arena, "%s/%s: %s made %s of the %s of %s.", said_count(t, r->calls),
			said_count(t, func_handing_calls(r->arc->callee)), caller_name(t, r),
			said_count(t, r->calls), said_calls(t, func_handing_calls(r->arc->callee)),
			callee_name(t, r->arc));
	if (r->part == GRAPH_CYCLE)
		return arena_format(
			t->arena,
			"%s+%s: %s from outside into the cycle, "
			"%s between its members.",
			said_count(t, r->cycle->calls), said_count(t, r->cycle->self_calls),
			said_calls(t, r->cycle->calls), said_count(t, r->cycle->self_calls));
	return r->func ? explained_func_calls(t, r->func) : NULL;
}

const char *explain_arc_line(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (!r->line || !r->line->location.path)
		return r->line ? "No line is known for the code that makes "
		                 "these calls."
		               : NULL;
	return arena_format(field->table->arena, "These calls are made by line %u of %s%s.",
	                    r->line->location.line, r->line->location.path,
	                    r->is_near ? ", or near it: a record says only "
	                                 "roughly where a call returns to"
	                               : "");
}

const char *explained_cycle(const struct table *t, const struct cycle *c)
{
	return arena_format(t->arena,
	                    "<cycle %u> stands for %zu functions that call each other in "
	                    "a circle.  How much each of them costs its callers is not "
	                    "known, so their time is passed on together.  :set cycles "
	                    "open leaves out the calls that close it.",
	                    c->number, c->nmembers);
}

const char *explain_graph_row(const struct table *t, const void *item)
{
	const struct graph_row *r = item;
	const char *marks;

	if (r->part == GRAPH_SPONTANEOUS)
		return "<spontaneous>: the function has no known caller.  The "
		       "system called it, or code compiled without -pg, or it "
		       "was called through a pointer where the call was not "
		       "counted.";
	if (r->part == GRAPH_CYCLE)
		return explained_cycle(t, r->cycle);
	if (!r->func)
		return r->twin ? "<base>: these calls were made in the base "
		                 "only."
		               : "<base>: the function is in the base only.";
	if (r->arc && r->arc->is_split)
		return explained_split(t, r->arc);
	if (r->arc && r->arc->is_inlined)
		return explained_inlined(t, r->arc);
	marks = explain_func(t, r->func);
	return *marks ? arena_format(t->arena, "%s: %s", said_name(t, r->func), marks) : "";
}
