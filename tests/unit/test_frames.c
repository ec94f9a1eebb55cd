/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/work.h"
#include "model/frames.h"
#include "model/profile.h"

#include "assertions.h"

static const struct func funcs[] = { { .name = "x" }, { .name = "y" } };
static const struct profile none = { .funcs = funcs, .nfuncs = 2 };
static const char a_c[] = "/src/a.c", h_h[] = "/src/h.h";

struct paths {
	struct work work;
	struct progress progress;
	struct arena *arena, *scratch;
	struct frame_builder *builder;
	const struct frames *frames;
};

static int begin(void **state) {
	static struct paths w;

	w.progress.cancelled = false;
	w.work = (struct work){ .progress = &w.progress };
	work_allow(&w.work, 0);
	w.arena = arena_new();
	w.scratch = arena_new();
	w.builder = frame_builder_new(&none, w.arena, w.scratch, &w.work);
	*state = &w;
	return 0;
}

static int end(void **state) {
	struct paths *w = *state;

	arena_free(w->arena);
	return 0;
}

static struct frame_step step(const char *path, unsigned line, const char *function) {
	return (struct frame_step){ { path, path + 5, line }, function, 0 };
}

/* h.h:12 of g, inlined at h.h:30 of m, inlined at a.c:line of f. */
static uint32_t add_way(struct paths *w, unsigned line, double ticks) {
	const struct frame_step path[] = { step(h_h, 12, "g"), step(h_h, 30, "m"),
		                           step(a_c, line, "f") };
	uint32_t frame = frame_of(w->builder, path, 3, NULL);

	frame_add_ticks(w->builder, frame, 0, ticks, ticks);
	return frame;
}

static void finish(struct paths *w) {
	w->frames = frame_builder_done(w->builder);
	arena_free(w->scratch);
}

/* "FUNCTION:TICKS ..." of the frames of a line. */
static const char *frames_of(const struct paths *w, const char *path, unsigned line) {
	static char text[256];
	size_t i, len = 0;

	size_t end = frames_at(w->frames, path, line, &i);
	for (text[0] = '\0'; i < end; i++) {
		const struct frame *f = &w->frames->list[w->frames->by_line[i]];

		len += (size_t)snprintf(text + len, sizeof text - len, "%s%s:%g", len ? " " : "",
		                        f->function, f->ticks);
	}
	return text;
}

static void a_path_is_found_once(void **state) {
	struct paths *w = *state;
	uint32_t first = add_way(w, 45, 3);

	assert_int_equal(add_way(w, 45, 4), first);
	assert_int_not_equal(add_way(w, 46, 1), first);
	finish(w);
	assert_int_equal(w->frames->n, 6);
	assert_string_equal(frames_of(w, a_c, 45), "f:7");
	assert_string_equal(frames_of(w, a_c, 46), "f:1");
	assert_string_equal(frames_of(w, h_h, 12), "g:7 g:1");
	assert_string_equal(frames_of(w, h_h, 30), "m:7 m:1");
	assert_string_equal(frames_of(w, h_h, 13), "");
}

/* Compilers give line 0 to what no line of the source asked for. */
static void line_0_is_no_line(void **state) {
	struct paths *w = *state;

	for (unsigned line = 0; line < 2; line++) {
		const struct frame_step here = step(a_c, line, "f");

		frame_add_ticks(w->builder, frame_of(w->builder, &here, 1, &funcs[0]), 0, 3, 3);
	}
	finish(w);
	assert_int_equal(w->frames->n, 2);
	assert_int_equal(w->frames->nlines, 1);
	assert_int_equal(w->frames->list[w->frames->lines[0].frame].location.line, 1);
}

static void frames_lead_out_and_in(void **state) {
	struct paths *w = *state;
	uint32_t g = add_way(w, 45, 3);

	finish(w);
	uint32_t m = w->frames->list[g].outer;
	uint32_t f = w->frames->list[m].outer;
	assert_string_equal(w->frames->list[m].function, "m");
	assert_string_equal(w->frames->list[f].function, "f");
	assert_int_equal(w->frames->list[f].outer, NO_FRAME);
	assert_int_equal(w->frames->list[f].inner, m);
	assert_int_equal(w->frames->list[m].inner, g);
	assert_int_equal(w->frames->list[g].inner, NO_FRAME);
	assert_int_equal(w->frames->list[m].next, NO_FRAME);
}

