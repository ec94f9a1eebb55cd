/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/build/build.h"
#include "model/build/building.h"

/* Which function of the source a frame is of. */

/* A name, and where it is: which function that is.  One with code of its own is known by its name
 * and its file, and by these words in place of the file. */
struct known_node {
	const char *name;
	size_t len;
	const char *path;
	unsigned declared; /* the line; or: */
	uint32_t node;
};

static const unsigned by_code = UINT32_MAX; /* it has code of its own */

static const char anywhere[] = "*", /* whatever its file */
	no_file[] = "?",            /* its file is not known */
	visible[] = "+";            /* it can be inlined into other files */

/* A function that was always inlined. */
struct inlined_func {
	const char *name;
	struct source_location location; /* where it is declared, else its
	                                    first line that has samples */
	unsigned last;                   /* its last line in that file */
};

struct parting {
	struct building b;
	const struct dataset *data;
	const struct profile *old;
	const struct frames *frames;

	struct work work;         /* of looking for names */
	struct known_node *known; /* shape: [nknown] */
	size_t nknown;
	struct index of_known;
	struct inlined_func *inlined; /* numbered from old->nfuncs on; shape:
	                                 [ninlined] */
	size_t ninlined;
	uint32_t *of_frame; /* the function of each, or NO_FUNC; shape:
	                       [frames->n] */

	uint32_t *arc_of;    /* of calls of frames, or NO_ITEM; shape:
	                           [frames->ncalls] */
	double *below;       /* ticks that calls from a frame, and from what was
	                           inlined there, cost; shape: [frames->n] */
	double *total;       /* ticks of the function with what it calls; shape:
	                           [nfuncs] */
	double *cycle_total; /* of each cycle; shape: [ncycles] */
	uint32_t *node_of;   /* of frames, as in struct code_copies; NO_NODE: of none; shape:
	                       [frames->n] */
};

static bool is_known(const void *list, uint32_t number, const void *wanted) {
	const struct known_node *x = (const struct known_node *)list + number, *y = wanted;

	return x->path == y->path && x->declared == y->declared && x->len == y->len &&
	       !memcmp(x->name, y->name, y->len);
}

static uint64_t hash_known(const struct known_node *wanted) {
	return hash_number(hash_bytes(wanted->declared, wanted->name, wanted->len),
	                   (uintptr_t)wanted->path);
}

/* The one that is known by the same, or NULL.  Names may be long, and share their bytes. */
static struct known_node *find_known(struct parting *p, const struct known_node *wanted) {
	enum { EACH = 8, BYTES_OF_STEP = 4 };

	if (!work_pay(&p->work, EACH + wanted->len / BYTES_OF_STEP))
		return NULL;
	uint32_t number = index_find(&p->of_known, hash_known(wanted), is_known, p->known, wanted);
	return number == NO_ITEM ? NULL : &p->known[number];
}

static void add_known(struct parting *p, struct known_node new, uint32_t node) {
	new.node = node;
	index_add(&p->of_known, hash_known(&new), (uint32_t)p->nknown);
	arena_append(p->b.step, p->known, p->nknown, new);
}

/* Of several functions that are known by the same, the one with the most time. */
static void keep_hottest(struct parting *p, struct known_node name, uint32_t func) {
	struct known_node *known = find_known(p, &name);
	const struct func *funcs = p->old->funcs;

	if (!known)
		add_known(p, name, func);
	else if (funcs[func].self_ticks > funcs[known->node].self_ticks)
		known->node = func;
}

/* The hottest function with code of its own in a file, or NO_FUNC. */
static uint32_t own_code(struct parting *p, const char *name, const char *path) {
	const struct known_node wanted = { name, strlen(name), path, by_code, 0 };
	const struct known_node *known = find_known(p, &wanted);

	return known ? known->node : NO_FUNC;
}

static bool is_mangled(const char *name) {
	return !strncmp(name, "_Z", 2) || !strncmp(name, "_R", 2);
}

/* Makes a function with code of its own known. */
static void add_own(struct parting *p, uint32_t number, size_t len) {
	const struct func *f = &p->old->funcs[number];
	const struct source_location *at = dataset_location(p->data, f);
	const char *file = at && at->path ? at->path : no_file;

	keep_hottest(p, (struct known_node){ f->name, len, file, by_code, 0 }, number);
	keep_hottest(p, (struct known_node){ f->name, len, anywhere, by_code, 0 }, number);
	if (!f->is_static || is_mangled(f->name))
		keep_hottest(p, (struct known_node){ f->name, len, visible, by_code, 0 }, number);
}

