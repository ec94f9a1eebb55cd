/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inlined functions apart, on frames and lines made by hand. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "model/frames.h"
#include "model/names.h"
#include "model/profile.h"
#include "profile_builder.h"

#include "assertions.h"

static const char main_c[] = "/src/main.c", hash_h[] = "/src/hash.h";

/* The example of profile_builder.h: main, walk, eval, _leaf, idle, zz. */
struct program {
	struct builder b;
	struct arena *scratch;
	const struct profile *in;
	struct dataset data, apart;
	const struct profile *out;
	struct source_location list[16];
	unsigned last[16];
	struct func_locations locations;
	struct frame_builder *frames;
};

static int begin(void **state) {
	static struct program g;

	memset(&g, 0, sizeof g);
	builder_begin(&g.b);
	builder_example(&g.b);
	g.scratch = arena_new();
	*state = &g;
	return 0;
}

static int end(void **state) {
	struct program *g = *state;

	arena_free(g->scratch);
	builder_end(&g->b);
	return 0;
}

/* Builds the profile; all of its functions begin in main.c. */
static void open_program(struct program *g, const struct rules *rules) {
	g->in = builder_profile(&g->b, rules);
	assert_non_null(g->in);
	g->data = builder_data(&g->b, g->in);
	for (size_t i = 0; i < g->in->nfuncs; i++)
		g->list[i] = (struct source_location){ main_c, main_c + 5, 1 };
	g->locations =
		(struct func_locations){ .list = g->list, .last = g->last, .n = g->in->nfuncs };
	g->data.locations = &g->locations;
	g->frames = frame_builder_new(g->in, g->b.arena, g->scratch, NULL);
}

static struct frame_step step(const char *path, unsigned line, const char *function) {
	return (struct frame_step){ { path, path + 5, line }, function, 0 };
}

/* Ticks, in a bin of their own, of a line of hash.h in a function that was
 * inlined into `host`. */
static uint32_t inline_into(struct program *g, const char *host, const char *function,
                            unsigned line, double ticks) {
	const struct func *owner = func_of(g->in, host);
	const struct frame_step way[] = { step(hash_h, line, function), step(main_c, 7, host) };
	const uint32_t frame = frame_of(g->frames, way, 2, owner);

	frame_add_ticks(g->frames, frame, owner->low, ticks, ticks);
	frame_end_bin(g->frames, ticks);
	return frame;
}

/* Calls made by that line. */
static void call_from(struct program *g, const char *host, const char *function, unsigned line,
                      const char *callee, uint64_t calls) {
	const struct func *owner = func_of(g->in, host);
	const struct frame_step way[] = { step(hash_h, line, function), step(main_c, 7, host) };

	frame_add_calls(g->frames, frame_of(g->frames, way, 2, owner),
	                &(struct frame_call){ .callee = func_of(g->in, callee),
	                                      .calls = calls,
	                                      .sole = calls,
	                                      .address = owner->low });
}

static void set_apart(struct program *g) {
	g->data.frames = frame_builder_done(g->frames);
	g->data.code_lines = code_lines_new(g->in, g->data.frames, g->b.arena);
	nodes_find(&g->apart, &g->data, true, g->b.arena, NULL);
	g->out = g->apart.profile;
	const char *broken = profile_check(g->out);
	if (broken)
		fail_msg("%s", broken);
}

static double total(const struct func *f) {
	return f->self_ticks + f->descendant_ticks;
}

/* Lines can have more noise together than their function, because they share bins. */
static void what_is_left_of_a_function_keeps_its_part_of_the_noise(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	const struct func *walk = func_of(g->in, "walk");
	const double ticks = walk->self_ticks, variance = walk->variance;
	for (unsigned line = 3; line < 5; line++) {
		const struct frame_step way[] = { step(hash_h, line, "hash"),
			                          step(main_c, 7, "walk") };
		const uint32_t frame = frame_of(g->frames, way, 2, walk);

		frame_add_ticks(g->frames, frame, walk->low, 4, 9);
		frame_end_bin(g->frames, 4);
	}
	set_apart(g);
	assert_near(func_of(g->out, "hash")->variance, 18);
	assert_near(func_of(g->out, "walk")->self_ticks, ticks - 8);
	assert_near(func_of(g->out, "walk")->variance, variance * (ticks - 8) / ticks);
}

