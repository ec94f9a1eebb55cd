/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include "base/arena.h"
#include "model/code_lines.h"
#include "model/names.h"
#include "model/locations.h"
#include "model/profile.h"
#include "model/rules.h"
#include "model/source.h"
#include "views/view.h"

struct value ticks_value(const struct field *field, double ticks)
{
	const enum amount_unit shown = field->table->query->display.amounts;
	const struct profile *p = field->table->data->profile;

	if (field->column->unit == UNIT_PERCENT ||
	    display_is_in_percent(&field->table->query->display))
		return percent(ticks, p->total_ticks);
	if (shown == AMOUNT_SAMPLES || p->rate <= 0)
		return samples(ticks);
	return amount(ticks / p->rate);
}

struct value ticks_of(const struct field *field, double ticks, double parent)
{
	return amounts_are_of_parent(field->table) && field->column->unit != UNIT_PERCENT
	               ? percent(ticks, parent)
	               : ticks_value(field, ticks);
}

int samples_digits(double samples)
{
	return samples < 4 ? 1 : samples < 400 ? 2 : 3;
}

struct value ticks_per_call(const struct table *t, double ticks, uint64_t calls, double samples)
{
	const struct profile *p = t->data->profile;
	const int digits = p->rules->symbols_of_gprof ? 3 : samples_digits(samples);

	if (!calls || p->rate <= 0)
		return no_value();
	return per_call(ticks / p->rate / (double)calls, digits, p->abbreviation);
}

uint64_t func_self_divisor(const struct table *t, const struct func *f)
{
	return t->data->profile->rules->symbols_of_gprof ? f->calls : f->calls + f->self_calls;
}

double func_self_samples(const struct func *f)
{
	return f->variance > 0 ? f->self_ticks * f->self_ticks / f->variance : 0;
}

/* Estimates have no noise of their own: ticks count as samples, by the average
 * weight of all. */
double func_total_samples(const struct table *t, const struct func *f)
{
	const struct profile *p = t->data->profile;

	return p->total_ticks > 0
	               ? (f->self_ticks + f->descendant_ticks) * (double)p->samples / p->total_ticks
	               : 0;
}

bool func_has_figures(const struct func *f)
{
	return f->self_ticks > 0 || f->descendant_ticks > 0 || f->calls || f->self_calls ||
	       f->ncallees;
}

struct value text_member(const struct field *field)
{
	const char *const *member = (const void *)((const char *)field->item +
	                                           field->column->number);

	return *member ? text(*member) : no_value();
}

const char *func_name(const struct table *t, const struct func *f)
{
	return names_get(t->data->names, f, t->query->display.names);
}

const char *func_label(const struct table *t, const struct func *f)
{
	const char *name = func_name(t, f);

	return f->is_profiler ? arena_format(t->arena, "%s <profiler>", name) : name;
}

const char *arc_label(const struct table *t, const struct func *f, const struct arc *a)
{
	const char *name = func_label(t, f);
	const char *mark = a->is_cut       ? "cut"
	                   : a->is_split   ? "split"
	                   : a->is_inlined ? "inlined"
	                                   : NULL;

	return mark ? arena_format(t->arena, "%s <%s>", name, mark) : name;
}

const char *location_text(const struct table *t, const struct source_location *location)
{
	const char *file = t->query->display.paths ? location->path : location->file;

	return location->line ? arena_format(t->arena, "%s:%u", file, location->line) : file;
}

struct value func_location(const struct table *t, const struct func *f)
{
	const struct source_location *location = dataset_location(t->data, f);

	return location && location->path ? text(location_text(t, location)) : no_value();
}

struct query line_asked(const struct query *query, const struct code_line *line)
{
	struct query out = *query;

	out.subject = line->func;
	out.cycle = NULL;
	out.position = (struct code_position){ .has_address = line->address > 0,
		                               .address = line->address,
		                               .path = line->location.path,
		                               .line = line->location.line };
	return out;
}

const char *source_remark(const struct source *source)
{
	return source->is_newer ? "newer than the executable: "
	                          "lines may have moved"
	                        : NULL;
}

bool hidden_in_percent(const struct table *t)
{
	return display_is_in_percent(&t->query->display);
}

bool hidden_unless_of_parent(const struct table *t)
{
	return !amounts_are_of_parent(t);
}

bool amounts_are_of_parent(const struct table *t)
{
	return t->query->display.amounts == AMOUNT_PARENT;
}

bool no_calls(const struct table *t)
{
	return !t->data->profile->has_calls;
}

bool no_total(const struct table *t)
{
	return no_calls(t) || hidden_in_percent(t);
}

bool only_in_time(const struct table *t)
{
	return t->query->display.amounts != AMOUNT_TIME;
}

bool no_locations(const struct table *t)
{
	return !t->data->locations;
}

bool no_base(const struct table *t)
{
	return !t->data->comparison;
}

bool not_apart(const struct table *t)
{
	return !t->data->profile->is_apart;
}

bool no_bounds(const struct table *t)
{
	return !t->data->profile->bounds;
}
