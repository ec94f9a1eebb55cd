/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/code_lines.h"

#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/frames.h"
#include "model/profile.h"

/* A line being added up. */
struct growing {
	struct code_line line;
	double in_bin;  /* ticks of the open bin */
	double hottest; /* ticks of the instruction at `address` */
};

struct made_call {
	uint32_t line;   /* as it came, then its index in the order */
	uint32_t callee; /* number of the function */
	uint64_t calls, address;
	bool is_near;
};

struct line_builder {
	const struct profile *profile;
	struct arena *arena, *scratch;
	struct growing *list; /* as they came; shape: [n] */
	size_t n;
	uint32_t *in_bin; /* lines that the open bin counts; shape: [nin_bin] */
	size_t nin_bin;
	struct made_call *calls; /* shape: [ncalls] */
	size_t ncalls;
	struct index index;
};

/* The result being put together: lines and calls in order. */
struct gathering {
	struct line_builder *b;
	const uint32_t *order; /* numbers of lines; shape: [b->n] */
	uint64_t *left;        /* calls of arcs not on any line; [narcs] */
	uint32_t *arc_of;      /* of the caller, by callee, plus 1; [nfuncs] */
	struct code_line *list;
	struct line_call *calls;
	struct code_lines *out;
};

struct line_builder *line_builder_new(const struct profile *profile, struct arena *arena,
                                      struct arena *scratch)
{
	struct line_builder *b = arena_alloc(scratch, 1, sizeof *b);

	b->profile = profile;
	b->arena = arena;
	b->scratch = b->index.arena = scratch;
	return b;
}

static bool is_line(const void *list, uint32_t number, const void *wanted)
{
	const struct code_line *x = &((const struct growing *)list)[number].line;
	const struct code_line *y = wanted;

	return x->func == y->func && x->location.path == y->location.path &&
	       x->location.line == y->location.line;
}

uint32_t line_of(struct line_builder *b, const struct func *func,
                 const struct source_location *location, const char *inlined, uint32_t frame)
{
	const struct code_line new = {
		.func = func, .location = *location, .inlined = inlined, .frame = frame
	};
	const uint64_t hash = hash_number(
		hash_number(hash_number(0, (uintptr_t)func), (uintptr_t)location->path),
		location->line);
	uint32_t number = index_find(&b->index, hash, is_line, b->list, &new);

	if (number != NO_ITEM)
		return number;
	number = (uint32_t)b->n++;
	b->list = arena_room(b->scratch, b->list, number, sizeof *b->list);
	b->list[number] = (struct growing){ .line = new };
	index_add(&b->index, hash, number);
	return number;
}

void line_add_ticks(struct line_builder *b, uint32_t line, uint64_t address, double ticks,
                    double variance)
{
	struct growing *g = &b->list[line];

	if (ticks <= 0)
		return;
	if (g->in_bin <= 0) {
		b->in_bin = arena_room(b->scratch, b->in_bin, b->nin_bin, sizeof *b->in_bin);
		b->in_bin[b->nin_bin++] = line;
	}
	g->in_bin += ticks;
	g->line.ticks += ticks;
	g->line.variance += variance;
	if (ticks > g->hottest) {
		g->hottest = ticks;
		g->line.address = address;
	}
}

void line_add_line(struct line_builder *b, uint32_t line, const struct code_line *from)
{
	struct growing *g = &b->list[line];

	g->line.ticks += from->ticks;
	g->line.variance += from->variance;
	g->line.least += from->least;
	g->line.most += from->most;
	if (g->line.least > g->line.ticks)
		g->line.least = g->line.ticks;
	if (from->address && from->ticks > g->hottest) {
		g->hottest = from->ticks;
		g->line.address = from->address;
	}
}

void line_end_bin(struct line_builder *b, double ticks)
{
	const double all = ticks * (1 - 1e-9); /* up to rounding */
	size_t i;

	for (i = 0; i < b->nin_bin; i++) {
		struct growing *g = &b->list[b->in_bin[i]];

		g->line.least += g->in_bin >= all ? g->in_bin : 0;
		g->line.most += ticks;
		g->in_bin = 0;
	}
	b->nin_bin = 0;
}

