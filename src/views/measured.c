/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/measured.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/compare/base_lines.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "views/columns.h"

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