static void a_function_that_is_always_inlined_has_a_row(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	inline_into(g, "walk", "hash", 3, 4);
	inline_into(g, "idle", "hash", 5, 1);
	set_apart(g);
	const struct func *hash = func_of(g->out, "hash");
	assert_int_equal(hash->kind, FUNC_INLINED);
	assert_near(hash->self_ticks, 5);
	assert_near(hash->inlined_ticks, 5);
	assert_near(hash->variance, 5);
	assert_near(total(hash), 5);
	assert_false(func_is_counted(hash));
	assert_int_equal(hash->low, 0x1020);
	assert_near(func_of(g->out, "walk")->self_ticks, 6);
	assert_near(func_of(g->out, "idle")->self_ticks, 0);
	assert_near(total(func_of(g->out, "idle")), 1);
	const struct arc *arc = arc_of(g->out, "walk", "hash");
	assert_true(arc->is_inlined);
	assert_int_equal(arc->calls, 0);
	assert_near(arc->inlined_ticks, 4);
	assert_near(arc->self_ticks, 4);
	assert_near(arc->share, 0.8);
	assert_int_equal(g->apart.locations->list[6].line, 3);
	assert_int_equal(g->apart.locations->last[6], 5);
}

static void its_own_code_counts_too(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	g->list[3].path = hash_h; /* _leaf is local: its file must fit */
	inline_into(g, "main", "_leaf", 3, 2);
	set_apart(g);
	const struct func *leaf = func_of(g->out, "_leaf");
	assert_int_equal(leaf->kind, FUNC_SYMBOL);
	assert_near(leaf->self_ticks, 42);
	assert_near(leaf->inlined_ticks, 2);
	assert_int_equal(leaf->calls, 10);
	assert_near(total(leaf), 42);
	assert_int_equal(g->out->nfuncs, g->in->nfuncs);
}

static void a_local_function_of_another_file_is_another_one(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	inline_into(g, "main", "_leaf", 3, 2);
	inline_into(g, "main", "walk", 4, 1); /* walk is global: there is one */
	set_apart(g);
	assert_near(func_of(g->out, "_leaf")->self_ticks, 40);
	assert_int_equal(g->out->nfuncs, g->in->nfuncs + 1);
	assert_near(g->out->funcs[g->in->nfuncs].self_ticks, 2);
	assert_near(func_of(g->out, "walk")->self_ticks, 11);
}

/* main's two calls of walk are made by inlined code. */
static void calls_are_those_of_the_line_that_makes_them(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	inline_into(g, "main", "start", 3, 2);
	call_from(g, "main", "start", 3, "walk", 2);
	set_apart(g);
	const struct arc *old = arc_of(g->in, "main", "walk");
	assert_null(arc_of(g->out, "main", "walk"));
	const struct arc *arc = arc_of(g->out, "start", "walk");
	assert_int_equal(arc->calls, 2);
	assert_near(arc->self_ticks, old->self_ticks);
	assert_near(arc->descendant_ticks, old->descendant_ticks);
	const struct func *start = func_of(g->out, "start");
	assert_near(total(start), 2 + old->self_ticks + old->descendant_ticks);
	assert_near(total(func_of(g->out, "main")), total(func_of(g->in, "main")));
	assert_ptr_equal(arc->callee->cycle, func_of(g->out, "walk")->cycle);
	assert_int_equal(arc->callee->cycle->calls, 2);
	assert_int_equal(g->apart.code_lines->first_of_arc[g->out->narcs],
	                 g->apart.code_lines->ncalls);
}

/* One of main's two calls of walk is: each hands half of the time. */
static void of_some_calls_it_has_their_part(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	inline_into(g, "main", "start", 3, 2);
	call_from(g, "main", "start", 3, "walk", 1);
	set_apart(g);
	const struct arc *old = arc_of(g->in, "main", "walk");
	const struct arc *one = arc_of(g->out, "start", "walk");
	const struct arc *other = arc_of(g->out, "main", "walk");
	assert_true(old->descendant_ticks > 0);
	assert_int_equal(one->calls, 1);
	assert_int_equal(other->calls, 1);
	assert_near(one->self_ticks, old->self_ticks / 2);
	assert_near(one->descendant_ticks, old->descendant_ticks / 2);
	assert_near(other->descendant_ticks, old->descendant_ticks / 2);
}

