/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <math.h>

#include "base/arena.h"
#include "model/caller_costs.h"
#include "model/code_lines.h"
#include "model/profile.h"
#include "model/short_name.h"
#include "views/diff_row.h"
#include "views/graph_row.h"
#include "views/explain.h"
#include "views/view.h"

static struct value get_percent(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->has_ticks ? percent(r->self_ticks + r->descendant_ticks,
	                              field->table->data->profile->graph_ticks)
	                    : no_value();
}

static struct value value_of(const struct field *field, double ticks)
{
	return ticks_of(field, ticks, graph_row_parent(field->item).ticks);
}

static struct value get_of_parent(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->has_ticks
	               ? percent(r->self_ticks + r->descendant_ticks, graph_row_parent(r).ticks)
	               : no_value();
}

static struct value get_self(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->has_ticks ? value_of(field, r->self_ticks) : no_value();
}

/* Of what was sampled, not what was divided by calls. */
static struct value get_error(const struct field *field)
{
	const struct graph_row *r = field->item;
	double variance = 0;
	size_t i;

	if (r->arc || (!r->func && !r->cycle))
		return no_value();
	for (i = 0; r->cycle && i < r->cycle->nmembers; i++)
		variance += r->cycle->members[i]->variance;
	return value_of(field, sqrt(r->cycle ? variance : r->func->variance));
}

static struct value get_children(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->has_ticks ? value_of(field, r->descendant_ticks) : no_value();
}

/* An arc's calls, out of all that its callee (or the callee's cycle) got and
 * that its time is divided by. */
static struct value calls_of_arc(const struct graph_row *r)
{
	if (r->arc->is_split || (r->arc->is_inlined && !r->calls))
		return no_value();
	return arc_hands_time(r->arc) ? ratio(r->calls, '/', func_handing_calls(r->arc->callee))
	                              : count(r->calls);
}

static struct value get_calls(const struct field *field)
{
	const struct graph_row *r = field->item;
	uint64_t calls, self_calls;

	if (r->arc)
		return calls_of_arc(r);
	if (!r->func && !r->cycle)
		return no_value();
	if (r->func && !func_is_counted(r->func))
		return no_value();
	calls = r->cycle ? r->cycle->calls : r->func->calls - r->func->cut_calls;
	self_calls = r->cycle ? r->cycle->self_calls : r->func->self_calls + r->func->cut_calls;
	return self_calls ? ratio(calls, '+', self_calls) : count(calls);
}

static const struct caller_cost *cost_of(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->arc && !r->line ? caller_cost_of(field->table->data->profile, r->arc) : NULL;
}

static struct value get_measured(const struct field *field)
{
	const struct caller_cost *cost = cost_of(field);

	return cost ? value_of(field, cost->ticks) : no_value();
}

static struct value get_measured_error(const struct field *field)
{
	const struct caller_cost *cost = cost_of(field);

	return cost ? value_of(field, cost->error) : no_value();
}

static bool nothing_measured(const struct table *t)
{
	const struct caller_costs *costs = t->data->profile->caller_costs;
	size_t i;

	for (i = 0; costs && i < costs->nfits; i++)
		if (costs->fits[i].state == CALLERS_MEASURED)
			return false;
	return true;
}

static const char *cycle_name(const struct table *t, const struct cycle *c)
{
	return arena_format(t->arena, "<cycle %u as a whole> [%u]", c->number, c->index);
}

static struct value get_function(const struct field *field)
{
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const char *name;

	if (r->part == GRAPH_SPONTANEOUS)
		return text("<spontaneous>");
	if (r->part == GRAPH_CYCLE)
		return text(cycle_name(t, r->cycle));
	if (!r->func)
		return text(arena_format(t->arena, "%s <base>", base_name(t, r->gone)));
	name = r->arc ? arc_label(t, r->func, r->arc) : func_label(t, r->func);
	if (!r->func->cycle || (r->arc && (r->arc->is_cut || r->arc->is_split)))
		return text(name);
	return text(arena_format(t->arena, "%s <cycle %u>", name, r->func->cycle->number));
}

static struct value get_index(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (r->part == GRAPH_CYCLE)
		return count(r->cycle->index);
	return r->func ? count(r->func->index) : no_value();
}

static struct value get_base(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->base_has_ticks ? value_of(field, r->base_ticks) : no_value();
}

static struct value get_delta(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (!field->table->data->comparison || (!r->has_ticks && !r->base_has_ticks))
		return no_value();
	return value_of(field, r->self_ticks + r->descendant_ticks - r->base_ticks);
}

static struct value get_base_calls(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->has_base && r->base_calls > 0 ? mean_count(r->base_calls) : no_value();
}

static struct value get_entry(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->entry ? text(func_name(field->table, r->entry)) : no_value();
}

static struct value get_part(const struct field *field)
{
	static const char *const names[] = {
		[GRAPH_CALLER] = "caller", [GRAPH_SPONTANEOUS] = "caller",
		[GRAPH_SELF] = "function", [GRAPH_CALLEE] = "callee",
		[GRAPH_CYCLE] = "cycle",   [GRAPH_MEMBER] = "member",
	};
	const struct graph_row *r = field->item;

