/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/frames.h"

#include "model/profile.h"

/* Lines being made of frames. */
struct gathering {
	const struct profile *profile;
	const struct frames *frames;
	uint32_t *order;   /* frames with lines, by function and line; shape: [n] */
	uint32_t *line_of; /* of each frame, or NO_ITEM; shape: [frames->n] */
	size_t n;
	uint64_t *left;      /* calls of arcs not on any line; shape: [narcs] */
	struct keyed *calls; /* of the frames' calls, by line, then callee; shape:
	                        [ncalls] */
	size_t ncalls;
	struct code_line *list;
	struct line_call *line_calls;
	uint32_t *rest_of; /* the line of what is on no known one, or NO_ITEM, by function */

	/* With stacks, ticks of lines, then of frames->by_line; and the last stack of each. */
	double *totals;
	uint32_t *seen;
	struct code_lines *out;
};

/* Of one function: by text, so that lines with equal figures are always in the same order. */
static int by_location(const void *a, const void *b, const void *context) {
	const struct gathering *g = context;
	const struct source_location *x = &g->frames->list[*(const uint32_t *)a].location;
	const struct source_location *y = &g->frames->list[*(const uint32_t *)b].location;

	return order_of_lines(x->path, x->line, y->path, y->line);
}

/* Lists frames that have something of a known line themselves. */
static void order_frames(struct gathering *g, struct arena *scratch) {
	const struct frames *frames = g->frames;
	const size_t nfuncs = g->profile->nfuncs;
	uint32_t *owner = arena_space(scratch, frames->n, sizeof *owner);

	for (size_t i = 0; i < frames->n; i++) {
		const struct frame *f = &frames->list[i];
		const struct func *func = frame_owner(g->profile, f);
		const bool is_listed = func && (f->own > 0 || f->ncalls || g->profile->paths) &&
		                       f->location.path && f->location.line;

		owner[i] = is_listed ? profile_number(g->profile, func) : NO_LIST;
	}
	struct lists by_func = lists_new(owner, frames->n, nfuncs, scratch);
	g->order = by_func.list;
	g->n = by_func.first[nfuncs];
	for (size_t i = 0; i < nfuncs; i++)
		sort_stable(g->order + by_func.first[i], by_func.first[i + 1] - by_func.first[i],
		            sizeof *g->order, by_location, g, scratch);
}

/* The inlined function that a frame's line is written in, or NULL: of frames of one line inside
 * each other, the outermost says. */
static const char *written_in(const struct frames *frames, const struct frame *f) {
	const struct frame *at = f;

	while (f->is_inside_itself) {
		at = &frames->list[at->outer];
		if (location_is_same(&at->location, &f->location))
			f = at;
	}
	return f->outer != NO_FRAME ? f->function : NULL;
}

/* Adds what a frame has itself to its line, which, unless inlined functions are apart, is said to
 * be where its hottest frame is, or else its first one. */
static void add_frame(const struct gathering *g, struct code_line *line, double *hottest,
                      uint32_t number) {
	const struct frame *f = &g->frames->list[number];
	const bool is_hottest = f->has_own && f->hottest > *hottest;

	line->ticks += f->own;
	line->variance += f->own_variance;
	if (is_hottest) {
		*hottest = f->hottest;
		line->address = f->address;
	}
	if (g->profile->is_apart || (line->frame != NO_FRAME && !is_hottest))
		return;
	line->frame = number;
	line->inlined = written_in(g->frames, f);
}

/* Adds the lines of a function, from the frame at *at of the order on. */
static void add_lines_of(struct gathering *g, const struct func *func, size_t *at) {
	struct code_line *line = NULL;
	double hottest = 0;

	for (; *at < g->n; ++*at) {
		const uint32_t number = g->order[*at];
		const struct frame *f = &g->frames->list[number];

		if (frame_owner(g->profile, f) != func)
			return;
		if (!line || by_location(&g->order[*at - 1], &g->order[*at], g)) {
			line = &g->list[g->out->n++];
			*line = (struct code_line){ .func = func,
				                    .location = f->location,
				                    .frame = NO_FRAME };
			hottest = 0;
		}
		add_frame(g, line, &hottest, number);
		g->line_of[number] = (uint32_t)g->out->n - 1;
		g->out->has_inlined |= line->inlined || func->is_inlined;
	}
}