/* Line 3 of hash is inlined into two functions. */
static void lines_are_their_functions(void **state) {
	struct program *g = *state;
	const struct code_line *l = NULL;
	double all = 0;

	open_program(g, &rules_exact);
	inline_into(g, "walk", "hash", 3, 4);
	inline_into(g, "main", "hash", 3, 2);
	call_from(g, "main", "hash", 3, "walk", 1);
	set_apart(g);
	const struct code_lines *lines = g->apart.code_lines;
	for (size_t i = 0; i < lines->n; i++) {
		all += lines->list[i].ticks;
		if (lines->list[i].func == func_of(g->out, "hash"))
			l = &lines->list[i];
	}
	assert_near(all, g->out->total_ticks);
	assert_non_null(l);
	assert_near(l->ticks, 6);
	assert_near(l->least, 6);
	assert_near(l->most, 6);
	assert_int_equal(l->location.line, 3);
	assert_int_equal(l->calls, 1);
	assert_int_equal(l->address, func_of(g->in, "walk")->low);
	assert_near(l->passed, arc_ticks(arc_of(g->out, "hash", "walk"), 1));
}

/* Calls of an arc cost nothing of what is inlined along it. */
static void what_is_inlined_is_not_called(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	inline_into(g, "main", "walk", 3, 2);
	set_apart(g);
	const struct arc *old = arc_of(g->in, "main", "walk");
	const struct arc *arc = arc_of(g->out, "main", "walk");
	assert_near(arc->inlined_ticks, 2);
	assert_near(arc_ticks(arc, arc->calls), arc_ticks(old, old->calls));
}

/* A call that passed no time on still passes none. */
static void calls_inside_a_cycle_are_cut(void **state) {
	struct program *g = *state;

	open_program(g, &rules_exact);
	inline_into(g, "walk", "step", 3, 2);
	call_from(g, "walk", "step", 3, "eval", 6);
	set_apart(g);
	const struct arc *arc = arc_of(g->out, "step", "eval");
	assert_true(arc->is_cut);
	assert_near(arc->self_ticks + arc->descendant_ticks, 0);
	assert_near(total(func_of(g->out, "step")), 22); /* nothing else leads to eval */
	assert_int_equal(func_of(g->out, "eval")->cut_calls, 6);
}

/* With cycles open, calls that are cut can be a function's of itself. */
static void recursion_is_not_cut(void **state) {
	struct program *g = *state;
	struct rules open = rules_exact;
	const struct arc *cut = NULL;

	open.choice.opens_cycles = true;
	open_program(g, &open);
	for (size_t i = 0; i < g->in->narcs; i++)
		cut = g->in->arcs[i].is_cut ? &g->in->arcs[i] : cut;
	assert_non_null(cut);
	inline_into(g, cut->caller->name, cut->callee->name, 3, 1);
	call_from(g, cut->caller->name, cut->callee->name, 3, cut->callee->name, cut->calls);
	set_apart(g);
	assert_int_equal(func_of(g->out, cut->callee->name)->self_calls,
	                 cut->calls + func_of(g->in, cut->callee->name)->self_calls);
}

static void open_recording(struct program *g, struct sample *samples, size_t n) {
	g->b.records->has_stacks = true;
	g->b.records->files[0].samples = samples;
	g->b.records->files[0].nsamples = n;
	g->b.records->files[0].period_us = 10000;
	open_program(g, &rules_exact);
}

/* With stacks time passes along any call. */
static void no_call_of_stacks_is_cut(void **state) {
	static uint64_t stack[] = { 0x1044, 0x1045, 0x1025, 0x1005 };
	static struct sample sample = { .count = 1, .stack = stack, .n = 4 };
	struct program *g = *state;

	open_recording(g, &sample, 1);
	inline_into(g, "eval", "step", 3, 2);
	call_from(g, "eval", "step", 3, "eval", 3);
	set_apart(g);
	assert_int_equal(arc_of(g->out, "step", "eval")->calls, 3);
	assert_false(arc_of(g->out, "step", "eval")->is_cut);
}

