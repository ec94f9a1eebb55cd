/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of the call graph's entries, and so their numbers.
 *
 * By descending time; then cycles by number, then functions: names without a
 * leading underscore, calls, names.
 * Source: behaviour of GNU gprof 2.40. */
#include "model/build/building.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

/* A cycle, or adjacent functions that rank the same: by line, most do.  The
 * ranking keys are copied because they are compared so often. */
struct entry {
	const char *name; /* of the functions; NULL: a cycle */
	double ticks;
	uint64_t calls;
	uint32_t first, n; /* numbers of the functions, or the cycle's */
};

static int by_rank(const void *a, const void *b, const void *context)
{
	const struct entry *x = a, *y = b;
	double difference = x->ticks - y->ticks;
	bool hidden_x, hidden_y;

	if (difference < 0 || difference > 0)
		return difference > 0 ? -1 : 1;
	if (!x->name || !y->name)
		return !!x->name - !!y->name;
	hidden_x = x->name[0] == '_';
	hidden_y = y->name[0] == '_';
	if (hidden_x != hidden_y)
		return hidden_x ? 1 : -1;
	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return x->name == y->name ? 0 : strcmp(x->name, y->name);
}

static bool ranks_alike(const struct entry *x, const struct entry *y)
{
	return x->name == y->name && x->calls == y->calls &&
	       !(x->ticks < y->ticks || x->ticks > y->ticks);
}

static struct entry *entries(struct building *b, size_t *n)
{
	struct entry *list = arena_space(b->step, b->nfuncs + b->ncycles, sizeof *list);
	size_t i;

	for (i = *n = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];
		struct entry entry = { .name = f->name,
			               .ticks = f->graph_self + f->graph_child,
			               .calls = f->calls,
			               .first = (uint32_t)i,
			               .n = 1 };

		if (i && ranks_alike(&list[*n - 1], &entry))
			list[*n - 1].n++;
		else
			list[(*n)++] = entry;
	}
	for (i = 0; i < b->ncycles; i++)
		list[(*n)++] = (struct entry){
			.ticks = b->cycles[i].graph_self + b->cycles[i].graph_child,
			.first = (uint32_t)i,
		};
	return list;
}

void ranks_give(struct building *b)
{
	struct profile *p = b->profile;
	size_t n, all = b->nfuncs + b->ncycles, i, at = 0;
	struct entry *list = entries(b, &n);

	sort_stable(list, n, sizeof *list, by_rank, NULL, b->step);
	p->nindexes = all;
	p->by_index = arena_space(b->arena, all, sizeof *p->by_index);
	if (b->ncycles)
		p->cycle_by_index = arena_alloc(b->arena, all, sizeof *p->cycle_by_index);
	for (i = 0; i < n; i++) {
		struct func *f = b->funcs + list[i].first;
		uint32_t left = list[i].n;

		if (!list[i].name) {
			struct cycle *cycle = &b->cycles[list[i].first];

			p->by_index[at] = NULL;
			p->cycle_by_index[at++] = cycle;
			cycle->index = (unsigned)at;
		}
		for (; left; left--, f++) {
			p->by_index[at++] = f;
			f->index = (unsigned)at;
		}
	}
}
