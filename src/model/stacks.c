/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/stacks.h"

#include "base/sort.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"

/* Frames by the function that they are lines of. */
static struct lists list_frames(const struct dataset *data, struct arena *arena) {
	const size_t n = data->frames ? data->frames->n : 0;
	uint32_t *func_of = arena_space(arena, n, sizeof *func_of);

	for (size_t i = 0; i < n; i++) {
		const struct func *f = frame_owner(data->profile, &data->frames->list[i]);

		func_of[i] = f ? (uint32_t)profile_number(data->profile, f) : NO_LIST;
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
	uint32_t *waiting;    /* arcs to callees that were not passed yet;
	                         shape: [nnodes] */
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
	                : (uint32_t)profile_number(w->profile, f);
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

static void sort_ways(struct ways *ways, struct arena *passing) {
	double all = 0, end = 0;

	for (size_t i = 0; i < ways->n; i++)
		all += ways->list[i].share;
	sort_falling(ways->list, ways->n, sizeof *ways->list, offsetof(struct way, share), passing);
	for (size_t i = 0; i < ways->n; i++) {
		struct way *way = &ways->list[i];

		way->share /= all;
		way->end = end += way->share;
	}
}

/* Out of the functions of a node. */
static struct ways find_ways(const struct walk *w, const struct func *const *f, size_t n) {
	struct ways ways = { .n = 0 };

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < f[i]->ncallers; k++)
			if (arc_hands_time(f[i]->callers[k]))
				add_arc(&ways, w, f[i]->callers[k]);
	sort_ways(&ways, w->passing);
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

static void count_arcs(struct walk *w) {
	const struct profile *p = w->profile;

	for (size_t i = 0; i < p->narcs; i++)
		if (arc_hands_time(&p->arcs[i]))
			w->waiting[node_of(w, p->arcs[i].caller)]++;
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

			if (p->rules->profiler == PROFILER_OUT && innermost &&
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
		count_arcs(&w);
		pass_all(&w);
	}
	if (p->lost_ticks > 0)
		finish(&w, step_to(&w, place_of(&w, PLACE_NOWHERE), NO_STEP, p->lost_ticks));
	w.out.steps = w.steps;
	w.out.list = w.list;
	w.out.nplaces = (size_t)place_of(&w, PLACE_NOWHERE) + 1;
	return w.out;
}
