/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/source_frames.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/frames.h"
#include "model/line_owners.h"
#include "model/profile.h"
#include "table/folds.h"
#include "table/table.h"
#include "views/columns.h"
#include "views/filtering.h"
#include "views/source_row.h"
#include "views/view.h"

enum { MOST_DEPTH = 64 };

/* A frame on the path inwards or outwards from one of the line's. */
struct call_path {
	uint32_t at;
	uint32_t from; /* whose ticks are shown */
};

/* Paths of a line that have reached one line of one function. */
struct group {
	const struct call_path *list; /* shape: [n] */
	size_t n;
	double ticks, variance;
};

/* The row that rows are added below. */
struct above {
	uint64_t key;
	unsigned line, depth;
	bool is_forced; /* it was opened with everything below it */
};

double line_inlined(const struct frames *frames, struct line_frames line)
{
	double ticks = 0;
	uint32_t inner;
	size_t i;

	for (i = 0; i < line.n; i++) {
		if (frame_is_inside_itself(frames, line.list[i]))
			continue;
		for (inner = frames->list[line.list[i]].inner; inner != NO_FRAME;
		     inner = frames->list[inner].next)
			ticks += frames->list[inner].ticks;
	}
	return ticks;
}

const struct filter_call *line_calls(const struct frames *frames, struct line_frames line,
                                     size_t *n, struct arena *arena)
{
	struct filter_call *list = NULL;
	size_t i, k;

	*n = 0;
	for (i = 0; i < line.n; i++) {
		const struct frame *frame = &frames->list[line.list[i]];

		for (k = 0; k < frame->ncalls; k++) {
			const struct func *callee = frames->calls[frame->first_call + k].callee;

			if (!frame->func || !callee)
				continue;
			list = arena_room(arena, list, *n, sizeof *list);
			list[(*n)++] = (struct filter_call){ frame->func, callee };
		}
	}
	return list;
}

bool line_has_more(const struct frames *frames, struct line_frames line)
{
	size_t i;

	for (i = 0; i < line.n; i++) {
		const struct frame *f = &frames->list[line.list[i]];

		if (f->ncalls || f->inner != NO_FRAME || f->outer != NO_FRAME)
			return true;
	}
	return false;
}

/* One step further inwards, or outwards, where paths that end are left out.
 * Shape of the result: [*n]. */
static struct call_path *step(const struct frames *frames, bool inwards,
                              const struct call_path *paths, size_t npaths, size_t *n,
                              struct arena *arena)
{
	struct call_path *out = NULL;
	uint32_t next;
	size_t i;

	for (*n = 0, i = 0; i < npaths; i++) {
		const struct frame *f = &frames->list[paths[i].at];

		next = inwards ? f->inner : f->outer;
		while (next != NO_FRAME) {
			out = arena_room(arena, out, *n, sizeof *out);
			out[(*n)++] = (struct call_path){ next, inwards ? next : paths[i].from };
			next = inwards ? frames->list[next].next : NO_FRAME;
		}
	}
	return out;
}

static int by_line(const void *a, const void *b, const void *context)
{
	const struct frames *frames = context;
	const struct frame *x = &frames->list[((const struct call_path *)a)->at];
	const struct frame *y = &frames->list[((const struct call_path *)b)->at];

	if (x->location.path != y->location.path)
		return strcmp(x->location.path, y->location.path);
	if (x->location.line != y->location.line)
		return x->location.line < y->location.line ? -1 : 1;
	return strcmp(x->function ? x->function : "", y->function ? y->function : "");
}

static int by_ticks(const void *a, const void *b, const void *context)
{
	const struct group *x = a, *y = b;

	return x->ticks > y->ticks ? -1 : x->ticks < y->ticks;
}

/* The hottest first. */
static struct group *group(const struct frames *frames, struct call_path *paths, size_t npaths,
                           size_t *n, struct arena *arena)
{
	struct group *out = arena_alloc(arena, npaths, sizeof *out);
	size_t i;

	sort_stable(paths, npaths, sizeof *paths, by_line, frames, arena);
	for (*n = 0, i = 0; i < npaths; i++) {
		if (!i || by_line(&paths[i - 1], &paths[i], frames) != 0)
			out[(*n)++] = (struct group){ .list = &paths[i] };
		out[*n - 1].n++;
		out[*n - 1].ticks += frames->list[paths[i].from].ticks;
		out[*n - 1].variance += frames->list[paths[i].from].variance;
	}
	sort_stable(out, *n, sizeof *out, by_ticks, NULL, arena);
	return out;
}

