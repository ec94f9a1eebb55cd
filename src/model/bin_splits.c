/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/bin_splits.h"

#include "base/search.h"

const struct bin_split *bin_splits_find(const struct bin_splits *splits, uint64_t low,
                                        uint64_t high)
{
	size_t i;

	if (!splits)
		return NULL;
	i = lower_bound(splits->list, splits->n, sizeof *splits->list,
	                offsetof(struct bin_split, low), low);
	for (; i < splits->n && splits->list[i].low == low; i++)
		if (splits->list[i].high == high)
			return &splits->list[i];
	return NULL;
}

static void add_bin(struct shared_time *to, const struct bin_split *split, uint32_t func)
{
	double share = 0;
	size_t i;

	for (i = 0; i < split->n; i++)
		share += split->parts[i].func == func ? split->parts[i].share : 0;
	if (share <= 0 || share >= 1)
		return;
	to->ticks += split->ticks * share;
	to->most += split->ticks;
}

struct shared_time bin_splits_of(const struct bin_splits *splits, uint32_t func)
{
	struct shared_time sum = { 0, 0 };
	size_t i;

	for (i = 0; splits && i < splits->n; i++)
		add_bin(&sum, &splits->list[i], func);
	return sum;
}

double split_variance(double ticks, double share)
{
	const double open = ticks * share * (1 - share);

	return ticks * share + open * open;
}
