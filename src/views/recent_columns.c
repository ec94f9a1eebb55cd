/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/recent_columns.h"

#include <math.h>

#include "base/arena.h"
#include "model/profile.h"
#include "model/recent.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/view.h"

static const struct recent_time *time_of(const struct field *field)
{
	const struct dataset *data = field->table->data;

	return data->recent && field->item
	               ? &data->recent->funcs[profile_number(data->profile, field->item)]
	               : NULL;
}

/* Most functions have none: only those that have are shown. */
static struct value recent_value(const struct field *field, double ticks)
{
	const struct recent *recent = field->table->data->recent;

	if (ticks <= 0 && !field->table->query->is_whole)
		return no_value();
	if (field->column->unit == UNIT_PERCENT ||
	    display_is_in_percent(&field->table->query->display))
		return percent(ticks, recent->ticks);
	return ticks_value(field, ticks);
}

struct value get_now(const struct field *field)
{
	const struct recent_time *time = time_of(field);

	return time ? recent_value(field, time->ticks) : no_value();
}

struct value get_now_error(const struct field *field)
{
	const struct recent_time *time = time_of(field);

	return time ? recent_value(field, sqrt(time->variance)) : no_value();
}

const char *explain_now(const struct field *field)
{
	const struct recent_time *time = time_of(field);
	const struct table *t = field->table;

	if (!time)
		return NULL;
	return arena_format(t->arena,
	                    "Of the %s that the last reading added, %s fell "
	                    "into it; chance makes that +- %s, one standard "
	                    "deviation.",
	                    said_samples(t, t->data->recent->ticks), said_ticks(t, time->ticks),
	                    said_ticks(t, sqrt(time->variance)));
}

bool no_recent(const struct table *t)
{
	return !t->data->recent;
}

bool no_now(const struct table *t)
{
	return no_recent(t) || hidden_in_percent(t);
}
