/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions in groups, and the sums of these. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "model/dataset.h"
#include "profile_builder.h"
#include "table/table.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

/* The example of profile_builder.h, whose functions are in these files. */
struct screen {
	struct builder b;
	const struct profile *profile;
	struct dataset data;
	struct source_location list[6];
	unsigned last[6];
	struct func_locations locations;
	struct query query;
	struct table table;
};

static void place(struct screen *s, const char *name, const char *path) {
	const size_t i = profile_number(s->profile, func_of(s->profile, name));

	s->list[i] = (struct source_location){ path, strrchr(path, '/') + 1, 1 };
}

static int begin(void **state) {
	static struct screen s;

	s = (struct screen){ .query = { .reverse = false } };
	builder_begin(&s.b);
	builder_example(&s.b);
	s.profile = builder_profile(&s.b, &rules_exact);
	if (!s.profile)
		return -1;
	s.data = builder_data(&s.b, s.profile);
	s.locations = (struct func_locations){ .list = s.list, .last = s.last, .n = 6 };
	s.data.locations = &s.locations;
	place(&s, "main", "/src/a/main.c");
	place(&s, "walk", "/src/a/tree.c");
	place(&s, "eval", "/src/a/tree.c");
	place(&s, "_leaf", "/src/b/tree.c");
	*state = &s;
	return 0;
}

static int end(void **state) {
	struct screen *s = *state;

	builder_end(&s->b);
	return 0;
}

/* Rows as texts: depth, name, own ticks, functions; parted by semicolons. */
static void assert_rows(struct screen *s, enum row_kind by, const char *expected) {
	char all[1000] = "";

	s->query.display.rows = by;
	s->table = view_table(view_named("groups"), &s->data, &s->query, s->b.arena);
	for (size_t i = 0; i < s->table.nrows; i++) {
		const struct figures *r = s->table.rows[i].item;
		const size_t name = table_column(&s->table, "function");
		const size_t len = strlen(all);

		snprintf(all + len, sizeof all - len, "%s%.*s%s %g", i ? "; " : "",
		         (int)s->table.rows[i].depth, ">>>", table_value(&s->table, i, name).text,
		         ticks_known(r->self));
	}
	assert_string_equal(all, expected);
}

static void groups_are_closed_and_the_hottest_first(void **state) {
	struct screen *s = *state;

	assert_rows(s, ROWS_FOLDER,
	            "/src/b/ 40; /src/a/ 35; "
	            "no known file 1");
	assert_true(s->table.is_tree);
	assert_true(s->table.rows[0].fold);
	assert_false(s->table.rows[0].is_open);
	s->query.open_below = s->table.rows[1].fold;
	assert_rows(s, ROWS_FOLDER,
	            "/src/b/ 40; /src/a/ 35; >eval 20; "
	            ">walk 10; >main 5; no known file 1");
}

static void files_that_end_alike_have_more_of_their_paths(void **state) {
	struct screen *s = *state;

	assert_rows(s, ROWS_FILE,
	            "b/tree.c 40; a/tree.c 30; "
	            "main.c 5; no known file 1");
	s->query.display.paths = true;
	assert_rows(s, ROWS_FILE,
	            "/src/b/tree.c 40; /src/a/tree.c 30; "
	            "/src/a/main.c 5; no known file 1");
}

static void sections_and_classes(void **state) {
	struct screen *s = *state;

	assert_rows(s, ROWS_SECTION, ".text 76");
	assert_rows(s, ROWS_CLASS, "no class 76");
}

static void words_of_rows_are_the_values_of_the_setting(void **state) {
	size_t len;

	for (unsigned kind = ROWS_FUNCTION; kind <= ROWS_LINE; kind++) {
		const char *word = choice_at(ROW_KINDS, kind, &len);

		assert_int_equal(strlen(row_words[kind]), len);
		assert_memory_equal(row_words[kind], word, len);
	}
	choice_at(ROW_KINDS, ROWS_LINE + 1, &len);
	assert_int_equal(len, 0);
}

