/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/call_paths.h"

#include <string.h>

#include "base/sort.h"
#include "export/exporter.h"
#include "model/compare/comparison.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/profile.h"
#include "model/stacks.h"

struct finder {
	const struct export *what;
	const struct dataset *data; /* the side that is looked at */
	struct call_paths out;
	struct index index;
	struct arena *arena;
};

static bool is_path(const void *list, uint32_t number, const void *wanted) {
	const struct call_path *x = (const struct call_path *)list + number, *y = wanted;

	return x->above == y->above && x->func == y->func &&
	       (x->name == y->name || !strcmp(x->name, y->name));
}

static uint32_t step_in(struct finder *f, uint32_t above, const char *name,
                        const struct func *func) {
	struct call_path new = { .name = name,
		                 .func = f->what->data->comparison ? NULL : func,
		                 .above = above,
		                 .below = NO_CALL_PATH,
		                 .next = NO_CALL_PATH };
	uint32_t number;

	if (!index_append(&f->index, hash_text(hash_number(0, above), name), is_path, f->out.list,
	                  &new, &number))
		return number;
	if (above != NO_CALL_PATH) {
		new.depth = f->out.list[above].depth + 1;
		new.next = f->out.list[above].below;
		f->out.list[above].below = number;
	}
	f->out.list = arena_room(f->arena, f->out.list, f->out.n++, sizeof new);
	f->out.list[number] = new;
	return number;
}

/* One of the base is where its counterpart is. */
static uint32_t step_into_func(struct finder *f, uint32_t above, const struct func *func) {
	const struct comparison *c = f->what->data->comparison;
	const struct func *shown = func;

	if (f->data == f->what->data)
		return step_in(f, above, name_of_func(f->what, func), func);
	shown = comparison_counterpart(c, func);
	return step_in(f, above,
	               shown ? name_of_func(f->what, shown)
	                     : comparison_base_name(c, func, f->what->names),
	               shown);
}

/* A frame, from the function that the code is of to what was inlined; those that are places of
 * their own have no outer ones. */
static uint32_t step_into_frame(struct finder *f, uint32_t above, const struct stack_place *place,
                                const struct frame *frame) {
	enum { MOST = 64 };
	const struct dataset *data = f->data;
	const struct frame *list[MOST];
	size_t n = 0;

	for (; n < MOST; frame = &data->frames->list[frame->outer]) {
		list[n++] = frame;
		if (data->profile->is_apart || frame->outer == NO_FRAME)
			break;
	}
	above = step_into_func(f, above, place->func);
	while (n-- > 1) {
		const char *raw = list[n - 1]->function ? list[n - 1]->function : "<inlined>";
		const char *name = names_make(data->names, raw, f->what->names, f->arena);

		if (!list[n]->function || strcmp(raw, list[n]->function) != 0)
			above = step_in(f, above, name, NULL);
	}
	return above;
}

/* Adds what a side was doing. */
static void add_side(struct finder *f, const struct dataset *data) {
	const struct comparison *c = data == f->what->data ? NULL : f->what->data->comparison;
	const struct stacks stacks = stacks_find(data, f->arena);
	size_t i;

	f->data = data;
	for (i = 0; i < stacks.n; i++) {
		const double ticks = stacks.list[i].ticks;
		uint32_t step = stacks.list[i].outermost, at = NO_CALL_PATH;

		for (; step != NO_STEP; step = stacks.steps[step].inner) {
			const struct stack_place place = stack_place(&stacks,
			                                             stacks.steps[step].place);

			at = place.kind == PLACE_FRAME ? step_into_frame(f, at, &place, place.frame)
			     : place.func              ? step_into_func(f, at, place.func)
			                  : step_in(f, at, name_of_place(f->what, &place), NULL);
		}
		if (c)
			f->out.list[at].base_self += comparison_ticks(c, ticks);
		else
			f->out.list[at].self += ticks;
	}
}

struct call_paths call_paths_find(const struct export *what, struct arena *arena) {
	struct finder f = { .what = what, .index = { .arena = arena }, .arena = arena };
	size_t i;

	add_side(&f, what->data);
	if (what->data->comparison)
		add_side(&f, what->data->base);
	for (i = f.out.n; i-- > 0;) {
		struct call_path *path = &f.out.list[i];

		path->total += path->self;
		path->base_total += path->base_self;
		if (path->above == NO_CALL_PATH)
			continue;
		f.out.list[path->above].total += path->total;
		f.out.list[path->above].base_total += path->base_total;
	}
	return f.out;
}
