/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "gprof/gprof_rules.h"
#include "model/files/file_choice.h"
#include "model/records.h"
#include "open/load.h"
#include "profile_builder.h"

#include "assertions.h"

enum { NBINS = 400, NCALLS = 10, MOST_FILES = 3000 };

/* What a file counts. */
struct counts {
	uint64_t bins[NBINS];
	uint64_t calls[NCALLS];
};

struct fixture {
	struct arena *arena;
	struct records *records;
	const struct image *image;
	uint32_t random;
	uint64_t callee; /* where calls go; the first function without */
	uint32_t same[MOST_FILES];
	struct counted counted;
	size_t non;            /* files that count */
	uint64_t ticks, calls; /* that they do */
};

static int setup(void **state) {
	struct arena *arena = arena_new();
	struct fixture *f = arena_alloc(arena, 1, sizeof *f);

	f->arena = arena;
	f->records = records_new(arena);
	f->callee = 0x1100;
	for (uint32_t i = 0; i < MOST_FILES; i++)
		f->same[i] = i;
	*state = f;
	return 0;
}

static int teardown(void **state) {
	struct fixture *f = *state;

	arena_free(f->arena);
	return 0;
}

static uint32_t next_random(struct fixture *f) {
	f->random = f->random * 1664525 + 1013904223;
	return f->random >> 8;
}

/* A run of as much work as others: the same calls. */
static struct counts run(struct fixture *f, size_t ticks) {
	struct counts c = { .bins = { 0 } };

	for (size_t i = 0; i < ticks; i++)
		c.bins[next_random(f) % (1 + next_random(f) % NBINS)]++;
	for (size_t i = 0; i < NCALLS; i++)
		c.calls[i] = 3 * i + 1;
	return c;
}

static struct counts sum(struct counts a, struct counts b) {
	for (size_t i = 0; i < NBINS; i++)
		a.bins[i] += b.bins[i];
	for (size_t i = 0; i < NCALLS; i++)
		a.calls[i] += b.calls[i];
	return a;
}

static void add_histogram(struct fixture *f, const struct counts *c) {
	struct histogram h = seconds_in(0x1000, 0x1000 + 4 * NBINS, NBINS);

	h.bins.list = arena_alloc(f->arena, NBINS, sizeof *h.bins.list);
	for (uint32_t i = 0; i < NBINS; i++)
		if (c->bins[i])
			h.bins.list[h.bins.n++] = (struct bin){ c->bins[i], i, 0 };
	records_add_histogram(f->records, h);
}

static void add_calls(struct fixture *f, const struct counts *c) {
	for (size_t i = 0; i < NCALLS; i++)
		if (c->calls[i])
			records_add_call(f->records,
			                 (struct call){ 0x1000 + i, f->callee, c->calls[i] });
}

static void add(struct fixture *f, const char *path, struct counts c) {
	static const struct profile_format format = { .name = "gmon" };

	records_add_file(f->records, path, &format);
	add_histogram(f, &c);
	add_calls(f, &c);
}

/* Adds up what counts under such uses. */
static void count(struct fixture *f, struct repeat_uses uses) {
	const struct file_choice *choice = counted_choice(&f->counted, &uses, f->arena);
	const struct records *r = records_choose(counted_records(&f->counted, &uses), choice,
	                                         f->arena);
	f->ticks = f->calls = 0;
	f->non = r->nfiles;
	for (size_t i = 0; i < r->nfiles; i++) {
		f->ticks += file_sum_ticks(r, &r->files[i]);
		f->calls += file_sum_calls(r, &r->files[i]);
	}
}

static void find(struct fixture *f) {
	counted_find(&f->counted, f->records, f->image, gprof_keeps, f->same, NULL, f->arena);
	count(f, (struct repeat_uses){ .copies = REPEATS_AUTO });
}

static const char *reason(const struct fixture *f, size_t file) {
	return f->counted.once->files[file].repeats;
}

static void expect_note(const struct fixture *f, enum severity severity, const char *cause) {
	const struct notes *notes = &f->counted.once->notes;

	assert_int_equal(notes->n, 1);
	assert_string_equal(notes->list[0].cause, cause);
	assert_int_equal(notes->list[0].severity, severity);
}

/* A run with samples in every bin. */
static struct counts dense_run(struct fixture *f) {
	struct counts c = run(f, 0);

	for (size_t i = 0; i < NBINS; i++)
		c.bins[i] = 1 + next_random(f) % 9;
	return c;
}

