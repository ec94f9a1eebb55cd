/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source view on a file and frames made by hand. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "model/compare/comparison.h"
#include "model/frames.h"
#include "model/dataset.h"
#include "profile_builder.h"
#include "table/table.h"
#include "views/source_view.h"
#include "views/views.h"

#include "assertions.h"

static const char main_c[] = "/src/main.c", tree_c[] = "/src/tree.c";

/* The example of profile_builder.h: main, walk, eval, _leaf, idle, zz. */
struct screen {
	struct builder b;
	struct arena *scratch;
	const struct profile *profile;
	struct dataset data;
	struct source_location list[6];
	unsigned last[6];
	struct func_locations locations;
	struct code_extent extents[2];
	struct line_times times;
	struct sources sources;
	struct source source;
	struct frame_builder *frames;
	struct folds *folds;
	struct query query;
	struct table table;
};

static const struct source *get(void *context, const char *path) {
	struct source *source = context;

	source->path = path;
	return source;
}

static int begin(void **state) {
	static const char text[] = "one\ntwo\nthree\nfour\nfive";
	static struct screen s;

	s = (struct screen){ .query = { .reverse = false } };
	builder_begin(&s.b);
	builder_example(&s.b);
	const struct profile *p = builder_profile(&s.b, &rules_exact);
	if (!p)
		return -1;
	s.scratch = arena_new();
	s.profile = p;
	s.data = builder_data(&s.b, p);
	s.list[0] = (struct source_location){ main_c, "main.c", 2 };
	s.list[1] = (struct source_location){ tree_c, "tree.c", 4 };
	s.locations = (struct func_locations){
		.list = s.list, .last = s.last, .n = 6, .extents = s.extents, .nextents = 1
	};
	s.extents[0] = (struct code_extent){ .path = main_c, .first = 2, .last = 4 };
	s.extents[0].func = (uint32_t)profile_number(p, func_of(p, "main"));
	s.source = (struct source){ .found = "main.c" };
	source_set_text(&s.source, (struct bytes){ (const unsigned char *)text, sizeof text - 1 },
	                s.b.arena);
	s.sources = (struct sources){ &s.source, get };
	s.data.locations = &s.locations;
	s.data.line_times = &s.times;
	s.data.sources = &s.sources;
	s.frames = frame_builder_new(p, s.b.arena, s.scratch, NULL);
	s.folds = folds_new(s.b.arena);
	s.query.folds = s.folds;
	s.query.subject = func_of(p, "main");
	*state = &s;
	return 0;
}

static int end(void **state) {
	struct screen *s = *state;

	arena_free(s->scratch);
	builder_end(&s->b);
	return 0;
}

static const struct func *func(const struct screen *s, const char *name) {
	return func_of(s->profile, name);
}

static struct frame_step step(const char *path, unsigned line, const char *function) {
	return (struct frame_step){ { path, path + 5, line }, function, 0 };
}

/* Ticks on a way, and the frame at its inner end. */
static uint32_t add(struct screen *s, const struct frame_step *way, size_t n, double ticks) {
	uint32_t frame = frame_of(s->frames, way, n, func(s, "main"));

	frame_add_ticks(s->frames, frame, 0, ticks, ticks);
	return frame;
}

static void build(struct screen *s) {
	if (!s->data.frames)
		s->data.frames = frame_builder_done(s->frames);
	s->table = view_table(view_named("source"), &s->data, &s->query, s->b.arena);
}

/* The row's text as its column has it. */
static const char *text_of(const struct screen *s, size_t row) {
	const size_t column = table_column(&s->table, "source");

	return table_value(&s->table, row, column).text;
}

/* Rows as texts: depth, text, ticks; parted by semicolons. */
static void assert_rows(struct screen *s, const char *expected) {
	char all[2000] = "";

	for (size_t i = 0; i < s->table.nrows; i++) {
		const struct row *row = &s->table.rows[i];
		const struct source_row *r = row->item;
		size_t len = strlen(all);

		snprintf(all + len, sizeof all - len, "%s%.*s%s", i ? "; " : "", (int)row->depth,
		         ">>>>>>>>", text_of(s, i));
		len = strlen(all);
		if (!isnan(r->figures.self))
			snprintf(all + len, sizeof all - len, " %g", r->figures.self);
	}
	assert_string_equal(all, expected);
}

static void assert_owner(const struct screen *s, size_t row, const char *name) {
	assert_ptr_equal(view_subject(view_named("source"), s->table.rows[row].item),
	                 func(s, name));
}

