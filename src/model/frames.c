/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/frames.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"

struct made_call {
	uint32_t frame;
	struct frame_call told;
};

/* Open addressing, at most half full; slots hold numbers of frames plus 1. */
struct frame_builder {
	struct arena *arena, *scratch;
	struct frame *list; /* shape: [n] */
	size_t n;
	struct made_call *calls; /* as they came; shape: [ncalls] */
	size_t ncalls;
	uint32_t *slots;
	size_t nslots; /* a power of two */
};

struct frame_builder *frame_builder_new(struct arena *arena,
                                        struct arena *scratch)
{
	struct frame_builder *b = arena_alloc(scratch, 1, sizeof *b);

	b->arena = arena;
	b->scratch = scratch;
	return b;
}

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool is_frame(const struct frame *frame, uint32_t outer,
                     const struct frame_step *step)
{
	return frame->outer == outer && frame->place.line == step->place.line &&
	       frame->place.path == step->place.path &&
	       is_same_text(frame->function, step->function);
}

static size_t hash(uint32_t outer, const struct frame_step *step)
{
	uint64_t h = (uint64_t)(uintptr_t)step->place.path;
	const char *c;

	h = (h ^ outer) * 0x9e3779b97f4a7c15u;
	h = (h ^ step->place.line) * 0xc2b2ae3d27d4eb4fu;
	for (c = step->function; c && *c; c++)
		h = (h ^ (unsigned char)*c) * 0x100000001b3u;
	return (size_t)(h ^ h >> 29);
}

static size_t slot_of(const struct frame_builder *b, uint32_t outer,
                      const struct frame_step *step)
{
	size_t i = hash(outer, step) & (b->nslots - 1);

	while (b->slots[i] && !is_frame(&b->list[b->slots[i] - 1], outer, step))
		i = (i + 1) & (b->nslots - 1);
	return i;
}

static void grow(struct frame_builder *b)
{
	size_t i;

	b->nslots = b->nslots ? 2 * b->nslots : 1024;
	b->slots = arena_alloc(b->scratch, b->nslots, sizeof *b->slots);
	for (i = 0; i < b->n; i++) {
		const struct frame *f = &b->list[i];
		const struct frame_step step = { f->place, f->function };

		b->slots[slot_of(b, f->outer, &step)] = (uint32_t)i + 1;
	}
}

/* The frame of a step below outer. */
static uint32_t frame_below(struct frame_builder *b, uint32_t outer,
                            const struct frame_step *step,
                            const struct func *func)
{
	struct frame new = { .place = step->place,
		             .func = func,
		             .outer = outer,
		             .inner = NO_FRAME,
		             .next = NO_FRAME };
	size_t slot;

	if (2 * (b->n + 1) > b->nslots)
		grow(b);
	slot = slot_of(b, outer, step);
	if (b->slots[slot])
		return b->slots[slot] - 1;
	if (step->function)
		new.function = arena_text(b->arena, step->function,
		                          strlen(step->function));
	b->list = arena_room(b->scratch, b->list, b->n, sizeof *b->list);
	if (outer != NO_FRAME) {
		new.next = b->list[outer].inner;
		b->list[outer].inner = (uint32_t)b->n;
	}
	b->list[b->n] = new;
	b->slots[slot] = (uint32_t)b->n + 1;
	return (uint32_t)b->n++;
}

uint32_t frame_of(struct frame_builder *b, const struct frame_step *way,
                  size_t n, const struct func *func)
{
	uint32_t frame = NO_FRAME;

	while (n-- > 0)
		frame = frame_below(b, frame, &way[n], func);
	return frame;
}

const char *frame_name(const struct frame_builder *b, uint32_t frame)
{
	return b->list[frame].function;
}

void frame_add_ticks(struct frame_builder *b, uint32_t frame, double ticks,
                     double variance)
{
	for (; frame != NO_FRAME; frame = b->list[frame].outer) {
		b->list[frame].ticks += ticks;
		b->list[frame].variance += variance;
	}
}

void frame_add_calls(struct frame_builder *b, uint32_t frame,
                     const struct func *callee, uint64_t calls, bool is_near)
{
	b->calls = arena_room(b->scratch, b->calls, b->ncalls,
	                      sizeof *b->calls);
	b->calls[b->ncalls++] =
		(struct made_call){ frame, { callee, calls, is_near } };
}

/* By the address of the path: one file is one pointer. */
static int compare(const char *path_a, unsigned line_a, const char *path_b,
                   unsigned line_b)
{
	if (path_a != path_b)
		return (uintptr_t)path_a < (uintptr_t)path_b ? -1 : 1;
	return line_a < line_b ? -1 : line_a > line_b;
}

static int by_line(const void *a, const void *b, const void *context)
{
	const struct frame *list = context;
	const struct place *x = &list[*(const uint32_t *)a].place;
	const struct place *y = &list[*(const uint32_t *)b].place;

	return compare(x->path, x->line, y->path, y->line);
}

static int by_frame(const void *a, const void *b, const void *context)
{
	const struct made_call *x = a, *y = b;

	if (x->frame != y->frame)
		return x->frame < y->frame ? -1 : 1;
	if (x->told.callee != y->told.callee)
		return x->told.callee < y->told.callee ? -1 : 1;
	return 0;
}

/* Gives each frame its calls, one a callee. */
static void gather_calls(struct frame_builder *b, struct frames *out)
{
	struct frame_call *list = arena_alloc(b->arena, b->ncalls,
	                                      sizeof *list);
	size_t i;

	sort_stable(b->calls, b->ncalls, sizeof *b->calls, by_frame, NULL,
	            b->scratch);
	for (i = 0; i < b->ncalls; i++) {
		const struct made_call *call = &b->calls[i];
		struct frame *frame = &b->list[call->frame];
		struct frame_call *last = out->ncalls ? &list[out->ncalls - 1]
		                                      : NULL;

		if (i && !by_frame(call - 1, call, NULL)) {
			last->calls += call->told.calls;
			last->is_near |= call->told.is_near;
			continue;
		}
		if (!frame->ncalls++)
			frame->first_call = (uint32_t)out->ncalls;
		list[out->ncalls++] = call->told;
	}
	out->calls = list;
}

const struct frames *frame_builder_done(struct frame_builder *b)
{
	struct frames *out = arena_alloc(b->arena, 1, sizeof *out);
	struct frame *list = arena_alloc(b->arena, b->n, sizeof *list);
	uint32_t *order = arena_alloc(b->arena, b->n, sizeof *order);
	size_t i;

	gather_calls(b, out);
	for (i = 0; i < b->n; i++) {
		list[i] = b->list[i];
		order[i] = (uint32_t)i;
	}
	sort_stable(order, b->n, sizeof *order, by_line, list, b->scratch);
	out->list = list;
	out->n = b->n;
	out->by_line = order;
	return out;
}

/* The first of by_line that is not before the line. */
static size_t first_from(const struct frames *frames, const char *path,
                         unsigned line)
{
	size_t low = 0, high = frames->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct place *p =
			&frames->list[frames->by_line[middle]].place;

		if (compare(p->path, p->line, path, line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t frames_at(const struct frames *frames, const char *path, unsigned line,
                 size_t *first)
{
	*first = first_from(frames, path, line);
	return first_from(frames, path, line + 1);
}