/* Files with more calls than are compared. */
static void a_search_that_ends_early_says_so(void **state) {
	enum { FILES = 18, CALLS = 1 << 18 };
	struct fixture *f = *state;
	struct records *r = f->records;
	struct counts all = { .bins = { 0 } };

	for (size_t i = 0; i <= FILES; i++) {
		struct counts c = i < FILES ? dense_run(f) : all;

		memset(c.calls, 0, sizeof c.calls);
		add(f, "any", c);
		if (i < FILES / 2)
			all = sum(all, c);
	}
	r->ncalls = (size_t)2 * CALLS;
	r->calls = arena_alloc(f->arena, r->ncalls, sizeof *r->calls);
	for (size_t i = 0; i < r->ncalls; i++)
		r->calls[i] = (struct call){ 0x1000 + i % CALLS, 0x1000 + i % CALLS % 1000,
			                     i < CALLS ? 1 + i % 7
			                               : FILES / 2 * (1 + i % CALLS % 7) };
	for (size_t i = 0; i <= FILES; i++) {
		r->files[i].first_call = i < FILES ? 0 : CALLS;
		r->files[i].ncalls = CALLS;
	}
	find(f);
	expect_note(f, NOTE_WARNING, "not all files could be compared, so some may count twice");
}

/* Each bin and call is in all of the files, so none is needed for any of them. */
static void a_sum_of_some_of_dense_files(void **state) {
	enum { FILES = 18 };
	struct fixture *f = *state;
	struct counts all = { .bins = { 0 } };

	for (size_t i = 0; i < FILES; i++) {
		struct counts c = dense_run(f);
		add(f, arena_format(f->arena, "f%zu", i), c);
		if (i % 2)
			all = sum(all, c);
	}
	add(f, "all", all);
	find(f);
	assert_string_equal(reason(f, FILES), "the sum of f1, f3, f5 and 6 other files");
	assert_int_equal(f->non, FILES);
}

static void a_sum_counts_beside_no_part(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 19), b = run(f, 19);

	add(f, "a", a);
	add(f, "dir/any", sum(a, b));
	add(f, "b", b);
	find(f);
	assert_int_equal(f->ticks, 38);
	assert_int_equal(f->non, 2);
	assert_string_equal(reason(f, 1), "the sum of a and b");
	expect_note(f, NOTE_WARNING, "dir/any is the sum of a and b");
	count(f, (struct repeat_uses){ .sums = REPEATS_ADDED });
	assert_int_equal(f->ticks, 76);
}

static void a_sum_of_some_is_found(void **state) {
	struct fixture *f = *state;
	struct counts all = run(f, 200);

	add(f, "0", all);
	for (size_t i = 1; i < 12; i++) {
		const struct counts c = run(f, 200);

		add(f, "other", c);
		if (i % 3 == 0)
			all = sum(all, c);
	}
	add(f, "sum", all);
	find(f);
	assert_int_equal(f->ticks, 12 * 200);
	assert_string_equal(reason(f, 12), "the sum of 0, other, other and other");
}

static void sums_of_sums_are_found(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 200), b = run(f, 100), c = run(f, 300), d = run(f, 150);

	add(f, "all", sum(sum(a, b), sum(c, d)));
	add(f, "a", a);
	add(f, "ab", sum(a, b));
	add(f, "b", b);
	add(f, "c", c);
	add(f, "d", d);
	add(f, "cd", sum(c, d));
	find(f);
	assert_int_equal(f->ticks, 750);
	assert_int_equal(f->non, 4);
	expect_note(f, NOTE_WARNING, "all, ab and cd: sums of other files");
}

static void a_file_that_contains_others_counts_once(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 300), b = run(f, 300);

	add(f, "a", a);
	add(f, "abc", sum(sum(a, b), run(f, 300)));
	add(f, "b", b);
	add(f, "other", run(f, 300));
	find(f);
	assert_int_equal(f->ticks, 1200);
	assert_string_equal(reason(f, 0), "contained in abc");
	assert_string_equal(reason(f, 2), "contained in abc");
}

static void one_count_off_is_no_sum(void **state) {
	struct fixture *f = *state;
	struct counts a = run(f, 20), b = run(f, 20), both = sum(a, b);

	both.bins[3]++;
	both.bins[9]--;
	add(f, "a", a);
	add(f, "both", both);
	add(f, "b", b);
	find(f);
	assert_int_equal(f->ticks, 80);
	f->records = records_new(f->arena);
	both = sum(a, b);
	both.calls[1]++;
	both.calls[2]--;
	add(f, "a", a);
	add(f, "both", both);
	add(f, "b", b);
	find(f);
	assert_int_equal(f->ticks, 80);
}

