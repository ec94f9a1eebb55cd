/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the example of profile_builder.h: main, walk, eval, _leaf, idle,
 * zz. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "model/frames.h"
#include "profile_builder.h"

#include "assertions.h"

static const char a_c[] = "/src/a.c", h_h[] = "/src/h.h";

struct added {
	struct builder b;
	struct arena *scratch;
	const struct profile *profile;
	struct frame_builder *builder;
	const struct code_lines *lines;
};

static int begin(void **state) {
	static struct added a;

	builder_begin(&a.b);
	builder_example(&a.b);
	a.profile = builder_profile(&a.b, &rules_exact);
	if (!a.profile)
		return -1;
	a.scratch = arena_new();
	a.builder = frame_builder_new(a.profile, a.b.arena, a.scratch, NULL);
	*state = &a;
	return 0;
}

static int end(void **state) {
	struct added *a = *state;

	arena_free(a->scratch);
	builder_end(&a->b);
	return 0;
}

static uint32_t line(struct added *a, const char *func, const char *path, unsigned number) {
	const struct frame_step step = { { path, path + 5, number }, func, 0 };

	return frame_of(a->builder, &step, 1, func_of(a->profile, func));
}

static void ticks(struct added *a, uint32_t line, uint64_t address, double ticks) {
	frame_add_ticks(a->builder, line, address, ticks, ticks);
}

static void calls(struct added *a, uint32_t line, const char *callee, uint64_t calls,
                  bool is_near) {
	frame_add_calls(a->builder, line,
	                &(struct frame_call){ .callee = func_of(a->profile, callee),
	                                      .calls = calls,
	                                      .sole = calls,
	                                      .address = 0x1234,
	                                      .is_near = is_near });
}

static void find_lines(struct added *a) {
	a->lines = code_lines_new(a->profile, frame_builder_done(a->builder), a->b.arena);
}

/* "FUNCTION FILE:LINE TICKS CALLS; ..." */
static const char *told(struct added *a) {
	static char text[1000];
	size_t len = 0;

	find_lines(a);
	text[0] = '\0';
	for (size_t i = 0; i < a->lines->n && len < sizeof text; i++) {
		const struct code_line *l = &a->lines->list[i];

		len += (size_t)snprintf(text + len, sizeof text - len, "%s%s %s:%u %g %d",
		                        i ? "; " : "", l->func->name,
		                        l->location.path ? l->location.file : "?", l->location.line,
		                        l->ticks, (int)l->calls);
	}
	return text;
}

static void what_no_line_has_is_a_line_of_its_own(void **state) {
	struct added *a = *state;

	ticks(a, line(a, "walk", h_h, 9), 0x10, 3);
	ticks(a, line(a, "walk", a_c, 7), 0x20, 7);
	ticks(a, line(a, "main", a_c, 3), 0x30, 4);
	ticks(a, line(a, "main", h_h, 9), 0x40, 0.5);
	assert_string_equal(told(a), "main a.c:3 4 0; main h.h:9 0.5 0; main ?:0 0.5 2; "
	                             "walk a.c:7 7 0; walk h.h:9 3 0; walk ?:0 0 8; "
	                             "eval ?:0 20 16; _leaf ?:0 40 0; idle ?:0 1 0");
}

static void lines_have_all_time_and_calls(void **state) {
	struct added *a = *state;
	double sum = 0, passed = 0;
	uint64_t made = 0, counted = 0;

	ticks(a, line(a, "walk", h_h, 9), 0x10, 3);
	calls(a, line(a, "walk", h_h, 9), "eval", 4, false);
	calls(a, line(a, "walk", a_c, 7), "_leaf", 2, false);
	calls(a, line(a, "eval", a_c, 9), "_leaf", 3, true);
	told(a);
	for (size_t i = 0; i < a->lines->n; i++) {
		sum += a->lines->list[i].ticks;
		passed += a->lines->list[i].passed;
		made += a->lines->list[i].calls;
	}
	for (size_t i = 0; i < a->profile->narcs; i++) {
		counted += a->profile->arcs[i].calls;
		passed -= a->profile->arcs[i].self_ticks + a->profile->arcs[i].descendant_ticks;
	}
	assert_near(sum, a->profile->total_ticks);
	assert_near(passed + 1, 1);
	assert_int_equal(made, counted);
}

/* It is known which function was inlined, but not which of its lines. */
static void inlined_code_of_no_line_is_the_rest(void **state) {
	struct added *a = *state;
	const struct frame_step steps[] = { { { NULL, NULL, 0 }, "in", 0 },
		                            { { a_c, a_c + 5, 7 }, "walk", 0 } };
	const uint32_t in = frame_of(a->builder, steps, 2, func_of(a->profile, "walk"));

	ticks(a, line(a, "walk", a_c, 7), 0x20, 7);
	ticks(a, in, 0x30, 3);
	calls(a, in, "eval", 4, false);
	assert_string_equal(told(a), "main ?:0 5 2; walk a.c:7 7 0; walk ?:0 3 8; eval ?:0 20 16; "
	                             "_leaf ?:0 40 0; idle ?:0 1 0");
	assert_near(a->lines->list[2].least, 3);
}

