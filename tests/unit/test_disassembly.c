/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples on the instructions and lines of this very program, whose machine
 * the library should know if it knows any. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/work.h"
#include "model/build/build.h"
#include "model/code.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "gprof/gprof_rules.h"
#include "parse/code/disassembly.h"
#include "parse/code/sample_sites.h"
#include "parse/dwarf/lines.h"
#include "parse/gmon/reader.h"
#include "parse/object/object.h"
#include "profile_builder.h"

#include "assertions.h"

int sampled_function(const int *list, int n);

__attribute__((noinline)) int sampled_function(const int *list, int n) {
	int sum = 0;

	for (int i = 0; i < n; i++)
		if (list[i] % 3)
			sum += list[i] / 7;
	return sum + 1;
}

struct test {
	struct arena *arena;
	const struct object *object;
	struct lines *lines; /* or NULL */
	const struct symbol *symbol;
	struct records *records;
};

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;
	struct error err;

	*t = (struct test){ .arena = arena_new() };
	*state = t;
	t->object = object_open("/proc/self/exe", NULL, t->arena, &err);
	if (!t->object)
		return 1;
	t->symbol = symbol_of(object_image(t->object), "sampled_function");
	t->lines = lines_open(t->object, false, t->arena, NULL, &err);
	t->records = records_new(t->arena);
	records_add_file(t->records, "gmon.out", &gmon_reader.format);
	return t->symbol ? 0 : 1;
}

static int end(void **state) {
	struct test *t = *state;

	arena_free(t->arena);
	return 0;
}

/* Fills the function with bins of some bytes each; no two counts are alike. */
static const struct profile *profile_of(struct test *t, uint64_t bytes) {
	const struct symbol *s = t->symbol;
	uint32_t n = (uint32_t)((s->size + bytes - 1) / bytes);
	struct histogram h = seconds_in(s->low, s->low + n * bytes, n);
	struct error err;

	h.bins.list = arena_alloc(t->arena, n, sizeof *h.bins.list);
	for (uint32_t i = 0; i < n; i++)
		h.bins.list[h.bins.n++] = (struct bin){ .index = i, .count = 100 + i };
	records_add_histogram(t->records, h);
	const struct profile *p = profile_build(object_image(t->object), t->records, &rules_exact,
	                                        t->arena, NULL, &err);
	assert_non_null(p);
	return p;
}

static const struct code *code_of(const struct test *t, const struct profile *p) {
	const struct code *code = disassembly_read(disassembly_new(t->object, p, t->arena),
	                                           profile_at(p, t->symbol->low), t->lines, NULL,
	                                           t->arena, NULL);

	assert_non_null(code);
	assert_true(code->is_ready);
	if (code->reason)
		skip();
	return code;
}

/* The sum of bins [first, last) of profile_of(). */
static double sum_of(uint64_t first, uint64_t last) {
	return (double)(last - first) * 100 + (double)((first + last - 1) * (last - first)) / 2;
}

static void bins_of_a_byte_are_of_the_instruction_around(void **state) {
	struct test *t = *state;
	const struct code *code = code_of(t, profile_of(t, 1));
	double all = 0;

	assert_compared(code->n, >, 4);
	for (size_t i = 0; i < code->n; i++) {
		const struct code_row *row = &code->rows[i];
		uint64_t at = row->instruction.address - t->symbol->low;

		assert_int_equal(row->sharers, 1);
		assert_compared(row->ticks, ==, sum_of(at, at + row->instruction.size));
		all += row->ticks;
	}
	assert_compared(code->ticks, ==, all);
	assert_compared(all, ==, code->func->self_ticks);
}

static void a_wide_bin_is_shared_by_the_instructions_in_it(void **state) {
	struct test *t = *state;
	const uint64_t size = t->symbol->size;
	const struct code *code = code_of(t, profile_of(t, size));

	for (size_t i = 0; i < code->n; i++) {
		assert_int_equal(code->rows[i].sharers, code->n);
		assert_compared(code->rows[i].ticks * (double)code->n, >, 99.99);
		assert_compared(code->rows[i].ticks * (double)code->n, <, 100.01);
	}
}

static double ticks_of(const struct code *code, const char *path, unsigned line) {
	double ticks = 0;

	for (size_t i = 0; i < code->n; i++)
		if (code->rows[i].location.path == path && code->rows[i].location.line == line)
			ticks += code->rows[i].ticks;
	return ticks;
}

static double ticks_of_line(const struct line_times *times,
                            const struct source_location *location) {
	for (size_t i = 0; i < times->n; i++)
		if (times->list[i].path == location->path && times->list[i].line == location->line)
			return times->list[i].ticks;
	return 0;
}

static void lines_have_what_their_instructions_have(void **state) {
	static const uint64_t widths[] = { 1, 3, 4, 7, 16, 40 };
	struct test *t = *state;

	if (!t->lines)
		skip();
	for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
		size_t nlocated = 0;

		t->records = records_new(t->arena);
		records_add_file(t->records, "gmon.out", &gmon_reader.format);
		const struct profile *p = profile_of(t, widths[w]);
		const struct code *code = code_of(t, p);
		const struct line_times *times = sample_sites_lines(
			sample_sites_find(t->object, t->lines, p, t->arena, NULL), t->arena);
		for (size_t i = 0; i < code->n; i++) {
			const struct source_location *location = &code->rows[i].location;
			double ticks = ticks_of(code, location->path, location->line);

			if (!location->path)
				continue; /* clang's line 0 */
			nlocated++;
			assert_compared(ticks_of_line(times, location), >, ticks - 1e-6);
			assert_compared(ticks_of_line(times, location), <, ticks + 1e-6);
		}
		assert_compared(nlocated, >, code->n / 2);
	}
}

/* By path, not by where in the memory the paths are. */
static void lines_ascend(void **state) {
	static const char paths[3][2] = { "b", "a", "c" };
	struct test *t = *state;
	struct sample_site list[6];

	for (size_t i = 0; i < 6; i++)
		list[i] = (struct sample_site){ .location = { paths[i % 3], NULL, 9 - (unsigned)i },
			                        .ticks = 1 };
	const struct line_times *times = sample_sites_lines(&(struct sample_sites){ list, 6 },
	                                                    t->arena);
	assert_int_equal(times->n, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_string_equal(times->list[i].path, i < 2 ? "a" : i < 4 ? "b" : "c");
		assert_compared(times->list[i].line, <, i % 2 ? 10 : times->list[i + 1].line);
	}
}

static void without_samples_there_are_instructions(void **state) {
	struct test *t = *state;
	struct error err;
	const struct profile *p = profile_build(object_image(t->object), t->records, &rules_exact,
	                                        t->arena, NULL, &err);

	assert_non_null(p);
	const struct code *code = code_of(t, p);
	assert_compared(code->n, >, 4);
	for (size_t i = 0; i < code->n; i++)
		assert_int_equal(code->rows[i].sharers, 0);
}

static void nobody_waits_for_what_was_cancelled(void **state) {
	struct test *t = *state;
	const struct profile *p = profile_of(t, 4);
	struct progress progress = { .cancelled = true };

	assert_null(disassembly_read(disassembly_new(t->object, p, t->arena),
	                             profile_at(p, t->symbol->low), t->lines, NULL, t->arena,
	                             &progress));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(bins_of_a_byte_are_of_the_instruction_around),
		TEST(a_wide_bin_is_shared_by_the_instructions_in_it),
		TEST(lines_have_what_their_instructions_have),
		TEST(lines_ascend),
		TEST(without_samples_there_are_instructions),
		TEST(nobody_waits_for_what_was_cancelled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
