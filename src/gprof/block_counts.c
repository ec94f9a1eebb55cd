/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/block_counts.h"

#include "base/arena.h"
#include "model/profile.h"
#include "model/records.h"

static void add(struct block_counts *blocks, const struct block *block)
{
	size_t i = 0;

	/* To gprof, an entry with the address 0 is still free. */
	while (i < blocks->n && blocks->list[i].address &&
	       blocks->list[i].address != block->address)
		i++;
	if (i == BLOCKS_MAX)
		return;
	blocks->list[i].address = block->address;
	blocks->list[i].count += block->count;
	if (i == blocks->n)
		blocks->n++;
}

const struct block_counts *const *block_counts_read(const struct profile *p, struct arena *arena)
{
	struct block_counts **all = arena_alloc(arena, p->nfuncs, sizeof *all);
	const struct records *r = p->records;
	size_t i;

	for (i = 0; i < r->nblocks; i++) {
		const struct func *f = profile_at(p, r->blocks[i].address);
		size_t number;

		if (!f)
			continue;
		number = profile_number(p, f);
		if (!all[number])
			all[number] = arena_alloc(arena, 1, sizeof **all);
		add(all[number], &r->blocks[i]);
	}
	return (const struct block_counts *const *)all;
}
