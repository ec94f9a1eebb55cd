/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <string.h>

#include "model/code_lines.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/short_name.h"
#include "model/source.h"
#include "views/explain.h"
#include "views/line_row.h"
#include "views/measured.h"
#include "views/view.h"

static struct value get_total(const struct field *field)
{
	const struct line_row *r = field->item;

	return r->line ? ticks_value(field, r->line->ticks + r->line->passed) : no_value();
}

static struct value get_calls(const struct field *field)
{
	const struct line_row *r = field->item;

	return r->line && r->line->calls ? count(r->line->calls) : no_value();
}

static struct value get_function(const struct field *field)
{
	const struct line_row *r = field->item;

	return text(r->line ? func_label(field->table, r->line->func) : r->measured.text);
}

static struct value get_inlined(const struct field *field)
{
	const struct table *t = field->table;
	const struct line_row *r = field->item;

	if (!r->line || !r->line->inlined)
		return no_value();
	return text(names_make(t->data->names, r->line->inlined,
	                       t->query->display.names == NAME_RAW ? NAME_RAW : NAME_SHORT,
	                       t->arena));
}

static struct value get_where(const struct field *field)
{
	const struct line_row *r = field->item;

	return r->line && r->line->location.path
	               ? text(location_text(field->table, &r->line->location))
	               : no_value();
}

static struct value get_source(const struct field *field)
{
	const struct line_row *r = field->item;
	const struct sources *sources = field->table->data->sources;
	const struct source_location *location = r->line ? &r->line->location : NULL;
	const struct source *source;
	const char *line;

	if (!sources || !location || !location->path)
		return no_value();
	source = sources->get(sources->context, location->path);
	if (!location->line || location->line > source->n)
		return no_value();
	line = source_line(source, location->line, field->table->arena);
	return text(line + strspn(line, " "));
}

static bool nothing_inlined(const struct table *t)
{
	const struct code_lines *lines = t->data->code_lines;

	return !lines || !lines->has_inlined;
}

static const struct column list[] = {
	{ .name = "self%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples that fell into the line's code "
	          "in the function.",
	  .get = measured_self,
	  .explain = explain_line_self },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in that code: a bin that counts code of several "
	          "lines is shared among its instructions.",
	  .spare = 3,
	  .get = measured_self,
	  .explain = explain_line_self,
	  .is_hidden = hidden_in_percent },
	CUMULATIVE_COLUMNS(measured_self),
	{ .name = "base",
	  .title = "base @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in as many runs of the base, of the same line in "
	          "the same function; empty: not known which that was.",
	  .spare = 6,
	  .get = measured_base,
	  .explain = explain_measured_base,
	  .is_hidden = no_base },
	{ .name = "delta",
	  .title = "delta @",
	  .unit = UNIT_AMOUNT,
	  .is_signed = true,
	  .help = "Time in the line less that of the base; a few samples "
	          "more or less are noise.",
	  .spare = 3,
	  .get = measured_delta,
	  .explain = explain_measured_base,
	  .is_hidden = no_base },
	{ .name = "error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation.",
	  .spare = 6,
	  .get = measured_error,
	  .explain = explain_measured_error },
	{ .name = "total%",
	  .title = "~total%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples in the line and in what it "
	          "calls; an estimate.",
	  .spare = 4,
	  .get = get_total,
	  .explain = explain_line_total,
	  .is_hidden = no_calls },
	{ .name = "total",
	  .title = "~total @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in the line and in what it calls: each call "
	          "between two functions hands over the same amount.",
	  .spare = 8,
	  .get = get_total,
	  .explain = explain_line_total,
	  .is_hidden = no_total },
	{ .name = "calls",
	  .unit = UNIT_COUNT,
	  .help = "Calls that the line makes.",
	  .spare = 5,
	  .get = get_calls,
	  .explain = explain_line_made_calls,
	  .is_hidden = no_calls },
	{ .name = "function",
	  .unit = UNIT_TEXT,
	  .help = "The function that the code is part of.",
	  .is_name = true,
	  .least = 24,
	  .shorten = short_name_keeping,
	  .get = get_function },
	{ .name = "inlined",
	  .unit = UNIT_TEXT,
	  .help = "The function that the line is written in, if that "
	          "was inlined.",
	  .spare = 7,
	  .shorten = short_name_keeping,
	  .get = get_inlined,
	  .explain = explain_line_inlined,
	  .is_hidden = nothing_inlined },
	{ .name = "where",
	  .unit = UNIT_TEXT,
	  .help = "File and number of the line; empty: code whose line "
	          "is not known.",
	  .spare = 1,
	  .tells_apart = true,
	  .get = get_where,
	  .explain = explain_line_where },
	{ .name = "source",
	  .unit = UNIT_TEXT,
	  .help = "The line itself; only if chosen, because it opens "
	          "the files.",
	  .spare = 9,
	  .is_extra = true,
	  .is_cut_behind = true,
	  .get = get_source },
};

const struct columns line_columns = { list, sizeof list / sizeof *list };
