/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <stddef.h>

#include "model/locations.h"
#include "model/profile.h"
#include "model/source.h"
#include "views/explain.h"
#include "views/measured.h"
#include "views/source_row.h"

static struct value get_source(const struct field *field)
{
	const struct source_row *r = field->item;

	if (r->measured.text || !r->source)
		return text(r->measured.text);
	return text(source_line(r->source, r->line, field->table->arena));
}

static struct value get_line(const struct field *field)
{
	const struct source_row *r = field->item;

	return r->line && r->kind == SOURCE_LINE ? line_number(r->line) : no_value();
}

static struct value get_inlined(const struct field *field)
{
	const struct source_row *r = field->item;

	return r->inlined > 0 ? ticks_value(field, r->inlined) : no_value();
}

/* Nothing in the file was inlined or makes calls. */
static bool no_frames(const struct table *t)
{
	return !t->is_tree;
}

static struct value get_calls(const struct field *field)
{
	const struct source_row *r = field->item;

	return r->kind == SOURCE_CALLS || r->is_called ? count(r->calls) : no_value();
}

static const struct column list[] = {
	{ .name = "self%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples that fell into the line.",
	  .get = measured_self,
	  .explain = explain_measured_self },
	{ .name = "self",
	  .title = "self @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in the line: a bin that counts code of several "
	          "lines is shared among its instructions.",
	  .spare = 3,
	  .get = measured_self,
	  .explain = explain_measured_self,
	  .is_hidden = hidden_in_percent },
	{ .name = "base",
	  .title = "base @",
	  .unit = UNIT_AMOUNT,
	  .help = "Time in as many runs of the base, of the same line; "
	          "empty: neither has time there, or it is not known which "
	          "line that was.",
	  .spare = 2,
	  .get = measured_base,
	  .explain = explain_measured_base,
	  .is_hidden = no_base },
	{ .name = "error",
	  .title = "+/-",
	  .unit = UNIT_AMOUNT,
	  .help = "Sampling noise of self, one standard deviation.",
	  .spare = 4,
	  .get = measured_error,
	  .explain = explain_measured_error },
	{ .name = "inlined%",
	  .title = "inl%",
	  .unit = UNIT_PERCENT,
	  .help = "Share of all samples in code that was inlined into "
	          "the line.",
	  .spare = 2,
	  .get = get_inlined,
	  .explain = explain_inlined,
	  .is_hidden = no_frames },
	{ .name = "calls",
	  .unit = UNIT_COUNT,
	  .help = "Calls of the functions that begin at the line; below "
	          "a line, calls out of it.",
	  .spare = 5,
	  .get = get_calls,
	  .explain = explain_line_calls },
	{ .name = "line",
	  .unit = UNIT_LINE,
	  .help = "Number of the line in its file.",
	  .spare = 1,
	  .get = get_line },
	{ .name = "source",
	  .unit = UNIT_TEXT,
	  .help = "The line itself; tabs are shown as blanks.",
	  .is_name = true,
	  .least = 44,
	  .is_cut_behind = true,
	  .get = get_source },
};

const struct columns source_columns = { list, sizeof list / sizeof *list };