/* One sample in each of two runs, and both in a third, by chance. */
static void few_samples_are_no_sum(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 1), b = run(f, 1);

	add(f, "a", a);
	add(f, "b", b);
	add(f, "c", sum(a, b));
	find(f);
	assert_int_equal(f->ticks, 4);
}

/* What another version of gprof -s takes for the caller is within it. */
static void calls_within_a_function_are_of_it(void **state) {
	struct fixture *f = *state;
	struct builder b;
	struct counts one, two;

	builder_begin(&b);
	builder_symbol(&b, "caller", 0x1000, 0x80);
	builder_symbol(&b, "callee", 0x1100, 0x80);
	f->image = &b.image;
	add(f, "a", one = run(f, 40));
	add(f, "b", two = run(f, 40));
	struct counts both = sum(one, two);
	for (size_t i = 0; i < NCALLS; i++)
		if (i != 3) {
			both.calls[3] += both.calls[i];
			both.calls[i] = 0;
		}
	add(f, "all", both);
	find(f);
	assert_int_equal(f->ticks, 80);
	assert_string_equal(reason(f, 2), "the sum of a and b");
	builder_end(&b);
}

/* Functions, so that calls of runs are by where mcount returns to. */
static void begin_functions(struct fixture *f, struct builder *b) {
	builder_begin(b);
	builder_symbol(b, "caller", 0x1000, 0x80);
	builder_symbol(b, "callee", 0x1100, 0x80);
	f->image = &b->image;
	f->callee = 0x1108;
}

/* Adds what gprof -s writes: callees are functions; callers, too, or with -g their lines. */
static void add_sum(struct fixture *f, const char *path, struct counts c) {
	f->callee = 0x1100;
	add(f, path, c);
	f->callee = 0x1108;
}

/* With two samples, too. */
static void a_sum_by_lines_is_a_sum(void **state) {
	struct fixture *f = *state;
	struct builder b;
	const struct counts a = run(f, 1), c = run(f, 1);

	begin_functions(f, &b);
	add(f, "a", a);
	add(f, "c", c);
	add_sum(f, "gmon.sum", sum(a, c));
	find(f);
	assert_int_equal(f->ticks, 2);
	expect_note(f, NOTE_WARNING, "gmon.sum is the sum of a and c");
	builder_end(&b);
}

/* Also if one of its parts is a sum. */
static void a_sum_of_a_sum_and_a_run(void **state) {
	struct fixture *f = *state;
	struct builder b;
	const struct counts a = run(f, 5), c = run(f, 5), d = run(f, 5);

	begin_functions(f, &b);
	add_sum(f, "ac", sum(a, c));
	add_sum(f, "acd", sum(sum(a, c), d));
	add(f, "d", d);
	find(f);
	assert_int_equal(f->ticks, 15);
	expect_note(f, NOTE_WARNING, "acd is the sum of ac and d");
	builder_end(&b);
}

/* Few samples may be in a sum of other runs by chance; but gprof -s wrote it. */
static void a_sum_may_contain_runs(void **state) {
	struct fixture *f = *state;
	struct builder b;
	const struct counts a = run(f, 5), c = run(f, 5);
	struct counts all = sum(a, c);

	begin_functions(f, &b);
	for (size_t i = 0; i < 6; i++)
		all = sum(all, run(f, 5));
	add(f, "a", a);
	add_sum(f, "all", all);
	add(f, "c", c);
	find(f);
	assert_int_equal(f->ticks, 50);
	expect_note(f, NOTE_FACT, "a and c: may be contained in other files");
	count(f, (struct repeat_uses){ .sums = REPEATS_ONCE });
	assert_int_equal(f->ticks, 40);
	builder_end(&b);
}

/* A run might be in a sum of twelve by chance; not beside ten others. */
static void parts_are_told_by_each_other(void **state) {
	enum { FILES = 11, TICKS = 60 };
	struct fixture *f = *state;
	struct counts all = run(f, TICKS), runs[FILES];
	struct builder b;

	begin_functions(f, &b);
	for (size_t i = 0; i < FILES; i++) {
		runs[i] = run(f, TICKS);
		all = sum(all, runs[i]);
	}
	add_sum(f, "all", all);
	add(f, "run", runs[0]);
	find(f);
	assert_int_equal(f->ticks, (FILES + 2) * TICKS);
	for (size_t i = 1; i < FILES; i++)
		add(f, "run", runs[i]);
	find(f);
	assert_int_equal(f->ticks, (FILES + 1) * TICKS);
	builder_end(&b);
}

