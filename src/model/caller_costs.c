/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/caller_costs.h"

#include "model/profile.h"

const struct caller_fit *caller_fit_of(const struct profile *p, const struct func *f)
{
	const struct caller_costs *costs = p->caller_costs;
	uint32_t number;

	if (!costs)
		return NULL;
	if (f->cycle)
		f = f->cycle->members[0];
	number = costs->fit_of[profile_number(p, f)];
	return number ? &costs->fits[number - 1] : NULL;
}

const struct caller_cost *caller_cost_of(const struct profile *p, const struct arc *arc)
{
	const struct caller_costs *costs = p->caller_costs;
	const struct caller_cost *cost;

	if (!costs)
		return NULL;
	cost = &costs->arcs[arc - p->arcs];
	return cost->error > 0 ? cost : NULL;
}
