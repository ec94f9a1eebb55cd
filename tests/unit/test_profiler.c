/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of mcount() and the like: apart, spread over calls, left out. */
#include <stddef.h>
#include <stdint.h>

#include "gprof/gprof_rules.h"
#include "model/frames.h"
#include "model/dataset.h"
#include "profile_builder.h"
#include "views/views.h"

#include "assertions.h"

static const struct profile *build(struct builder *b, enum profiler_use use) {
	struct rules *rules = arena_alloc(b->arena, 1, sizeof *rules);

	*rules = rules_of((struct rule_choice){ .profiler = use });
	const struct profile *p = builder_profile(b, rules);
	assert_non_null(p);
	return p;
}

/* main 10 ticks, f 20, mcount 30, __mcount_internal 50 and its stub 20. */
static void add_functions(struct builder *b) {
	builder_symbol(b, "mcount@plt", PLT_LOW, 0x10);
	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "f", 0x1010, 0x10);
	builder_symbol(b, "mcount", 0x1020, 0x10);
	builder_symbol(b, "__mcount_internal", 0x1030, 0x10);
	builder_bin(b, 0, 20);
	builder_bin(b, 0x200, 10);
	builder_bin(b, 0x204, 20);
	builder_bin(b, 0x208, 30);
	builder_bin(b, 0x20c, 50);
	builder_histogram(b, PLT_LOW, TEXT_HIGH, (TEXT_HIGH - PLT_LOW) / 4, 100);
}

/* main calls f 60 times, f itself 15 times; code elsewhere calls main 5
 * times. */
static void add_calls(struct builder *b) {
	builder_call(b, 0x1004, 0x1010, 60);
	builder_call(b, 0x1014, 0x1010, 15);
	builder_call(b, 0, 0x1000, 5);
}

/* Beside main, two functions in which a system waits, one known by name. */
static void what_waits_is_left_out(void **state) {
	struct builder *b = *state;
	struct rules *rules = arena_alloc(b->arena, 1, sizeof *rules);

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "up_idle", 0x1010, 0x10);
	builder_symbol(b, "nap", 0x1020, 0x10);
	builder_bin(b, 0, 10);
	builder_bin(b, 4, 70);
	builder_bin(b, 8, 20);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	*rules = rules_of((struct rule_choice){ .idle_names = "na,nap", .leaves_idle = true });
	const struct profile *p = builder_profile(b, rules);
	assert_non_null(p);
	assert_near(p->idle_ticks, 90);
	assert_near(p->total_ticks, 10);
	assert_near(func_of(p, "up_idle")->self_ticks, 0);
	assert_true(func_gave_time(p, func_of(p, "nap")));
	assert_false(func_of(p, "main")->is_idle);
}

static double self(const struct profile *p, const char *name) {
	return func_of(p, name)->self_ticks;
}

static void assert_names(const char *const *names, size_t n, bool expected) {
	for (size_t i = 0; i < n; i++)
		if (profiler_has(names[i]) != expected)
			fail_msg("%s", names[i]);
}

static void its_functions_are_known_by_name(void **state) {
	static const char *const own[] = {
		"mcount",
		"_mcount",
		"__mcount",
		"__fentry__",
		"__mcount_internal",
		"__gnu_mcount_nc",
		"mcount@plt",
		"_mcount@plt",
		"__fentry__@plt",
		"._mcount",
		"mcount@GLIBC_2.2.5",
	};
	static const char *const others[] = {
		"",      "main",        "@plt",     "account", "mcounts",   "puts",    "_Z6mcountv",
		"mcoun", "mcount.cold", "puts@plt", ".",       "dl_mcount", "xmcount",
	};

	assert_names(own, sizeof own / sizeof *own, true);
	assert_names(others, sizeof others / sizeof *others, false);
}