/* Clones come after whole functions, and only if there is none. */
static void list_own(struct parting *p) {
	const struct profile *old = p->old;

	for (uint32_t i = 0; i < old->nfuncs; i++)
		if (old->funcs[i].kind == FUNC_SYMBOL)
			add_own(p, i, strlen(old->funcs[i].name));
	size_t nwhole = p->nknown;
	for (uint32_t i = 0; i < old->nfuncs; i++) {
		const char *name = old->funcs[i].name;
		const size_t len = strlen(name), stem = clone_stem(name, len);
		const struct known_node wanted = { name, stem, anywhere, by_code, 0 };

		if (old->funcs[i].kind != FUNC_SYMBOL || stem == len || clone_is_part(name))
			continue;
		const struct known_node *whole = find_known(p, &wanted);
		if (!whole || (size_t)(whole - p->known) >= nwhole)
			add_own(p, i, stem);
	}
}

/* The best function with that name, or NO_FUNC. */
static uint32_t own_named(struct parting *p, const char *name, const char *path) {
	if (!path)
		return own_code(p, name, anywhere);
	uint32_t here = own_code(p, name, path), there = own_code(p, name, no_file);
	if (here == NO_FUNC && there == NO_FUNC)
		return own_code(p, name, visible);
	if (here == NO_FUNC ||
	    (there != NO_FUNC && p->old->funcs[there].self_ticks > p->old->funcs[here].self_ticks))
		return there;
	return here;
}

/* Compilers name a constructor or destructor that they inline C4 and D4, and the code of one C1 or
 * C2, D0, D1 or D2.  Source: GCC, cp/mangle.c, write_special_name_constructor(). */
static uint32_t own_structor(struct parting *p, const char *name, const char *path) {
	enum { MOST = 16 }; /* places in a name that look like one */
	uint32_t func = NO_FUNC;
	char copy[4096], *at = copy;

	if (!is_mangled(name) || strlen(name) >= sizeof copy)
		return NO_FUNC;
	strcpy(copy, name);
	for (int n = 0; n < MOST && func == NO_FUNC && (at = strchr(at, '4')); *at++ = '4') {
		if (at[-1] != 'C' && at[-1] != 'D')
			continue;
		for (*at = '0'; func == NO_FUNC && *at <= '2'; ++*at)
			func = own_named(p, copy, path);
		n++;
	}
	return func;
}

/* What a frame's function is known by. */
static struct known_node known_as(const struct frame *f) {
	const size_t len = strlen(f->function);

	if (is_mangled(f->function))
		return (struct known_node){ f->function, len, NULL, 0, 0 };
	return (struct known_node){ f->function, len, f->location.path, f->declared, 0 };
}

/* A function without code of its own. */
static uint32_t add_inlined(struct parting *p, const struct frame *f) {
	const uint32_t number = (uint32_t)p->ninlined++;
	struct inlined_func new = { f->function, f->location, f->location.line };

	if (f->declared && (!new.location.line || f->declared < new.location.line))
		new.location.line = f->declared;
	arena_put(p->b.scratch, p->inlined, number, new);
	return (uint32_t)p->old->nfuncs + number;
}

static void widen(struct inlined_func *f, const struct source_location *to) {
	if (f->location.path != to->path || !to->line)
		return;
	if (to->line < f->location.line)
		f->location.line = to->line;
	if (to->line > f->last)
		f->last = to->line;
}

/* The function that an inlined frame is of. */
static uint32_t node_of_inlined(struct parting *p, const struct frame *f) {
	const size_t nfuncs = p->old->nfuncs;
	const struct known_node wanted = known_as(f), *known = find_known(p, &wanted);

	if (known) {
		if (known->node >= nfuncs)
			widen(&p->inlined[known->node - nfuncs], &f->location);
		return known->node;
	}
	uint32_t node = own_named(p, f->function, f->location.path);
	if (node == NO_FUNC)
		node = own_structor(p, f->function, f->location.path);
	if (node == NO_FUNC)
		node = add_inlined(p, f);
	add_known(p, wanted, node);
	return node;
}