/* Adds what a function has on no known line: there is a line for it if that is more than rounding,
 * or if it makes calls, or may be on stacks as a caller. */
static void add_rest(struct gathering *g, const struct func *f, size_t first) {
	enum { PARTS = 1000000 }; /* of a tick: less is rounding */
	double ticks = f->self_ticks, variance = f->variance;
	struct code_line rest = { .func = f, .frame = NO_FRAME };
	bool has_calls = g->profile->paths && f->descendant_ticks > 0;

	for (size_t i = first; i < g->out->n; i++) {
		ticks -= g->list[i].ticks;
		variance -= g->list[i].variance;
	}
	for (size_t i = 0; i < f->ncallees; i++)
		has_calls |= g->left[f->callees[i] - g->profile->arcs] > 0;
	if (PARTS * ticks >= 1) {
		rest.ticks = rest.least = rest.most = ticks;
		rest.variance = variance > 0 ? variance : 0;
	} else if (!has_calls) {
		return;
	}
	g->rest_of[profile_number(g->profile, f)] = (uint32_t)g->out->n;
	g->list[g->out->n++] = rest;
}

/* Sets which calls are on lines: the others are on no known one. */
static void find_calls(struct gathering *g, struct arena *scratch) {
	const struct frames *frames = g->frames;

	g->calls = arena_space(scratch, frames->ncalls, sizeof *g->calls);
	g->left = arena_space(scratch, g->profile->narcs, sizeof *g->left);
	for (size_t i = 0; i < g->profile->narcs; i++)
		g->left[i] = g->profile->arcs[i].calls;
	for (size_t i = 0; i < frames->ncalls; i++) {
		const struct frame_call *c = &frames->calls[i];
		const struct frame *f = &frames->list[c->frame];

		if (!c->sole || !f->location.path || !f->location.line)
			continue;
		g->left[c->arc - g->profile->arcs] -= c->sole;
		g->calls[g->ncalls++].index = (uint32_t)i;
	}
}

static void set_bounds(struct gathering *g) {
	for (size_t i = 0; i < g->frames->nlines; i++) {
		const struct frame_line *from = &g->frames->lines[i];
		const uint32_t number = g->line_of[from->frame];

		if (number == NO_ITEM)
			continue;
		struct code_line *line = &g->list[number];
		line->most += from->most;
		line->least += from->least;
		line->least = line->least < line->ticks ? line->least : line->ticks;
	}
}

/* Adds calls to a line, those of one arc as one. */
static void add_call(struct gathering *g, uint32_t number, const struct arc *arc, uint64_t calls,
                     uint64_t address, bool is_near) {
	struct code_line *line = &g->list[number];
	struct line_call *last = line->ncalls ? &g->line_calls[g->out->ncalls - 1] : NULL;

	if (!last || last->arc != arc) {
		if (!line->ncalls++)
			line->first_call = (uint32_t)g->out->ncalls;
		last = &g->line_calls[g->out->ncalls++];
		*last = (struct line_call){ .arc = arc, .address = address, .line = number };
	}
	if (!line->address)
		line->address = address;
	last->calls += calls;
	last->ticks += arc_ticks(arc, calls);
	last->is_near |= is_near;
	line->calls += calls;
	line->is_near |= is_near;
	line->passed += arc_ticks(arc, calls);
}