/* Parts of a sum are in what that is in. */
static void parts_of_a_part_count_once(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 300), b = run(f, 300);

	add(f, "a", a);
	add(f, "abc", sum(sum(a, b), run(f, 100)));
	add(f, "b", b);
	add(f, "ab", sum(a, b));
	find(f);
	assert_int_equal(f->ticks, 700);
	assert_string_equal(reason(f, 3), "the sum of a and b");
	assert_string_equal(reason(f, 0), "contained in abc");
	assert_string_equal(reason(f, 2), "contained in abc");
}

/* What two sums have in common is in none of them; what a third one has of both counts once. */
static void sums_in_a_larger_sum_count_once(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 300), b = run(f, 300), c = run(f, 300), d = run(f, 300);

	add(f, "ab", sum(a, b));
	add(f, "abcd", sum(sum(a, b), sum(c, d)));
	add(f, "bc", sum(b, c));
	add(f, "other", run(f, 300));
	find(f);
	assert_int_equal(f->ticks, 1500);
	assert_string_equal(reason(f, 0), "contained in abcd");
	assert_string_equal(reason(f, 2), "contained in abcd");
}

/* Snapshots that gprof -s wrote, and a run that is in none of them. */
static void a_run_beside_sums_counts(void **state) {
	struct fixture *f = *state;
	struct builder b;
	struct counts all = run(f, 100);

	begin_functions(f, &b);
	add(f, "other", run(f, 100));
	for (size_t i = 0; i < 8; i++) {
		all = sum(all, run(f, 100));
		add_sum(f, "sum", all);
	}
	find(f);
	assert_true(f->counted.once->are_snapshots);
	assert_int_equal(f->ticks, 1000);
	assert_int_equal(f->calls, 10 * 145);
	builder_end(&b);
}

/* A run, and what gprof -s made of it and one more, and so on. */
static void a_run_that_sums_begin_with_counts_once(void **state) {
	struct fixture *f = *state;
	struct builder b;
	struct counts all = run(f, 100);

	begin_functions(f, &b);
	add(f, "first", all);
	for (size_t i = 0; i < 8; i++) {
		all = sum(all, run(f, 100));
		for (size_t k = 1; k < NCALLS; k++) {
			all.calls[0] += all.calls[k];
			all.calls[k] = 0;
		}
		add_sum(f, i ? "next" : "second", all);
	}
	find(f);
	assert_string_equal(reason(f, 0), "contained in second");
	assert_true(f->counted.once->are_snapshots);
	assert_int_equal(f->ticks, 900);
	assert_int_equal(f->calls, 9 * 145);
	builder_end(&b);
}

/* gprof -s keeps calls by function: no run has such, however few its
 * samples. */
static void a_file_by_function_is_a_sum(void **state) {
	struct fixture *f = *state;
	struct builder b;

	builder_begin(&b);
	builder_symbol(&b, "caller", 0x1000, 0x80);
	builder_symbol(&b, "callee", 0x1100, 0x80);
	f->image = &b.image;
	f->callee = 0x1108;
	struct counts one = run(f, 1);
	add(f, "a", one);
	add(f, "b", one);
	f->callee = 0x1100;
	one = sum(one, one);
	for (size_t i = 1; i < NCALLS; i++) {
		one.calls[0] += one.calls[i];
		one.calls[i] = 0;
	}
	add(f, "gmon.sum", one);
	find(f);
	assert_int_equal(f->ticks, 2);
	assert_string_equal(reason(f, 2), "the sum of a and b");
	builder_end(&b);
}

static void copies_count_once(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 100), b = run(f, 100);

	add(f, "a", a);
	add(f, "b", b);
	add(f, "c", a);
	find(f);
	assert_int_equal(f->ticks, 200);
	expect_note(f, NOTE_WARNING, "c is a copy of a");
	count(f, (struct repeat_uses){ .copies = REPEATS_ADDED });
	assert_int_equal(f->ticks, 300);
}

static void few_samples_may_be_a_copy(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 3);

	add(f, "a", a);
	add(f, "b", a);
	find(f);
	assert_int_equal(f->ticks, 6);
	expect_note(f, NOTE_FACT, "b may be a copy of a");
	count(f, (struct repeat_uses){ .copies = REPEATS_ONCE });
	assert_int_equal(f->ticks, 3);
}