static void bounds_hold_for_the_group(void **state) {
	struct screen *s = *state;

	assert_rows(s, ROWS_SECTION, ".text 76");
	const struct figures *r = s->table.rows[0].item;
	assert_true(r->least >= 76 && r->most <= 76);
	assert_int_equal(r->calls, func_of(s->profile, "walk")->calls +
	                                   func_of(s->profile, "eval")->calls +
	                                   func_of(s->profile, "_leaf")->calls);
	assert_rows(s, ROWS_FILE,
	            "b/tree.c 40; a/tree.c 30; "
	            "main.c 5; no known file 1");
	r = s->table.rows[1].item;
	assert_compared(r->least, >=, 30);
	assert_true(r->most >= r->least && r->most <= 76);
}

static double total_of(struct screen *s, enum row_kind by, const char *group) {
	s->query.display.rows = by;
	s->table = view_table(view_named("groups"), &s->data, &s->query, s->b.arena);
	for (size_t i = 0; i < s->table.nrows; i++) {
		const struct figures *r = s->table.rows[i].item;

		if (figures_are_of_group(r) && !strcmp(r->text, group))
			return figures_total(r);
	}
	fail_msg("no group %s", group);
	return 0;
}

/* walk and eval call each other, and take 70 with _leaf; main enters by walk.  _leaf gives walk 8
 * and eval 32. */
static void a_cycle_counts_once(void **state) {
	struct screen *s = *state;

	assert_near(total_of(s, ROWS_CYCLE, "<cycle 1>"), 70);
	assert_near(total_of(s, ROWS_FILE, "a/tree.c"), 70);
	assert_near(total_of(s, ROWS_FOLDER, "/src/a/"), 75);
	place(s, "main", "/src/a/tree.c");
	assert_near(total_of(s, ROWS_FILE, "a/tree.c"), 75);
}

static void part_of_a_cycle_has_what_enters_there(void **state) {
	struct screen *s = *state;

	place(s, "eval", "/src/c/eval.c");
	assert_near(total_of(s, ROWS_FOLDER, "/src/a/"), 75);
	assert_near(total_of(s, ROWS_FILE, "a/tree.c"), 70);
	assert_near(total_of(s, ROWS_FILE, "eval.c"), 20 + 32);
	place(s, "_leaf", "/src/a/tree.c");
	assert_near(total_of(s, ROWS_FILE, "tree.c"), 70);
	place(s, "main", "/src/c/eval.c");
	assert_near(total_of(s, ROWS_FILE, "eval.c"), 75);
}

/* Nobody is known to enter this one. */
static void a_cycle_without_a_caller_counts_once(void **state) {
	struct screen *s = *state;

	builder_call(&s->b, 0x1084, 0x10a0, 1);
	builder_call(&s->b, 0x10a4, 0x1080, 1);
	s->profile = builder_profile(&s->b, &rules_exact);
	s->data = builder_data(&s->b, s->profile);
	s->data.locations = &s->locations;
	place(s, "idle", "/src/d/odd.c");
	place(s, "zz", "/src/d/odd.c");
	place(s, "_leaf", "/src/d/odd.c");
	assert_near(total_of(s, ROWS_CYCLE, "<cycle 2>"), 1);
	assert_near(total_of(s, ROWS_FILE, "odd.c"), 41);
}

enum { MOST = 20 };

/* Functions in four files that call each other at random. */
static void add_random(struct screen *s, struct dice *dice) {
	static const char *const files[] = { "/a.c", "/b.c", "/c.c", "/d.c" };
	static struct source_location places[MOST];

	for (uint32_t i = 0; i < MOST; i++) {
		builder_symbol(&s->b, i ? arena_format(s->b.arena, "f%u", (unsigned)i) : "main",
		               TEXT_LOW + 0x10 * i, 0x10);
		builder_bin(&s->b, 4 * i, roll(dice, 50));
		places[i] = (struct source_location){ files[roll(dice, 4)], "", 1 };
	}
	builder_histogram(&s->b, TEXT_LOW, TEXT_LOW + 0x10 * MOST, 4 * MOST, 100);
	for (uint32_t i = 1 + roll(dice, 3 * MOST); i; i--)
		builder_call(&s->b, TEXT_LOW + 0x10 * roll(dice, MOST) + 4,
		             TEXT_LOW + 0x10 * roll(dice, MOST), 1 + roll(dice, 20));
	s->profile = builder_profile(&s->b, &rules_exact);
	assert_non_null(s->profile);
	s->data = builder_data(&s->b, s->profile);
	s->locations = (struct func_locations){ .list = places, .n = MOST };
	s->data.locations = &s->locations;
}