void line_add_calls(struct line_builder *b, uint32_t line, uint64_t address,
                    const struct func *callee, uint64_t calls, bool is_near)
{
	struct code_line *l = &b->list[line].line;

	if (!l->address)
		l->address = address;
	b->calls = arena_room(b->scratch, b->calls, b->ncalls, sizeof *b->calls);
	b->calls[b->ncalls++] = (struct made_call){ line,
		                                    (uint32_t)profile_number(b->profile, callee),
		                                    calls, address, is_near };
}

/* By text, so that lines with equal figures are always in the same order. */
static int by_location(const void *a, const void *b, const void *context)
{
	const struct line_builder *builder = context;
	const struct code_line *x = &builder->list[*(const uint32_t *)a].line;
	const struct code_line *y = &builder->list[*(const uint32_t *)b].line;

	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (x->location.path != y->location.path)
		return strcmp(x->location.path, y->location.path);
	return x->location.line < y->location.line ? -1 : x->location.line > y->location.line;
}

static int by_line(const void *a, const void *b, const void *context)
{
	const struct made_call *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->callee < y->callee ? -1 : x->callee > y->callee;
}

/* Sorts lines and calls; calls then refer to lines by their position. */
static const uint32_t *put_in_order(struct line_builder *b)
{
	uint32_t *order = arena_alloc(b->scratch, b->n, sizeof *order);
	uint32_t *location = arena_alloc(b->scratch, b->n, sizeof *location);
	size_t i;

	for (i = 0; i < b->n; i++)
		order[i] = (uint32_t)i;
	sort_stable(order, b->n, sizeof *order, by_location, b, b->scratch);
	for (i = 0; i < b->n; i++)
		location[order[i]] = (uint32_t)i;
	for (i = 0; i < b->ncalls; i++)
		b->calls[i].line = location[b->calls[i].line];
	sort_stable(b->calls, b->ncalls, sizeof *b->calls, by_line, NULL, b->scratch);
	return order;
}

/* Adds calls to the last line of the list, up to what the arc has left. */
static void add_call(struct gathering *g, uint32_t arc, const struct made_call *made)
{
	const struct arc *a = &g->b->profile->arcs[arc];
	struct code_line *line = &g->list[g->out->n - 1];
	struct line_call *last = line->ncalls ? &g->calls[g->out->ncalls - 1] : NULL;
	const uint64_t left = g->left[arc];
	const uint64_t calls = made->calls < left ? made->calls : left;

	if (!calls)
		return;
	g->left[arc] -= calls;
	if (!last || last->arc != a) {
		if (!line->ncalls++)
			line->first_call = (uint32_t)g->out->ncalls;
		last = &g->calls[g->out->ncalls++];
		*last = (struct line_call){ .arc = a,
			                    .address = made->address,
			                    .line = (uint32_t)g->out->n - 1 };
	}
	last->calls += calls;
	last->is_near |= made->is_near;
	line->calls += calls;
	line->is_near |= made->is_near;
	line->passed += arc_ticks(a, calls);
}

/* Adds what a function has on no known line. */
static void add_rest(struct gathering *g, const struct func *f, double ticks, double variance)
{
	enum { PARTS = 1000000 }; /* of a tick: less is rounding */
	const struct arc *arcs = g->b->profile->arcs;
	const struct made_call all = { .calls = UINT64_MAX };
	struct code_line rest = { .func = f, .frame = NO_FRAME };
	bool has_calls = false;
	uint32_t i;

	for (i = 0; i < f->ncallees; i++)
		has_calls |= g->left[f->callees[i] - arcs] > 0;
	if (PARTS * ticks >= 1) {
		rest.ticks = rest.least = rest.most = ticks;
		rest.variance = variance > 0 ? variance : 0;
	} else if (!has_calls) {
		return;
	}
	g->list[g->out->n++] = rest;
	for (i = 0; i < f->ncallees; i++)
		add_call(g, (uint32_t)(f->callees[i] - arcs), &all);
}

