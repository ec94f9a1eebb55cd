/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/code_map.h"

size_t code_map_after(const struct code_map *map, uint64_t address)
{
	size_t low = 0, high = map->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (map->pieces[middle].high <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint32_t code_map_at(const struct code_map *map, uint64_t address)
{
	size_t i = code_map_after(map, address);

	return i < map->n && map->pieces[i].low <= address ? map->pieces[i].func
	                                                   : NO_FUNC;
}