static void functions_of_one_line_differ(void **state) {
	struct paths *w = *state;
	const struct frame_step a[] = { step(h_h, 1, "f<int>") };
	const struct frame_step b[] = { step(h_h, 1, "f<long>") };
	const struct frame_step c[] = { step(h_h, 1, NULL) };

	assert_int_equal(frame_of(w->builder, a, 1, NULL), 0);
	assert_int_equal(frame_of(w->builder, b, 1, NULL), 1);
	assert_int_equal(frame_of(w->builder, c, 1, NULL), 2);
	assert_int_equal(frame_of(w->builder, b, 1, NULL), 1);
	finish(w);
}

static void many_frames_are_found_again(void **state) {
	enum { MANY = 5000 };
	struct paths *w = *state;
	struct frame_step path = step(a_c, 1, "f");

	for (unsigned i = 0; i < MANY; i++) {
		path.location.line = i + 1;
		assert_int_equal(frame_of(w->builder, &path, 1, NULL), i);
	}
	for (unsigned i = 0; i < MANY; i++) {
		path.location.line = i + 1;
		assert_int_equal(frame_of(w->builder, &path, 1, NULL), i);
	}
	finish(w);
	assert_string_equal(frames_of(w, a_c, MANY), "f:0");
}

static void add_calls(struct paths *w, uint32_t frame, const struct func *callee, uint64_t calls,
                      bool is_near) {
	frame_add_calls(
		w->builder, frame,
		&(struct frame_call){
			.callee = callee, .calls = calls, .sole = calls, .is_near = is_near });
}

static void calls_of_a_frame_are_added_up(void **state) {
	struct paths *w = *state;
	uint32_t late = add_way(w, 46, 1), early = add_way(w, 45, 1);

	add_calls(w, late, &funcs[1], 10, false);
	add_calls(w, early, &funcs[0], 1, false);
	add_calls(w, late, &funcs[0], 2, false);
	add_calls(w, late, &funcs[1], 30, true);
	finish(w);
	assert_int_equal(w->frames->ncalls, 3);
	const struct frame *f = &w->frames->list[late];
	assert_int_equal(f->ncalls, 2);
	assert_ptr_equal(w->frames->calls[f->first_call].callee, &funcs[0]);
	assert_false(w->frames->calls[f->first_call].is_near);
	assert_int_equal(w->frames->calls[f->first_call + 1].calls, 40);
	assert_true(w->frames->calls[f->first_call + 1].is_near);
	f = &w->frames->list[early];
	assert_int_equal(f->ncalls, 1);
	assert_int_equal(w->frames->calls[f->first_call].calls, 1);
}

/* The ticks of a bin's parts, by frame, as far as it has several. */
static void bins_know_their_parts(void **state) {
	struct paths *w = *state;
	const struct frame_step in_f[] = { step(a_c, 50, "f") };
	const uint32_t frame = add_way(w, 45, 4);

	frame_end_bin(w->builder, 4);
	add_way(w, 45, 2);
	uint32_t other = frame_of(w->builder, in_f, 1, NULL);
	frame_add_ticks(w->builder, other, 0, 1, 1);
	frame_add_ticks(w->builder, other, 4, 1, 1);
	frame_end_bin(w->builder, 4);
	add_way(w, 45, 1);
	frame_add_unknown(w->builder, 7, 4);
	frame_end_bin(w->builder, 5);
	finish(w);
	assert_int_equal(w->frames->nbins, 2);
	assert_int_equal(w->frames->first_parts[0], 0);
	assert_int_equal(w->frames->first_parts[1], 2);
	assert_int_equal(w->frames->first_parts[2], 4);
	assert_int_equal(w->frames->nparts, 4);
	assert_int_equal(w->frames->parts[0].frame, frame);
	assert_compared(w->frames->parts[0].ticks, ==, 2);
	assert_int_equal(w->frames->parts[1].frame, other);
	assert_compared(w->frames->parts[1].ticks, ==, 2);
	assert_int_equal(w->frames->parts[3].frame, NO_FRAME);
	assert_int_equal(w->frames->parts[3].func, 7);
	assert_compared(w->frames->parts[3].ticks, ==, 4);
}

