/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/frames.h"

#include "model/records.h"
#include "model/rules.h"

enum { LOOKUP = 4 }; /* the work of finding a frame below another one */

static const double WHOLE = 1 - 1e-9; /* up to rounding */

/* Calls by an instruction; there may be a million. */
struct made_call {
	uint64_t calls, address;
	uint32_t frame, callee; /* numbers */
	bool is_sole, is_near;
};

struct frame_builder {
	const struct profile *profile;
	struct arena *arena, *scratch;
	struct work *work;
	struct frame *list; /* shape: [n] */
	size_t n;
	struct index index;

	struct frame_line *lines; /* shape: [nlines] */
	uint32_t *line_of;        /* of each frame, or NO_ITEM; shape: [n] */
	size_t nlines;
	struct index line_index;

	struct made_call *calls; /* as they came; shape: [ncalls] */
	size_t ncalls;

	struct frame_part *bin; /* of the open bin; shape: [nbin]; room: [most] */
	size_t nbin, most;
	uint32_t nbins; /* that ended */

	struct frame_part *parts; /* shape: [nparts] */
	uint32_t *first_parts;    /* of bins that are kept; shape: [nkept] */
	size_t nparts, nkept;

	struct frame_share *shares; /* as they came; shape: [nshares] */
	size_t nshares;

	struct frame_place *places; /* shape: [nplaces] */
	size_t nplaces;
};

struct frame_builder *frame_builder_new(const struct profile *profile, struct arena *arena,
                                        struct arena *scratch, struct work *work) {
	struct frame_builder *b = arena_alloc(scratch, 1, sizeof *b);

	b->profile = profile;
	b->arena = arena;
	b->work = work;
	b->scratch = b->index.arena = scratch;
	b->line_index.arena = scratch;
	return b;
}

static bool pay(const struct frame_builder *b, uint64_t steps) {
	return !b->work || work_pay(b->work, steps);
}

static bool is_frame(const void *list, uint32_t number, const void *wanted) {
	const struct frame *x = (const struct frame *)list + number, *y = wanted;

	return x->outer == y->outer && x->func == y->func && x->declared == y->declared &&
	       location_is_same(&x->location, &y->location) &&
	       (x->function == y->function ||
	        (x->function && y->function && !strcmp(x->function, y->function)));
}

static uint64_t hash_frame(const struct frame *frame) {
	uint64_t hash = hash_number(0, (uintptr_t)frame->location.path);

	hash = hash_number(hash, (uintptr_t)frame->func);
	hash = hash_number(hash_number(hash, frame->outer), frame->location.line);
	hash = hash_number(hash, frame->declared);
	return frame->function ? hash_text(hash, frame->function) : hash;
}

static bool is_line(const void *builder, uint32_t number, const void *wanted) {
	const struct frame_builder *b = builder;
	const struct frame *x = &b->list[b->lines[number].frame], *y = wanted;

	return x->func == y->func && location_is_same(&x->location, &y->location);
}

/* The line of frame number `frame`, which is new; NO_ITEM: it is not known. */
static uint32_t line_of(struct frame_builder *b, uint32_t frame) {
	const struct frame *x = &b->list[frame];
	uint64_t hash = hash_number(hash_number(0, (uintptr_t)x->func), x->location.line);
	uint32_t number;

	if (!x->func || !x->location.path || !x->location.line)
		return NO_ITEM;
	hash = hash_number(hash, (uintptr_t)x->location.path);
	if (!index_append(&b->line_index, hash, is_line, b, x, &number))
		return number;
	arena_append(b->arena, b->lines, b->nlines, (struct frame_line){ .frame = frame });
	return number;
}

/* The frame of a step inside outer. */
static uint32_t frame_below(struct frame_builder *b, uint32_t outer, const struct frame_step *step,
                            const struct func *func) {
	struct frame new = { .location = step->location,
		             .function = step->function,
		             .declared = step->declared,
		             .func = func,
		             .outer = outer,
		             .inner = NO_FRAME,
		             .next = NO_FRAME };
	uint32_t number;

	if (!index_append(&b->index, hash_frame(&new), is_frame, b->list, &new, &number))
		return number;
	if (step->function)
		new.function = arena_text(b->arena, step->function, strlen(step->function));
	b->list = arena_room(b->arena, b->list, b->n++, sizeof *b->list);
	b->line_of = arena_room(b->scratch, b->line_of, number, sizeof *b->line_of);
	if (outer != NO_FRAME) {
		new.next = b->list[outer].inner;
		b->list[outer].inner = number;
	}
	b->list[number] = new;
	b->line_of[number] = line_of(b, number);
	return number;
}