/* Adds the lines of a function, from *line on, with their calls from *call
 * on. */
static void add_function(struct gathering *g, const struct func *f, size_t *line, size_t *call)
{
	const struct line_builder *b = g->b;
	const struct arc *arcs = b->profile->arcs;
	double ticks = f->self_ticks, variance = f->variance;
	uint32_t i;

	for (i = 0; i < f->ncallees; i++)
		g->arc_of[profile_number(b->profile, f->callees[i]->callee)] =
			(uint32_t)(f->callees[i] - arcs) + 1;
	for (; *line < b->n && b->list[g->order[*line]].line.func == f; ++*line) {
		const struct code_line *l = &b->list[g->order[*line]].line;

		g->list[g->out->n++] = *l;
		g->out->has_inlined |= l->inlined != NULL;
		ticks -= l->ticks;
		variance -= l->variance;
		for (; *call < b->ncalls && b->calls[*call].line == *line; ++*call) {
			const struct made_call *c = &b->calls[*call];

			if (g->arc_of[c->callee])
				add_call(g, g->arc_of[c->callee] - 1, c);
		}
	}
	for (i = 0; i < f->ncallees; i++)
		g->arc_of[profile_number(b->profile, f->callees[i]->callee)] = 0;
	add_rest(g, f, ticks, variance);
}

/* Lists the calls by arc. */
static void list_by_arc(struct gathering *g)
{
	const struct profile *p = g->b->profile;
	uint32_t *first = arena_alloc(g->b->arena, p->narcs + 1, sizeof *first);
	uint32_t *next = arena_alloc(g->b->scratch, p->narcs + 1, sizeof *next);
	uint32_t *list = arena_alloc(g->b->arena, g->out->ncalls, sizeof *list);
	size_t i;

	for (i = 0; i < g->out->ncalls; i++)
		first[g->calls[i].arc - p->arcs + 1]++;
	for (i = 0; i < p->narcs; i++)
		next[i + 1] = first[i + 1] += first[i];
	for (i = 0; i < g->out->ncalls; i++)
		list[next[g->calls[i].arc - p->arcs]++] = (uint32_t)i;
	g->out->by_arc = list;
	g->out->first_of_arc = first;
}

const struct code_lines *line_builder_done(struct line_builder *b)
{
	const struct profile *p = b->profile;
	struct gathering g = { .b = b,
		               .order = put_in_order(b),
		               .left = arena_alloc(b->scratch, p->narcs, sizeof *g.left),
		               .arc_of = arena_alloc(b->scratch, p->nfuncs, sizeof *g.arc_of),
		               .out = arena_alloc(b->arena, 1, sizeof *g.out) };
	size_t line = 0, call = 0, i;

	/* At most one more line for each function, and one more call for each
	 * arc. */
	g.list = arena_space(b->scratch, b->n + p->nfuncs, sizeof *g.list);
	g.calls = arena_space(b->arena, b->ncalls + p->narcs, sizeof *g.calls);
	for (i = 0; i < p->narcs; i++)
		g.left[i] = p->arcs[i].calls;
	for (i = 0; i < p->nfuncs; i++)
		add_function(&g, &p->funcs[i], &line, &call);
	g.out->list = arena_copy(b->arena, g.list, g.out->n, sizeof *g.list);
	g.out->calls = g.calls;
	list_by_arc(&g);
	return g.out;
}

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
	uint32_t last; /* the one used last */
	struct index index;
};

struct extent_builder *extent_builder_new(const struct profile *profile,
                                          const struct source_location *begins, struct arena *arena)
{
	struct extent_builder *b = arena_alloc(arena, 1, sizeof *b);

	b->profile = profile;
	b->begins = begins;
	b->arena = b->index.arena = arena;
	return b;
}

