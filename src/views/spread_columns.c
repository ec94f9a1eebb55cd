/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/spread_columns.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "model/files/spreads.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/runs.h"
#include "views/columns.h"
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

const struct spread *func_spread(const struct table *t, const struct func *f)
{
	const struct spreads *s = t->data->spreads;

	return s && f ? s->funcs[profile_number(t->data->profile, f)] : NULL;
}

const char *missing_files(const struct dataset *data)
{
	const struct records *r = data ? data->profile->records : NULL;

	if (!r || r->nfiles + r->noff < 2)
		return "a second profile file";
	return data->runs ? NULL : "the files, which are still being read";
}

const char *spread_strip(const struct table *t, const struct spread *s)
{
	static const char *const levels[STRIP_LEVELS] = { "\u2581", "\u2582", "\u2583", "\u2584",
		                                          "\u2585", "\u2586", "\u2587", "\u2588" };
	const size_t n = t->data->spreads->ncells;
	char *out = arena_alloc(t->arena, n * strlen(levels[0]) + 1, 1);
	size_t at = 0, i;

	for (i = 0; i < n; i++) {
		const struct strip_cell c = s->strip[i];
		const char *shown = c.outlier > 0   ? "\u25b2"
		                    : c.outlier < 0 ? "\u25bc"
		                                    : levels[c.level];

		memcpy(out + at, shown, strlen(shown));
		at += strlen(shown);
	}
	return out;
}

static struct value get_ticks(const struct field *field)
{
	const struct spread *s = func_spread(field->table, field->item);

	return s ? ticks_value(field, *(const double *)((const char *)s + field->column->number))
	         : no_value();
}

struct value get_wait(const struct field *field)
{
	const struct spread *s = func_spread(field->table, field->item);

	return s ? ticks_value(field, s->max - s->mean) : no_value();
}

/* Of what may be chance no figure is shown, and of one file none that means
 * all. */
static struct value get_spread(const struct field *field)
{
	const struct spread *s = func_spread(field->table, field->item);

	if (!s)
		return no_value();
	if (s->pattern == SPREAD_VARIES || field->table->query->is_whole)
		return percent(s->variation, 1);
	return text(s->pattern == SPREAD_ONE ? "one" : "~");
}

static struct value get_pattern(const struct field *field)
{
	static const char *const names[] = {
		[SPREAD_NOISE] = "~",
		[SPREAD_ONE] = "one",
		[SPREAD_VARIES] = "varies",
	};
	const struct spread *s = func_spread(field->table, field->item);

	return s ? text(names[s->pattern]) : no_value();
}

struct value get_strip(const struct field *field)
{
	const struct spread *s = func_spread(field->table, field->item);

	return s ? text(spread_strip(field->table, s)) : no_value();
}

static struct value get_function(const struct field *field)
{
	return text(func_label(field->table, field->item));
}

static struct value get_where(const struct field *field)
{
	return func_location(field->table, field->item);
}

bool no_spreads(const struct table *t)
{
	return !t->data->spreads;
}

static const struct column list[] = {
	{ .name = "mean",
	  .title = "mean @",
	  .unit = UNIT_AMOUNT,
	  .help = "Own time in a file, on average over all files that are on.",
	  .number = offsetof(struct spread, mean),
	  .get = get_ticks },
	{ .name = "min",
	  .title = "min @",
	  .unit = UNIT_AMOUNT,
	  .help = "The least own time that a file has.",
	  .spare = 4,
	  .number = offsetof(struct spread, min),
	  .get = get_ticks },
	{ .name = "median",
	  .title = "median @",
	  .unit = UNIT_AMOUNT,
	  .help = "Own time of the file in the middle: half of the files have "
	          "more.",
	  .spare = 5,
	  .number = offsetof(struct spread, median),
	  .get = get_ticks },
	{ .name = "max",
	  .title = "max @",
	  .unit = UNIT_AMOUNT,
	  .help = "The most own time that a file has.",
	  .spare = 2,
	  .number = offsetof(struct spread, max),
	  .get = get_ticks },
	{ .name = "spread",
	  .title = "spread%",
	  .unit = UNIT_PERCENT,
	  .help = "How far files are apart: their coefficient of variation, "
	          "less what sampling makes of it; ~ where that may be all, "
	          "\"one\" where a single file makes it.",
	  .spare = 1,
	  .get = get_spread },
	{ .name = "wait",
	  .title = "wait @",
	  .unit = UNIT_AMOUNT,
	  .help = "max - mean: what the others wait for the slowest, if they "
	          "have to.",
	  .get = get_wait },
	RECENT_COLUMNS,
	{ .name = "pattern",
	  .unit = UNIT_TEXT,
	  .help = "How files differ: ~ no more than by chance, one by a single "
	          "file, varies.",
	  .is_for_programs = true,
	  .get = get_pattern },
	{ .name = "strip",
	  .unit = UNIT_TEXT,
	  .help = STRIP_HELP,
	  .spare = 3,
	  .is_for_people = true,
	  .get = get_strip },
	{ .name = "function",
	  .unit = UNIT_TEXT,
	  .help = "Its name.",
	  .is_name = true,
	  .least = 20,
	  .shorten = short_name_keeping,
	  .get = get_function },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "The source file and line where it begins.",
	  .spare = 6,
	  .tells_apart = true,
	  .get = get_where,
	  .is_hidden = no_locations },
};

const struct columns spread_columns = { list, sizeof list / sizeof *list };