uint32_t frame_of(struct frame_builder *b, const struct frame_step *path, size_t n,
                  const struct func *func) {
	uint32_t frame = NO_FRAME;

	pay(b, LOOKUP * n);
	while (n-- > 0)
		frame = frame_below(b, frame, &path[n], func);
	return frame;
}

static void add_part(struct frame_builder *b, uint32_t frame, uint32_t func, double ticks) {
	struct frame_part *last = b->nbin ? &b->bin[b->nbin - 1] : NULL;

	if (last && last->frame == frame && last->func == func) {
		last->ticks += ticks;
		return;
	}
	if (b->nbin == b->most)
		b->bin = arena_room(b->scratch, b->bin, b->most++, sizeof *b->bin);
	b->bin[b->nbin++] = (struct frame_part){ frame, func, ticks };
}

void frame_add_unknown(struct frame_builder *b, uint32_t func, double ticks) {
	add_part(b, NO_FRAME, func, ticks);
}

void frame_add_ticks(struct frame_builder *b, uint32_t frame, uint64_t address, double ticks,
                     double variance) {
	struct frame *f = &b->list[frame];

	if (!pay(b, 1))
		return;
	add_part(b, frame, f->func ? profile_number(b->profile, f->func) : 0, ticks);
	f->own += ticks;
	f->own_variance += variance;
	if (b->line_of[frame] != NO_ITEM) {
		struct frame_line *line = &b->lines[b->line_of[frame]];

		if (line->in_bin <= 0 && line->most <= 0)
			line->frame = frame;
		line->in_bin += ticks;
	}
	if (ticks <= f->hottest)
		return;
	f->address = address;
	f->hottest = ticks;
	f->has_own = true;
}

/* Counts a frame of the bin, which has so many ticks, for its line. */
static void end_line(struct frame_builder *b, uint32_t frame, double ticks) {
	if (frame == NO_FRAME || b->line_of[frame] == NO_ITEM)
		return;
	struct frame_line *line = &b->lines[b->line_of[frame]];
	if (line->in_bin <= 0)
		return;
	line->least += line->in_bin >= ticks * WHOLE ? line->in_bin : 0;
	line->most += ticks;
	line->in_bin = 0;
}

void frame_end_bin(struct frame_builder *b, double ticks) {
	b->nbins++;
	if (b->nbin > 1)
		arena_append(b->scratch, b->first_parts, b->nkept, (uint32_t)b->nparts);
	for (size_t i = 0; i < b->nbin; i++) {
		end_line(b, b->bin[i].frame, ticks);
		if (b->nbin > 1)
			arena_append(b->arena, b->parts, b->nparts, b->bin[i]);
	}
	b->nbin = 0;
}

void frame_add_share(struct frame_builder *b, uint32_t frame, uint64_t low, uint64_t high,
                     double part) {
	struct frame_share *last = b->nshares ? &b->shares[b->nshares - 1] : NULL;

	if (b->list[frame].outer == NO_FRAME)
		return;
	if (last && last->frame == frame && last->bin == b->nbins && last->low == low) {
		last->part += part;
		return;
	}
	arena_append(
		b->scratch, b->shares, b->nshares,
		(struct frame_share){
			.low = low, .high = high, .bin = b->nbins, .frame = frame, .part = part });
}

/* Of code that several bins count, the shares of the first: it is divided alike in all. */
static void gather_shares(struct frame_builder *b, struct frames *out) {
	const size_t size = sizeof(struct frame_share), n = b->nshares;
	struct frame_share *list = sort_copy(b->shares, n, size, offsetof(struct frame_share, high),
	                                     b->scratch);

	list = sort_copy(list, n, size, offsetof(struct frame_share, low), b->arena);
	for (size_t i = 0; i < n; i++) {
		const struct frame_share *last = out->nshares ? &list[out->nshares - 1] : NULL;
		if (!last || last->low != list[i].low || last->high != list[i].high ||
		    last->bin == list[i].bin)
			list[out->nshares++] = list[i];
	}
	out->shares = list;
}