static bool is_stretch(const void *list, uint32_t number, const void *wanted)
{
	const struct stretch *x = (const struct stretch *)list + number;
	const struct stretch *y = wanted;

	return x->path == y->path && x->first == y->first;
}

/* The stretch of a line, a new one if need be. */
static struct stretch *stretch_of(struct extent_builder *b, const struct source_location *line)
{
	const struct stretch new = { .path = line->path, .first = line->line - line->line % LINES };
	uint64_t hash;

	if (b->n && is_stretch(b->list, b->last, &new))
		return &b->list[b->last];
	hash = hash_number(hash_number(0, (uintptr_t) new.path), new.first);
	b->last = index_find(&b->index, hash, is_stretch, b->list, &new);
	if (b->last == NO_ITEM) {
		b->last = (uint32_t)b->n++;
		b->list = arena_room(b->arena, b->list, b->last, sizeof *b->list);
		b->list[b->last] = new;
		index_add(&b->index, hash, b->last);
	}
	return &b->list[b->last];
}

/* The line that a function begins at, if that is in the line's file and not
 * below it; else 0. */
static unsigned begin_above(const struct extent_builder *b, const struct source_location *line,
                            uint32_t func)
{
	const struct source_location *begin = &b->begins[func];

	return begin->path == line->path && begin->line <= line->line ? begin->line : 0;
}

static bool is_better(const struct extent_builder *b, const struct source_location *line,
                      uint32_t new, uint32_t kept)
{
	const unsigned new_begin = begin_above(b, line, new);
	const unsigned kept_begin = begin_above(b, line, kept);

	if (new_begin != kept_begin)
		return new_begin > kept_begin;
	return b->profile->funcs[new].self_ticks > b->profile->funcs[kept].self_ticks;
}

void extent_add(struct extent_builder *b, const struct source_location *line, uint32_t func)
{
	struct stretch *s = stretch_of(b, line);
	const unsigned i = line->line % LINES;
	const uint32_t kept = s->funcs[i];

	if (kept == func + 1)
		return;
	s->is_shared[i] = kept != 0;
	if (!kept || is_better(b, line, func, kept - 1))
		s->funcs[i] = func + 1;
}

static int extents_by_line(const void *a, const void *b, const void *context)
{
	const struct stretch *list = context;
	const struct stretch *x = &list[*(const uint32_t *)a];
	const struct stretch *y = &list[*(const uint32_t *)b];

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
static void add_lines(struct extents *out, const struct stretch *s, struct arena *arena)
{
	unsigned i;

	for (i = 0; i < LINES; i++) {
		const unsigned line = s->first + i;
		struct code_extent *last = out->n ? &out->list[out->n - 1] : NULL;

		if (!s->funcs[i])
			continue;
		if (last && last->path == s->path && last->func == s->funcs[i] - 1 &&
		    last->is_shared == s->is_shared[i]) {
			last->last = line;
			continue;
		}
		out->list = arena_room(arena, out->list, out->n, sizeof *out->list);
		out->list[out->n++] = (struct code_extent){ s->path, line, line, s->funcs[i] - 1,
			                                    s->is_shared[i] };
	}
}

const struct code_extent *extent_builder_done(struct extent_builder *b, struct arena *arena,
                                              size_t *n)
{
	uint32_t *order = arena_space(b->arena, b->n, sizeof *order);
	struct extents out = { .n = 0 };
	size_t i;

	for (i = 0; i < b->n; i++)
		order[i] = (uint32_t)i;
	sort_stable(order, b->n, sizeof *order, extents_by_line, b->list, b->arena);
	for (i = 0; i < b->n; i++)
		add_lines(&out, &b->list[order[i]], arena);
	*n = out.n;
	return out.list;
}

/* The index of the first extent that begins after the line. */
static size_t first_after(const struct func_locations *locations, const char *path, unsigned line)
{
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
                             unsigned line, const struct code_extent **out)
{
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
