/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of lines on the example of profile_builder.h: main, walk, eval,
 * _leaf, idle, zz. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "profile_builder.h"
#include "table/table.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

static const char a_c[] = "/src/a.c", h_h[] = "/src/h.h";

struct screen {
	struct builder b;
	struct arena *scratch;
	const struct profile *profile;
	struct dataset data;
	struct debug_info debug;
	struct line_times times;
	struct sources sources;
	struct query query;
	struct table table;
};

static const struct source *get(void *context, const char *path) {
	return NULL;
}

static uint32_t line(struct screen *s, struct frame_builder *to, const char *func, const char *path,
                     unsigned number) {
	const struct frame_step step[] = { { { path, path + 5, number }, "in_h", 0 },
		                           { { a_c, a_c + 5, 90 }, func, 0 } };

	return frame_of(to, step, path == h_h ? 2 : 1, func_of(s->profile, func));
}

/* walk has 6 in a.c:7, 3 in h.h:9, and calls _leaf there; eval has 20. */
static int begin(void **state) {
	static struct screen s;

	s = (struct screen){ .sources = { NULL, get } };
	builder_begin(&s.b);
	builder_example(&s.b);
	s.profile = builder_profile(&s.b, &rules_exact);
	s.data = builder_data(&s.b, s.profile);
	s.scratch = arena_new();
	struct frame_builder *lines = frame_builder_new(s.profile, s.b.arena, s.scratch, NULL);
	frame_add_ticks(lines, line(&s, lines, "walk", a_c, 7), 0x10, 6, 6);
	frame_add_ticks(lines, line(&s, lines, "walk", h_h, 9), 0x20, 3, 3);
	frame_add_calls(lines, line(&s, lines, "walk", h_h, 9),
	                &(struct frame_call){ .callee = func_of(s.profile, "_leaf"),
	                                      .calls = 2,
	                                      .sole = 2,
	                                      .address = 0x20 });
	frame_add_ticks(lines, line(&s, lines, "eval", a_c, 8), 0x30, 20, 20);
	s.data.code_lines = code_lines_new(s.profile, frame_builder_done(lines), s.b.arena);
	s.data.debug = &s.debug;
	s.data.line_times = &s.times;
	s.data.sources = &s.sources;
	*state = &s;
	return 0;
}

static int end(void **state) {
	struct screen *s = *state;

	arena_free(s->scratch);
	builder_end(&s->b);
	return 0;
}

static void build(struct screen *s, const char *filter) {
	struct error err;
	size_t at;

	s->query.filter = filter_new(filter, NULL, s->b.arena, &at, &err);
	assert_non_null(s->query.filter);
	s->table = view_table(view_named("lines"), &s->data, &s->query, s->b.arena);
}

/* "FUNCTION:LINE ..." of the rows; the texts of those that have no line. */
static const char *rows(const struct screen *s) {
	static char text[400];
	size_t len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < s->table.nrows && len < sizeof text; i++) {
		const struct figures *r = s->table.rows[i].item;

		len += (size_t)snprintf(text + len, sizeof text - len, "%s", i ? " " : "");
		if (r->line)
			len += (size_t)snprintf(text + len, sizeof text - len, "%s:%u",
			                        r->line->func->name, r->line->location.line);
		else
			len += (size_t)snprintf(text + len, sizeof text - len, "%s", r->text);
	}
	return text;
}

static void assert_filtered(struct screen *s, const char *filter, const char *expected) {
	build(s, filter);
	assert_string_equal(rows(s), expected);
}

static void the_hottest_line_comes_first(void **state) {
	struct screen *s = *state;

	assert_filtered(s, "",
	                "_leaf:0 eval:8 walk:7 main:0 walk:9 walk:0 idle:0 "
	                "eval:0");
	assert_int_equal(s->table.nall, 8);
	assert_compared(s->table.shown_share, >=, 100);
	s->query.sort = "where";
	build(s, "walk");
	assert_string_equal(rows(s), "walk:0 walk:7 walk:9");
}

