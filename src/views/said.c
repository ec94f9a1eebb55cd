/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and figures as they stand in sentences. */
#include "views/explain.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "model/profile.h"
#include "model/short_name.h"
#include "views/columns.h"

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