/* Gives each line its calls: those of its frames, or all that is left. */
static void add_calls(struct gathering *g, struct arena *scratch) {
	const struct frame_call *calls = g->frames->calls;
	const struct arc *arcs = g->profile->arcs;
	size_t at = 0;

	for (size_t i = 0; i < g->ncalls; i++)
		g->calls[i].key = (uint64_t)g->line_of[calls[g->calls[i].index].frame] << 32 |
		                  profile_number(g->profile, calls[g->calls[i].index].callee);
	sort_keys(g->calls, g->ncalls, scratch);
	for (size_t i = 0; i < g->out->n; i++) {
		const struct func *f = g->list[i].func;

		for (; at < g->ncalls && g->calls[at].key >> 32 == i; at++) {
			const struct frame_call *c = &calls[g->calls[at].index];

			add_call(g, (uint32_t)i, c->arc, c->sole, c->address, c->is_near);
		}
		for (size_t k = 0; !g->list[i].location.path && k < f->ncallees; k++)
			if (g->left[f->callees[k] - arcs])
				add_call(g, (uint32_t)i, f->callees[k],
				         g->left[f->callees[k] - arcs], 0, false);
	}
}

/* Adds a stack to the total of a line, once. */
static void add_once(const struct gathering *g, size_t number, size_t stack, double ticks) {
	g->totals[number] += g->seen[number] != stack + 1 ? ticks : 0;
	g->seen[number] = (uint32_t)stack + 1;
}

/* Adds it to the lines of a place, and to those that this is inlined into. */
static void add_place(const struct gathering *g, const struct stack_place *place, size_t stack,
                      double ticks) {
	const struct frame *list = g->frames->list;
	uint32_t line = NO_ITEM;

	for (uint32_t at = place->frame ? (uint32_t)(place->frame - list) : NO_FRAME;
	     at != NO_FRAME; at = list[at].outer) {
		add_once(g, g->out->n + g->frames->first_of_line[at], stack, ticks);
		line = g->line_of[at];
		if (line != NO_ITEM)
			add_once(g, line, stack, ticks);
	}
	if (line == NO_ITEM && place->func)
		line = g->rest_of[profile_number(g->profile, place->func)];
	if (line != NO_ITEM)
		add_once(g, line, stack, ticks);
}

/* Counts lines on stacks, which say what a line passes on. */
static void sum_stacks(struct gathering *g, struct arena *scratch, struct arena *arena) {
	const struct dataset data = { .profile = g->profile, .frames = g->frames };
	const struct stacks all = stacks_find(&data, scratch);
	const struct stack_step *steps = all.steps;

	g->totals = arena_alloc(arena, g->out->n + g->frames->n, sizeof *g->totals);
	g->seen = arena_alloc(scratch, g->out->n + g->frames->n, sizeof *g->seen);
	for (size_t i = 0; i < all.n; i++)
		for (uint32_t at = all.list[i].outermost; at != NO_STEP; at = steps[at].inner) {
			const struct stack_place place = stack_place(&all, steps[at].place);

			add_place(g, &place, i, all.list[i].ticks);
		}
	g->out->on_stacks = g->totals + g->out->n;
	for (size_t i = 0; i < g->out->n; i++)
		g->list[i].passed = fmax(g->totals[i] - g->list[i].ticks, 0);
}

const struct code_lines *code_lines_new(const struct profile *p, const struct frames *frames,
                                        struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	struct gathering g = { .profile = p,
		               .frames = frames,
		               .out = arena_alloc(arena, 1, sizeof *g.out) };
	size_t at = 0;

	order_frames(&g, scratch);
	find_calls(&g, scratch);
	g.line_of = arena_space(scratch, frames->n, sizeof *g.line_of);
	memset(g.line_of, -1, frames->n * sizeof *g.line_of);
	g.rest_of = arena_space(scratch, p->nfuncs, sizeof *g.rest_of);
	memset(g.rest_of, -1, p->nfuncs * sizeof *g.rest_of);
	/* At most one more line for each function, and one more call for each arc. */
	g.list = arena_space(arena, g.n + p->nfuncs, sizeof *g.list);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const size_t first = g.out->n;

		add_lines_of(&g, &p->funcs[i], &at);
		add_rest(&g, &p->funcs[i], first);
	}
	set_bounds(&g);
	g.line_calls = arena_space(arena, g.ncalls + p->narcs, sizeof *g.line_calls);
	add_calls(&g, scratch);
	if (p->paths)
		sum_stacks(&g, scratch, arena);
	g.out->list = g.list;
	g.out->calls = g.line_calls;
	uint32_t *arc_of = arena_space(scratch, g.out->ncalls, sizeof *arc_of);
	for (size_t i = 0; i < g.out->ncalls; i++)
		arc_of[i] = (uint32_t)(g.line_calls[i].arc - p->arcs);
	const struct lists by_arc = lists_new(arc_of, g.out->ncalls, p->narcs, arena);
	g.out->by_arc = by_arc.list;
	g.out->first_of_arc = by_arc.first;
	return g.out;
}

