/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions inlined frames are of, where debug information has only the
 * last word of their names. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/build/build.h"
#include "model/frames.h"
#include "model/names.h"
#include "profile_builder.h"

#include "assertions.h"

static const char a_cc[] = "/src/a.cc", b_cc[] = "/src/b.cc";

/* main, two functions mix that are local to a file, and a part of one. */
struct program {
	struct builder b;
	const struct profile *profile;
	struct frame_builder *frames;
	struct source_location begins[8];
	unsigned last[8];
	struct func_locations locations;
	struct dataset out;
};

/* Functions with these names, of which each has more time than the one before; at no known line. */
static int begin_with(void **state, const char *const names[4]) {
	static struct program g;

	g = (struct program){ .profile = NULL };
	builder_begin(&g.b);
	for (unsigned i = 0; i < 4 && names[i]; i++) {
		builder_symbol(&g.b, names[i], 0x1000 + 0x40 * i, 0x40);
		builder_bin(&g.b, 4 + 16 * i, 10 * (i + 1));
	}
	builder_histogram(&g.b, TEXT_LOW, TEXT_HIGH, 1024, 100);
	g.profile = builder_profile(&g.b, &rules_exact);
	if (!g.profile)
		return -1;
	g.locations =
		(struct func_locations){ .list = g.begins, .last = g.last, .n = g.profile->nfuncs };
	g.frames = frame_builder_new(g.profile, g.b.arena, g.b.arena, NULL);
	*state = &g;
	return 0;
}

static int begin(void **state) {
	static const char *const names[4] = { "main", "_ZL3mixm", "_ZN1a12_GLOBAL__N_13mixEi",
		                              "_ZL3mixm.part.0" };

	return begin_with(state, names);
}

static int begin_alike(void **state) {
	return begin_with(state, (const char *const[4]){ "main", "work", "work" });
}

static int begin_clones(void **state) {
	return begin_with(state,
	                  (const char *const[4]){ "main", "work.isra.0", "work.constprop.1" });
}

static int end(void **state) {
	struct program *g = *state;

	builder_end(&g->b);
	return 0;
}

static struct frame_step step(const char *path, unsigned line, const char *function,
                              unsigned declared) {
	return (struct frame_step){ { path, path + 5, line }, function, declared };
}

/* A line of mix in its own code. */
static uint32_t own(struct program *g, const char *symbol, const char *path, unsigned line,
                    unsigned declared) {
	const struct frame_step way = step(path, line, "mix", declared);

	return frame_of(g->frames, &way, 1, func_of(g->profile, symbol));
}

/* A line of a function that is inlined into main. */
static uint32_t inlined(struct program *g, const char *path, unsigned line, const char *function,
                        unsigned declared) {
	const struct frame_step way[] = { step(path, line, function, declared),
		                          step(a_cc, 90, "main", 88) };

	return frame_of(g->frames, way, 2, func_of(g->profile, "main"));
}

static void find(struct program *g) {
	struct dataset data = builder_data(&g->b, g->profile);

	data.frames = frame_builder_done(g->frames);
	data.locations = &g->locations;
	nodes_find(&g->out, &data, true, g->b.arena, NULL);
}

/* The number of the function that a frame's line is of. */
static uint32_t node(const struct program *g, uint32_t frame) {
	return (uint32_t)profile_number(g->out.profile, g->out.frames->list[frame].source);
}

static uint32_t number(const struct program *g, const char *name) {
	return (uint32_t)profile_number(g->profile, func_of(g->profile, name));
}

static void their_own_code_says_which_they_are(void **state) {
	struct program *g = *state;
	const uint32_t one = inlined(g, a_cc, 14, "mix", 12);
	const uint32_t two = inlined(g, a_cc, 31, "mix", 30);
	const uint32_t other = inlined(g, b_cc, 14, "mix", 12);

	own(g, "_ZL3mixm.part.0", a_cc, 31, 30);
	own(g, "_ZL3mixm", a_cc, 13, 12);
	own(g, "_ZN1a12_GLOBAL__N_13mixEi", a_cc, 32, 30);
	find(g);
	assert_int_equal(node(g, one), number(g, "_ZL3mixm"));
	assert_int_equal(node(g, two), number(g, "_ZN1a12_GLOBAL__N_13mixEi"));
	assert_int_equal(g->out.profile->nfuncs, g->profile->nfuncs + 1);
	assert_int_equal(node(g, other), g->profile->nfuncs);
}

/* Two lambdas of a file, one of them in the other. */
static void lines_tell_them_apart(void **state) {
	struct program *g = *state;
	const struct frame_step way[] = { step(a_cc, 42, "operator()", 40),
		                          step(a_cc, 47, "operator()", 45),
		                          step(a_cc, 90, "main", 88) };
	const uint32_t inner = frame_of(g->frames, way, 3, func_of(g->profile, "main"));
	const uint32_t same = inlined(g, a_cc, 41, "operator()", 40);
	const uint32_t last = inlined(g, a_cc, 49, "operator()", 45);

	find(g);
	assert_int_equal(g->out.profile->nfuncs, g->profile->nfuncs + 2);
	assert_int_equal(node(g, inner), node(g, same));
	assert_int_not_equal(node(g, inner), node(g, last));
	assert_int_equal(g->out.locations->list[node(g, last)].line, 45);
	assert_int_equal(g->out.locations->last[node(g, last)], 49);
}

/* The other one may be of any file, and has more time. */
static void the_hotter_of_two_that_it_may_be(void **state) {
	struct program *g = *state;
	const uint32_t frame = inlined(g, a_cc, 14, "work", 12);

	g->begins[1] = (struct source_location){ a_cc, a_cc + 5, 5 };
	find(g);
	assert_int_equal(node(g, frame), 2);
}

/* The owner of the code need not be named as in the source. */
static void what_is_inlined_into_itself(void **state) {
	struct program *g = *state;
	const struct frame_step way[] = { step(a_cc, 14, "fold", 12), step(a_cc, 13, "fold", 12) };
	const uint32_t frame = frame_of(g->frames, way, 2, func_of(g->profile, "main"));

	find(g);
	assert_int_equal(node(g, frame), number(g, "main"));
	assert_int_equal(g->out.profile->nfuncs, g->profile->nfuncs);
}

static void the_hottest_clone(void **state) {
	struct program *g = *state;
	const uint32_t frame = inlined(g, a_cc, 14, "work", 12);

	find(g);
	assert_int_equal(node(g, frame), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(their_own_code_says_which_they_are),
		TEST(lines_tell_them_apart),
		TEST(what_is_inlined_into_itself),
		cmocka_unit_test_setup_teardown(the_hotter_of_two_that_it_may_be, begin_alike, end),
		cmocka_unit_test_setup_teardown(the_hottest_clone, begin_clones, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
