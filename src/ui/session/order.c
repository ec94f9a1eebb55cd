/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/session/order.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "model/profile.h"
#include "table/column_choice.h"
#include "ui/session/making.h"
#include "ui/session/session.h"
#include "ui/process/worker.h"

/* Functions that are filtered, and sorted and measured, in a frame of 16 ms. */
enum { FILTERED_AT_ONCE = 100000, MADE_AT_ONCE = 40000 };

/* In an arena of its own. */
struct order {
	struct job job;
	struct arena *arena;
	struct pane *pane;
	struct making making;
	struct query query;
	const struct profile *profile; /* the session's */
	struct profile twin;           /* the same for the worker's thread */
	bool all, is_wanted;
	struct order *next; /* of the session's */
};

static void run(void *context, struct progress *progress)
{
	struct order *o = context;

	making_run(&o->making, progress);
}

/* Gives back the order and what it holds. */
static void end(struct order *o)
{
	base_leave(o->making.base);
	arena_free(o->making.arena);
	arena_free(o->arena);
}

void order_end(struct session *s)
{
	while (s->orders) {
		struct order *o = s->orders;

		s->orders = o->next;
		end(o);
	}
}

static void forget(struct session *s, const struct order *o)
{
	struct order **place = &s->orders;

	while (*place != o)
		place = &(*place)->next;
	*place = o->next;
}

/* Shows what was made. */
static void take(struct order *o)
{
	struct pane *pane = o->pane;
	struct anchor from = pane_anchor(pane);

	if (!o->all)
		o->making.base->users--; /* the pane is one already */
	pane_take(pane, o->profile, &o->making);
	o->making.base = NULL;
	o->making.arena = NULL;
	pane->order = NULL;
	pane->is_base_outdated = false;
	pane_move_to(pane, from);
}

static void done(void *context, struct session *s)
{
	struct order *o = context;

	forget(s, o);
	if (o->is_wanted)
		take(o);
	end(o);
}

void order_drop(struct pane *pane)
{
	if (!pane->order)
		return;
	pane->order->is_wanted = false;
	job_cancel(&pane->order->job);
	pane->order = NULL;
	pane->is_base_outdated = false;
}

const char *order_stage(const struct pane *pane)
{
	if (!pane->order)
		return NULL;
	return pane->order->all ? "making rows" : "filtering";
}

/* Copies what the main thread may change meanwhile. */
static void copy_query(struct order *o)
{
	struct query *query = &o->query;
	struct column_choice *choices;
	const size_t n = view_count();

	*query = o->pane->here.query;
	query->folds = NULL; /* the views that are ordered have none */
	query->keys = NULL;
	if (!query->choices)
		return;
	choices = arena_alloc(o->arena, n, sizeof *choices);
	memcpy(choices, query->choices, n * sizeof *choices);
	query->choices = choices;
}

static struct order *new_order(struct session *s, struct pane *pane, bool all)
{
	struct arena *arena = arena_new();
	struct order *o = arena_alloc(arena, 1, sizeof *o);

	o->arena = arena;
	o->pane = pane;
	o->all = all;
	o->is_wanted = true;
	o->profile = s->profile;
	o->twin = *s->profile;
	o->twin.names = names_twin(s->profile->names);
	copy_query(o);
	o->making = pane_making(pane, &o->twin, &o->query, all);
	o->making.filter_text = arena_text(arena, pane->here.filter,
	                                   strlen(pane->here.filter));
	o->job = (struct job){
		.run = run, .done = done, .context = o, .is_short = true
	};
	return o;
}

/* What the worker reads of the pane must stay. */
static void hold(struct order *o)
{
	const size_t n = o->profile->nfuncs;
	bool *among;

	if (o->making.base)
		o->making.base->users++;
	if (!o->making.among)
		return;
	among = arena_alloc(o->arena, n, sizeof *among);
	memcpy(among, o->making.among, n * sizeof *among);
	o->making.among = among;
}

static bool takes_long(const struct session *s, const struct pane *pane,
                       bool all)
{
	const size_t most = all ? MADE_AT_ONCE : FILTERED_AT_ONCE;

	return s->worker && pane->here.view->lists_functions && pane->base &&
	       pane->base->table.profile == s->profile &&
	       s->profile->nfuncs > most;
}

bool order_give(struct session *s, struct pane *pane, bool all)
{
	struct order *o;

	all = all || pane->is_base_outdated;
	if (!takes_long(s, pane, all))
		return false;
	order_drop(pane);
	o = new_order(s, pane, all);
	hold(o);
	o->next = s->orders;
	s->orders = o;
	pane->order = o;
	pane->is_base_outdated = all;
	worker_give(s->worker, &o->job);
	return true;
}
