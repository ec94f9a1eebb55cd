/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <math.h>

#include "model/bounds.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "model/short_name.h"
#include "views/explain.h"
#include "views/recent_columns.h"
#include "views/spread.h"
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