/* Time of frames inside others of the same line is in those. */
struct line_owners frames_owners(const struct frames *frames, const uint32_t *list, size_t n,
                                 struct arena *arena) {
	SCRATCH struct arena *own = arena_new();
	struct pairs owners = { .index.arena = own };
	struct line_owner *out = arena_space(own, n, sizeof *out);
	const struct frame **hottest = arena_space(own, n, sizeof *hottest);
	size_t nowners = 0;
	uint32_t at;

	for (size_t i = 0; i < n; i++) {
		const struct frame *f = &frames->list[list[i]];

		if (!f->func || f->is_inside_itself)
			continue;
		if (pairs_add(&owners, (uintptr_t)f->func, 0, &at)) {
			out[at] = (struct line_owner){ f->func, 0, f->address };
			hottest[at] = f;
			nowners++;
		}
		out[at].ticks += f->ticks;
		if (f->has_own == hottest[at]->has_own ? f->hottest > hottest[at]->hottest
		                                       : f->has_own) {
			hottest[at] = f;
			out[at].address = f->address;
		}
	}
	sort_falling(out, nowners, sizeof *out, offsetof(struct line_owner, ticks), own);
	return (struct line_owners){ arena_copy(arena, out, nowners, sizeof *out), nowners };
}

struct line_owners func_owners(const struct frames *frames, const struct func *func,
                               struct arena *arena) {
	SCRATCH struct arena *own = arena_new();
	uint32_t *list = arena_space(own, frames->n, sizeof *list), at; /* in none of it */
	size_t n = 0, i;

	for (i = 0; i < frames->n; i++) {
		for (at = frames->list[i].outer; at != NO_FRAME; at = frames->list[at].outer)
			if (frames->list[at].source == func)
				break;
		if (frames->list[i].source == func && at == NO_FRAME)
			list[n++] = (uint32_t)i;
	}
	struct line_owners owners = frames_owners(frames, list, n, arena);
	for (i = 0; i < owners.n && owners.list[i].func != func; i++)
		;
	if (i < owners.n || func->kind == FUNC_INLINED)
		return owners;
	struct line_owner *all = arena_space(arena, owners.n + 1, sizeof *all);
	for (i = 0; i < owners.n; i++)
		all[i] = owners.list[i];
	all[owners.n] = (struct line_owner){ func, 0, func->low };
	return (struct line_owners){ all, owners.n + 1 };
}

enum { LINES = 16 }; /* of a stretch */

/* Consecutive lines of a file; the first is a multiple of their number. */
struct stretch {
	const char *path;
	unsigned first;
	uint32_t funcs[LINES]; /* plus 1; 0: none */
	bool is_shared[LINES];
};

struct extent_builder {
	const struct profile *profile;
	const struct source_location *begins;
	struct arena *arena;
	struct stretch *list; /* as they came; shape: [n] */
	size_t n;
	uint32_t last;      /* the one used last */
	struct pairs known; /* path and first of the list */
};

struct extent_builder *extent_builder_new(const struct profile *profile,
                                          const struct source_location *begins,
                                          struct arena *arena) {
	struct extent_builder *b = arena_alloc(arena, 1, sizeof *b);

	b->profile = profile;
	b->begins = begins;
	b->arena = b->known.index.arena = arena;
	return b;
}

/* The stretch of a line, a new one if need be. */
static struct stretch *stretch_of(struct extent_builder *b, const struct source_location *line) {
	const struct stretch new = { .path = line->path, .first = line->line - line->line % LINES };
	const struct stretch *last = b->n ? &b->list[b->last] : NULL;

