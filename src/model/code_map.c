/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/code_map.h"

#include "base/arena.h"
#include "base/search.h"

void code_map_index(struct code_map *map, struct arena *arena)
{
	uint64_t low, range;
	uint32_t *first;
	size_t k, i = 0;

	map->first = NULL;
	if (!map->n || map->n >= UINT32_MAX)
		return;
	low = map->pieces[0].low;
	range = map->pieces[map->n - 1].high - low;
	map->shift = 0;
	while (range >> map->shift > 2 * (uint64_t)map->n)
		map->shift++;
	map->nfirst = (size_t)(range >> map->shift) + 1;
	first = arena_alloc(arena, map->nfirst + 1, sizeof *first);
	for (k = 0; k < map->nfirst; k++) {
		uint64_t address = low + ((uint64_t)k << map->shift);

		while (i < map->n && map->pieces[i].high <= address)
			i++;
		first[k] = (uint32_t)i;
	}
	first[k] = (uint32_t)map->n;
	map->first = first;
}

size_t code_map_after(const struct code_map *map, uint64_t address)
{
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
	return low + upper_bound(map->pieces + low, high - low,
	                         sizeof *map->pieces,
	                         offsetof(struct piece, high), address);
}

uint32_t code_map_at(const struct code_map *map, uint64_t address)
{
	size_t i = code_map_after(map, address);

	return i < map->n && map->pieces[i].low <= address ? map->pieces[i].func
	                                                   : NO_FUNC;
}

uint64_t piece_overlap(const struct piece *p, uint64_t low, uint64_t high)
{
	uint64_t from = p->low > low ? p->low : low;
	uint64_t to = p->high < high ? p->high : high;

	return to > from ? to - from : 0;
}

uint64_t code_map_meet(const struct code_map *map, uint64_t low, uint64_t high,
                       size_t first, size_t *last, bool *claimed)
{
	uint64_t symbols = 0, all = 0;
	size_t i;

	for (i = first; i < map->n && map->pieces[i].low < high; i++) {
		uint64_t bytes = piece_overlap(&map->pieces[i], low, high);

		all += bytes;
		symbols += map->pieces[i].is_claimed ? bytes : 0;
	}
	*last = i;
	*claimed = symbols > 0;
	return symbols ? symbols : all;
}
