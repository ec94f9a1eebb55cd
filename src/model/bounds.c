/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/bounds.h"

#include <stddef.h>

#include "model/profile.h"

const struct bounds *bounds_of(const struct profile *p, const struct func *f)
{
	return p->bounds ? &p->bounds[profile_number(p, f)] : NULL;
}

bool bounds_are_wide(const struct profile *p, const struct func *f)
{
	const struct bounds *b = bounds_of(p, f);
	const double width = b ? b->most - b->least : 0;

	return width > 0.05 * p->total_ticks && width > 0.5 * (f->self_ticks + f->descendant_ticks);
}

double bounds_estimate(const struct func *f)
{
	double ticks = f->self_ticks;
	size_t i;

	for (i = 0; i < f->ncallees; i++)
		ticks += f->callees[i]->self_ticks + f->callees[i]->descendant_ticks;
	return ticks;
}