static void terms_are_about_functions_or_their_lines(void **state) {
	struct screen *s = *state;

	assert_filtered(s, "walk", "walk:7 walk:9 walk:0");
	assert_filtered(s, "h.h:", "walk:9");
	assert_filtered(s, "in_h", "walk:9");
	assert_filtered(s, "a.c:7", "walk:7");
	assert_filtered(s, "a.c:8 :9", "eval:8 walk:9");
	assert_filtered(s, "walk !a.c:", "walk:9 walk:0");
	assert_filtered(s, "walk/_leaf", "walk:9");
	assert_filtered(s, "walk/eval", "walk:0");
	assert_filtered(s, "/zz", "");
	assert_int_equal(s->table.nall, 8);
}

static void a_limit_is_for_self_or_total(void **state) {
	struct screen *s = *state;

	s->query.display.limit = 25; /* percent of 76 ticks */
	assert_filtered(s, "", "_leaf:0 eval:8");
	assert_true(s->table.has_limit);
	assert_true(s->table.shown_share > 78.9 && s->table.shown_share < 79);
	s->query.sort = "total%";
	build(s, "");
	assert_string_equal(rows(s), "main:0 _leaf:0 eval:0 eval:8");
}

static void zeros_are_functions_without_any(void **state) {
	struct screen *s = *state;

	s->query.display.zeros = true;
	assert_filtered(s, "zz", "zz:0");
	assert_filtered(s, "!zz !walk !eval", "_leaf:0 main:0 idle:0");
	assert_int_equal(s->table.nall, 9);
}

static void a_row_leads_to_its_line(void **state) {
	const struct view *view = view_named("lines");
	struct screen *s = *state;
	struct query query = { .sort = NULL };

	build(s, "walk");
	assert_ptr_equal(view_follow(view, s->table.rows[0].item, &query), view_named("source"));
	assert_ptr_equal(query.subject, func_of(s->profile, "walk"));
	assert_ptr_equal(query.position.path, a_c);
	assert_int_equal(query.position.line, 7);
	assert_true(query.position.has_address && query.position.address == 0x10);
	assert_ptr_equal(view_follow(view, s->table.rows[2].item, &query), view_named("graph"));
	assert_false(query.position.has_address);
}

static void without_lines_it_says_why(void **state) {
	struct screen *s = *state;

	s->data.code_lines = NULL;
	assert_filtered(s, "", "the lines of all functions are being found");
	assert_true(s->table.is_pending);
	s->data.frames = &(const struct frames){ .n = 0 };
	assert_filtered(s, "", "lines take too much memory; the health view says more");
	assert_false(s->table.is_pending);
	assert_true(s->table.is_notice);
	s->data.line_times = NULL;
	s->debug.reason = "no debug information";
	s->debug.cure = "compile with -g";
	assert_filtered(s, "", "no debug information compile with -g");
	assert_false(s->table.is_pending);
	assert_true(s->table.is_notice);
	s->data.sources = NULL;
	assert_filtered(s, "", "lines are being read");
	assert_true(s->table.is_pending);
}

static void views_have_their_index_by_line(void **state) {
	const struct view *flat = view_named("flat");
	const struct view *lines = view_named("lines");
	const struct view *graph = view_named("graph");
	const struct query by_line = { .display.rows = ROWS_LINE }, plain = { .subject = NULL };

	assert_ptr_equal(view_of_rows(flat, ROWS_LINE), lines);
	assert_ptr_equal(view_of_rows(lines, ROWS_LINE), lines);
	assert_ptr_equal(view_of_rows(flat, ROWS_FUNCTION), flat);
	assert_ptr_equal(view_of_rows(graph, ROWS_LINE), graph);
	assert_ptr_equal(view_of_form(lines), flat);
	assert_ptr_equal(view_of_form(graph), graph);
	assert_true(view_needs_frames(graph, &by_line));
	assert_false(view_needs_frames(graph, &plain));
	assert_true(view_needs_frames(lines, &plain));
	assert_false(display_is_same(&by_line.display, &plain.display));
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_hottest_line_comes_first, begin, end),
		cmocka_unit_test_setup_teardown(terms_are_about_functions_or_their_lines, begin,
		                                end),
		cmocka_unit_test_setup_teardown(a_limit_is_for_self_or_total, begin, end),
		cmocka_unit_test_setup_teardown(zeros_are_functions_without_any, begin, end),
		cmocka_unit_test_setup_teardown(a_row_leads_to_its_line, begin, end),
		cmocka_unit_test_setup_teardown(without_lines_it_says_why, begin, end),
		cmocka_unit_test(views_have_their_index_by_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
