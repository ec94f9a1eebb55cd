/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include "base/arena.h"
#include "base/number.h"
#include "model/profile.h"
#include "model/short_name.h"
#include "views/explain.h"
#include "views/tree_row.h"
#include "views/view.h"

/* Only what no division by calls has touched is measured. */
static struct value get_estimate(const struct field *field)
{
	const struct tree_row *r = field->item;
	bool is_measured = r->is_measured || (r->part >= 1 && r->child <= 0);

	return text(r->has_figures && !is_measured ? "~" : "");
}

/* What the row above has; of a root, what it has itself. */
static double parent_ticks(const struct tree_row *r)
{
	const struct tree_row *parent = r->above ? r->above : r;

	return parent->self + parent->child;
}

static struct value get_total(const struct field *field)
{
	const struct tree_row *r = field->item;

	return r->has_figures ? ticks_of(field, r->self + r->child, parent_ticks(r)) : no_value();
}

static struct value get_of_parent(const struct field *field)
{
	const struct tree_row *r = field->item;

	return r->has_figures ? percent(r->self + r->child, parent_ticks(r)) : no_value();
}

static struct value get_self(const struct field *field)
{
	const struct tree_row *r = field->item;

	return r->has_figures ? ticks_of(field, r->self, parent_ticks(r)) : no_value();
}

/* Integers, as calls are; those of a root are not known. */
static struct value get_calls(const struct field *field)
{
	const struct tree_row *r = field->item;

	return r->calls > 0 ? count(number_rounded(r->calls)) : no_value();
}

static struct value get_function(const struct field *field)
{
	const struct table *t = field->table;
	const struct tree_row *r = field->item;
	const char *name;

	if (r->kind == TREE_CYCLE)
		return text(arena_format(t->arena, "<cycle %u as a whole>", r->cycle->number));
	if (r->kind == TREE_MORE)
		return text(arena_format(t->arena, "[%zu more below %g %%]", r->nmore,
		                         t->query->display.limit));
	if (r->arc && (r->cut || r->arc->is_split || !r->func->cycle))
		return text(arc_label(t, r->func, r->arc));
	name = func_label(t, r->func);
	if (r->kind == TREE_AGAIN && !r->is_other)
		return text(arena_format(t->arena, "%s <recursive>", name));
	if (r->func->cycle)
		return text(arena_format(t->arena, "%s <cycle %u>", name, r->func->cycle->number));
	return text(name);
}

static struct value get_where(const struct field *field)
{
	const struct tree_row *r = field->item;

	return r->func ? func_location(field->table, r->func) : no_value();
}

static struct value get_depth(const struct field *field)
{
	const struct tree_row *r = field->item;

	return count(r->depth);
}

static const struct column list[] = {
	{ .name = "total%",
	  .title = "~total%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples in the function and what it "
	          "calls, as far as reached along this path; going up, "
	          "the part of the first row's time that is due to it.",
	  .get = get_total,
	  .explain = explain_tree_total },
	{ .name = "estimate",
	  .title = "~",
	  .unit = UNIT_TEXT,
	  .help = "~: the total is an estimate; time was divided among "
	          "callers in proportion to their calls.",
	  .spare = 4,
	  .get = get_estimate,
	  .explain = explain_tree_estimate },
	{ .name = "total",
	  .title = "~total @",
	  .unit = UNIT_AMOUNT,
	  .help = "The time of that share.",
	  .spare = 3,
	  .get = get_total,
	  .explain = explain_tree_total,
	  .is_hidden = hidden_in_percent },
	{ .name = "parent%",
	  .title = "~total @",
	  .unit = UNIT_PERCENT,
	  .help = "That time in percent of the total of the row above.",
	  .spare = 1,
	  .get = get_of_parent,
	  .explain = explain_tree_of_parent,
	  .is_hidden = hidden_unless_of_parent },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "The part of it in the function itself; going up, in "
	          "the first row's function itself.",
	  .spare = 1,
	  .get = get_self,
	  .explain = explain_tree_self },
	{ .name = "calls",
	  .unit = UNIT_COUNT,
	  .help = "Calls along this path, divided like the time; going "
	          "up, calls of the first row's function.",
	  .spare = 2,
	  .get = get_calls,
	  .explain = explain_tree_calls },
	{ .name = "function",
	  .unit = UNIT_TEXT,
	  .help = "Name of the function, below its caller; <recursive> "
	          "calls itself, <cycle 2> another of its cycle, <cut> "
	          "would close a cycle, <split> is code that the "
	          "compiler split off; rows below the limit are one "
	          "row.",
	  .is_name = true,
	  .least = 36,
	  .shorten = short_name_keeping,
	  .get = get_function },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "File and line where the function begins.",
	  .spare = 5,
	  .tells_apart = true,
	  .get = get_where,
	  .is_hidden = no_locations },
	{ .name = "depth",
	  .unit = UNIT_COUNT,
	  .help = "How many rows it is below; in CSV and JSON only.",
	  .is_for_programs = true,
	  .get = get_depth },
};

const struct columns tree_columns = { list, sizeof list / sizeof *list };
