/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/graph_row.h"

#include <stddef.h>

#include "model/profile.h"

static struct graph_parent whole_func(const struct func *f)
{
	return (struct graph_parent){ f, NULL, f->graph_self + f->graph_child };
}

static struct graph_parent whole_cycle(const struct cycle *c)
{
	return (struct graph_parent){ NULL, c, c->graph_self + c->graph_child };
}

/* The function, or the cycle that its time is divided with. */
static struct graph_parent whole_node(const struct func *f)
{
	return f->cycle ? whole_cycle(f->cycle) : whole_func(f);
}

struct graph_parent graph_row_parent(const struct graph_row *r)
{
	if (r->arc)
		return r->part == GRAPH_CALLER ? whole_node(r->arc->callee)
		                               : whole_func(r->arc->caller);
	if (r->part == GRAPH_CYCLE)
		return whole_cycle(r->cycle);
	if (r->part == GRAPH_MEMBER)
		return whole_node(r->func);
	if (r->part == GRAPH_SELF && r->func)
		return whole_func(r->func);
	return (struct graph_parent){ NULL, NULL, 0 };
}