void source_row_fold(struct table *t, uint64_t key, bool is_forced)
{
	struct row *row = &t->rows[t->nrows - 1];
	const struct query *query = t->query;

	row->fold = key;
	row->is_open = is_forced || query->open_below == key || query->open_below == FOLD_ALL;
	if (!row->is_open || t->nrows >= TABLE_OPEN_ROWS)
		row->is_open = folds_has(query->folds, key);
}

/* Adds a row; its name in keys is made of the kind and `name`. */
static struct source_row *add(struct table *t, const struct above *above, enum source_kind kind,
                              const char *name)
{
	static const char *const kinds[] = { [SOURCE_CALLS] = "calls",
		                             [SOURCE_INLINED] = "inlined",
		                             [SOURCE_INTO] = "into",
		                             [SOURCE_OWN] = "own" };
	struct source_row *item = arena_alloc(t->arena, 1, sizeof *item);

	item->kind = kind;
	item->path = t->source_path;
	item->line = above->line;
	table_add(t, (struct row){ .item = item,
	                           .depth = above->depth + 1,
	                           .id = fold_key(fold_key(above->key, kinds[kind]), name) });
	return item;
}

static int by_callee(const void *a, const void *b, const void *context)
{
	const struct frame_call *x = a, *y = b;

	return x->callee < y->callee ? -1 : x->callee > y->callee;
}

