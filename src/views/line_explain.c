/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/code_lines.h"
#include "model/profile.h"
#include "views/line_row.h"
#include "views/view.h"

enum { NAMED = 3 }; /* callees that a sentence names */

/* The line's calls, starting with those that matter most. */
static const struct line_call *explained_calls(const struct table *t, const struct code_line *line,
                                               sort_compare *compare)
{
	const struct line_call *from = t->data->code_lines->calls;
	struct line_call *list = arena_alloc(t->arena, line->ncalls, sizeof *list);
	uint32_t i;

	for (i = 0; i < line->ncalls; i++)
		list[i] = from[line->first_call + i];
	sort_stable(list, line->ncalls, sizeof *list, compare, NULL, t->arena);
	return list;
}

static double passed(const struct line_call *c)
{
	return arc_ticks(c->arc, c->calls);
}

static int by_time(const void *a, const void *b, const void *context)
{
	const double x = passed(a), y = passed(b);

	return x > y ? -1 : x < y;
}

static int by_count(const void *a, const void *b, const void *context)
{
	const struct line_call *x = a, *y = b;

	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

/* How precise the samples of a line are. */
static const char *sharpness(const struct table *t, const struct code_line *l)
{
	const double bytes = 2 * t->data->profile->bin_units;
	const double blurred = 1e-6 * l->ticks;
	const double added = func_profiler_ticks(t->data->profile, l->func);

	if (!l->location.path && added > 0)
		return arena_format(t->arena,
		                    "  %s of these are the function's part of "
		                    "the profiler's time; no line is known for "
		                    "the others.",
		                    said_samples(t, added));
	if (!l->location.path)
		return "  No line is known for the code that they fell into.";
	if (l->most - l->least <= blurred)
		return arena_format(t->arena,
		                    "  A bin counts %.4g bytes; none of them "
		                    "counts another line, too.",
		                    bytes);
	return arena_format(t->arena,
	                    "  A bin counts %.4g bytes.  %s of its bins count "
	                    "no other line; the others are shared among their "
	                    "instructions.  So the line had at least %s and "
	                    "at most %s.",
	                    bytes, l->least > 0 ? "Some" : "None", said_samples(t, l->least),
	                    said_samples(t, l->most));
}

const char *explain_line_self(const struct field *field)
{
	const struct table *t = field->table;
	const struct line_row *r = field->item;

	return r->measured.is_known
	               ? arena_format(t->arena, "%s%s", explained_ticks(field, r->measured.ticks),
	                              sharpness(t, r->line))
	               : NULL;
}

/* "40 of the 60 calls of walk from here pass on ~0.2 s" */
static const char *said_passed(const struct table *t, const struct line_call *c)
{
	return arena_format(t->arena,
	                    "~%s for %s of the %s that %s makes of "
	                    "%s",
	                    said_time(t, passed(c)), said_count(t, c->calls),
	                    said_calls(t, c->arc->calls), said_name(t, c->arc->caller),
	                    said_name(t, c->arc->callee));
}

const char *explain_line_total(const struct field *field)
{
	const struct table *t = field->table;
	const struct code_line *l = ((const struct line_row *)field->item)->line;
	const struct line_call *calls;
	const char *list = "";
	uint32_t i;

	if (!l)
		return NULL;
	if (l->passed <= 0)
		return "No call from here passes any time on, so it is self.";
	calls = explained_calls(t, l, by_time);
	for (i = 0; i < l->ncalls && i < NAMED && passed(&calls[i]) > 0; i++)
		list = arena_format(t->arena, "%s%s%s", list, i ? "; " : "",
		                    said_passed(t, &calls[i]));
	return arena_format(t->arena,
	                    "%s of its own, and of what it calls ~%s: %s%s.  "
	                    "That is an estimate, as if each call took as "
	                    "long.",
	                    said_time(t, l->ticks), said_time(t, l->passed), list,
	                    i < l->ncalls ? "; the rest for others" : "");
}

const char *explain_line_made_calls(const struct field *field)
{
	const struct table *t = field->table;
	const struct code_line *l = ((const struct line_row *)field->item)->line;
	const struct line_call *calls;
	const char *list = "";
	uint32_t i;

	if (!l || !l->calls)
		return NULL;
	calls = explained_calls(t, l, by_count);
	for (i = 0; i < l->ncalls && i < NAMED; i++)
		list = arena_format(t->arena, "%s%s%s of %s", list, i ? ", " : "",
		                    said_calls(t, calls[i].calls),
		                    said_name(t, calls[i].arc->callee));
	return arena_format(t->arena, "It made %s%s.%s", list,
	                    i < l->ncalls ? ", and some of others" : "",
	                    l->is_near ? "  Not all are certain: a record says only "
	                                 "roughly where a call returns to, and nearby "
	                                 "lines may have made some of them."
	                               : "");
}

const char *explain_line_inlined(const struct field *field)
{
	const struct code_line *l = ((const struct line_row *)field->item)->line;

	if (!l || !l->inlined)
		return NULL;
	return arena_format(field->table->arena,
	                    "The compiler made this code part of %s.  Where "
	                    "it did so elsewhere, that is another row.",
	                    said_name(field->table, l->func));
}

const char *explain_line_where(const struct field *field)
{
	const struct code_line *l = ((const struct line_row *)field->item)->line;

	if (!l || !l->location.path)
		return NULL;
	return arena_format(field->table->arena, "Line %u of %s.", l->location.line,
	                    l->location.path);
}

const char *explain_line_row(const struct table *t, const void *item)
{
	const struct line_row *r = item;
	const struct measured *m = &r->measured;
	const char *of;

	if (!r->line)
		return "";
	of = r->line->location.path ? "Enter opens the line in its file"
	     : func_profiler_ticks(t->data->profile, r->line->func) > 0
	             ? "It stands for all code of the function whose line is "
	               "not known, and for its part of the profiler's time; "
	               "Enter opens the call graph"
	             : "It stands for all code of the function whose line is "
	               "not known; Enter opens the call graph";
	return arena_format(t->arena, "%s%s's own time is %s.  %s.",
	                    m->is_known ? explained_faintness(t, m->ticks, m->variance) : "",
	                    said_name(t, r->line->func), said_time(t, r->line->func->self_ticks),
	                    of);
}
