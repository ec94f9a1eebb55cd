/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/image.h"

static const struct piece_sum *sum_up(const struct code_map *map, struct arena *arena) {
	struct piece_sum *sums = arena_space(arena, map->n + 1, sizeof *sums);

	sums[0] = (struct piece_sum){ 0, 0 };
	for (size_t i = 0; i < map->n; i++) {
		const struct piece *p = &map->pieces[i];
		const uint64_t bytes = p->high - p->low;

		sums[i + 1] = sums[i];
		sums[i + 1].all += bytes;
		sums[i + 1].claimed += p->is_claimed ? bytes : 0;
	}
	return sums;
}

void code_map_index(struct code_map *map, struct arena *arena) {
	size_t k, i = 0;

	map->first = NULL;
	map->sums = NULL;
	if (!map->n || map->n >= UINT32_MAX)
		return;
	uint64_t low = map->pieces[0].low, range = map->pieces[map->n - 1].high - low;
	map->shift = 0;
	while (range >> map->shift > 2 * (uint64_t)map->n)
		map->shift++;
	map->nfirst = (size_t)(range >> map->shift) + 1;
	uint32_t *first = arena_alloc(arena, map->nfirst + 1, sizeof *first);
	for (k = 0; k < map->nfirst; k++) {
		uint64_t address = low + ((uint64_t)k << map->shift);

		while (i < map->n && map->pieces[i].high <= address)
			i++;
		first[k] = (uint32_t)i;
	}
	first[k] = (uint32_t)map->n;
	map->first = first;
	map->sums = sum_up(map, arena);
}

size_t code_map_after(const struct code_map *map, uint64_t address) {
	size_t low = 0, high = map->n;

	if (!map->n)
		return 0;
	if (map->first && address >= map->pieces[0].low) {
		uint64_t k = (address - map->pieces[0].low) >> map->shift;

		if (k >= map->nfirst)
			return map->n;
		low = map->first[k];
		high = map->first[k + 1];
	}
	return low + upper_bound(map->pieces + low, high - low, sizeof *map->pieces,
	                         offsetof(struct piece, high), address);
}

uint32_t code_map_at(const struct code_map *map, uint64_t address) {
	size_t i = code_map_after(map, address);

	return i < map->n && map->pieces[i].low <= address ? map->pieces[i].func : NO_FUNC;
}

uint64_t piece_overlap(const struct piece *p, uint64_t low, uint64_t high) {
	uint64_t from = p->low > low ? p->low : low, to = p->high < high ? p->high : high;

	return to > from ? to - from : 0;
}

/* Adds what [low, high) has of the pieces [first, last). */
static void add_pieces(struct piece_sum *to, const struct code_map *map, uint64_t low,
                       uint64_t high, size_t first, size_t last) {
	for (size_t i = first; i < last; i++) {
		const struct piece *p = &map->pieces[i];
		const uint64_t bytes = piece_overlap(p, low, high);

		to->all += bytes;
		to->claimed += p->is_claimed ? bytes : 0;
	}
}

/* The first piece from `first` on that begins at the address or behind it. */
static size_t piece_from(const struct code_map *map, size_t first, uint64_t address) {
	enum { FEW = 8 };
	size_t i;

	for (i = first; i < map->n && (!map->sums || i < first + FEW); i++)
		if (map->pieces[i].low >= address)
			return i;
	if (i == map->n)
		return i;
	i = code_map_after(map, address - 1);
	return i + (i < map->n && map->pieces[i].low < address);
}

uint64_t code_map_meet(const struct code_map *map, uint64_t low, uint64_t high, size_t first,
                       size_t *last, bool *claimed) {
	const size_t end = piece_from(map, first, high);
	struct piece_sum sum = { 0, 0 };

	if (map->sums && end > first + 2) {
		/* Only the first and the last one can be there in part. */
		const struct piece_sum *from = &map->sums[first + 1];
		const struct piece_sum *to = &map->sums[end - 1];

		sum.all = to->all - from->all;
		sum.claimed = to->claimed - from->claimed;
		add_pieces(&sum, map, low, high, first, first + 1);
		add_pieces(&sum, map, low, high, end - 1, end);
	} else {
		add_pieces(&sum, map, low, high, first, end);
	}
	*last = end;
	*claimed = sum.claimed > 0;
	return sum.claimed ? sum.claimed : sum.all;
}

const struct shared_bin *shared_bins_find(const struct shared_bins *splits, uint64_t low,
                                          uint64_t high) {
	if (!splits)
		return NULL;
	size_t i = lower_bound(splits->list, splits->n, sizeof *splits->list,
	                       offsetof(struct shared_bin, low), low);
	for (; i < splits->n && splits->list[i].low == low; i++)
		if (splits->list[i].high == high)
			return &splits->list[i];
	return NULL;
}

double split_variance(double ticks, double share) {
	const double open = ticks * share * (1 - share);

	return ticks * share + open * open;
}

struct section_index section_index_new(const struct image *image, bool code_only,
                                       struct arena *arena) {
	struct keyed *order = arena_space(arena, image->nsections, sizeof *order);
	struct section_index out = { .image = image, .order = order };
	uint64_t furthest = 0;

	for (size_t i = 0; i < image->nsections; i++)
		if (image->sections[i].is_code || !code_only)
			order[out.n++] = (struct keyed){ image->sections[i].low, (uint32_t)i };
	sort_keys(order, out.n, arena);
	uint64_t *reach = arena_space(arena, out.n, sizeof *reach);
	for (size_t i = 0; i < out.n; i++) {
		const uint64_t high = image->sections[order[i].index].high;

		reach[i] = furthest = high > furthest ? high : furthest;
	}
	out.reach = reach;
	return out;
}

const struct section *section_index_at(const struct section_index *index, uint64_t address) {
	const struct section *found = NULL;
	size_t i = upper_bound(index->order, index->n, sizeof *index->order,
	                       offsetof(struct keyed, key), address);

	for (; i && index->reach[i - 1] > address; i--) {
		const struct section *s = &index->image->sections[index->order[i - 1].index];

		if (address < s->high && (!found || s < found))
			found = s;
	}
	return found;
}

bool section_index_meets(const struct section_index *index, uint64_t low, uint64_t high) {
	const size_t i = upper_bound(index->order, index->n, sizeof *index->order,
	                             offsetof(struct keyed, key), high - 1);

	return i && index->reach[i - 1] > low;
}
