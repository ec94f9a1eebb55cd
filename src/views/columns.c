/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/columns.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/code_lines.h"
#include "model/compare/comparison.h"
#include "model/compare/line_match.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/rules.h"
#include "model/source.h"
#include "views/view.h"

/* Names and figures as they stand in sentences. */

const char *said_name(const struct table *t, const struct func *f)
{
	enum { WIDEST = 60 }; /* cells */
	char name[VALUE_TEXT], shown[WIDEST * 8];

	short_name(name, sizeof name, func_name(t, f), WIDEST);
	text_fit(shown, sizeof shown, name, WIDEST);
	return arena_text(t->arena, shown, strlen(shown));
}

static const char *said(const struct table *t, struct value value, const char *unit)
{
	char shown[VALUE_TEXT];

	value_show(shown, sizeof shown, value);
	return arena_format(t->arena, "%s%s%s", shown, *unit ? " " : "", unit);
}

const char *said_samples(const struct table *t, double ticks)
{
	return said(t, samples(ticks), ticks < 1 || ticks > 1 ? "samples" : "sample");
}

const char *said_time(const struct table *t, double ticks)
{
	const struct profile *p = t->data->profile;

	if (p->rate <= 0)
		return said_samples(t, ticks);
	return said(t, amount(ticks / p->rate),
	            !strcmp(p->dimension, "seconds") ? "s" : p->dimension);
}

const char *said_count(const struct table *t, uint64_t calls)
{
	return said(t, count(calls), "");
}

const char *said_calls(const struct table *t, uint64_t calls)
{
	return said(t, count(calls), calls == 1 ? "call" : "calls");
}

const char *said_ticks(const struct table *t, double ticks)
{
	return said(t, samples(ticks), "");
}

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
	const int digits = p->rules->gprof ? 3 : samples_digits(samples);

	if (!calls || p->rate <= 0)
		return no_value();
	return per_call(ticks / p->rate / (double)calls, digits, p->abbreviation);
}

uint64_t func_self_divisor(const struct table *t, const struct func *f)
{
	return t->data->profile->rules->gprof ? f->calls : f->calls + f->self_calls;
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

void *measured_add(struct table *t, size_t size, const char *text)
{
	struct measured *item = arena_alloc(t->arena, 1, size);

	item->text = text;
	table_add(t, (struct row){ .item = item });
	return item;
}

void measured_set(struct table *t, struct measured *item, double ticks, double variance)
{
	item->is_known = true;
	item->ticks = ticks;
	item->variance = variance;
	t->rows[t->nrows - 1].is_faint = is_faint_figure(ticks, variance);
}

static const struct base_lines *base_of(const struct table *t)
{
	return t->data->comparison ? t->data->comparison->lines : NULL;
}

void measured_set_base(const struct table *t, struct measured *item, const struct base_file *file,
                       const struct func *f, unsigned line)
{
	item->has_base = base_lines_ticks(base_of(t), file, f, line, &item->base) &&
	                 (item->base > 0 || item->is_known);
}

struct base_file measured_base_file(const struct table *t, const char *path)
{
	return base_lines_file(base_of(t), path);
}

/* Adds a row of a notice, and the text to what the table's notice is. */
static void add_notice(struct table *t, size_t size, const char *text, const char *between)
{
	t->notice = t->notice ? arena_format(t->arena, "%s%s%s", t->notice, between, text) : text;
	measured_add(t, size, text);
	t->rows[t->nrows - 1].is_notice = true;
}

void measured_add_notice(struct table *t, size_t size, const char *text)
{
	const char *between = "; ";

	for (; *text; between = " ") {
		const size_t len = strcspn(text, "\n");

		add_notice(t, size, arena_text(t->arena, text, len), between);
		text += len + (text[len] == '\n');
	}
}

/* Does the same in as many rows as it takes in 80 columns. */
static void add_wrapped(struct table *t, size_t size, const char *text)
{
	enum { LINE = 44 }; /* cells */
	const char *line, *between = "; ";

	for (; (line = text_take_line(&text, LINE, t->arena)); between = " ")
		add_notice(t, size, line, between);
}

void measured_add_reason(struct table *t, size_t size)
{
	const struct dataset *d = t->data;

	if (!d->sources || !d->debug || !d->debug->reason) {
		measured_add_notice(t, size, d->sources ? "cancelled" : "lines are being read");
		return;
	}
	add_wrapped(t, size, d->debug->reason);
	add_wrapped(t, size, d->debug->cure);
}

struct value measured_self(const struct field *field)
{
	const struct measured *m = field->item;

	return m->is_known ? ticks_value(field, m->ticks) : no_value();
}

struct value measured_error(const struct field *field)
{
	const struct measured *m = field->item;

	return m->is_known ? ticks_value(field, sqrt(m->variance)) : no_value();
}

struct value measured_base(const struct field *field)
{
	const struct measured *m = field->item;

	return m->has_base ? ticks_value(field, m->base) : no_value();
}

struct value measured_delta(const struct field *field)
{
	const struct measured *m = field->item;

	return m->has_base ? ticks_value(field, m->ticks - m->base) : no_value();
}

void measured_share(struct table *t, double shown_ticks)
{
	const double all = t->data->profile->total_ticks;

	if (all > 0)
		t->shown_share = 100 * shown_ticks / all;
}
