/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/line_ticks.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/places.h"
#include "parse/code/bin_looks.h"

struct finding {
	struct line_ticks *list;
	size_t n;
	struct arena *scratch;
};

/* Paths are interned: one file is one pointer. */
static int by_line(const void *a, const void *b, const void *context)
{
	const struct line_ticks *x = a, *y = b;

	if (x->path != y->path)
		return (uintptr_t)x->path < (uintptr_t)y->path ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void add(struct finding *f, const struct bin_look *look)
{
	struct line_ticks *last = f->n ? &f->list[f->n - 1] : NULL;

	if (!last || last->path != look->place.path ||
	    last->line != look->place.line) {
		f->list = arena_room(f->scratch, f->list, f->n,
		                     sizeof *f->list);
		last = &f->list[f->n++];
		*last = (struct line_ticks){ look->place.path, look->place.line,
			                     0, 0 };
	}
	last->ticks += look->ticks;
	last->variance += look->variance;
}

/* Sorts, and makes one entry of each line. */
static const struct line_times *gather(struct finding *f, struct arena *arena)
{
	struct line_times *out = arena_alloc(arena, 1, sizeof *out);
	struct line_ticks *list;
	size_t i;

	sort_stable(f->list, f->n, sizeof *f->list, by_line, NULL, f->scratch);
	list = arena_alloc(arena, f->n, sizeof *list);
	for (i = 0; i < f->n; i++) {
		if (i && !by_line(&list[out->n - 1], &f->list[i], NULL)) {
			list[out->n - 1].ticks += f->list[i].ticks;
			list[out->n - 1].variance += f->list[i].variance;
		} else {
			list[out->n++] = f->list[i];
		}
	}
	out->list = list;
	return out;
}

const struct line_times *line_ticks_find(const struct bin_looks *looks,
                                         struct arena *arena)
{
	struct finding f = { .scratch = arena_new() };
	const struct line_times *times;
	size_t i;

	for (i = 0; i < looks->n; i++)
		add(&f, &looks->list[i]);
	times = gather(&f, arena);
	arena_free(f.scratch);
	return times;
}
