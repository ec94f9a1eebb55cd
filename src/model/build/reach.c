/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of 512 items each node leads to is a row of bits, made of the rows of
 * what it calls; so 512 items cost a walk over all arcs.  Weights of a row are
 * looked up eight items at a time. */
#include "model/build/flow_graph.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"

enum { WORDS = 8, BITS = 64, BYTES = WORDS * 8, ITEMS = WORDS * BITS };

struct row {
	uint64_t words[WORDS];
};

struct block {
	uint32_t items[ITEMS]; /* nodes, by rising number */
	uint32_t n;
	double sums[BYTES][256]; /* of each set of eight items */
	struct row *rows;        /* shape: [graph.n] */
};

/* Takes the next nodes with a weight, from *node on; false: there are none. */
static bool take_items(struct block *block, const double *weights, uint32_t *node, uint32_t n)
{
	for (block->n = 0; *node < n && block->n < ITEMS; ++*node)
		if (weights[*node] > 0)
			block->items[block->n++] = *node;
	return block->n > 0;
}

static void sum_sets(struct block *block, const double *weights)
{
	uint32_t byte, set, bit;

	for (byte = 0; byte < BYTES; byte++) {
		double *sums = block->sums[byte];

		sums[0] = 0;
		for (bit = 0; bit < 8; bit++) {
			const uint32_t item = 8 * byte + bit;
			const double weight = item < block->n ? weights[block->items[item]] : 0;

			for (set = 0; set < 1u << bit; set++)
				sums[set + (1u << bit)] = sums[set] + weight;
		}
	}
}

static double row_sum(const struct block *block, const struct row *row)
{
	double sum = 0;
	uint32_t w, i;

	for (w = 0; w < WORDS; w++) {
		uint64_t word = row->words[w];

		for (i = 8 * w; word; i++, word >>= 8)
			sum += block->sums[i][word & 255];
	}
	return sum;
}

/* Adds what each node reaches of the block. */
static void add_block(const struct flow_graph *g, struct block *block, double *sums)
{
	uint32_t item = 0, v, i, w;

	memset(block->rows, 0, block->items[0] * sizeof *block->rows);
	for (v = block->items[0]; v < g->n; v++) {
		struct row row = { { 0 } };

		if (item < block->n && block->items[item] == v) {
			row.words[item / BITS] = UINT64_C(1) << item % BITS;
			item++;
		}
		for (i = g->first[v]; i < g->first[v + 1]; i++)
			for (w = 0; w < WORDS; w++)
				row.words[w] |= block->rows[g->to[i]].words[w];
		block->rows[v] = row;
		sums[v] += row_sum(block, &row);
	}
}

double *reach_sums(const struct flow_graph *g, const double *weights, struct arena *arena)
{
	double *sums = arena_alloc(arena, g->n, sizeof *sums);
	struct block *block = arena_space(arena, 1, sizeof *block);
	uint32_t node = 0;

	block->rows = arena_space(arena, g->n, sizeof *block->rows);
	while (take_items(block, weights, &node, g->n)) {
		sum_sets(block, weights);
		add_block(g, block, sums);
	}
	return sums;
}
