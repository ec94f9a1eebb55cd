/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/flow_graph.h"

#include "base/arena.h"

struct flow_graph flow_graph_new(uint32_t n, const struct flow_arc *arcs, size_t narcs,
                                 struct arena *arena)
{
	struct flow_graph g = { .n = n };
	size_t i;

	g.first = arena_alloc(arena, (size_t)n + 2, sizeof *g.first);
	g.to = arena_space(arena, narcs, sizeof *g.to);
	for (i = 0; i < narcs; i++)
		g.first[arcs[i].from + 2]++;
	for (i = 2; i < (size_t)n + 2; i++)
		g.first[i] += g.first[i - 1];
	for (i = 0; i < narcs; i++)
		g.to[g.first[arcs[i].from + 1]++] = arcs[i].to;
	return g;
}