	return text(names[r->part]);
}

static struct value get_where(const struct field *field)
{
	const struct graph_row *r = field->item;

	return r->func ? func_location(field->table, r->func) : no_value();
}

static struct value get_line(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (!r->line)
		return get_where(field);
	if (!r->line->location.path)
		return no_value();
	return text(arena_format(field->table->arena, "%s%s", r->is_near ? "~" : "",
	                         location_text(field->table, &r->line->location)));
}

static bool is_by_line(const struct table *t)
{
	return no_locations(t) || t->query->display.lines;
}

static bool is_by_function(const struct table *t)
{
	return !t->query->display.lines;
}

static const struct column list[] = {
	{ .name = "total%",
	  .title = "~total%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all time: of the function and what it "
	          "calls; of a caller or callee, what passes between "
	          "the two.",
	  .get = get_percent,
	  .explain = explain_arc_total },
	{ .name = "parent%",
	  .title = "~total @",
	  .unit = UNIT_PERCENT,
	  .help = "That time in percent of the total of the function asked "
	          "for; of a caller, of its cycle's if it is in one.",
	  .spare = 1,
	  .get = get_of_parent,
	  .explain = explain_arc_of_parent,
	  .is_hidden = hidden_unless_of_parent },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in the function itself; for a caller, the part "
	          "of it spent on that caller's behalf; for a callee, "
	          "the callee's own time spent on the function's "
	          "behalf.",
	  .spare = 2,
	  .get = get_self,
	  .explain = explain_arc_self },
	{ .name = "error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of the function's own time, one "
	          "standard deviation: the square root of the samples.",
	  .spare = 8,
	  .get = get_error,
	  .explain = explain_arc_error },
	{ .name = "children",
	  .title = "~children @",
	  .unit = UNIT_AMOUNT,
	  .help = "The same for what the function calls; divided by "
	          "calls, so it is an estimate.",
	  .spare = 3,
	  .get = get_children,
	  .explain = explain_arc_children },
	{ .name = "measured",
	  .title = "measured @",
	  .unit = UNIT_AMOUNT,
	  .help = "Of several files with different input: what the calls "
	          "of this caller took, self and children, measured "
	          "instead of divided by calls; empty where the files do "
	          "not tell.",
	  .spare = 4,
	  .get = get_measured,
	  .explain = explain_arc_measured,
	  .is_hidden = nothing_measured },
	{ .name = "measured-error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "The error of that, one standard deviation.",
	  .spare = 4,
	  .get = get_measured_error,
	  .explain = explain_arc_measured_error,
	  .is_hidden = nothing_measured },
	{ .name = "calls",
	  .title = "called",
	  .unit = UNIT_RATIO,
	  .help = "3/7: 3 of the 7 calls that the callee got; 2+11: 2 "
	          "from outside and 11 recursive ones, or along arcs "
	          "that are cut.",
	  .spare = 1,
	  .get = get_calls,
	  .explain = explain_arc_calls },
	{ .name = "base-calls",
	  .title = "base called",
	  .unit = UNIT_MEAN,
	  .help = "Calls in the base, for as many runs.",
	  .spare = 6,
	  .get = get_base_calls,
	  .is_hidden = no_base },
	{ .name = "base",
	  .title = "~base @",
	  .unit = UNIT_AMOUNT,
	  .help = "Self and children in the base, for as many runs; of a "
	          "caller or callee, what passes between the two: an "
	          "estimate.",
	  .spare = 2,
	  .get = get_base,
	  .is_hidden = no_base },
	{ .name = "delta",
	  .title = "~delta @",
	  .unit = UNIT_AMOUNT,
	  .is_signed = true,
	  .help = "Self and children, minus those of the base: an estimate.",
	  .get = get_delta,
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
	{ .name = "function",
	  .unit = UNIT_TEXT,
	  .help = "Name of the function; <spontaneous>: no known "
	          "caller; <cut>: the arc would close a cycle; <split>: "
	          "no call, but code that the compiler split off; "
	          "<inlined>: code of the callee in the caller.",
	  .is_name = true,
	  .least = 24,
	  .shorten = short_name_keeping,
	  .get = get_function },
	{ .name = "index",
	  .title = "[n]",
	  .unit = UNIT_COUNT,
	  .help = "The number of the function's entry in gprof's call "
	          "graph.",
	  .spare = 7,
	  .get = get_index },
	{ .name = "line",
	  .unit = UNIT_TEXT,
	  .help = "By line: the one that makes the calls, with ~ that "
	          "one or one near it; for the function, its first.",
	  .get = get_line,
	  .explain = explain_arc_line,
	  .is_hidden = is_by_function },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "File and line where the function begins.",
	  .spare = 6,
	  .tells_apart = true,
	  .get = get_where,
	  .is_hidden = is_by_line },
};

const struct columns graph_columns = { list, sizeof list / sizeof *list };
