/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/line_owners.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/frames.h"
#include "model/profile.h"

/* What one frame adds to an owner. */
struct part {
	struct line_owner owner;
	const struct frame *hottest; /* whose address it is */
};

static int by_func(const void *a, const void *b, const void *context)
{
	const struct part *x = a, *y = b;

	return x->owner.func < y->owner.func ? -1 : x->owner.func > y->owner.func;
}

static int by_ticks(const void *a, const void *b, const void *context)
{
	const struct line_owner *x = a, *y = b;

	return x->ticks > y->ticks ? -1 : x->ticks < y->ticks;
}

/* The frames that some function has code of.  Time of frames inside others of
 * the same line is in those. */
static size_t list_parts(struct part *parts, const struct frames *frames, const uint32_t *list,
                         size_t n)
{
	size_t nparts = 0, i;

	for (i = 0; i < n; i++) {
		const struct frame *f = &frames->list[list[i]];

		if (f->func && !frame_is_inside_itself(frames, list[i]))
			parts[nparts++] = (struct part){ { f->func, f->ticks, f->address }, f };
	}
	return nparts;
}

static void add_part(struct part *to, const struct part *part)
{
	const struct frame *new = part->hottest, *kept = to->hottest;

	to->owner.ticks += part->owner.ticks;
	if (new->has_own != kept->has_own ? kept->has_own : new->hottest <= kept->hottest)
		return;
	to->hottest = new;
	to->owner.address = new->address;
}

struct line_owners frames_owners(const struct frames *frames, const uint32_t *list, size_t n,
                                 struct arena *arena)
{
	struct part *parts = arena_alloc(arena, n, sizeof *parts);
	const size_t nparts = list_parts(parts, frames, list, n);
	struct line_owner *out = arena_alloc(arena, nparts, sizeof *out);
	size_t nowners = 0, i, k;

	sort_stable(parts, nparts, sizeof *parts, by_func, NULL, arena);
	for (i = 0; i < nparts; i = k) {
		for (k = i + 1; k < nparts && !by_func(&parts[i], &parts[k], NULL); k++)
			add_part(&parts[i], &parts[k]);
		out[nowners++] = parts[i].owner;
	}
	sort_stable(out, nowners, sizeof *out, by_ticks, NULL, arena);
	return (struct line_owners){ out, nowners };
}

/* Whether the frame is of the function, and none around it is. */
static bool is_outermost(const struct frames *frames, uint32_t frame, const struct func *func)
{
	const struct frame *list = frames->list;
	bool is_of = list[frame].source == func;

	for (frame = list[frame].outer; is_of && frame != NO_FRAME; frame = list[frame].outer)
		is_of = list[frame].source != func;
	return is_of;
}

struct line_owners func_owners(const struct frames *frames, const struct func *func,
                               struct arena *arena)
{
	uint32_t *list = arena_space(arena, frames->n, sizeof *list);
	struct line_owners owners;
	struct line_owner *all;
	size_t n = 0, i;

	for (i = 0; i < frames->n; i++)
		if (is_outermost(frames, (uint32_t)i, func))
			list[n++] = (uint32_t)i;
	owners = frames_owners(frames, list, n, arena);
	for (i = 0; i < owners.n && owners.list[i].func != func; i++)
		;
	if (i < owners.n || func->kind == FUNC_INLINED)
		return owners;
	all = arena_space(arena, owners.n + 1, sizeof *all);
	for (i = 0; i < owners.n; i++)
		all[i] = owners.list[i];
	all[owners.n] = (struct line_owner){ func, 0, func->low };
	return (struct line_owners){ all, owners.n + 1 };
}
