/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <math.h>

#include "base/arena.h"
#include "model/profile.h"
#include "model/short_name.h"
#include "views/explain.h"
#include "views/group_row.h"

/* The same column of a function by itself. */
static struct field of_func(const struct field *field)
{
	const struct group_row *r = field->item;

	return (struct field){ field->table, field->column, r->func };
}

static bool is_group(const struct field *field)
{
	return !((const struct group_row *)field->item)->func;
}

static struct value get_self(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->nfuncs ? ticks_value(field, r->measured.ticks) : no_value();
}

static const char *explain_group_self(const struct field *field)
{
	const struct group_row *r = field->item;
	const struct field func = of_func(field);

	return is_group(field) ? explained_ticks(field, r->measured.ticks) : explain_self(&func);
}

static struct value get_error(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->nfuncs ? ticks_value(field, sqrt(r->measured.variance)) : no_value();
}

static const char *explain_group_error(const struct field *field)
{
	const struct group_row *r = field->item;

	return explained_noise(field->table, r->measured.ticks, r->measured.variance);
}

static struct value get_total(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->func ? ticks_value(field, r->func->self_ticks + r->func->descendant_ticks)
	               : no_value();
}

static const char *explain_group_total(const struct field *field)
{
	const struct field func = of_func(field);

	return is_group(field) ? "The estimates of functions that call each "
	                         "other do not add up; the bounds, least and "
	                         "most, hold for the group, too."
	                       : explain_total(&func);
}

static struct value get_least(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->has_bounds ? ticks_value(field, r->least) : no_value();
}

static struct value get_most(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->has_bounds ? ticks_value(field, r->most) : no_value();
}

static const char *explain_group_bounds(const struct field *field)
{
	const struct group_row *r = field->item;
	const struct field func = of_func(field);

	if (!is_group(field))
		return explain_bounds(&func);
	return arena_format(field->table->arena,
	                    "With all that they call, these functions took at "
	                    "least %s, their own time or what the largest of "
	                    "them took at least; and at most %s, what all of "
	                    "them can have taken, or all time.",
	                    said_time(field->table, r->least), said_time(field->table, r->most));
}

static struct value get_calls(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->is_counted ? count(r->calls) : no_value();
}

static struct value get_functions(const struct field *field)
{
	const struct group_row *r = field->item;

	return is_group(field) && r->nfuncs ? count(r->nfuncs) : no_value();
}

static struct value get_name(const struct field *field)
{
	const struct group_row *r = field->item;

	if (r->func)
		return text(func_label(field->table, r->func));
	return text(r->group ? r->group : r->measured.text);
}

static struct value get_group(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->group ? text(r->group) : no_value();
}

static struct value get_where(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->func ? func_location(field->table, r->func) : no_value();
}

static const struct column list[] = {
	{ .name = "self%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples that fell into the functions of the "
	          "group, or the function.",
	  .get = get_self,
	  .explain = explain_group_self },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in the functions of the group: the sum of theirs.",
	  .spare = 2,
	  .get = get_self,
	  .explain = explain_group_self,
	  .is_hidden = hidden_in_percent },
	{ .name = "error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation.",
	  .spare = 4,
	  .get = get_error,
	  .explain = explain_group_error },
	{ .name = "total%",
	  .title = "~total%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples in the function and what it calls; "
	          "an estimate, which a group has not.",
	  .spare = 6,
	  .get = get_total,
	  .explain = explain_group_total,
	  .is_hidden = no_calls },
	{ .name = "least",
	  .title = "least @",
	  .unit = UNIT_AMOUNT,
	  .help = "The least that the functions took with all they call, "
	          "whatever each call took; a group: the most of its own time "
	          "and of the least of each function.",
	  .spare = 3,
	  .get = get_least,
	  .explain = explain_group_bounds,
	  .is_hidden = no_bounds },
	{ .name = "most",
	  .title = "most @",
	  .unit = UNIT_AMOUNT,
	  .help = "The most that it can be; a group: the sum of its "
	          "functions', but not more than all time.",
	  .spare = 3,
	  .get = get_most,
	  .explain = explain_group_bounds,
	  .is_hidden = no_bounds },
	{ .name = "calls",
	  .unit = UNIT_COUNT,
	  .help = "Calls of the functions by others, also in the same group.",
	  .spare = 5,
	  .get = get_calls,
	  .is_hidden = no_calls },
	{ .name = "functions",
	  .unit = UNIT_COUNT,
	  .help = "How many functions the group has.",
	  .spare = 7,
	  .is_for_people = true,
	  .get = get_functions },
	{ .name = "function",
	  .title = "group, function",
	  .unit = UNIT_TEXT,
	  .help = "Name of the group, and below it of its functions.",
	  .is_name = true,
	  .least = 30,
	  .shorten = short_name_keeping,
	  .get = get_name },
	{ .name = "group",
	  .unit = UNIT_TEXT,
	  .help = "File, folder, class or section that the function is in.",
	  .is_for_programs = true,
	  .get = get_group },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "File and line where the function begins.",
	  .spare = 8,
	  .tells_apart = true,
	  .get = get_where,
	  .is_hidden = no_locations },
};

const struct columns group_columns = { list, sizeof list / sizeof *list };
