/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/inlined_shares.h"

#include "base/arena.h"
#include "base/search.h"
#include "model/build/apart_nodes.h"
#include "model/code_map.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/profile.h"

const struct inlined_shares *
inlined_shares_new(const struct dataset *data, const struct apart_nodes *nodes, struct arena *arena)
{
	const struct frames *frames = data->frames;
	struct inlined_shares *out = arena_alloc(arena, 1, sizeof *out);
	struct inlined_share *list = arena_space(arena, frames->nshares, sizeof *list);
	size_t i;

	for (i = 0; i < frames->nshares; i++) {
		const struct frame_share *x = &frames->shares[i];
		const uint32_t func = nodes->of_frame[x->frame];

		if (func != NO_FUNC &&
		    func != profile_number(data->profile, frames->list[x->frame].func))
			list[out->n++] = (struct inlined_share){ x->low, x->high, func, x->part };
	}
	out->list = list;
	return out;
}

const struct inlined_share *inlined_shares_of(const struct inlined_shares *shares, uint64_t low,
                                              uint64_t high, size_t *n)
{
	const struct inlined_share *list, *first;
	const struct inlined_share *end;

	*n = 0;
	if (!shares)
		return NULL;
	list = shares->list;
	end = list + shares->n;
	first = list + lower_bound(list, shares->n, sizeof *list,
	                           offsetof(struct inlined_share, low), low);
	while (first < end && first->low == low && first->high < high)
		first++;
	while (first + *n < end && first[*n].low == low && first[*n].high == high)
		(*n)++;
	return first;
}