static void ranks_with_few_samples_are_no_copies(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 3);

	add(f, "gmon.0.71", a);
	add(f, "gmon.1.72", a);
	add(f, "gmon.2.73", run(f, 5));
	find(f);
	count(f, (struct repeat_uses){ .copies = REPEATS_ONCE });
	assert_int_equal(f->ticks, 11);
}

/* However many other runs there are, of which any two might be equal by chance. */
static void a_copy_of_few_samples_is_named(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 3);
	uint64_t all = 6;

	add(f, "a", a);
	for (uint64_t i = 0; i < 20; all += 4 + i++)
		add(f, "other", run(f, 4 + i));
	add(f, "b", a);
	find(f);
	assert_int_equal(f->ticks, all);
	expect_note(f, NOTE_FACT, "b may be a copy of a");
	count(f, (struct repeat_uses){ .copies = REPEATS_ONCE });
	assert_int_equal(f->ticks, all - 3);
}

static void runs_without_samples_are_runs(void **state) {
	struct fixture *f = *state;

	for (size_t i = 0; i < 5; i++)
		add(f, "run", run(f, 0));
	find(f);
	assert_int_equal(f->non, 5);
	assert_int_equal(f->counted.once->notes.n, 0);
}

static void the_same_file_counts_once(void **state) {
	struct fixture *f = *state;

	add(f, "a", run(f, 1));
	add(f, "link", run(f, 1));
	f->same[1] = 0;
	find(f);
	assert_int_equal(f->ticks, 1);
	expect_note(f, NOTE_WARNING, "link is the same file as a");
}

static void records_appended_count_once(void **state) {
	struct fixture *f = *state;
	const struct counts a = run(f, 3);

	add(f, "a", a);
	for (size_t i = 0; i < 2; i++) {
		add_histogram(f, &a);
		add_calls(f, &a);
	}
	find(f);
	assert_int_equal(f->ticks, 3);
	assert_int_equal(f->calls, 145);
	expect_note(f, NOTE_WARNING, "a: the same records 3 times");
	count(f, (struct repeat_uses){ .copies = REPEATS_ADDED });
	assert_int_equal(f->ticks, 9);
}

/* The parent waits; its children count its samples and calls, too. */
static void children_do_not_count_the_parent(void **state) {
	struct fixture *f = *state;
	struct counts parent = run(f, 33);

	parent.calls[9] = 0;
	add(f, "parent", parent);
	for (size_t i = 0; i < 8; i++) {
		struct counts own = run(f, i < 4 ? 0 : 40);
		memset(own.calls, 0, sizeof own.calls);
		own.calls[9] = 5;
		struct counts child = sum(parent, own);
		add(f, "child", child);
	}
	find(f);
	assert_int_equal(f->ticks, 33 + 4 * 40);
	assert_int_equal(f->calls, 145 - 28 + 8 * 5);
	assert_int_equal(f->non, 9);
	expect_note(f, NOTE_WARNING,
	            "parent, child, child and 6 other files have samples in "
	            "common, as children of fork() have those of their "
	            "parent");
	count(f, (struct repeat_uses){ .common = REPEATS_ADDED });
	assert_int_equal(f->ticks, 9 * 33 + 4 * 40);
}

/* A tight loop in the parent: few bins, and children without a timer, as
 * Linux has them. */
static void two_bins_of_a_parent_are_enough(void **state) {
	struct fixture *f = *state;
	struct counts c = run(f, 0);

	c.bins[7] = 28;
	c.bins[9] = 5;
	for (size_t i = 0; i < 9; i++) {
		c.calls[9] = 10 * i;
		add(f, i ? "child" : "parent", c);
	}
	find(f);
	assert_int_equal(f->ticks, 33);
	assert_int_equal(f->calls, 145 - 28 + 10 * 36);
}

/* Regular ticks of one loop may be as many in each run. */
static void one_bin_may_be_chance(void **state) {
	struct fixture *f = *state;
	struct counts c = run(f, 0);

	c.bins[7] = 33;
	for (size_t i = 0; i < 9; i++) {
		c.calls[9] = 10 * i;
		add(f, i ? "child" : "parent", c);
	}
	find(f);
	assert_int_equal(f->ticks, 9 * 33);
	expect_note(f, NOTE_FACT,
	            "parent, child, child and 6 other files may have samples "
	            "in common, as children of fork() have those of their "
	            "parent");
	count(f, (struct repeat_uses){ .common = REPEATS_ONCE });
	assert_int_equal(f->ticks, 33);
}