void frame_add_calls(struct frame_builder *b, uint32_t frame, const struct frame_call *call) {
	arena_append(b->scratch, b->calls, b->ncalls,
	             (struct made_call){
			     .calls = call->calls,
			     .address = call->address,
			     .frame = frame,
			     .callee = profile_number(b->profile, call->callee),
			     .is_sole = call->sole > 0,
			     .is_near = call->is_near,
		     });
}

/* By the path's address: each file has one pointer. */
static int compare(const char *path_a, unsigned line_a, const char *path_b, unsigned line_b) {
	if (path_a != path_b)
		return (uintptr_t)path_a < (uintptr_t)path_b ? -1 : 1;
	return line_a < line_b ? -1 : line_a > line_b;
}

static int by_line(const void *a, const void *b, const void *context) {
	const struct frame *list = context;
	const struct source_location *x = &list[*(const uint32_t *)a].location;
	const struct source_location *y = &list[*(const uint32_t *)b].location;

	return compare(x->path, x->line, y->path, y->line);
}

/* Calls as they came, by frame, then callee. */
static const struct keyed *order_calls(struct frame_builder *b, struct arena *own) {
	struct keyed *order = arena_space(own, b->ncalls, sizeof *order);

	for (size_t i = 0; i < b->ncalls; i++) {
		const struct made_call *made = &b->calls[i];
		struct frame *frame = &b->list[made->frame];

		frame->address = frame->address ? frame->address : made->address;
		order[i] = (struct keyed){ (uint64_t)made->frame << 32 | made->callee,
			                   (uint32_t)i };
	}
	sort_keys(order, b->ncalls, own);
	return order;
}

/* An arc of the caller that is looked at, and its calls that no frame has yet. */
struct open_arc {
	const struct arc *arc; /* or NULL, or one of another caller */
	uint64_t left;
};

/* Finds the arcs that calls are part of; a call counts for one frame only as far as its arc has so
 * many.  Cost: linear in calls, arcs and functions. */
static void find_arcs(const struct frame_builder *b, struct frame_call *calls, size_t n) {
	const struct profile *p = b->profile;
	SCRATCH struct arena *own = arena_new();
	struct open_arc *to = arena_alloc(own, p->nfuncs, sizeof *to);
	uint32_t *caller = arena_space(own, n, sizeof *caller);

	for (size_t i = 0; i < n; i++) {
		const struct func *f = b->list[calls[i].frame].func;

		caller[i] = f ? profile_number(p, f) : NO_LIST;
		calls[i].sole = f ? calls[i].sole : 0;
	}
	const struct lists of = lists_new(caller, n, p->nfuncs, own);
	for (size_t i = 0; n && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		for (size_t k = 0; k < f->ncallees; k++)
			to[profile_number(p, f->callees[k]->callee)] =
				(struct open_arc){ f->callees[k], f->callees[k]->calls };
		for (size_t k = of.first[i]; k < of.first[i + 1]; k++) {
			struct frame_call *call = &calls[of.list[k]];
			struct open_arc *open = &to[profile_number(p, call->callee)];

			if (!open->arc || open->arc->caller != f) {
				call->sole = 0;
				continue;
			}
			call->arc = open->arc;
			call->sole = call->sole < open->left ? call->sole : open->left;
			open->left -= call->sole;
		}
	}
}

/* Gives each frame its calls, one per callee. */
static void gather_calls(struct frame_builder *b, struct frames *out) {
	SCRATCH struct arena *own = arena_new();
	const struct keyed *order = order_calls(b, own);
	struct frame_call *list = arena_space(b->arena, b->ncalls, sizeof *list);

	for (size_t i = 0; i < b->ncalls; i++) {
		const struct made_call *made = &b->calls[order[i].index];
		struct frame *frame = &b->list[made->frame];

		if (!i || order[i].key != order[i - 1].key) {
			if (!frame->ncalls++)
				frame->first_call = (uint32_t)out->ncalls;
			list[out->ncalls++] =
				(struct frame_call){ .callee = &b->profile->funcs[made->callee],
				                     .address = made->address,
				                     .frame = made->frame };
		}
		struct frame_call *call = &list[out->ncalls - 1];
		call->calls += made->calls;
		call->sole += made->is_sole ? made->calls : 0;
		call->is_near |= made->is_near;
	}
	find_arcs(b, list, out->ncalls);
	out->calls = list;
}

