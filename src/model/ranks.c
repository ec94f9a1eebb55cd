/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of the call graph's entries, and so their numbers.
 *
 * By time, the most first; then cycles by number, then functions: names
 * without a leading underscore, calls, names.
 * Source: behaviour of GNU gprof 2.40. */
#include "model/building.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

/* A function or a cycle. */
struct entry {
	struct func *func;
	struct cycle *cycle; /* NULL: a function */
	double ticks;
};

static int by_rank(const void *a, const void *b, const void *context)
{
	const struct entry *x = a, *y = b;
	double difference = x->ticks - y->ticks;
	bool hidden_x, hidden_y;

	if (difference < 0 || difference > 0)
		return difference > 0 ? -1 : 1;
	if (x->cycle || y->cycle)
		return !x->cycle - !y->cycle;
	hidden_x = x->func->name[0] == '_';
	hidden_y = y->func->name[0] == '_';
	if (hidden_x != hidden_y)
		return hidden_x ? 1 : -1;
	if (x->func->calls != y->func->calls)
		return x->func->calls > y->func->calls ? -1 : 1;
	return x->func->name == y->func->name
	               ? 0
	               : strcmp(x->func->name, y->func->name);
}

static struct entry *entries(struct building *b)
{
	struct entry *list = arena_alloc(b->scratch, b->nfuncs + b->ncycles,
	                                 sizeof *list);
	size_t i;

	for (i = 0; i < b->nfuncs; i++)
		list[i] = (struct entry){ &b->funcs[i], NULL,
			                  b->funcs[i].graph_self +
			                          b->funcs[i].graph_child };
	for (i = 0; i < b->ncycles; i++)
		list[b->nfuncs + i] = (struct entry){
			NULL, &b->cycles[i],
			b->cycles[i].graph_self + b->cycles[i].graph_child
		};
	return list;
}

void ranks_give(struct building *b)
{
	struct profile *p = b->profile;
	struct entry *list = entries(b);
	size_t n = b->nfuncs + b->ncycles, i;

	sort_stable(list, n, sizeof *list, by_rank, NULL, b->scratch);
	p->nindexes = n;
	p->by_index = arena_alloc(b->arena, n, sizeof *p->by_index);
	p->cycle_by_index = arena_alloc(b->arena, n, sizeof *p->cycle_by_index);
	for (i = 0; i < n; i++) {
		p->by_index[i] = list[i].func;
		p->cycle_by_index[i] = list[i].cycle;
		if (list[i].cycle)
			list[i].cycle->index = (unsigned)i + 1;
		else
			list[i].func->index = (unsigned)i + 1;
	}
}