/* The health view divides CPU time by it. */
static void cpu_time_is_counted_once(void **state) {
	static uint64_t stack[] = { 0x1045, 0x1025, 0x1005 };
	static struct sample samples[] = {
		{ .count = 3, .stack = stack, .n = 3, .is_cut = true },
		{ .count = 2, .stack = stack, .n = 3, .in_kernel = true }
	};
	struct program *g = *state;

	open_recording(g, samples, 2);
	inline_into(g, "eval", "step", 3, 2);
	set_apart(g);
	assert_near(g->in->cpu_ticks[CPU_PROGRAM], 3);
	assert_near(g->in->cpu_ticks[CPU_KERNEL], 2);
	for (int use = 0; use < CPU_USES; use++)
		assert_near(g->out->cpu_ticks[use], g->in->cpu_ticks[use]);
	assert_near(g->out->cut_ticks, 3);
}

/* Without a path to where its function was inlined a line is its host's. */
static void lines_without_a_path_stay(void **state) {
	struct program *g = *state;
	const struct frame_step way = step(hash_h, 3, "hash");

	open_program(g, &rules_exact);
	const struct func *main_func = func_of(g->in, "main");
	frame_add_calls(
		g->frames, frame_of(g->frames, &way, 1, main_func),
		&(struct frame_call){ .callee = func_of(g->in, "walk"), .calls = 1, .sole = 1 });
	set_apart(g);
	assert_int_equal(g->out->nfuncs, g->in->nfuncs);
	assert_int_equal(arc_of(g->out, "main", "walk")->calls, 2);
}

/* Code of idle in main calls what main is inlined into. */
static void new_cycles_are_opened(void **state) {
	struct program *g = *state;
	size_t ncut = 0;

	open_program(g, &rules_exact);
	inline_into(g, "main", "idle", 3, 2);
	inline_into(g, "idle", "main", 4, 1);
	set_apart(g);
	for (size_t i = 0; i < g->out->narcs; i++)
		ncut += g->out->arcs[i].is_cut;
	assert_int_equal(ncut, 1);
	assert_near(func_of(g->out, "idle")->self_ticks, 2);
	assert_near(func_of(g->out, "main")->self_ticks, 4);
}

static void a_function_inside_itself_is_counted_once(void **state) {
	struct program *g = *state;
	const struct frame_step way[] = { step(hash_h, 3, "f"), step(hash_h, 9, "f"),
		                          step(hash_h, 4, "g"), step(hash_h, 8, "f"),
		                          step(main_c, 7, "main") };

	open_program(g, &rules_exact);
	frame_add_ticks(g->frames, frame_of(g->frames, way, 5, func_of(g->in, "main")), 0, 3, 3);
	frame_end_bin(g->frames, 3);
	set_apart(g);
	assert_near(func_of(g->out, "f")->self_ticks, 3);
	assert_near(total(func_of(g->out, "f")), 3);
	assert_near(func_of(g->out, "g")->self_ticks, 0);
	assert_near(total(func_of(g->out, "g")), 3);
	assert_near(func_of(g->out, "main")->self_ticks, 2);
}

static void names_of_constructors_and_clones_are_found(void **state) {
	struct program *g = *state;

	builder_symbol(&g->b, "_ZN1AC2Ev", 0x10c0, 0x20);
	builder_symbol(&g->b, "sum.constprop.0", 0x10e0, 0x20);
	builder_symbol(&g->b, "rest.part.0", 0x1100, 0x20);
	open_program(g, &rules_exact);
	inline_into(g, "main", "_ZN1AC4Ev", 3, 1);
	inline_into(g, "main", "sum", 4, 1);
	inline_into(g, "main", "rest", 5, 1);
	set_apart(g);
	assert_near(func_of(g->out, "_ZN1AC2Ev")->self_ticks, 1);
	assert_near(func_of(g->out, "sum.constprop.0")->self_ticks, 1);
	assert_near(func_of(g->out, "rest.part.0")->self_ticks, 0);
	assert_near(func_of(g->out, "rest")->self_ticks, 1);
	assert_int_equal(g->out->nfuncs, g->in->nfuncs + 1);
}