void frames_list_calls(struct frames *frames, const struct profile *p, struct arena *arena) {
	SCRATCH struct arena *scratch = arena_new();
	uint32_t *arc_of = arena_space(scratch, frames->ncalls, sizeof *arc_of);

	for (size_t i = 0; i < frames->ncalls; i++)
		arc_of[i] = frames->calls[i].arc ? (uint32_t)(frames->calls[i].arc - p->arcs)
		                                 : NO_LIST;
	struct lists lists = lists_new(arc_of, frames->ncalls, p->narcs, arena);
	frames->by_arc = lists.list;
	frames->first_of_arc = lists.first;
}

/* Adds what was inlined at frames to them. */
static void add_inlined(struct frame_builder *b) {
	for (size_t i = b->n; i-- > 0;) {
		struct frame *f = &b->list[i];

		f->ticks += f->own;
		f->variance += f->own_variance;
		if (f->outer == NO_FRAME)
			continue;
		struct frame *outer = &b->list[f->outer];
		outer->ticks += f->ticks;
		outer->variance += f->variance;
		if (!outer->has_own && f->hottest > 0 && f->hottest >= outer->hottest) {
			outer->address = f->address;
			outer->hottest = f->hottest;
		}
	}
}

void frame_add_place(struct frame_builder *b, uint64_t address, uint32_t frame) {
	arena_append(b->arena, b->places, b->nplaces, (struct frame_place){ address, frame });
}

/* Finds frames inside others of their line: on the way down to a frame, lines are open.  Returns
 * first_of_line. */
static const uint32_t *find_nested(struct frame_builder *b, const uint32_t *order) {
	uint32_t *line = arena_space(b->arena, b->n, sizeof *line);
	uint32_t *nopen = arena_alloc(b->scratch, b->n, sizeof *nopen), next;

	for (size_t i = 0; i < b->n; i++)
		line[order[i]] = i && !by_line(&order[i - 1], &order[i], b->list)
		                         ? line[order[i - 1]]
		                         : (uint32_t)i;
	for (size_t i = 0; i < b->n; i++)
		for (uint32_t at = b->list[i].outer == NO_FRAME ? (uint32_t)i : NO_FRAME;
		     at != NO_FRAME; at = next) {
			b->list[at].is_inside_itself = nopen[line[at]]++ > 0;
			next = b->list[at].inner;
			for (; next == NO_FRAME && at != NO_FRAME; at = b->list[at].outer) {
				nopen[line[at]]--;
				next = b->list[at].next;
			}
		}
	return line;
}

const struct frames *frame_builder_done(struct frame_builder *b) {
	struct frames *out = arena_alloc(b->arena, 1, sizeof *out);
	uint32_t *order = arena_space(b->arena, b->n, sizeof *order);

	add_inlined(b);
	gather_calls(b, out);
	frames_list_calls(out, b->profile, b->arena);
	gather_shares(b, out);
	for (size_t i = 0; i < b->n; i++)
		order[i] = (uint32_t)i;
	sort_stable(order, b->n, sizeof *order, by_line, b->list, b->scratch);
	out->first_of_line = find_nested(b, order);
	out->list = b->list;
	out->n = b->n;
	out->lines = b->lines;
	out->nlines = b->nlines;
	out->parts = b->parts;
	out->nparts = b->nparts;
	arena_put(b->scratch, b->first_parts, b->nkept, (uint32_t)b->nparts);
	out->first_parts = arena_copy(b->arena, b->first_parts, b->nkept + 1,
	                              sizeof *b->first_parts);
	out->nbins = b->nkept;
	out->by_line = order;
	out->places = b->places;
	out->nplaces = b->nplaces;
	return out;
}

uint32_t frame_at_address(const struct frames *frames, uint64_t address) {
	const size_t at = lower_bound(frames->places, frames->nplaces, sizeof *frames->places,
	                              offsetof(struct frame_place, address), address);

	return at < frames->nplaces && frames->places[at].address == address
	               ? frames->places[at].frame
	               : NO_FRAME;
}

const struct func *frame_owner(const struct profile *profile, const struct frame *frame) {
	return profile->is_apart ? frame->source : frame->func;
}