/* A group has no less than any of its functions, and no more than can be. */
static void totals_hold_in_random_programs(void **state) {
	struct dice dice = { 1 };

	(void)state;
	for (unsigned n = 0; n < 300; n++) {
		struct screen s = { .query = { .open_below = FOLD_ALL } };
		double total = 0;

		builder_begin(&s.b);
		add_random(&s, &dice);
		for (size_t i = 0; i < s.profile->ncycles; i++) {
			const struct cycle *c = &s.profile->cycles[i];
			const char *name = arena_format(s.b.arena, "<cycle %u>", c->number);

			assert_near(total_of(&s, ROWS_CYCLE, name),
			            c->self_ticks + c->descendant_ticks);
		}
		s.query.display.rows = ROWS_FILE;
		s.table = view_table(view_named("groups"), &s.data, &s.query, s.b.arena);
		for (size_t i = 0; i < s.table.nrows; i++) {
			const struct figures *r = s.table.rows[i].item;

			assert_compared(figures_total(r), >=, r->least - 1e-9);
			assert_compared(figures_total(r), <=, r->most + 1e-9);
			if (figures_are_of_group(r))
				total = figures_total(r);
			assert_compared(figures_total(r), <=, total + 1e-9);
		}
		builder_end(&s.b);
	}
}

/* The limit hides rows, but what it hides counts. */
static void small_functions_count_below_a_limit(void **state) {
	struct screen *s = *state;

	s->query.display.limit = 10;
	s->query.open_below = FOLD_ALL;
	assert_rows(s, ROWS_FOLDER,
	            "/src/b/ 40; >_leaf 40; /src/a/ 35; "
	            ">eval 20; >walk 10");
}

static void programs_get_functions_with_their_groups(void **state) {
	struct screen *s = *state;

	s->query.is_whole = true;
	assert_rows(s, ROWS_FOLDER,
	            "_leaf 40; eval 20; walk 10; main 5; "
	            "idle 1");
	assert_false(s->table.is_tree);
	size_t group = table_column(&s->table, "group");
	assert_string_equal(table_value(&s->table, 3, group).text, "/src/a/");
}

static void files_may_not_be_known_yet(void **state) {
	struct screen *s = *state;

	s->data.locations = NULL;
	assert_rows(s, ROWS_FILE, "lines are being read 0");
	assert_true(s->table.is_pending);
	assert_null(view_subject(view_named("groups"), s->table.rows[0].item));
	assert_rows(s, ROWS_SECTION, ".text 76");
}

static void groups_replace_the_flat_profile(void **state) {
	const struct view *flat = view_named("flat");
	const struct view *groups = view_named("groups");
	const struct view *graph = view_named("graph");
	struct error err;

	assert_ptr_equal(view_of_rows(flat, ROWS_CLASS), groups);
	assert_ptr_equal(view_of_rows(groups, ROWS_FUNCTION), flat);
	assert_ptr_equal(view_of_rows(groups, ROWS_LINE), view_named("lines"));
	assert_ptr_equal(view_of_rows(graph, ROWS_CLASS), graph);
	assert_ptr_equal(view_of_form(groups), flat);
	assert_int_equal(view_rows(groups, ROWS_SECTION), ROWS_SECTION);
	assert_int_equal(view_rows(groups, ROWS_FUNCTION), ROWS_FILE);
	assert_true(view_takes_rows(flat, ROWS_CLASS, &err));
	assert_true(view_takes_rows(groups, ROWS_FUNCTION, &err));
	assert_false(view_takes_rows(groups, ROWS_LINE, &err));
	assert_true(view_takes_rows(graph, ROWS_LINE, &err));
	assert_false(view_takes_rows(graph, ROWS_CLASS, &err));
	assert_string_equal(err.reason, "view graph has no rows by class");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(groups_are_closed_and_the_hottest_first),
		TEST(files_that_end_alike_have_more_of_their_paths),
		TEST(sections_and_classes),
		TEST(words_of_rows_are_the_values_of_the_setting),
		TEST(bounds_hold_for_the_group),
		TEST(a_cycle_counts_once),
		TEST(part_of_a_cycle_has_what_enters_there),
		TEST(a_cycle_without_a_caller_counts_once),
		TEST(totals_hold_in_random_programs),
		TEST(small_functions_count_below_a_limit),
		TEST(programs_get_functions_with_their_groups),
		TEST(files_may_not_be_known_yet),
		TEST(groups_replace_the_flat_profile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