/* What is inlined into itself is of the same function; the code's owner need not be named as in the
 * source. */
static void name_frames(struct parting *p) {
	enum { BYTES_OF_NAME = 64 };

	work_allow(&p->work, BYTES_OF_NAME * (p->frames->n + p->old->nfuncs));
	p->of_known.arena = p->b.step;
	p->of_frame = arena_space(p->b.scratch, p->frames->n, sizeof *p->of_frame);
	list_own(p);
	/* Debug information has functions that are local to a file by the last word of their name
	 * only, so their own code says which these are: by file and line; of several, the one with
	 * the most time. */
	for (size_t i = 0; i < p->frames->n; i++) {
		const struct frame *f = &p->frames->list[i];

		if (f->outer == NO_FRAME && f->func && f->function && f->declared &&
		    !is_mangled(f->function) && is_mangled(f->func->name) &&
		    !clone_is_part(f->func->name))
			keep_hottest(p, known_as(f), profile_number(p->old, f->func));
	}
	for (size_t i = 0; i < p->frames->n; i++) {
		const struct frame *f = &p->frames->list[i];
		const struct frame *o = f->outer == NO_FRAME ? NULL : &p->frames->list[f->outer];

		if (!f->func)
			p->of_frame[i] = NO_FUNC;
		else if (!o)
			p->of_frame[i] = profile_number(p->old, f->func);
		else if (!f->function || (o->function && f->declared == o->declared &&
		                          !strcmp(f->function, o->function)))
			p->of_frame[i] = p->of_frame[f->outer];
		else
			p->of_frame[i] = node_of_inlined(p, f);
	}
	arena_reset(p->b.step);
}

/* Functions and arcs of the nodes, and what passes along them.  A copy inside another one of the
 * same function is part of that. */

static uint32_t old_number(const struct parting *p, const struct func *f) {
	return profile_number(p->old, f);
}

static const struct func *new_func(const struct parting *p, const struct func *f) {
	return f ? &p->b.funcs[old_number(p, f)] : NULL;
}

/* Those of the data, and those that were always inlined. */
static void take_functions(struct parting *p) {
	struct building *b = &p->b;

	b->nfuncs = p->old->nfuncs + p->ninlined;
	b->funcs = arena_space(b->arena, b->nfuncs, sizeof *b->funcs);
	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		if (i < p->old->nfuncs)
			*f = p->old->funcs[i];
		else
			*f = (struct func){ .name = p->inlined[i - p->old->nfuncs].name,
				            .kind = FUNC_INLINED,
				            .is_function = true,
				            .is_listed = true,
				            .is_inlined = true };
		f->ncallers = f->ncallees = 0;
		f->calls = f->self_calls = f->cut_calls = 0;
	}
}

static void take_cycles(struct parting *p) {
	struct building *b = &p->b;

	b->ncycles = p->old->ncycles;
	b->cycles = arena_copy(b->arena, p->old->cycles, b->ncycles, sizeof *b->cycles);
	for (size_t i = 0; i < b->ncycles; i++) {
		struct cycle *c = &b->cycles[i];
		const struct func **members = arena_space(b->arena, c->nmembers, sizeof *members);

		for (size_t k = 0; k < c->nmembers; k++) {
			struct func *f = &b->funcs[old_number(p, c->members[k])];

			members[k] = f;
			f->cycle = c;
		}
		c->members = members;
	}
}

/* Hands some calls of an old arc to a caller.  An arc that passed no time on, as it would have
 * closed a cycle, still does not; stacks have no such arcs. */
static uint32_t hand(struct parting *p, const struct arc *old, uint32_t caller, uint64_t calls) {
	const size_t before = p->b.narcs;
	const uint32_t number = arc_between(&p->b, caller, old_number(p, old->callee));
	const double part = old->calls ? (double)calls / (double)old->calls : 1;
	struct arc *arc = &p->b.arcs[number];

	if (before == number)
		arc->is_cut = !p->old->paths;
	arc->is_cut &= !arc_is_inner(arc) && !arc_hands_time(old);
	arc->calls += calls;
	arc->is_split |= old->is_split;
	arc->is_jump |= old->is_jump;
	if (!arc_is_inner(arc)) {
		arc->self_ticks += old->self_ticks * part;
		arc->descendant_ticks += old->descendant_ticks * part;
	}
	return number;
}