static void apart_they_are_functions_like_others(void **state) {
	struct builder *b = *state;

	add_functions(b);
	add_calls(b);
	const struct profile *p = build(b, PROFILER_APART);
	assert_int_equal(p->profiler, PROFILER_APART);
	assert_near(p->profiler_ticks, 100);
	assert_near(p->total_ticks, 130);
	assert_near(profiler_share(p), 100 * 100. / 130);
	assert_true(profiler_stands_out(p));
	assert_true(func_of(p, "mcount@plt")->is_profiler);
	assert_false(func_of(p, "f")->is_profiler);
	assert_false(func_gave_time(p, func_of(p, "mcount")));
	assert_near(self(p, "mcount"), 30);
	assert_near(self(p, "f"), 20);
	assert_near(func_profiler_ticks(p, func_of(p, "f")), 0);
	const struct note *n = note_of(p, "the profiler's own functions");
	assert_non_null(n);
	assert_int_equal(n->severity, NOTE_WARNING);
	assert_string_equal(n->cause, "the profiler's own functions have "
	                              "77 % of the samples");
	assert_string_equal(n->evidence, "100 of 130 samples; a function with 10 % of all "
	                                 "has 43 % without them; 20 in mcount@plt, 30 in "
	                                 "mcount, 50 in __mcount_internal");
}

/* 80 calls of all, those of a function by itself among them. */
static void spread_it_follows_the_calls(void **state) {
	struct builder *b = *state;

	add_functions(b);
	add_calls(b);
	const struct profile *p = build(b, PROFILER_SPREAD);
	const struct func *f = func_of(p, "f");
	assert_int_equal(p->profiler, PROFILER_SPREAD);
	assert_int_equal(p->profiler_calls, 80);
	assert_near(p->total_ticks, 130);
	assert_near(self(p, "main"), 10 + 100 * 5. / 80);
	assert_near(f->self_ticks, 20 + 100 * 75. / 80);
	assert_near(f->variance, 20 + 100 * (75. / 80) * (75. / 80));
	assert_near(func_profiler_ticks(p, f), 100 * 75. / 80);
	assert_near(func_of(p, "main")->descendant_ticks, f->self_ticks);
	assert_near(self(p, "mcount"), 0);
	assert_near(func_of(p, "mcount@plt")->variance, 0);
	assert_true(func_gave_time(p, func_of(p, "mcount")));
	assert_near(func_profiler_ticks(p, func_of(p, "mcount")), 0);
	assert_near(profiler_share(p), 100 * 100. / 130);
	assert_false(profiler_stands_out(p));
	assert_non_null(note_of(p, "the profiler's own time is divided"));
}

static void out_it_does_not_count(void **state) {
	struct builder *b = *state;

	add_functions(b);
	add_calls(b);
	const struct profile *p = build(b, PROFILER_OUT);
	assert_int_equal(p->profiler, PROFILER_OUT);
	assert_near(p->total_ticks, 30);
	assert_near(p->graph_ticks, 30);
	assert_near(self(p, "main"), 10);
	assert_near(self(p, "f"), 20);
	assert_near(self(p, "mcount"), 0);
	assert_true(func_gave_time(p, func_of(p, "mcount@plt")));
	assert_near(profiler_share(p), 100 * 100. / 130);
	assert_string_equal(note_of(p, "the profiler's own time is left out")->evidence,
	                    "100 samples, 77 % of all");
}

static void without_calls_it_stays_apart(void **state) {
	struct builder *b = *state;

	add_functions(b);
	const struct profile *p = build(b, PROFILER_SPREAD);
	assert_int_equal(p->profiler, PROFILER_APART);
	assert_near(self(p, "mcount"), 30);
	assert_memory_equal(note_of(p, "the profiler's own functions")->cure, "there are no calls",
	                    18);
}

static void a_little_of_it_is_a_fact(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "mcount", 0x1010, 0x10);
	builder_bin(b, 0, 95);
	builder_bin(b, 4, 5);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	const struct profile *p = build(b, PROFILER_APART);
	assert_false(profiler_stands_out(p));
	assert_int_equal(note_of(p, "the profiler's own functions")->severity, NOTE_FACT);
}