static int by_calls(const void *a, const void *b, const void *context)
{
	const struct frame_call *x = a, *y = b;

	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

static void add_call(struct table *t, const struct above *above, const struct frame_call *call)
{
	const struct source_location *location = dataset_location(t->data, call->callee);
	struct source_row *row = add(t, above, SOURCE_CALLS, call->callee->name);

	row->measured.text = arena_format(t->arena, "%scalls %s", call->is_near ? "~" : "",
	                                  func_name(t, call->callee));
	row->func = call->callee;
	row->calls = call->calls;
	row->is_near = call->is_near;
	row->is_bare = !location || !location->path;
}

/* What the frames call, most often first. */
static void add_calls(struct table *t, const struct above *above, const struct call_path *paths,
                      size_t npaths)
{
	const struct frames *frames = t->data->frames;
	struct frame_call *list = NULL;
	size_t n = 0, kept = 0, i;
	uint32_t k;

	for (i = 0; i < npaths; i++) {
		const struct frame *f = &frames->list[paths[i].at];

		for (k = 0; k < f->ncalls; k++) {
			list = arena_room(t->arena, list, n, sizeof *list);
			list[n++] = frames->calls[f->first_call + k];
		}
	}
	sort_stable(list, n, sizeof *list, by_callee, NULL, t->arena);
	for (i = 0; i < n; i++) {
		if (kept && list[kept - 1].callee == list[i].callee) {
			list[kept - 1].calls += list[i].calls;
			list[kept - 1].is_near |= list[i].is_near;
		} else {
			list[kept++] = list[i];
		}
	}
	sort_stable(list, kept, sizeof *list, by_calls, NULL, t->arena);
	for (i = 0; i < kept; i++)
		add_call(t, above, &list[i]);
}

/* The function that a frame's line is in. */
static const char *function_name(struct table *t, const struct frame *f)
{
	if (f->func && (f->outer == NO_FRAME || !f->function))
		return func_name(t, f->func);
	return f->function
	               ? names_make(t->data->names, f->function, t->query->display.names, t->arena)
	               : "?";
}

/* The functions that have the samples of paths. */
static struct line_owners owners_of(const struct table *t, const struct call_path *paths, size_t n)
{
	uint32_t *list = arena_alloc(t->arena, n, sizeof *list);
	size_t i;

	for (i = 0; i < n; i++)
		list[i] = paths[i].from;
	return frames_owners(t->data->frames, list, n, t->arena);
}

static void set_owners(struct source_row *row, struct line_owners owners)
{
	row->owners = owners;
	row->func = owners.n ? owners.list[0].func : NULL;
}

/* Adds the row of a group. */
static void add_group(struct table *t, const struct above *above, enum source_kind kind,
                      const struct group *g)
{
	const struct frame *f = &t->data->frames->list[g->list->at];
	const char *name = arena_format(t->arena, "%s:%u %s", f->location.path, f->location.line,
	                                f->function ? f->function : "");
	struct source_row *row = add(t, above, kind, name);

	row->measured.text = arena_format(t->arena, "%s %s  %s",
	                                  kind == SOURCE_INLINED ? "inlined" : "inlined into",
	                                  function_name(t, f), location_text(t, &f->location));
	set_owners(row, owners_of(t, g->list, g->n));
	row->to = f->location;
	measured_set(t, &row->measured, g->ticks, g->variance);
	row->measured.is_known = g->ticks > 0;
}

static bool leads_on(const struct frames *frames, enum source_kind kind, const struct group *g)
{
	size_t i;

	for (i = 0; i < g->n; i++) {
		const struct frame *f = &frames->list[g->list[i].at];

		if (kind == SOURCE_INTO ? f->outer != NO_FRAME : f->inner != NO_FRAME || f->ncalls)
			return true;
	}
	return false;
}

static void add_paths(struct table *t, const struct above *above, enum source_kind kind,
                      const struct call_path *from, size_t nfrom);

/* Adds the row of a group and, if it is open, what is below it.  Goes no
 * deeper than MOST_DEPTH. */
static void add_branch(struct table *t, const struct above *above, enum source_kind kind,
                       const struct group *g)
{
	struct above here = *above;

	add_group(t, above, kind, g);
	here.depth++;
	here.key = t->rows[t->nrows - 1].id;
	here.is_forced |= t->query->open_below == here.key;
	if (here.depth >= MOST_DEPTH || !leads_on(t->data->frames, kind, g))
		return;
	source_row_fold(t, here.key, here.is_forced);
	if (!t->rows[t->nrows - 1].is_open)
		return;
	if (kind == SOURCE_INLINED)
		add_calls(t, &here, g->list, g->n);
	add_paths(t, &here, kind, g->list, g->n);
}

static void add_paths(struct table *t, const struct above *above, enum source_kind kind,
                      const struct call_path *from, size_t nfrom)
{
	const struct frames *frames = t->data->frames;
	size_t npaths, n, i;
	struct call_path *paths = step(frames, kind == SOURCE_INLINED, from, nfrom, &npaths,
	                               t->arena);
	struct group *groups = group(frames, paths, npaths, &n, t->arena);

	for (i = 0; i < n; i++)
		add_branch(t, above, kind, &groups[i]);
}

/* Shows which samples of an inlined line were not inlined. */
static void add_own(struct table *t, const struct above *above, const struct call_path *paths,
                    size_t n)
{
	const struct frames *frames = t->data->frames;
	struct call_path *own = arena_alloc(t->arena, n, sizeof *own);
	double ticks = 0, variance = 0;
	struct line_owners owners;
	struct source_row *row;
	size_t nown = 0, i;

	for (i = 0; i < n; i++) {
		const struct frame *f = &frames->list[paths[i].at];

		if (f->outer != NO_FRAME)
			continue;
		own[nown++] = paths[i];
		ticks += f->ticks;
		variance += f->variance;
	}
	if (ticks <= 0)
		return;
	owners = owners_of(t, own, nown);
	row = add(t, above, SOURCE_OWN, "");
	row->measured.text = arena_format(t->arena, "not inlined  %s",
	                                  owners.n ? func_name(t, owners.list[0].func) : "?");
	set_owners(row, owners);
	measured_set(t, &row->measured, ticks, variance);
}

void source_frames_add(struct table *t, struct line_frames line)
{
	const struct row *last = &t->rows[t->nrows - 1];
	const struct source_row *item = last->item;
	const struct above above = {
		.key = last->fold,
		.line = item->line,
		.depth = last->depth,
		.is_forced = t->query->open_below == last->fold || t->query->open_below == FOLD_ALL,
	};
	struct call_path *paths = arena_alloc(t->arena, line.n, sizeof *paths);
	bool was_inlined = false;
	size_t i;

	for (i = 0; i < line.n; i++) {
		paths[i] = (struct call_path){ line.list[i], line.list[i] };
		was_inlined |= t->data->frames->list[line.list[i]].outer != NO_FRAME;
	}
	add_calls(t, &above, paths, line.n);
	add_paths(t, &above, SOURCE_INLINED, paths, line.n);
	add_paths(t, &above, SOURCE_INTO, paths, line.n);
	if (was_inlined)
		add_own(t, &above, paths, line.n);
}