/* The frame or the nearest one around it that is of the function, or NO_FRAME. */
static uint32_t frame_within(const struct parting *p, uint32_t frame, uint32_t func) {
	while (frame != NO_FRAME && p->of_frame[frame] != func)
		frame = p->frames->list[frame].outer;
	return frame;
}

/* Copies, as nodes of the graph that bounds are told by. */

/* The node that a frame is code of: the one around it that is of the same function, if any, as a
 * copy inside another one is part of that. */
static uint32_t node_of_frame(struct parting *p, struct pairs *known, uint32_t frame) {
	const struct frame *f = &p->frames->list[frame];
	const uint32_t nfuncs = (uint32_t)p->b.nfuncs;
	struct code_copies *copies = &p->b.copies;
	struct code_copy new = { .func = p->of_frame[frame] };
	uint32_t number;

	if (new.func == NO_FUNC || f->outer == NO_FRAME)
		return new.func == NO_FUNC ? NO_NODE : new.func;
	uint32_t at = frame_within(p, f->outer, new.func);
	if (at != NO_FRAME)
		return p->node_of[at];
	new.outer = p->node_of[f->outer];
	new.host = old_number(p, f->func);
	if (pairs_add(known, new.outer, new.func, &number))
		arena_append(p->b.scratch, copies->list, copies->n, new);
	return nfuncs + number;
}

/* Also finds what nodes call, and what was inlined into them; where several frames may have made a
 * call, all of them.  The calls that no frame makes come later. */
static void find_copies(struct parting *p) {
	const struct frames *frames = p->frames;
	struct pairs known = { .index.arena = p->b.scratch };
	struct flow_arcs *ways = &p->b.copies.ways;

	p->node_of = arena_space(p->b.scratch, frames->n, sizeof *p->node_of);
	for (size_t i = 0; i < frames->n; i++) {
		const uint32_t node = node_of_frame(p, &known, (uint32_t)i);

		p->node_of[i] = node;
		if (node != NO_NODE && node >= p->b.nfuncs)
			p->b.copies.list[node - p->b.nfuncs].own += frames->list[i].own;
	}
	*ways = flow_arcs_new(frames->n + frames->ncalls + p->old->narcs, p->b.scratch);
	for (size_t i = 0; i < frames->n; i++) {
		const uint32_t outer = frames->list[i].outer;

		if (p->node_of[i] != NO_NODE && outer != NO_FRAME &&
		    p->node_of[outer] != p->node_of[i])
			flow_arcs_add(ways, p->node_of[outer], p->node_of[i]);
	}
	for (size_t i = 0; i < frames->ncalls; i++)
		if (p->node_of[frames->calls[i].frame] != NO_NODE)
			flow_arcs_add(ways, p->node_of[frames->calls[i].frame],
			              old_number(p, frames->calls[i].callee));
}

/* What calls of an inlined frame cost.  Those of a function around it are already in that
 * function's own total. */
static void cost_calls(struct parting *p, const struct frame_call *call) {
	const double ticks = arc_ticks(call->arc, call->sole);
	const uint32_t callee = old_number(p, call->callee);
	const struct cycle *cycle = call->callee->cycle;

	p->below[call->frame] += ticks;
	if (frame_within(p, call->frame, callee) == NO_FRAME)
		return;
	if (cycle)
		p->cycle_total[cycle - p->old->cycles] -= ticks;
	else
		p->total[callee] -= ticks;
}