/* Adds a bin that counts n functions, with one inlined into each. */
static void add_bin(struct paths *w, unsigned n) {
	for (unsigned i = 0; i < n; i++) {
		const struct frame_step path[] = { step(h_h, 12, "g"), step(a_c, i + 1, "f") };

		frame_add_ticks(w->builder, frame_of(w->builder, path, 2, NULL), 0, 1, 1);
	}
	frame_end_bin(w->builder, n);
}

static uint64_t left_of(const struct work *work) {
	return work->left + work->at_hand;
}

static void a_bin_of_many_frames_pays_for_each_once(void **state) {
	enum { MANY = 10000, EACH = 12 };
	struct paths *w = *state;
	const uint64_t before = left_of(&w->work);

	add_bin(w, MANY);
	assert_in_range(before - left_of(&w->work), 4 * MANY, EACH * MANY);
	finish(w);
	assert_int_equal(w->frames->nparts, MANY);
	assert_int_equal(w->frames->nbins, 1);
}

static bool is_nested(const struct paths *w, uint32_t frame) {
	return w->frames->list[frame].is_inside_itself;
}

/* h.h:12 inside h.h:12, and beside it in the same function; and far down. */
static void frames_inside_others_of_their_line_are_known(void **state) {
	enum { DEEP = 100000 };
	const struct frame_step nested[] = { step(h_h, 12, "g"), step(h_h, 30, "m"),
		                             step(h_h, 12, "g"), step(a_c, 5, "f") };
	struct paths *w = *state;
	struct frame_step *deep = arena_alloc(w->arena, DEEP, sizeof *deep);

	for (size_t i = 0; i < DEEP; i++)
		deep[i] = step(h_h, (unsigned)(100 + i), "d");
	deep[0] = deep[DEEP - 1];
	uint32_t inner = frame_of(w->builder, nested, 4, NULL);
	uint32_t outer = frame_of(w->builder, nested + 2, 2, NULL);
	uint32_t beside = frame_of(w->builder, (struct frame_step[]){ nested[0], nested[3] }, 2,
	                           NULL);
	uint32_t last = frame_of(w->builder, deep, DEEP, NULL);
	finish(w);
	assert_true(is_nested(w, inner));
	assert_false(is_nested(w, outer));
	assert_int_equal(beside, outer);
	assert_true(is_nested(w, last));
	assert_false(is_nested(w, w->frames->list[last].outer));
	assert_false(is_nested(w, w->frames->list[inner].outer));
}

static void nothing_is_added_when_the_work_is_spent(void **state) {
	enum { MANY = 100 };
	struct paths *w = *state;

	w->work = (struct work){ .at_hand = MANY };
	add_bin(w, MANY);
	assert_true(w->work.is_spent);
	finish(w);
	assert_string_equal(frames_of(w, a_c, MANY), "f:0");
}

static void a_bin_is_left_when_the_job_is_cancelled(void **state) {
	struct paths *w = *state;

	add_bin(w, 1);
	w->work.left += w->work.at_hand;
	w->work.at_hand = 0;
	w->progress.cancelled = true;
	add_bin(w, 1);
	assert_false(w->work.is_spent);
	finish(w);
	assert_string_equal(frames_of(w, a_c, 1), "f:1");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(a_path_is_found_once),
		TEST(line_0_is_no_line),
		TEST(frames_lead_out_and_in),
		TEST(functions_of_one_line_differ),
		TEST(many_frames_are_found_again),
		TEST(calls_of_a_frame_are_added_up),
		TEST(bins_know_their_parts),
		TEST(a_bin_of_many_frames_pays_for_each_once),
		TEST(frames_inside_others_of_their_line_are_known),
		TEST(nothing_is_added_when_the_work_is_spent),
		TEST(a_bin_is_left_when_the_job_is_cancelled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
