/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What part of a function's time each of its callers gets: by the number of
 * calls, as in gprof; all of it goes to the function it was split off.  Whoever passes time on or shows how it was passed uses
 * the arcs' shares, so this is the one place that knows why. */
#include "model/build/building.h"

void shares_find(struct building *b)
{
	size_t i;

	for (i = 0; i < b->narcs; i++) {
		struct arc *a = &b->arcs[i];
		const uint64_t calls = func_handing_calls(a->callee);

		if (!arc_hands_time(a))
			continue;
		if (a->is_split)
			a->share = 1;
		else if (calls)
			a->share = (double)a->calls / (double)calls;
	}
}