static void lines_have_their_samples_and_functions(void **state) {
	struct screen *s = *state;
	const struct line_ticks list[] = {
		{ main_c, 3, 12, 12 }, { main_c, 4, 2, 2 }, { main_c, 9, 1, 1 }, { tree_c, 1, 5, 5 }
	};

	s->times = (struct line_times){ list, 4 };
	build(s);
	assert_rows(s, "one; two; three 12; four 2; five");
	assert_false(s->table.is_tree);
	assert_true(s->table.rows[2].is_subject);
	assert_false(s->table.rows[2].is_faint);
	assert_true(s->table.rows[3].is_faint);
	assert_owner(s, 0, "main");
	assert_owner(s, 3, "main");
}

/* As the instances of a template do. */
static void of_functions_on_one_line_the_hottest_is_shown(void **state) {
	static const char *const names[] = { "walk", "eval", "_leaf", "idle" };
	struct screen *s = *state;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		s->list[profile_number(s->profile, func(s, names[i]))] =
			(struct source_location){ main_c, "main.c", 5 };
	build(s);
	const struct source_row *row = s->table.rows[4].item;
	assert_int_equal(row->nbegin, 4);
	assert_ptr_equal(row->begins, func(s, "_leaf"));
	s->query.subject = func(s, "eval");
	build(s);
	row = s->table.rows[4].item;
	assert_ptr_equal(row->begins, func(s, "eval"));
}

/* Line 3 is of a function that was inlined into walk and eval; main begins
 * above it. */
static void the_owner_of_a_line_holds_its_samples(void **state) {
	struct screen *s = *state;
	const struct line_ticks list[] = { { main_c, 3, 12, 12 } };
	const struct frame_step way[] = { step(main_c, 3, "part"), step(tree_c, 9, "walk") };
	const struct view *view = view_named("source");
	struct query query = { .sort = NULL };

	s->times = (struct line_times){ list, 1 };
	frame_add_ticks(s->frames, frame_of(s->frames, way, 2, func(s, "walk")), 0x1100, 4, 4);
	frame_add_ticks(s->frames, frame_of(s->frames, way, 2, func(s, "eval")), 0x1200, 8, 8);
	build(s);
	assert_owner(s, 2, "eval");
	const struct line_owners owners = view->owners(s->table.rows[2].item);
	assert_int_equal(owners.n, 2);
	assert_ptr_equal(owners.list[1].func, func(s, "walk"));
	assert_true(view->locate(s->table.rows[2].item, &query));
	assert_ptr_equal(query.subject, func(s, "eval"));
	assert_true(query.position.has_address);
	assert_int_equal(query.position.address, 0x1200);
	assert_owner(s, 3, "main"); /* its code */
	assert_owner(s, 4, "main"); /* the last one above */
}

static void what_is_inlined_is_below_its_line(void **state) {
	struct screen *s = *state;
	const struct frame_step deep[] = { step(tree_c, 1, "deep"), step(tree_c, 3, "middle"),
		                           step(main_c, 3, "main") };
	const struct frame_step flat[] = { step(tree_c, 2, "side"), step(main_c, 3, "main") };
	struct query query = { .sort = NULL };

	add(s, deep, 3, 20);
	add(s, flat, 2, 30);
	build(s);
	assert_rows(s, "one; two; three; four; five");
	assert_true(s->table.is_tree);
	const struct source_row *r = s->table.rows[2].item;
	assert_compared(r->inlined, ==, 50);
	assert_true(s->table.rows[2].is_subject);
	s->query.open_below = FOLD_ALL;
	build(s);
	assert_rows(s, "one; two; three; >inlined side  tree.c:2 30; "
	               ">inlined middle  tree.c:3 20; "
	               ">>inlined deep  tree.c:1 20; four; five");
	r = s->table.rows[3].item;
	assert_ptr_equal(view_follow(view_named("source"), r, &query), view_named("source"));
	assert_ptr_equal(query.position.path, tree_c);
	assert_int_equal(query.position.line, 2);
	assert_ptr_equal(view_named("source")->location(&s->table, r).path, tree_c);
}

static void a_fold_opens_one_row(void **state) {
	struct screen *s = *state;
	const struct frame_step deep[] = { step(tree_c, 1, "deep"), step(tree_c, 3, "middle"),
		                           step(main_c, 3, "main") };

	add(s, deep, 3, 20);
	build(s);
	folds_set(s->folds, s->table.rows[2].fold, true);
	build(s);
	assert_rows(s, "one; two; three; >inlined middle  tree.c:3 20; "
	               "four; five");
	assert_int_equal(s->table.rows[0].fold, 0);
	folds_set(s->folds, s->table.rows[3].fold, true);
	build(s);
	assert_rows(s, "one; two; three; >inlined middle  tree.c:3 20; "
	               ">>inlined deep  tree.c:1 20; four; five");
}