static void runs_have_nothing_in_common(void **state) {
	struct fixture *f = *state;

	for (size_t i = 0; i < 4; i++)
		add(f, "run", run(f, 1000 + 10 * i));
	find(f);
	assert_int_equal(f->ticks, 4060);
	assert_int_equal(f->counted.once->notes.n, 0);
}

static void find_in_it(void *context) {
	find(context);
}

/* Runs each of which makes other calls: what is kept of them is not as large as they are. */
static void calls_of_runs_are_not_kept(void **state) {
	enum { NRUNS = 16, NOWN = 20000 };
	struct fixture *f = *state;
	struct arena_limit limit = { .most = 8 << 20 };

	for (uint32_t i = 0; i < NRUNS; i++) {
		struct counts c = run(f, 200 + i);

		memset(c.calls, 0, sizeof c.calls);
		add(f, "run", c);
		for (uint32_t k = 0; k < NOWN; k++)
			records_add_call(f->records,
			                 (struct call){ 0x1000 + NOWN * i + k, 0x1000, 1 });
	}
	assert_true(arena_try(&limit, find_in_it, f));
	assert_int_equal(f->calls, NRUNS * NOWN);
	assert_int_equal(f->counted.once->notes.n, 0);
}

/* A sum and a part among many others, most of which are never looked at. */
static void repeats_among_many_files_are_found(void **state) {
	enum { FILES = 1000 };
	struct fixture *f = *state;
	struct counts all = run(f, 0), part = run(f, 300);

	memset(all.calls, 0, sizeof all.calls);
	for (size_t i = 0; i < FILES; i++) {
		const struct counts c = run(f, 150 + i % 100);

		add(f, arena_format(f->arena, "f%03zu", i), c);
		if (i % 200 == 7)
			all = sum(all, c);
	}
	add(f, "all", all);
	add(f, "part", part);
	add(f, "whole", sum(part, run(f, 500)));
	find(f);
	assert_string_equal(reason(f, FILES), "the sum of f007, f207, f407 and 2 other files");
	assert_string_equal(reason(f, FILES + 1), "contained in whole");
	for (size_t i = 0; i < FILES; i++)
		assert_null(reason(f, i));
}

/* Where few bins are used, many files are contained in many others by chance. */
static void few_bins_take_little_memory(void **state) {
	struct fixture *f = *state;
	struct arena_limit limit = { .most = 16 << 20 };

	for (size_t i = 0; i < MOST_FILES; i++) {
		struct counts c = run(f, 0);

		for (size_t k = 0; k < 60; k++)
			c.bins[100 * (next_random(f) % 2)]++;
		c.bins[0] += next_random(f) % 9;
		add(f, "run", c);
	}
	assert_true(arena_try(&limit, find_in_it, f));
	assert_int_equal(f->non, MOST_FILES);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(a_search_that_ends_early_says_so),
		TEST(a_sum_of_some_of_dense_files),
		TEST(a_sum_counts_beside_no_part),
		TEST(a_sum_of_some_is_found),
		TEST(sums_of_sums_are_found),
		TEST(a_file_that_contains_others_counts_once),
		TEST(one_count_off_is_no_sum),
		TEST(few_samples_are_no_sum),
		TEST(a_file_by_function_is_a_sum),
		TEST(a_sum_by_lines_is_a_sum),
		TEST(a_sum_of_a_sum_and_a_run),
		TEST(a_sum_may_contain_runs),
		TEST(parts_are_told_by_each_other),
		TEST(parts_of_a_part_count_once),
		TEST(sums_in_a_larger_sum_count_once),
		TEST(a_run_beside_sums_counts),
		TEST(a_run_that_sums_begin_with_counts_once),
		TEST(calls_within_a_function_are_of_it),
		TEST(copies_count_once),
		TEST(few_samples_may_be_a_copy),
		TEST(ranks_with_few_samples_are_no_copies),
		TEST(a_copy_of_few_samples_is_named),
		TEST(runs_without_samples_are_runs),
		TEST(the_same_file_counts_once),
		TEST(records_appended_count_once),
		TEST(children_do_not_count_the_parent),
		TEST(two_bins_of_a_parent_are_enough),
		TEST(one_bin_may_be_chance),
		TEST(runs_have_nothing_in_common),
		TEST(calls_of_runs_are_not_kept),
		TEST(repeats_among_many_files_are_found),
		TEST(few_bins_take_little_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