/* An inlined function may have code of the line that it was inlined into; the line is still of the
 * function around it. */
static void a_line_is_written_in_the_outermost_of_its_frames(void **state) {
	struct added *a = *state;
	const struct frame_step steps[] = { { { a_c, a_c + 5, 7 }, "max", 0 },
		                            { { h_h, h_h + 5, 2 }, "min", 0 },
		                            { { a_c, a_c + 5, 7 }, "walk", 0 },
		                            { { a_c, a_c + 5, 9 }, "eval", 0 } };

	ticks(a, line(a, "walk", a_c, 7), 0x20, 2);
	ticks(a, frame_of(a->builder, steps, 3, func_of(a->profile, "walk")), 0x30, 5);
	ticks(a, frame_of(a->builder, steps, 4, func_of(a->profile, "eval")), 0x40, 5);
	assert_string_equal(told(a), "main ?:0 5 2; walk a.c:7 7 0; walk ?:0 3 8; eval a.c:7 5 0; "
	                             "eval ?:0 15 16; _leaf ?:0 40 0; idle ?:0 1 0");
	assert_null(a->lines->list[1].inlined);
	assert_string_equal(a->lines->list[3].inlined, "walk");
}

/* A line is given no more calls than there are from its function. */
static void an_arc_has_no_more_calls_than_were_counted(void **state) {
	struct added *a = *state;
	const struct arc *arc = arc_of(a->profile, "walk", "_leaf");
	const size_t n = (size_t)(arc - a->profile->arcs);

	calls(a, line(a, "walk", a_c, 7), "_leaf", 1, false);
	calls(a, line(a, "walk", a_c, 8), "_leaf", 100, true);
	calls(a, line(a, "walk", a_c, 7), "idle", 5, false);
	told(a);
	assert_int_equal(a->lines->first_of_arc[n + 1] - a->lines->first_of_arc[n], 2);
	const struct line_call *c = &a->lines->calls[a->lines->by_arc[a->lines->first_of_arc[n]]];
	assert_ptr_equal(c->arc, arc);
	assert_int_equal(a->lines->list[c->line].location.line, 7);
	assert_int_equal(c->calls, 1);
	assert_int_equal(c->address, 0x1234);
	assert_false(c->is_near);
	c = &a->lines->calls[a->lines->by_arc[a->lines->first_of_arc[n] + 1]];
	assert_int_equal(a->lines->list[c->line].location.line, 8);
	assert_int_equal(c->calls, 1);
	assert_true(c->is_near);
}

/* Line 7 has a bin of 4 by itself and shares one of 6 with line 8. */
static void bins_of_several_lines_blur_them(void **state) {
	struct added *a = *state;
	const uint32_t seven = line(a, "walk", a_c, 7);
	const struct code_line *l;

	ticks(a, seven, 0x10, 2);
	ticks(a, seven, 0x12, 2);
	frame_end_bin(a->builder, 4);
	ticks(a, seven, 0x14, 3);
	ticks(a, line(a, "walk", a_c, 8), 0x16, 3);
	frame_end_bin(a->builder, 6);
	told(a);
	for (l = a->lines->list; l->location.line != 7; l++)
		;
	assert_near(l->ticks, 7);
	assert_near(l->least, 4);
	assert_near(l->most, 10);
	assert_int_equal(l->address, 0x14);
	assert_near(l[1].ticks, 3);
	assert_near(l[1].least + 1, 1);
	assert_near(l[1].most, 6);
}

static void many_lines_are_distinguished(void **state) {
	enum { MANY = 5000 };
	struct added *a = *state;
	unsigned i;

	for (i = 0; i < 2 * MANY; i++)
		ticks(a, line(a, "walk", a_c, 1 + i * 7919 % MANY), i, 1e-3);
	find_lines(a);
	for (i = 0; !a->lines->list[i].location.path; i++)
		;
	assert_int_equal(a->lines->list[i].location.line, 1);
	assert_int_equal(a->lines->list[i + MANY - 1].location.line, MANY);
	assert_near(a->lines->list[i + 40].ticks, 2e-3);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_no_line_has_is_a_line_of_its_own, begin, end),
		cmocka_unit_test_setup_teardown(lines_have_all_time_and_calls, begin, end),
		cmocka_unit_test_setup_teardown(an_arc_has_no_more_calls_than_were_counted, begin,
		                                end),
		cmocka_unit_test_setup_teardown(inlined_code_of_no_line_is_the_rest, begin, end),
		cmocka_unit_test_setup_teardown(a_line_is_written_in_the_outermost_of_its_frames,
		                                begin, end),
		cmocka_unit_test_setup_teardown(bins_of_several_lines_blur_them, begin, end),
		cmocka_unit_test_setup_teardown(many_lines_are_distinguished, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