/* A bin counts code of two inlined functions: neither certainly has it. */
static void bounds_know_bins_that_are_shared(void **state) {
	struct program *g = *state;
	const struct frame_step a[] = { step(hash_h, 3, "a"), step(main_c, 7, "main") };
	const struct frame_step b[] = { step(hash_h, 4, "b"), step(main_c, 7, "main") };

	open_program(g, &rules_exact);
	const struct func *main_func = func_of(g->in, "main");
	inline_into(g, "main", "a", 3, 1);
	frame_add_ticks(g->frames, frame_of(g->frames, a, 2, main_func), 0, 1, 1);
	frame_add_ticks(g->frames, frame_of(g->frames, b, 2, main_func), 0, 1, 1);
	frame_end_bin(g->frames, 2);
	set_apart(g);
	assert_near(func_of(g->out, "a")->self_ticks, 2);
	assert_near(bounds_of(g->out, func_of(g->out, "a"))->least, 1);
	assert_compared(bounds_of(g->out, func_of(g->out, "a"))->most, >=, 3);
	assert_near(bounds_of(g->out, func_of(g->out, "b"))->least, 0);
	assert_compared(bounds_of(g->out, func_of(g->out, "b"))->most, >=, 2);
}

/* What is below a copy of a function that is itself below the function is there already. */
static void copies_below_their_function_count_once(void **state) {
	struct program *g = *state;
	double least;

	open_program(g, &rules_exact);
	inline_into(g, "walk", "f", 3, 1);
	set_apart(g);
	least = bounds_of(g->out, func_of(g->out, "walk"))->least;
	open_program(g, &rules_exact);
	inline_into(g, "walk", "f", 3, 1);
	inline_into(g, "eval", "walk", 4, 5);
	set_apart(g);
	assert_compared(bounds_of(g->out, func_of(g->out, "eval"))->least, >=, 5);
	assert_near(bounds_of(g->out, func_of(g->out, "walk"))->least, least);
}

/* More copies than sets are made of. */
static void bounds_of_many_copies_hold(void **state) {
	enum { MANY = 17000 };
	struct program *g = *state;
	const double each = 5.0 / MANY; /* of main's ticks */

	open_program(g, &rules_exact);
	for (size_t i = 0; i < MANY; i++)
		inline_into(g, "main", i % 2 ? "odd" : "even", (unsigned)i + 1, each);
	for (size_t i = 0; i < MANY; i++) {
		const struct frame_step way[] = { step(hash_h, (unsigned)i + 1, "inner"),
			                          step(main_c, 8,
			                               arena_format(g->b.arena, "f%zu", i)),
			                          step(main_c, 7, "walk") };

		frame_add_ticks(g->frames, frame_of(g->frames, way, 3, func_of(g->in, "walk")), 0,
		                2 * each, 1);
		frame_end_bin(g->frames, 2 * each);
	}
	set_apart(g);
	assert_near(bounds_of(g->out, func_of(g->out, "odd"))->least, 2.5);
	assert_near(bounds_of(g->out, func_of(g->out, "inner"))->least, 10);
	assert_near(bounds_of(g->out, func_of(g->out, "inner"))->most, 11);
	assert_near(bounds_of(g->out, func_of(g->out, "f7"))->least, 2 * each);
	assert_near(bounds_of(g->out, func_of(g->out, "f7"))->most, 1 + 2 * each);
	assert_near(bounds_of(g->out, func_of(g->out, "main"))->most, 76);
	assert_near(bounds_of(g->out, func_of(g->out, "walk"))->least, 70);
}

/* Bounds against runs that are made up. */

enum { HOSTS = 4, SITES = 3, DEEP = 2, UNITS = 5, LONGEST = 8 };

/* Where code of a function is: in copies that were inlined there, outermost first. */
struct site {
	const char *names[DEEP]; /* shape: [n] */
	size_t n;
};

struct run {
	struct program *g;
	struct dice dice;
	const struct func *hosts[HOSTS];
	struct site sites[HOSTS][SITES];
	unsigned calls_at[HOSTS][HOSTS];     /* sites with calls of each other, as bits */
	size_t host[LONGEST], site[LONGEST]; /* of a stack; shape: [n] */
	size_t n;
};

static uint32_t frame_at_site(const struct run *r, size_t host, size_t number) {
	const struct site *site = &r->sites[host][number];
	struct frame_step way[DEEP + 1];

	for (size_t i = 0; i < site->n; i++)
		way[i] = step(hash_h, (unsigned)(10 * number + i + 1),
		              site->names[site->n - 1 - i]);
	way[site->n] = step(main_c, (unsigned)number + 1, r->hosts[host]->name);
	return frame_of(r->g->frames, way, site->n + 1, r->hosts[host]);
}

