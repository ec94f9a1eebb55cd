/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What part of a function's time each of its callers gets: by the number of
 * calls, as in gprof, or by what these were measured to cost; all of it goes to
 * the function it was split off.  Whoever passes time on or shows how it was
 * passed uses the arcs' shares, so this is the one place that knows why. */
#include "model/build/building.h"
#include "model/build/caller_series.h"
#include "model/caller_costs.h"

/* Whether the share is to be what was measured. */
static bool is_measured(const struct building *b, const struct arc *a)
{
	const struct caller_costs *costs = b->profile->caller_costs;
	uint32_t fit;

	if (!costs || !b->rules->measures_callers)
		return false;
	fit = costs->fit_of[caller_node(b, a->callee)];
	return fit && costs->fits[fit - 1].state == CALLERS_MEASURED;
}

void shares_find(struct building *b)
{
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		struct arc *a = &b->arcs[i];

		if (!arc_hands_time(a))
			continue;
		a->share = is_measured(b, a) ? b->profile->caller_costs->arcs[i].share
		                             : arc_part_of_calls(a);
	}
}