/* Calls are the function's whose code makes them; those that no known code does are the owner's. */
static void place_calls(struct parting *p) {
	const struct frames *frames = p->frames;

	p->arc_of = arena_space(p->b.scratch, frames->ncalls, sizeof *p->arc_of);
	for (size_t i = 0; i < frames->ncalls; i++)
		p->arc_of[i] = NO_ITEM;
	for (size_t a = 0; a < p->old->narcs; a++) {
		const struct arc *old = &p->old->arcs[a];
		uint64_t left = old->calls;

		if (old->is_sampled)
			continue;
		for (size_t i = frames->ncalls ? frames->first_of_arc[a] : 0;
		     frames->ncalls && i < frames->first_of_arc[a + 1]; i++) {
			const struct frame_call *call = &frames->calls[frames->by_arc[i]];

			if (!call->sole)
				continue;
			left -= call->sole;
			p->arc_of[frames->by_arc[i]] = hand(p, old, p->of_frame[call->frame],
			                                    call->sole);
			if (frames->list[call->frame].outer != NO_FRAME)
				cost_calls(p, call);
		}
		if (left || !old->calls) {
			hand(p, old, old_number(p, old->caller), left);
			flow_arcs_add(&p->b.copies.ways, old_number(p, old->caller),
			              old_number(p, old->callee));
		}
	}
	for (size_t i = frames->n; i-- > 0;)
		if (frames->list[i].outer != NO_FRAME)
			p->below[frames->list[i].outer] += p->below[i];
}

/* Moves the own time of a frame from the code's owner to the function.  The rest keeps its part of
 * the noise: lines of one function share bins that it does not share. */
static void move_time(struct parting *p, const struct frame *f, uint32_t node) {
	struct func *from = &p->b.funcs[old_number(p, f->func)], *to = &p->b.funcs[node];

	if (to == from)
		return;
	from->variance *= f->own < from->self_ticks ? 1 - f->own / from->self_ticks : 0;
	from->self_ticks -= f->own;
	to->self_ticks += f->own;
	to->variance += f->own_variance;
	to->inlined_ticks += f->own;
}

/* Adds an arc to where a copy begins, and its total to the function's. */
static void enter(struct parting *p, uint32_t frame, uint32_t node) {
	const struct frame *f = &p->frames->list[frame];
	const double ticks = f->ticks + p->below[frame];
	const struct cycle *cycle = p->b.funcs[node].cycle;
	const uint32_t number = arc_between(&p->b, p->of_frame[f->outer], node);
	struct arc *arc = &p->b.arcs[number];

	arc->is_inlined = true;
	arc->is_cut = false;
	arc->inlined_ticks += f->ticks;
	if (!arc_is_inner(arc)) {
		arc->self_ticks += f->own;
		arc->descendant_ticks += ticks - f->own;
	}
	p->b.funcs[node].is_inlined = true;
	if (frame_within(p, f->outer, node) != NO_FRAME)
		return;
	p->total[node] += ticks;
	if (cycle && cycle != new_func(p, f->func)->cycle)
		p->cycle_total[cycle - p->b.cycles] += ticks;
}

/* Also finds the hottest address of functions without code of their own. */
static void place_frames(struct parting *p) {
	double *hottest = arena_alloc(p->b.step, p->b.nfuncs, sizeof *hottest);

	for (size_t i = 0; i < p->frames->n; i++) {
		const struct frame *f = &p->frames->list[i];
		const uint32_t node = p->of_frame[i];

		if (node == NO_FUNC || f->outer == NO_FRAME)
			continue;
		move_time(p, f, node);
		if (p->of_frame[f->outer] != node)
			enter(p, (uint32_t)i, node);
		struct func *to = &p->b.funcs[node];
		if (to->kind != FUNC_INLINED || !f->address || (to->low && f->own <= hottest[node]))
			continue;
		hottest[node] = f->own;
		to->low = to->high = f->address;
	}
}

/* Bins that count code of several nodes. */
static void find_shared(struct parting *p) {
	const struct frames *frames = p->frames;
	struct shared_bin *list = arena_space(p->b.step, frames->nbins, sizeof *list);
	struct split_part *parts = arena_space(p->b.step, frames->nparts, sizeof *parts);
	struct shared_bins *out = &p->b.copies.shared;

	for (size_t bin = 0; bin < frames->nbins; bin++) {
		struct shared_bin *to = &list[out->n++];
		size_t n = 0;

		*to = (struct shared_bin){ .parts = parts };
		for (size_t i = frames->first_parts[bin]; i < frames->first_parts[bin + 1]; i++) {
			const struct frame_part *x = &frames->parts[i];
			const uint32_t node = x->frame == NO_FRAME ? x->func : p->node_of[x->frame];

			if (node == NO_NODE)
				continue;
			parts[n++] = (struct split_part){ .func = node, .share = x->ticks };
			to->ticks += x->ticks;
		}
		for (size_t i = 0; i < n; i++)
			parts[i].share /= to->ticks;
		parts += to->n = n;
	}
	out->list = list;
}

