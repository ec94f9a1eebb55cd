/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/measured.h"

#include <math.h>

#include "model/profile.h"
#include "views/columns.h"

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

void measured_share(struct table *t, double shown_ticks)
{
	const double all = t->data->profile->total_ticks;

	if (all > 0)
		t->shown_share = 100 * shown_ticks / all;
}