static const char *explained(struct builder *b, const struct profile *p,
                             const struct code_lines *lines, size_t row) {
	const struct sources no_sources = { NULL, NULL };
	const struct line_times times = { 0 };
	const struct query query = { 0 };
	struct dataset data = builder_data(b, p);

	data.code_lines = lines;
	data.line_times = &times;
	data.sources = &no_sources;
	struct table t = view_table(view_named("lines"), &data, &query, b->arena);
	size_t c = table_column(&t, "self%");
	assert_true(row < t.nrows && c < t.columns->n);
	return t.columns->list[c].explain(&(struct field){
		.table = &t, .column = &t.columns->list[c], .item = t.rows[row].item });
}

/* What it gets belongs to no line, so its lines still have all of its time. */
static void spread_it_is_on_no_line(void **state) {
	const struct frame_step known = { { "/f.c", "f.c", 7 }, "f", 0 };
	struct builder *b = *state;
	struct arena *scratch = arena_new();
	double got = 0, all = 0;

	add_functions(b);
	add_calls(b);
	const struct profile *p = build(b, PROFILER_SPREAD);
	const struct func *f = func_of(p, "f");
	struct frame_builder *to = frame_builder_new(p, b->arena, scratch, NULL);
	frame_add_ticks(to, frame_of(to, &known, 1, f), f->low, 20, 20);
	const struct code_lines *lines = code_lines_new(p, frame_builder_done(to), b->arena);
	for (size_t i = 0; i < lines->n; i++) {
		const struct code_line *l = &lines->list[i];

		assert_false(l->func->is_profiler);
		got += l->func == f && !l->location.path ? l->ticks : 0;
		all += l->ticks;
	}
	assert_near(got, func_profiler_ticks(p, f));
	assert_near(all, p->total_ticks);
	assert_string_equal(explained(b, p, lines, 0),
	                    "93.8 of 130 samples fell into it.  93.8 samples "
	                    "of these are the function's part of the "
	                    "profiler's time; no line is known for the "
	                    "others.");
	arena_free(scratch);
}

/* gprof leaves them out by itself. */
static void what_gprof_shows_stays(void **state) {
	struct builder *b = *state;
	struct rules rules = rules_of(
		(struct rule_choice){ .is_as_gprof = true, .profiler = PROFILER_SPREAD });

	add_functions(b);
	add_calls(b);
	const struct profile *p = builder_profile(b, &rules);
	assert_int_equal(p->profiler, PROFILER_APART);
	assert_near(p->profiler_ticks, 0);
	assert_near(self(p, "f"), self(builder_profile(b, &rules_gprof), "f"));
	assert_null(note_of(p, "the profiler's own"));
}

/* What is spread is not what gprof would credit to others. */
static void the_comparison_with_gprof_stays(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "f", 0x1000, 0x10);
	builder_symbol(b, "g", 0x1020, 0x10);
	builder_symbol(b, "mcount", 0x1030, 0x10);
	builder_bin(b, 0, 90);
	builder_bin(b, 4, 10); /* behind f */
	builder_bin(b, 12, 100);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1004, 0x1020, 60);
	const struct note *apart = note_of(build(b, PROFILER_APART), "gprof credits");
	const struct note *spread = note_of(build(b, PROFILER_SPREAD), "gprof credits");
	assert_non_null(apart);
	assert_string_equal(apart->cause, spread->cause);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

/* Damaged counts that do not fit in 64 bits together. */
static void spread_it_follows_counts_of_any_size(void **state) {
	struct builder *b = *state;

	add_functions(b);
	builder_call(b, 0x1004, 0x1010, UINT64_MAX / 4 * 3);
	builder_call(b, 0x1014, 0x1010, UINT64_MAX / 4 * 3);
	const struct profile *p = build(b, PROFILER_SPREAD);
	assert_near(self(p, "f"), 20 + 100);
	assert_near(self(p, "main"), 10);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_functions_are_known_by_name),
		cmocka_unit_test_setup_teardown(what_waits_is_left_out, builder_setup,
		                                builder_teardown),
		TEST(apart_they_are_functions_like_others),
		TEST(spread_it_follows_the_calls),
		TEST(spread_it_follows_counts_of_any_size),
		TEST(out_it_does_not_count),
		TEST(without_calls_it_stays_apart),
		TEST(a_little_of_it_is_a_fact),
		TEST(spread_it_is_on_no_line),
		TEST(what_gprof_shows_stays),
		TEST(the_comparison_with_gprof_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