static void an_inlined_line_shows_where_it_went(void **state) {
	struct screen *s = *state;
	const struct frame_step one[] = { step(main_c, 1, "small"), step(tree_c, 8, "walk") };
	const struct frame_step two[] = { step(main_c, 1, "small"), step(main_c, 4, "main") };
	const struct frame_step own[] = { step(main_c, 1, "small") };

	add(s, one, 2, 5);
	add(s, two, 2, 7);
	add(s, own, 1, 2);
	s->query.open_below = FOLD_ALL;
	build(s);
	assert_rows(s, "one; >inlined into main  main.c:4 7; "
	               ">inlined into main  tree.c:8 5; "
	               ">not inlined  main 2; two; three; four; "
	               ">inlined small  main.c:1 7; five");
}

/* A line inlined into itself has its samples once, as its own; those of another line inlined
 * there are not. */
static void recursion_counts_once(void **state) {
	struct screen *s = *state;
	const struct line_ticks list[] = { { main_c, 3, 16, 16 } };
	const struct frame_step way[] = { step(main_c, 3, "again"), step(main_c, 3, "again"),
		                          step(main_c, 3, "main") };
	const struct frame_step deep[] = { step(tree_c, 1, "deep"), step(main_c, 3, "again"),
		                           step(main_c, 3, "main") };

	s->times = (struct line_times){ list, 1 };
	add(s, way, 3, 9);
	add(s, &way[2], 1, 7);
	add(s, deep, 3, 4);
	s->query.open_below = FOLD_ALL;
	build(s);
	assert_rows(s, "one; two; three 16; >inlined again  main.c:3 13; "
	               ">>inlined again  main.c:3 9; >>inlined deep  tree.c:1 4; four; five");
	const struct source_row *r = s->table.rows[2].item;
	assert_compared(r->inlined, ==, 4);
	assert_null(r->inlined_from);
	assert_non_null(
		strstr(view_named("source")->explain(&s->table, s->table.rows[3].item, NULL),
	               "in the line's self"));
}

static void add_calls(struct screen *s, uint32_t frame, const struct func *callee, uint64_t calls,
                      bool is_near) {
	frame_add_calls(
		s->frames, frame,
		&(struct frame_call){
			.callee = callee, .calls = calls, .sole = calls, .is_near = is_near });
}

static void calls_are_added_up_by_callee(void **state) {
	struct screen *s = *state;
	const struct frame_step here[] = { step(main_c, 3, "main") };
	const struct frame_step again[] = { step(main_c, 3, "other") };
	uint32_t frame = frame_of(s->frames, here, 1, func(s, "main"));
	uint32_t other = frame_of(s->frames, again, 1, func(s, "main"));
	struct query query = { .sort = NULL };

	add_calls(s, frame, func(s, "walk"), 3, false);
	add_calls(s, other, func(s, "walk"), 4, false);
	add_calls(s, frame, func(s, "idle"), 9, true);
	s->query.open_below = FOLD_ALL;
	build(s);
	assert_rows(s, "one; two; three; >~calls idle; >calls walk; four; "
	               "five");
	const struct source_row *r = s->table.rows[3].item;
	assert_int_equal(r->figures.calls, 9);
	assert_true(r->is_near);
	assert_ptr_equal(view_follow(view_named("source"), r, &query),
	                 view_named("graph")); /* it has no source */
	r = s->table.rows[4].item;
	assert_int_equal(r->figures.calls, 7);
	assert_false(r->is_near);
	assert_ptr_equal(view_follow(view_named("source"), r, &query), view_named("source"));
	assert_ptr_equal(query.subject, func(s, "walk"));
}

/* Ways may be long, but rows end somewhere. */
static void long_paths_are_cut(void **state) {
	enum { STEPS = 300 };
	struct screen *s = *state;
	struct frame_step way[STEPS];
	unsigned deepest = 0;

	for (unsigned i = 0; i < STEPS; i++)
		way[i] = step(tree_c, i + 1, "f");
	way[STEPS - 1] = step(main_c, 3, "main");
	add(s, way, STEPS, 1);
	s->query.open_below = FOLD_ALL;
	build(s);
	for (unsigned i = 0; i < s->table.nrows; i++)
		if (s->table.rows[i].depth > deepest)
			deepest = s->table.rows[i].depth;
	assert_int_equal(deepest, 64);
}

