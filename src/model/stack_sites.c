/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/stack_sites.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/index.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/profile.h"

const struct func *frame_owner(const struct profile *profile, const struct frame *frame)
{
	return profile->is_apart ? frame->source : frame->func;
}

static const double *find_own(const struct frames *frames, struct arena *arena)
{
	double *own = arena_alloc(arena, frames->n, sizeof *own);
	size_t i;

	for (i = 0; i < frames->n; i++) {
		own[i] += frames->list[i].ticks;
		if (frames->list[i].outer != NO_FRAME)
			own[frames->list[i].outer] -= frames->list[i].ticks;
	}
	for (i = 0; i < frames->n; i++) /* rounding */
		if (own[i] < 1e-9 * frames->list[i].ticks)
			own[i] = 0;
	return own;
}

/* Makes sums of counts: where the next one begins. */
static void add_up(uint32_t *first, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		first[i + 1] += first[i];
}

static void list_frames(struct stack_sites *s, const struct dataset *data, struct arena *arena)
{
	const struct profile *p = data->profile;
	const size_t n = data->frames ? data->frames->n : 0;
	uint32_t *first = arena_alloc(arena, p->nfuncs + 2, sizeof *first);
	uint32_t *list = arena_space(arena, n, sizeof *list);
	const struct func *owner;
	size_t i;

	for (i = 0; i < n; i++)
		if ((owner = frame_owner(p, &data->frames->list[i])))
			first[profile_number(p, owner) + 2]++;
	add_up(first + 1, p->nfuncs);
	for (i = 0; i < n; i++)
		if ((owner = frame_owner(p, &data->frames->list[i])))
			list[first[profile_number(p, owner) + 1]++] = (uint32_t)i;
	s->of_func = list;
	s->first_of_func = first;
}

/* Calls of frames with the arcs that they are part of, NO_ITEM for none; shape:
 * [frames->ncalls]. */
static const uint32_t *find_arcs(const struct dataset *data, struct arena *arena)
{
	const struct profile *p = data->profile;
	const struct frames *frames = data->frames;
	struct index index = { .arena = arena_new() };
	uint32_t *arc_of = arena_space(arena, frames->ncalls, sizeof *arc_of);
	size_t i, k;

	for (i = 0; i < p->narcs; i++)
		index_add(&index, arc_hash(&p->arcs[i]), (uint32_t)i);
	for (i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];

		for (k = f->first_call; k < f->first_call + f->ncalls; k++) {
			const struct arc wanted = { .caller = frame_owner(p, f),
				                    .callee = frames->calls[k].callee };

			arc_of[k] = index_find(&index, arc_hash(&wanted), arc_is, p->arcs, &wanted);
		}
	}
	arena_free(index.arena);
	return arc_of;
}

/* Adds the calls of a frame, as far as the arcs have so many. */
static void list_calls(struct stack_site *list, uint32_t *at, uint64_t *left,
                       const uint32_t *arc_of, const struct frames *frames, uint32_t number)
{
	const struct frame *f = &frames->list[number];
	uint32_t k;

	for (k = f->first_call; k < f->first_call + f->ncalls; k++) {
		const uint32_t arc = arc_of[k];
		uint64_t calls = frames->calls[k].sole;

		if (arc == NO_ITEM)
			continue;
		calls = calls < left[arc] ? calls : left[arc];
		left[arc] -= calls;
		list[at[arc + 1]++] = (struct stack_site){ number, calls };
	}
}

static void list_arcs(struct stack_sites *s, const struct dataset *data, struct arena *arena)
{
	const struct profile *p = data->profile;
	const struct frames *frames = data->frames;
	uint32_t *first = arena_alloc(arena, p->narcs + 2, sizeof *first);
	struct stack_site *list = arena_space(arena, frames->ncalls, sizeof *list);
	uint64_t *left = arena_space(arena, p->narcs, sizeof *left);
	const uint32_t *arc_of = find_arcs(data, arena);
	size_t i;

	for (i = 0; i < frames->ncalls; i++)
		if (arc_of[i] != NO_ITEM)
			first[arc_of[i] + 2]++;
	add_up(first + 1, p->narcs);
	for (i = 0; i < p->narcs; i++)
		left[i] = p->arcs[i].calls;
	for (i = 0; i < frames->n; i++)
		list_calls(list, first, left, arc_of, frames, (uint32_t)i);
	s->of_arc = list;
	s->first_of_arc = first;
}

struct stack_sites stack_sites_find(const struct dataset *data, struct arena *arena)
{
	struct stack_sites sites = { .own = NULL };

	list_frames(&sites, data, arena);
	if (!data->frames)
		return sites;
	sites.own = find_own(data->frames, arena);
	if (data->frames->ncalls)
		list_arcs(&sites, data, arena);
	return sites;
}

const struct stack_site *stack_sites_of(const struct stack_sites *sites,
                                        const struct profile *profile, const struct arc *arc,
                                        const struct stack_site **first)
{
	const size_t number = (size_t)(arc - profile->arcs);

	if (!sites->of_arc || !arc->calls)
		return *first = sites->of_arc;
	*first = sites->of_arc + sites->first_of_arc[number];
	return sites->of_arc + sites->first_of_arc[number + 1];
}
