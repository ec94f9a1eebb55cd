/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles: functions that call each other; and an order without them. */
#include "model/build/building.h"

#include "base/arena.h"
#include "model/build/components.h"

/* Functions by number of their component, equal numbers by address. */
static void order_functions(struct building *b, const struct components *c)
{
	uint32_t *start = arena_alloc(b->step, c->n + 2, sizeof *start);
	size_t i;

	for (i = 0; i < b->nfuncs; i++)
		start[c->number[i] + 1]++;
	for (i = 1; i < c->n + 2; i++)
		start[i] += start[i - 1];
	b->order = arena_space(b->scratch, b->nfuncs, sizeof *b->order);
	for (i = 0; i < b->nfuncs; i++)
		b->order[start[c->number[i]]++] = (uint32_t)i;
}

static void count_calls(struct cycle *cycle)
{
	size_t m, i;

	for (m = 0; m < cycle->nmembers; m++) {
		const struct func *f = cycle->members[m];

		for (i = 0; i < f->ncallers; i++) {
			const struct arc *arc = f->callers[i];

			if (arc->caller == f)
				continue;
			if (arc->caller->cycle == cycle)
				cycle->self_calls += arc->calls;
			else
				cycle->calls += arc->calls;
		}
	}
}

static void make_cycle(struct building *b, const struct components *c, uint32_t head)
{
	struct cycle *cycle = &b->cycles[b->ncycles++];
	uint32_t i;

	cycle->number = (unsigned)b->ncycles;
	for (i = head; i != LAST_MEMBER; i = c->next[i])
		cycle->nmembers++;
	cycle->members = arena_alloc(b->arena, cycle->nmembers, sizeof *cycle->members);
	cycle->nmembers = 0;
	for (i = head; i != LAST_MEMBER; i = c->next[i]) {
		cycle->members[cycle->nmembers++] = &b->funcs[i];
		b->funcs[i].cycle = cycle;
	}
}

void cycles_find(struct building *b)
{
	const struct components c = components_find(b, false);
	size_t n = 0, i;

	order_functions(b, &c);
	for (i = 0; i < b->nfuncs; i++)
		n += c.head[i] == i && c.next[i] != LAST_MEMBER;
	b->cycles = arena_alloc(b->arena, n, sizeof *b->cycles);
	for (i = 0; i < b->nfuncs; i++)
		if (c.head[i] == i && c.next[i] != LAST_MEMBER)
			make_cycle(b, &c, (uint32_t)i);
	for (i = 0; i < b->ncycles; i++)
		count_calls(&b->cycles[i]);
}