/* Chooses what is inlined where, and which of it makes calls; all calls have their places. */
static void make_code(struct run *r) {
	static const char *const hosts[HOSTS] = { "main", "walk", "eval", "_leaf" };
	static const char *const names[] = { "f", "g", "h", "walk", "eval" };
	size_t i;

	for (i = 0; i < HOSTS; i++) {
		r->hosts[i] = func_of(r->g->in, hosts[i]);
		for (size_t k = 0; k < SITES; k++) {
			r->sites[i][k].n = roll(&r->dice, DEEP + 1);
			for (size_t n = 0; n < r->sites[i][k].n; n++)
				r->sites[i][k].names[n] = names[roll(&r->dice, 5)];
		}
	}
	for (i = 0; i < HOSTS; i++)
		for (size_t k = 0; k < HOSTS; k++) {
			const struct func *callee = r->hosts[k];
			const size_t first = roll(&r->dice, SITES), second = roll(&r->dice, SITES);
			uint64_t calls = 0;

			for (size_t n = 0; n < r->hosts[i]->ncallees; n++)
				if (r->hosts[i]->callees[n]->callee == callee)
					calls = r->hosts[i]->callees[n]->calls;
			r->calls_at[i][k] = calls ? 1u << first | 1u << second : 0;
			for (size_t n = 0; n < 2 && calls; n++) {
				struct frame_call call = { .callee = callee };

				call.calls = call.sole = n ? calls - calls / 2 : calls / 2;
				frame_add_calls(r->g->frames,
				                frame_at_site(r, i, n ? second : first), &call);
			}
		}
}

/* A random stack down to the function; false: this one does not get there. */
static bool make_stack(struct run *r, size_t to) {
	size_t at = 0, next, tries;

	for (r->n = tries = 0; r->n < LONGEST && tries < 100; at = next, tries++) {
		const bool is_last = at == to && roll(&r->dice, 2);

		r->host[r->n] = at;
		r->site[r->n] = roll(&r->dice, SITES);
		next = roll(&r->dice, HOSTS);
		if (!is_last && !(r->calls_at[at][next] & 1u << r->site[r->n]))
			next = at; /* try again from here */
		else if (++r->n && is_last)
			return true;
	}
	return false;
}

static bool is_on_stack(const struct run *r, const char *name) {
	for (size_t i = 0; i < r->n; i++) {
		const struct site *site = &r->sites[r->host[i]][r->site[i]];

		if (!strcmp(r->hosts[r->host[i]]->name, name))
			return true;
		for (size_t k = 0; k < site->n; k++)
			if (!strcmp(site->names[k], name))
				return true;
	}
	return false;
}

static void truth_is_within_bounds(void **state) {
	static const char *const all[] = { "main", "walk", "eval", "_leaf", "f", "g", "h" };
	enum { ROUNDS = 400, NAMES = sizeof all / sizeof *all };
	struct run r = { .g = *state, .dice = { 11 } };
	size_t i;

	for (size_t round = 0; round < ROUNDS; round++) {
		double truth[NAMES] = { 0 };

		open_program(r.g, &rules_exact);
		make_code(&r);
		for (size_t to = 0; to < HOSTS; to++) {
			const double ticks = r.hosts[to]->self_ticks / UNITS;
			const bool is_shared = roll(&r.dice, 2);

			for (size_t unit = 0; unit < UNITS; unit++) {
				for (i = 0; i < 100 && !make_stack(&r, to); i++)
					;
				if (i == 100)
					continue; /* never there: counts for nobody */
				uint32_t frame = frame_at_site(&r, to, r.site[r.n - 1]);
				frame_add_ticks(r.g->frames, frame, 0, ticks, ticks);
				if (!is_shared || unit == UNITS - 1)
					frame_end_bin(r.g->frames,
					              is_shared ? UNITS * ticks : ticks);
				for (i = 0; i < NAMES; i++)
					truth[i] += is_on_stack(&r, all[i]) ? ticks : 0;
			}
		}
		set_apart(r.g);
		for (i = 0; i < NAMES; i++) {
			const struct func *f = NULL;

			for (size_t k = 0; k < r.g->out->nfuncs; k++)
				if (!strcmp(r.g->out->funcs[k].name, all[i]))
					f = &r.g->out->funcs[k];
			if (!f)
				continue;
			assert_compared(bounds_of(r.g->out, f)->least, <=, truth[i] + 1e-9);
			assert_compared(bounds_of(r.g->out, f)->most, >=, truth[i] - 1e-9);
		}
	}
}

