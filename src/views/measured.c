/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/measured.h"

#include <math.h>

#include "model/profile.h"
#include "views/columns.h"

struct value measured_percent(const struct table *t, const void *item)
{
	const struct measured *m = item;

	return m->is_known ? percent(m->ticks, t->profile->total_ticks)
	                   : no_value();
}

struct value measured_self(const struct table *t, const void *item)
{
	const struct measured *m = item;

	return m->is_known ? ticks_value(t, m->ticks) : no_value();
}

struct value measured_error(const struct table *t, const void *item)
{
	const struct measured *m = item;

	return m->is_known ? ticks_value(t, sqrt(m->variance)) : no_value();
}

void measured_share(struct table *t, double shown_ticks)
{
	const double all = t->profile->total_ticks;

	t->shown_share = all > 0 ? 100 * shown_ticks / all : 0;
}
