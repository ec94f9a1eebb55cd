/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/section_index.h"

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/image.h"

struct section_index section_index_new(const struct image *image, bool code_only,
                                       struct arena *arena)
{
	struct keyed *order = arena_space(arena, image->nsections, sizeof *order);
	struct section_index out = { .image = image, .order = order };
	uint64_t *reach, furthest = 0;
	size_t i;

	for (i = 0; i < image->nsections; i++)
		if (image->sections[i].is_code || !code_only)
			order[out.n++] = (struct keyed){ image->sections[i].low, (uint32_t)i };
	sort_keys(order, out.n, arena);
	reach = arena_space(arena, out.n, sizeof *reach);
	for (i = 0; i < out.n; i++) {
		const uint64_t high = image->sections[order[i].index].high;

		reach[i] = furthest = high > furthest ? high : furthest;
	}
	out.reach = reach;
	return out;
}

const struct section *section_index_at(const struct section_index *index, uint64_t address)
{
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

bool section_index_meets(const struct section_index *index, uint64_t low, uint64_t high)
{
	const size_t i = upper_bound(index->order, index->n, sizeof *index->order,
	                             offsetof(struct keyed, key), high - 1);

	return i && index->reach[i - 1] > low;
}