/* A random path into one of the functions that have time, with calls that are
 * there. */
static void add_random(struct program *g, struct dice *dice) {
	static const char *const hosts[] = { "main", "walk", "eval", "_leaf" };
	static const char *const names[] = { "main", "walk", "eval", "_leaf", "f", "g", "h" };
	const struct func *owner = func_of(g->in, hosts[roll(dice, 4)]);
	struct frame_step way[4];
	const size_t n = 1 + roll(dice, 3);
	const struct arc *arc = owner->ncallees ? owner->callees[roll(dice, owner->ncallees)]
	                                        : NULL;

	for (size_t i = 0; i < n; i++)
		way[i] = step(hash_h, 1 + roll(dice, 9), names[roll(dice, 7)]);
	way[n] = step(main_c, 7, owner->name);
	uint32_t frame = frame_of(g->frames, way, n + 1, owner);
	frame_add_ticks(g->frames, frame, owner->low, owner->self_ticks / 10, owner->variance / 10);
	frame_end_bin(g->frames, owner->self_ticks / (1 + roll(dice, 9)));
	if (!arc || !arc->calls)
		return;
	frame_add_calls(g->frames, frame,
	                &(struct frame_call){ .callee = arc->callee, .calls = 1, .sole = 1 });
}

/* At most ten paths, so that no function has less than none left. */
static void all_time_stays(void **state) {
	enum { ROUNDS = 300 };
	struct program *g = *state;
	struct dice dice = { 7 };

	for (size_t i = 0; i < ROUNDS; i++) {
		double in = 0, out = 0;
		uint64_t calls = 0, old_calls = 0;

		open_program(g, &rules_exact);
		size_t n = 1 + roll(&dice, 10);
		for (size_t k = 0; k < n; k++)
			add_random(g, &dice);
		set_apart(g);
		for (size_t k = 0; k < g->in->nfuncs; k++)
			in += g->in->funcs[k].self_ticks;
		for (size_t k = 0; k < g->out->nfuncs; k++)
			out += g->out->funcs[k].self_ticks;
		assert_near(in, out);
		for (size_t k = 0; k < g->in->narcs; k++)
			old_calls += g->in->arcs[k].calls;
		for (size_t k = 0; k < g->out->narcs; k++)
			calls += g->out->arcs[k].calls;
		assert_int_equal(calls, old_calls);
		assert_near(g->out->total_ticks, g->in->total_ticks);
	}
}

static void without_frames_the_profile_is_the_same(void **state) {
	struct program *g = *state;
	struct dataset bare;

	open_program(g, &rules_exact);
	inline_into(g, "walk", "hash", 3, 4);
	set_apart(g);
	assert_non_null(g->apart.frames);
	assert_non_null(g->apart.code_lines);
	nodes_find(&bare, &g->data, false, g->b.arena, NULL);
	assert_null(bare.frames);
	assert_null(bare.code_lines);
	assert_int_equal(bare.profile->narcs, g->out->narcs);
	assert_near(func_of(bare.profile, "hash")->self_ticks, 4);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(what_is_left_of_a_function_keeps_its_part_of_the_noise),
		TEST(a_function_that_is_always_inlined_has_a_row),
		TEST(its_own_code_counts_too),
		TEST(without_frames_the_profile_is_the_same),
		TEST(a_local_function_of_another_file_is_another_one),
		TEST(calls_are_those_of_the_line_that_makes_them),
		TEST(of_some_calls_it_has_their_part),
		TEST(lines_are_their_functions),
		TEST(what_is_inlined_is_not_called),
		TEST(calls_inside_a_cycle_are_cut),
		TEST(recursion_is_not_cut),
		TEST(no_call_of_stacks_is_cut),
		TEST(cpu_time_is_counted_once),
		TEST(lines_without_a_path_stay),
		TEST(new_cycles_are_opened),
		TEST(a_function_inside_itself_is_counted_once),
		TEST(names_of_constructors_and_clones_are_found),
		TEST(bounds_know_bins_that_are_shared),
		TEST(copies_below_their_function_count_once),
		TEST(bounds_of_many_copies_hold),
		TEST(truth_is_within_bounds),
		TEST(all_time_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
