/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "export/exporter.h"
#include "model/frames.h"
#include "profile_builder.h"

#include "assertions.h"

extern const struct exporter callgrind_exporter;

/* Lines of the example of profile_builder.h: walk calls eval from one, with
 * which it is in a cycle. */
static const struct code_lines *lines_of(struct builder *b, const struct profile *p) {
	const struct frame_step step = { { "/src/a.c", "a.c", 7 }, "walk", 0 };
	struct arena *scratch = arena_new();
	struct frame_builder *frames = frame_builder_new(p, b->arena, scratch, NULL);

	frame_add_calls(
		frames, frame_of(frames, &step, 1, func_of(p, "walk")),
		&(struct frame_call){
			.callee = func_of(p, "eval"), .calls = 6, .sole = 6, .address = 0x1234 });
	const struct code_lines *out = code_lines_new(p, frame_builder_done(frames), b->arena);
	arena_free(scratch);
	return out;
}

/* Inside a cycle no time is passed on, and yet what is inlined has some. */
static void calls_of_what_is_inlined_too_cost_no_less_than_nothing(void **state) {
	struct builder *b = *state;
	struct dataset data;
	struct export what = { .data = &data };
	struct arc *arc;
	char *text = NULL;
	size_t len;
	FILE *file;

	builder_example(b);
	const struct profile *p = builder_profile(b, &rules_exact);
	assert_non_null(p);
	arc = (struct arc *)(uintptr_t)arc_of(p, "walk", "eval");
	assert_non_null(arc);
	assert_false(arc_hands_time(arc));
	arc->is_inlined = true;
	arc->inlined_ticks = 7;
	data = builder_data(b, p);
	data.code_lines = lines_of(b, p);
	what.arena = b->arena;
	file = open_memstream(&text, &len);
	callgrind_exporter.write(&what, file);
	fclose(file);
	assert_non_null(strstr(text, "\ncalls=6 0\n7 0\n"));
	free(text);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			calls_of_what_is_inlined_too_cost_no_less_than_nothing, builder_setup,
			builder_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
