/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often basic blocks ran, by function. gprof has room for a few of them in
 * each function, and looks at them only in profiles by line. */
#ifndef GPTUI_BLOCK_COUNTS_H
#define GPTUI_BLOCK_COUNTS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct profile;

enum { BLOCKS_MAX = 10 };

/* The blocks of a function, by first appearance, without those that found no
 * room. */
struct block_counts {
	struct {
		uint64_t address, count;
	} list[BLOCKS_MAX];
	size_t n;
};

/* The blocks of all functions; shape: [nfuncs], NULL where there are none.
 * Owner: the arena.  Cost: a lookup for each record. */
const struct block_counts *const *block_counts_read(const struct profile *p, struct arena *arena);

#endif
