/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/bin_walk.h"

#include "model/bin_splits.h"
#include "model/build/merged.h"
#include "model/code_map.h"
#include "model/records.h"

struct bin_walk bin_walk_all(const struct merged *merged, const struct code_map *map,
                             const struct bin_splits *splits)
{
	return (struct bin_walk){
		.merged = merged, .map = map, .splits = splits, .last = UINT64_MAX
	};
}

struct bin_walk bin_walk_within(const struct merged *merged, const struct code_map *map,
                                const struct bin_splits *splits, uint64_t low, uint64_t high)
{
	struct bin_walk walk = bin_walk_all(merged, map, splits);

	walk.from = low;
	walk.last = high - 1;
	return walk;
}

/* The first bin that ends behind the address. */
static size_t first_bin(const struct merged_histogram *h, uint64_t address)
{
	size_t low = 0, high = address ? h->n : 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		uint64_t begin, end;

		merged_bin(h, h->sums[middle].index, &begin, &end);
		if (end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Whether the next bin is of the same histogram, and its bytes. */
static bool is_at_bin(struct bin_walk *walk)
{
	const struct merged_histogram *h;

	if (!walk->histogram)
		return false;
	h = &walk->merged->list[walk->histogram - 1];
	if (walk->next == h->n)
		return false;
	merged_bin(h, h->sums[walk->next].index, &walk->low, &walk->high);
	return walk->low <= walk->last;
}

bool bin_walk_next(struct bin_walk *walk)
{
	const struct merged_histogram *list = walk->merged->list;

	while (!is_at_bin(walk)) {
		if (walk->histogram == walk->merged->n)
			return false;
		walk->next = first_bin(&list[walk->histogram++], walk->from);
	}
	list += walk->histogram - 1;
	walk->ticks = walk->left = (double)list->sums[walk->next++].count;
	walk->weight = list->weight;
	walk->piece = code_map_after(walk->map, walk->low);
	walk->bytes = code_map_meet(walk->map, walk->low, walk->high, walk->piece, &walk->end,
	                            &walk->claimed);
	walk->bytes_got = 0;
	walk->split = walk->end - walk->piece > 1
	                      ? bin_splits_find(walk->splits, walk->low, walk->high)
	                      : NULL;
	walk->part = 0;
	return true;
}

double bin_share_variance(const struct bin_walk *walk, double ticks)
{
	const double weight = walk->weight;

	return split_variance(walk->ticks, ticks / walk->ticks) * weight * weight;
}

static struct bin_share share_of(const struct bin_walk *walk, const struct piece *p, double ticks)
{
	return (struct bin_share){ p, p->low > walk->low ? p->low : walk->low,
		                   p->high < walk->high ? p->high : walk->high, ticks };
}

static bool next_part(struct bin_walk *walk, struct bin_share *out)
{
	const struct bin_split *split = walk->split;
	const struct split_part *part = &split->parts[walk->part];
	double ticks;

	if (walk->part == split->n)
		return false;
	ticks = walk->ticks * part->share;
	/* Shares add up to 1 but for rounding. */
	if (++walk->part == split->n || ticks > walk->left)
		ticks = walk->left;
	walk->left -= ticks;
	*out = share_of(walk, &walk->map->pieces[part->piece], ticks);
	return true;
}

static bool next_by_bytes(struct bin_walk *walk, struct bin_share *out)
{
	for (; walk->piece < walk->end && walk->left > 0; walk->piece++) {
		const struct piece *p = &walk->map->pieces[walk->piece];
		const uint64_t here = piece_overlap(p, walk->low, walk->high);
		double part;

		if (!here || (walk->claimed && !p->is_claimed))
			continue;
		walk->bytes_got += here;
		part = walk->ticks * (double)here / (double)walk->bytes;
		if (walk->bytes_got == walk->bytes || part > walk->left)
			part = walk->left;
		walk->left -= part;
		*out = share_of(walk, p, part);
		walk->piece++;
		return true;
	}
	return false;
}

bool bin_walk_share(struct bin_walk *walk, struct bin_share *out)
{
	return walk->split ? next_part(walk, out) : next_by_bytes(walk, out);
}