	if (!(last && last->path == new.path && last->first == new.first) &&
	    pairs_add(&b->known, (uintptr_t) new.path, new.first, &b->last))
		arena_append(b->arena, b->list, b->n, new);
	return &b->list[b->last];
}

/* The line that a function begins at, if that is in the line's file and not below it; else 0. */
static unsigned begin_above(const struct extent_builder *b, const struct source_location *line,
                            uint32_t func) {
	const struct source_location *begin = &b->begins[func];

	return begin->path == line->path && begin->line <= line->line ? begin->line : 0;
}

static bool is_better(const struct extent_builder *b, const struct source_location *line,
                      uint32_t new, uint32_t kept) {
	const unsigned new_begin = begin_above(b, line, new);
	const unsigned kept_begin = begin_above(b, line, kept);

	if (new_begin != kept_begin)
		return new_begin > kept_begin;
	return b->profile->funcs[new].self_ticks > b->profile->funcs[kept].self_ticks;
}

void extent_add(struct extent_builder *b, const struct source_location *line, uint32_t func) {
	struct stretch *s = stretch_of(b, line);
	const unsigned i = line->line % LINES;
	const uint32_t kept = s->funcs[i];

	if (kept == func + 1)
		return;
	s->is_shared[i] = kept != 0;
	if (!kept || is_better(b, line, func, kept - 1))
		s->funcs[i] = func + 1;
}

static int extents_by_line(const void *a, const void *b, const void *context) {
	const struct stretch *x = a, *y = b;

	if (x->path != y->path)
		return (uintptr_t)x->path < (uintptr_t)y->path ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Extents, of which there are n. */
struct extents {
	struct code_extent *list;
	size_t n;
};

/* Adds lines of code, which extend the last extent if it is alike. */
static void add_lines(struct extents *out, const struct stretch *s, struct arena *arena) {
	for (unsigned i = 0; i < LINES; i++) {
		const unsigned line = s->first + i;
		struct code_extent *last = out->n ? &out->list[out->n - 1] : NULL;

		if (!s->funcs[i])
			continue;
		if (last && last->path == s->path && last->func == s->funcs[i] - 1 &&
		    last->is_shared == s->is_shared[i]) {
			last->last = line;
			continue;
		}
		arena_append(arena, out->list, out->n,
		             (struct code_extent){ s->path, line, line, s->funcs[i] - 1,
		                                   s->is_shared[i] });
	}
}

const struct code_extent *extent_builder_done(struct extent_builder *b, struct arena *arena,
                                              size_t *n) {
	struct extents out = { .n = 0 };

	sort_stable(b->list, b->n, sizeof *b->list, extents_by_line, NULL, b->arena);
	for (size_t i = 0; i < b->n; i++)
		add_lines(&out, &b->list[i], arena);
	*n = out.n;
	return out.list;
}

/* The index of the first extent that begins after the line. */
static size_t first_after(const struct func_locations *locations, const char *path, unsigned line) {
	size_t low = 0, high = locations->nextents;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct code_extent *e = &locations->extents[middle];

		if (e->path != path ? (uintptr_t)e->path < (uintptr_t)path : e->first <= line)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

enum extent_side extent_find(const struct func_locations *locations, const char *path,
                             unsigned line, const struct code_extent **out) {
	const size_t i = first_after(locations, path, line);
	const struct code_extent *list = locations->extents;
	const bool has_above = i && list[i - 1].path == path;
	const bool has_below = i < locations->nextents && list[i].path == path;
	const bool is_here = has_above && list[i - 1].last >= line;
	const bool follows = has_above && list[i - 1].last + 1 == line &&
	                     !(has_below && list[i].first == line + 1);

	*out = NULL;
	if (is_here || follows || (has_above && !has_below))
		*out = &list[i - 1];
	else if (has_below)
		*out = &list[i];
	if (!*out)
		return EXTENT_NONE;
	if (is_here)
		return EXTENT_HERE;
	return (*out)->last < line ? EXTENT_ABOVE : EXTENT_BELOW;
}