static void without_the_file_lines_with_figures_are_left(void **state) {
	struct screen *s = *state;
	const struct line_ticks list[] = { { main_c, 3, 12, 12 } };
	const struct frame_step here[] = { step(main_c, 40, "main") };

	s->times = (struct line_times){ list, 1 };
	s->source = (struct source){ .reason = "it is gone" };
	add_calls(s, frame_of(s->frames, here, 1, func(s, "main")), func(s, "walk"), 1, false);
	build(s);
	assert_rows(s, "it is gone; v asks where it is; or --map OLD=NEW; "
	               " 12; ");
	assert_true(s->table.source_is_missing);
	assert_string_equal(s->table.source_path, main_c);
}

/* Of a very long file the lines near functions and samples are enough. */
static void lines_far_from_samples_are_left_out(void **state) {
	struct screen *s = *state;
	const size_t len = 3000000;
	char *text = arena_alloc(s->b.arena, len, 1);

	memset(text, '\n', len);
	memcpy(text + 1, "two", 3); /* three ends less */
	source_set_text(&s->source, (struct bytes){ (unsigned char *)text, len }, s->b.arena);
	build(s);
	assert_int_equal(s->table.nrows, 2 + 1000 + 1);
	assert_string_equal(text_of(s, 1), "two");
	assert_string_equal(text_of(s, s->table.nrows - 1),
	                    "... 2 998 995 lines without samples are left out");
	assert_true(s->table.rows[s->table.nrows - 1].is_notice);
}

static void newer_files_have_a_remark(void **state) {
	struct screen *s = *state;

	build(s);
	assert_null(s->table.remark);
	s->source.is_newer = true;
	build(s);
	assert_non_null(strstr(s->table.remark, "newer than the executable"));
}

/* The view opens on the line that costs most, or compared most changed, which inlined code can be
 * part of: until that is known, also of the comparison, the cursor waits. */
static void the_cursor_waits_for_inlined_code(void **state) {
	struct screen *s = *state;
	struct side new = { .data = s->data }, base = new;
	struct comparison c = { .base = &base, .new = &new };
	const struct line_ticks list[] = { { main_c, 3, 12, 12 } };
	const struct view *source = view_named("source");

	s->times = (struct line_times){ list, 1 };
	s->table = view_table(source, &s->data, &s->query, s->b.arena);
	assert_true(table_waits(&s->table));
	build(s);
	assert_false(table_waits(&s->table));
	s->data.frames = NULL;
	s->data.comparison = &c;
	s->table = view_table(source, &s->data, &s->query, s->b.arena);
	assert_true(table_waits(&s->table));
	build(s);
	assert_true(table_waits(&s->table));
	new.data = s->data;
	build(s);
	assert_false(table_waits(&s->table));
	new.data.frames = NULL;
	s->query.position = (struct code_position){ .path = main_c, .line = 3 };
	build(s);
	assert_false(table_waits(&s->table));
}

/* Line 2 has more samples of its own, line 4 costs more; rows below a line cost nothing. */
static void a_line_costs_what_is_inlined_into_it(void **state) {
	struct screen *s = *state;
	const struct line_ticks list[] = { { main_c, 2, 12, 12 }, { main_c, 4, 5, 5 } };
	const struct frame_step way[] = { step(tree_c, 2, "side"), step(main_c, 4, "main") };
	const struct view *source = view_named("source");

	s->times = (struct line_times){ list, 2 };
	add(s, way, 2, 9);
	s->query.open_below = FOLD_ALL;
	build(s);
	assert_rows(s, "one; two 12; three; four 5; >inlined side  tree.c:2 9; five");
	assert_false(s->table.rows[1].is_subject);
	assert_true(s->table.rows[3].is_subject);
	assert_compared(source->cost(s->table.rows[0].item), ==, 0);
	assert_compared(source->cost(s->table.rows[1].item), ==, 12);
	assert_compared(source->cost(s->table.rows[3].item), ==, 14);
	assert_compared(source->cost(s->table.rows[4].item), ==, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(lines_have_their_samples_and_functions),
		TEST(of_functions_on_one_line_the_hottest_is_shown),
		TEST(the_owner_of_a_line_holds_its_samples),
		TEST(what_is_inlined_is_below_its_line),
		TEST(a_fold_opens_one_row),
		TEST(an_inlined_line_shows_where_it_went),
		TEST(recursion_counts_once),
		TEST(calls_are_added_up_by_callee),
		TEST(long_paths_are_cut),
		TEST(without_the_file_lines_with_figures_are_left),
		TEST(newer_files_have_a_remark),
		TEST(the_cursor_waits_for_inlined_code),
		TEST(a_line_costs_what_is_inlined_into_it),
		TEST(lines_far_from_samples_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