/* Rounding may leave less than nothing. */
static void set_totals(struct parting *p) {
	for (size_t i = 0; i < p->b.nfuncs; i++) {
		struct func *f = &p->b.funcs[i];

		f->self_ticks = f->self_ticks > 0 ? f->self_ticks : 0;
		f->descendant_ticks = p->total[i] > f->self_ticks ? p->total[i] - f->self_ticks : 0;
	}
	for (size_t i = 0; i < p->b.ncycles; i++) {
		struct cycle *c = &p->b.cycles[i];

		c->self_ticks = 0;
		for (size_t k = 0; k < c->nmembers; k++)
			c->self_ticks += c->members[k]->self_ticks;
		c->descendant_ticks = p->cycle_total[i] > c->self_ticks
		                              ? p->cycle_total[i] - c->self_ticks
		                              : 0;
		c->graph_self = c->self_ticks;
		c->graph_child = c->descendant_ticks;
	}
}

/* Functions that do not call each other may, once inlined code is theirs: what one of them calls
 * from one place and what calls it from another become one.  The cycles that are told stay those of
 * the calls. */
static void cut_cycles(struct parting *p) {
	struct building *b = &p->b;

	cycles_open(b);
	for (size_t i = 0; i < b->narcs; i++)
		if (b->arcs[i].is_cut)
			b->arcs[i].self_ticks = b->arcs[i].descendant_ticks = 0;
	b->profile->opened = p->old->opened;
	b->profile->nopened = p->old->nopened;
	b->profile->opened_of = NULL;
	if (p->old->opened_of) {
		uint32_t *opened_of = arena_alloc(b->arena, b->nfuncs, sizeof *opened_of);

		b->profile->opened_of = memcpy(opened_of, p->old->opened_of,
		                               p->old->nfuncs * sizeof *opened_of);
	}
}

static void sum_up(struct parting *p) {
	const struct profile *old = p->old;
	struct arena *scratch = p->b.scratch;

	find_copies(p);
	p->total = arena_alloc(scratch, p->b.nfuncs, sizeof(double));
	p->cycle_total = arena_alloc(scratch, p->b.ncycles, sizeof(double));
	p->below = arena_alloc(scratch, p->frames->n, sizeof(double));
	for (size_t i = 0; i < old->nfuncs; i++)
		p->total[i] = old->funcs[i].self_ticks + old->funcs[i].descendant_ticks;
	for (size_t i = 0; i < old->ncycles; i++)
		p->cycle_total[i] = old->cycles[i].self_ticks + old->cycles[i].descendant_ticks;
	place_calls(p);
	place_frames(p);
}

/* What run_finder.c divides each file by. */
static const struct inlined_shares *find_shares(const struct parting *p) {
	const struct frames *frames = p->frames;
	struct inlined_shares *out = arena_alloc(p->b.arena, 1, sizeof *out);
	struct inlined_share *list = arena_space(p->b.arena, frames->nshares, sizeof *list);

	for (size_t i = 0; i < frames->nshares; i++) {
		const struct frame_share *x = &frames->shares[i];
		const uint32_t func = p->of_frame[x->frame];

		if (func != NO_FUNC && func != old_number(p, frames->list[x->frame].func))
			list[out->n++] = (struct inlined_share){ x->low, x->high, func, x->part };
	}
	out->list = list;
	return out;
}

/* Counts totals and what passes along arcs anew, by the functions that stacks have with what was
 * inlined. */
static void count_paths(struct parting *p) {
	struct building *b = &p->b;

	b->map = *p->old->map;
	b->frames = p->frames;
	b->of_frame = p->of_frame;
	for (size_t i = 0; i < b->nfuncs; i++) {
		b->funcs[i].descendant_ticks = 0;
		if (b->funcs[i].kind == FUNC_OUTSIDE)
			b->outside = (uint32_t)i;
	}
	for (size_t i = 0; i < b->narcs; i++)
		b->arcs[i].self_ticks = b->arcs[i].descendant_ticks = 0;
	paths_find(b);
}