/* The first of by_line that is not before the line. */
static size_t first_from(const struct frames *frames, const char *path, unsigned line) {
	size_t low = 0, high = frames->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct source_location *p = &frames->list[frames->by_line[middle]].location;

		if (compare(p->path, p->line, path, line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t frames_at(const struct frames *frames, const char *path, unsigned line, size_t *first) {
	*first = first_from(frames, path, line);
	return first_from(frames, path, line + 1);
}

const double *frames_inlined(const struct frames *frames, const struct profile *p,
                             struct arena *arena) {
	double *ticks = arena_alloc(arena, p->nfuncs, sizeof *ticks);

	for (size_t i = 0; i < frames->n; i++) {
		const struct frame *x = &frames->list[i];

		if (x->func && x->outer != NO_FRAME && frames->list[x->outer].outer == NO_FRAME)
			ticks[profile_number(p, x->func)] += x->ticks;
	}
	return ticks;
}

/* Frames by the function that they are lines of. */
static struct lists list_frames(const struct dataset *data, struct arena *arena) {
	const size_t n = data->frames ? data->frames->n : 0;
	uint32_t *func_of = arena_space(arena, n, sizeof *func_of);

	for (size_t i = 0; i < n; i++) {
		const struct func *f = frame_owner(data->profile, &data->frames->list[i]);

		func_of[i] = f ? profile_number(data->profile, f) : NO_LIST;
	}
	return lists_new(func_of, n, data->profile->nfuncs, arena);
}

/* Parts of all ticks: what is divided by shares, and what is not divided. */
static const double least_divided = 1e-4, least_part = 2e-5;

/* Steps that wait for a function or cycle to be passed, in order. */
struct queue {
	uint32_t first, last;
};

/* Nodes are functions, by number, and behind them cycles. */
struct walk {
	struct stacks out;
	const struct profile *profile;
	const struct frames *frames; /* or NULL */
	struct lists frames_of;      /* of each function */
	double divided, part;        /* ticks */
	struct stack_step *steps;
	size_t nsteps;
	struct stack *list;
	struct queue *queues; /* shape: [nnodes] */
	uint32_t *waiting;    /* arcs to callees that were not passed yet; shape: [nnodes] */
	size_t nnodes;
	struct arena *arena, *own, *passing;
};

/* One caller of a node, by a place that calls from there. */
struct way {
	uint32_t place, node;
	double share;
	double end; /* sum of the shares up to this one's */
};

struct ways {
	struct way *list; /* the most first; shape: [n] */
	size_t n;
	double point; /* where sampling starts, 0 to 1 */
};

static size_t nframes(const struct walk *w) {
	return w->frames ? w->frames->n : 0;
}

static uint32_t place_of_func(const struct walk *w, const struct func *f) {
	return (uint32_t)(nframes(w) + profile_number(w->profile, f));
}

/* The first of a kind that is neither frames nor functions. */
static uint32_t place_of(const struct walk *w, enum stack_place_kind kind) {
	const size_t cycles = nframes(w) + w->profile->nfuncs;

	return (uint32_t)(kind == PLACE_CYCLE ? cycles
	                  : kind == PLACE_CUT ? cycles + w->profile->ncycles
	                                      : cycles + w->profile->ncycles + 1);
}

struct stack_place stack_place(const struct stacks *stacks, uint32_t number) {
	const struct profile *p = stacks->data->profile;
	const struct frames *frames = stacks->data->frames;
	size_t at = number;

	if (frames && at < frames->n)
		return (struct stack_place){ .kind = PLACE_FRAME,
			                     .func = frame_owner(p, &frames->list[at]),
			                     .frame = &frames->list[at] };
	at -= frames ? frames->n : 0;
	if (at < p->nfuncs)
		return (struct stack_place){ .kind = PLACE_FUNC, .func = &p->funcs[at] };
	at -= p->nfuncs;
	if (at < p->ncycles)
		return (struct stack_place){ .kind = PLACE_CYCLE, .cycle = &p->cycles[at] };
	return (struct stack_place){ .kind = at == p->ncycles ? PLACE_CUT : PLACE_NOWHERE };
}

static uint32_t node_of(const struct walk *w, const struct func *f) {
	return f->cycle ? (uint32_t)(w->profile->nfuncs + (size_t)(f->cycle - w->profile->cycles))
	                : profile_number(w->profile, f);
}

/* A step further out. */
static uint32_t step_to(struct walk *w, uint32_t place, uint32_t inner, double ticks) {
	const uint32_t number = (uint32_t)w->nsteps++;

	arena_put(w->arena, w->steps, number,
	          (struct stack_step){ .place = place,
	                               .inner = inner,
	                               .depth = inner == NO_STEP ? 0 : w->steps[inner].depth + 1,
	                               .next = NO_STEP,
	                               .ticks = ticks });
	return number;
}

static void finish(struct walk *w, uint32_t step) {
	arena_append(w->arena, w->list, w->out.n, (struct stack){ step, w->steps[step].ticks });
}

static void enqueue(struct walk *w, uint32_t node, uint32_t step) {
	struct queue *q = &w->queues[node];

	if (q->first == NO_STEP)
		q->first = step;
	else
		w->steps[q->last].next = step;
	q->last = step;
}

/* A part of what has come to a step goes on to a caller. */
static void give(struct walk *w, const struct way *way, uint32_t step, double ticks) {
	if (w->steps[step].depth + 4 <= MOST_PLACES) /* and a cycle, and a cut */
		enqueue(w, way->node, step_to(w, way->place, step, ticks));
	else
		finish(w, step_to(w, place_of(w, PLACE_CUT), step, ticks));
}

static void add_way(struct ways *ways, const struct walk *w, uint32_t place,
                    const struct func *caller, double ticks) {
	if (ticks <= 0)
		return;
	arena_append(w->passing, ways->list, ways->n,
	             (struct way){ .place = place, .node = node_of(w, caller), .share = ticks });
}

/* The calls of an arc by the places that make them, and what no known place passed on: of inlined
 * code, and of arcs without known lines. */
static void add_arc(struct ways *ways, const struct walk *w, const struct arc *a) {
	const size_t number = (size_t)(a - w->profile->arcs);
	double left = a->self_ticks + a->descendant_ticks;
	uint32_t i = 0, end = 0;

	if (w->frames && w->frames->ncalls && a->calls) {
		i = w->frames->first_of_arc[number];
		end = w->frames->first_of_arc[number + 1];
	}
	for (; i < end; i++) {
		const struct frame_call *call = &w->frames->calls[w->frames->by_arc[i]];
		const double ticks = arc_ticks(a, call->sole);

		add_way(ways, w, call->frame, a->caller, ticks);
		left -= ticks;
	}
	if (left > 1e-9 * (a->self_ticks + a->descendant_ticks))
		add_way(ways, w, place_of_func(w, a->caller), a->caller, left);
}

/* Out of the functions of a node. */
static struct ways find_ways(const struct walk *w, const struct func *const *f, size_t n) {
	struct ways ways = { .n = 0 };
	double all = 0, end = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < f[i]->ncallers; k++)
			if (arc_hands_time(f[i]->callers[k]))
				add_arc(&ways, w, f[i]->callers[k]);
	for (size_t i = 0; i < ways.n; i++)
		all += ways.list[i].share;
	sort_falling(ways.list, ways.n, sizeof *ways.list, offsetof(struct way, share), w->passing);
	for (size_t i = 0; i < ways.n; i++) {
		struct way *way = &ways.list[i];

		way->share /= all;
		way->end = end += way->share;
	}
	return ways;
}

/* The first way from `low` on up to whose end there is this much of all. */
static size_t way_at(const struct ways *ways, size_t low, double position) {
	size_t high = ways->n - 1;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (ways->list[middle].end > position)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

/* Gives parts of what is left of a step to ways from `first` on, of which none has much of it:
 * systematic sampling, so on average each gets its share.  The starting points go on from step to
 * step by the golden ratio, which spreads them evenly. */
static void give_parts(struct walk *w, struct ways *ways, size_t first, uint32_t step,
                       double left) {
	const double golden = 0.6180339887498949;
	const double low = first ? ways->list[first - 1].end : 0;
	const double whole = left / w->part;
	const size_t n = whole > 1 ? (size_t)whole : 1;
	size_t at = first, taken = 0;

	ways->point += golden;
	ways->point -= ways->point >= 1;
	for (size_t i = 0; i < n; i++, taken++) {
		size_t next = way_at(ways, at,
		                     low + (1 - low) * ((double)i + ways->point) / (double)n);
		if (next != at && taken) {
			give(w, &ways->list[at], step, left * (double)taken / (double)n);
			taken = 0;
		}
		at = next;
	}
	give(w, &ways->list[at], step, left * (double)taken / (double)n);
}

/* Divides what has come to a step. */
static void divide(struct walk *w, struct ways *ways, uint32_t step) {
	const double ticks = w->steps[step].ticks;
	double left = ticks;
	size_t i;

	for (i = 0; i + 1 < ways->n; i++) {
		const double part = ticks * ways->list[i].share;

		if (part < w->divided || part > left)
			break;
		give(w, &ways->list[i], step, part);
		left -= part;
	}
	if (i + 1 == ways->n)
		give(w, &ways->list[i], step, left);
	else
		give_parts(w, ways, i, step, left);
}

/* Steps out of a member of a cycle, by way of those that all ways to it lead through. */
static uint32_t leave_cycle(struct walk *w, const struct cycle *cycle, uint32_t step) {
	const double ticks = w->steps[step].ticks;
	const struct stack_place at = stack_place(&w->out, w->steps[step].place);
	const struct bounds *bounds = bounds_of(w->profile, at.func);

	while (bounds && bounds->through && bounds->through->cycle == cycle &&
	       w->steps[step].depth + 4 <= MOST_PLACES) {
		step = step_to(w, place_of_func(w, bounds->through), step, ticks);
		bounds = bounds_of(w->profile, bounds->through);
	}
	return step_to(w, place_of(w, PLACE_CYCLE) + (uint32_t)(cycle - w->profile->cycles), step,
	               ticks);
}

/* Passes all that has come to a function or cycle on to its callers. */
static void pass(struct walk *w, uint32_t node) {
	const struct profile *p = w->profile;
	const struct cycle *cycle = node < p->nfuncs ? NULL : &p->cycles[node - p->nfuncs];
	const struct func *self = cycle ? NULL : &p->funcs[node];
	struct ways ways = find_ways(w, cycle ? cycle->members : &self,
	                             cycle ? cycle->nmembers : 1);
	uint32_t step = w->queues[node].first, next;

	ways.point = (double)(hash_number(0, node) >> 11) / (double)(1LL << 53);
	for (; step != NO_STEP; step = next) {
		next = w->steps[step].next;
		if (cycle)
			step = leave_cycle(w, cycle, step);
		if (ways.n)
			divide(w, &ways, step);
		else
			finish(w, step);
	}
	arena_reset(w->passing);
}

/* Puts the lines of a function where they begin. */
static void start(struct walk *w, const struct func *f) {
	const size_t number = profile_number(w->profile, f);
	const struct lists *of = &w->frames_of;
	const uint32_t node = node_of(w, f);
	double all = 0, left = f->self_ticks;

	if (f->self_ticks <= 0)
		return;
	for (uint32_t i = of->first[number]; i < of->first[number + 1]; i++)
		all += w->frames->list[of->list[i]].own;
	double scale = all > f->self_ticks ? f->self_ticks / all : 1;
	for (uint32_t i = of->first[number]; i < of->first[number + 1]; i++) {
		const double ticks = scale * w->frames->list[of->list[i]].own;

		if (ticks <= 0)
			continue;
		enqueue(w, node, step_to(w, of->list[i], NO_STEP, ticks));
		left -= ticks;
	}
	if (left > 1e-9 * f->self_ticks)
		enqueue(w, node, step_to(w, place_of_func(w, f), NO_STEP, left));
}

/* One arc less to wait for; adds callers that wait for no other. */
static void let_callers_go(struct walk *w, const struct func *f, uint32_t *todo, size_t *n) {
	for (uint32_t i = 0; i < f->ncallers; i++)
		if (arc_hands_time(f->callers[i])) {
			const uint32_t node = node_of(w, f->callers[i]->caller);

			if (!--w->waiting[node])
				todo[(*n)++] = node;
		}
}

/* Callees before their callers. */
static void pass_all(struct walk *w) {
	const struct profile *p = w->profile;
	uint32_t *todo = arena_space(w->own, w->nnodes, sizeof *todo);
	size_t n = 0;

	for (size_t i = 0; i < w->nnodes; i++)
		if (!w->waiting[i] && !(i < p->nfuncs && p->funcs[i].cycle))
			todo[n++] = (uint32_t)i;
	for (size_t i = 0; i < n; i++) {
		pass(w, todo[i]);
		if (todo[i] < p->nfuncs) {
			let_callers_go(w, &p->funcs[todo[i]], todo, &n);
			continue;
		}
		for (size_t k = 0; k < p->cycles[todo[i] - p->nfuncs].nmembers; k++)
			let_callers_go(w, p->cycles[todo[i] - p->nfuncs].members[k], todo, &n);
	}
}

/* A stack of a sample, the innermost place first. */
struct sampled {
	uint32_t *places; /* shape: [n] */
	size_t n;
};

static void add_place(struct walk *w, struct sampled *s, uint32_t place) {
	arena_append(w->own, s->places, s->n, place);
}

/* The line of an address; with inlined functions apart also those where it was inlined, one of each
 * function. */
static void add_address(struct walk *w, struct sampled *s, uint64_t address) {
	const struct profile *p = w->profile;
	const struct frames *frames = w->frames;
	const struct func *func = profile_at(p, address), *last = NULL;
	uint32_t frame = frames ? frame_at_address(frames, address) : NO_FRAME;

	if (frame == NO_FRAME || !func)
		add_place(w, s, func ? place_of_func(w, func) : place_of(w, PLACE_NOWHERE));
	for (; frame != NO_FRAME && func; frame = frames->list[frame].outer) {
		const struct func *owner = frame_owner(p, &frames->list[frame]);

		if (owner != last)
			add_place(w, s, frame);
		last = owner;
		if (!p->is_apart)
			break;
	}
}

struct wanted_stack {
	const struct walk *walk;
	const struct sampled *sampled;
};

static bool is_stack(const void *list, uint32_t number, const void *wanted) {
	const struct wanted_stack *x = wanted;
	const struct stack_step *steps = x->walk->steps;
	uint32_t step = ((const struct stack *)list)[number].outermost;

	if ((size_t)steps[step].depth + 1 != x->sampled->n)
		return false;
	for (size_t i = x->sampled->n; i-- > 0; step = steps[step].inner)
		if (steps[step].place != x->sampled->places[i])
			return false;
	return true;
}

/* Adds to the stack of these places, once there. */
static void add_sampled(struct walk *w, struct index *index, const struct sampled *s,
                        double ticks) {
	const struct wanted_stack wanted = { w, s };
	uint32_t number, step = NO_STEP;
	uint64_t hash = 0;

	for (size_t i = 0; i < s->n; i++)
		hash = hash_number(hash, s->places[i]);
	if (!index_append(index, hash, is_stack, w->list, &wanted, &number)) {
		w->list[number].ticks += ticks;
		return;
	}
	for (size_t i = 0; i < s->n; i++)
		step = step_to(w, s->places[i], step, ticks);
	finish(w, step);
}

/* Stacks that were counted. */
static void take_samples(struct walk *w) {
	const struct profile *p = w->profile;
	const struct records *r = p->records;
	struct sampled stack = { NULL, 0 };
	struct index index = { .arena = w->own };

	for (size_t i = 0; i < r->nfiles; i++) {
		const struct profile_file *file = &r->files[i];
		const double weight = p->rate * file->period_us / 1e6;

		for (size_t k = 0; k < file->nsamples; k++) {
			const struct sample *s = &file->samples[k];
			const struct func *innermost = profile_at(p, s->stack[0]);

			if (p->rules->choice.profiler == PROFILER_OUT && innermost &&
			    func_is_profilers(innermost))
				continue;
			stack.n = 0;
			for (size_t a = 0; a < s->n; a++)
				add_address(w, &stack, s->stack[a]);
			add_sampled(w, &index, &stack, weight * (double)s->count);
		}
	}
}

struct stacks stacks_find(const struct dataset *data, struct arena *arena) {
	const struct profile *p = data->profile;
	SCRATCH struct arena *own = arena_new();
	struct walk w = {
		.out = { .data = data },
		.profile = p,
		.frames = data->frames,
		.frames_of = list_frames(data, own),
		.divided = p->total_ticks * least_divided,
		.part = p->total_ticks * least_part,
		.nnodes = p->nfuncs + p->ncycles,
		.arena = arena,
		.own = own,
		.passing = arena_within(own),
	};

	w.queues = arena_space(own, w.nnodes, sizeof *w.queues);
	w.waiting = arena_alloc(own, w.nnodes, sizeof *w.waiting);
	for (size_t i = 0; i < w.nnodes; i++)
		w.queues[i].first = NO_STEP;
	for (size_t i = 0; !p->paths && i < p->nfuncs; i++)
		start(&w, &p->funcs[i]);
	if (p->paths) {
		take_samples(&w);
	} else {
		for (size_t i = 0; i < p->narcs; i++)
			if (arc_hands_time(&p->arcs[i]))
				w.waiting[node_of(&w, p->arcs[i].caller)]++;
		pass_all(&w);
	}
	if (p->lost_ticks > 0)
		finish(&w, step_to(&w, place_of(&w, PLACE_NOWHERE), NO_STEP, p->lost_ticks));
	w.out.steps = w.steps;
	w.out.list = w.list;
	w.out.nplaces = (size_t)place_of(&w, PLACE_NOWHERE) + 1;
	return w.out;
}