static const struct profile *part(struct parting *p) {
	struct building *b = &p->b;
	struct profile *out = arena_copy(b->arena, p->old, 1, sizeof *out);

	b->profile = out;
	b->arc_index.arena = arena_new();
	name_frames(p);
	take_functions(p);
	take_cycles(p);
	sum_up(p);
	arena_reset(b->step);
	if (!p->old->paths)
		cut_cycles(p);
	arena_reset(b->step);
	set_totals(p);
	if (p->old->paths)
		count_paths(p);
	arena_reset(b->step);
	arena_free(b->arc_index.arena);
	for (size_t i = 0; i < b->narcs; i++)
		b->funcs[b->arcs[i].callee - b->funcs].calls += b->arcs[i].calls;
	arcs_link(b);
	if (p->old->bounds) {
		bool *closed = arena_space(b->step, b->nfuncs, sizeof *closed);

		for (size_t i = 0; i < b->nfuncs; i++)
			closed[i] = i >= p->old->nfuncs || p->old->bounds[i].is_closed;
		b->copies.closed = closed;
		find_shared(p);
		bounds_find(b);
	}
	figures_finish(b);
	arena_reset(b->step);
	if (!b->rules->no_indexes)
		ranks_give(b);
	graph_give(b);
	out->is_apart = true;
	out->inlined = find_shares(p);
	out->caller_costs = NULL;
	return out;
}

static const struct frames *new_frames(const struct parting *p) {
	const struct frames *old = p->frames;
	struct frames *out = arena_copy(p->b.arena, old, 1, sizeof *out);
	struct frame *list = arena_copy(p->b.arena, old->list, old->n, sizeof *list);
	struct frame_call *calls = arena_copy(p->b.arena, old->calls, old->ncalls, sizeof *calls);

	for (size_t i = 0; i < old->n; i++) {
		const uint32_t node = p->of_frame[i];

		list[i].func = new_func(p, list[i].func);
		list[i].source = node == NO_FUNC ? NULL : &p->b.funcs[node];
	}
	for (size_t i = 0; i < old->ncalls; i++) {
		calls[i].callee = new_func(p, calls[i].callee);
		calls[i].arc = p->arc_of[i] == NO_ITEM ? NULL : &p->b.arcs[p->arc_of[i]];
	}
	out->list = list;
	out->calls = calls;
	frames_list_calls(out, p->b.profile, p->b.arena);
	return out;
}

static const struct func_locations *new_locations(const struct parting *p) {
	const struct func_locations *old = p->data->locations;
	struct source_location *list;
	unsigned *last;

	if (!old || old->n != p->old->nfuncs)
		return NULL;
	/* Functions keep their numbers. */
	struct func_locations *out = arena_copy(p->b.arena, old, 1, sizeof *out);
	out->n = p->b.nfuncs;
	out->list = list = arena_space(p->b.arena, out->n, sizeof *list);
	out->last = last = arena_space(p->b.arena, out->n, sizeof *last);
	for (size_t i = 0; i < out->n; i++) {
		const bool is_inlined = i >= old->n;

		list[i] = is_inlined ? p->inlined[i - old->n].location : old->list[i];
		last[i] = is_inlined ? p->inlined[i - old->n].last : old->last[i];
	}
	return out;
}

void nodes_find(struct dataset *out, const struct dataset *data, bool has_frames,
                struct arena *arena, struct progress *progress) {
	const struct profile *old = data->profile;
	struct parting p = {
		.data = data,
		.old = old,
		.frames = data->frames,
		.work.progress = progress,
		.b = { .image = old->image,
		       .records = old->records,
		       .rules = old->rules,
		       .arena = arena,
		       .scratch = arena_new(),
		       .step = arena_new() },
	};

	*out = *data;
	out->profile = part(&p);
	out->names = names_new(out->profile, arena);
	out->frames = has_frames ? new_frames(&p) : NULL;
	out->code_lines = NULL;
	if (has_frames && data->frames->first_of_arc)
		out->code_lines = code_lines_new(out->profile, out->frames, arena);
	out->locations = new_locations(&p);
	out->runs = NULL;
	out->comparison = NULL;
	out->compare_notes = NULL;
	out->ncompare_notes = 0;
	arena_free(p.b.step);
	arena_free(p.b.scratch);
#ifdef GPTUI_DEBUG
	assert(!profile_check(out->profile));
#endif
}
