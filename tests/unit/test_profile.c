/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as a whole: facts, notes, ranks, names, what cannot be built. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/work.h"
#include "model/build/build.h"
#include "model/names.h"
#include "parse/gmon/reader.h"
#include "profile_builder.h"

#include "assertions.h"

static const struct profile *build(struct builder *b) {
	const struct profile *p = builder_profile(b, &rules_exact);

	assert_non_null(p);
	return p;
}

static void an_empty_profile_is_a_profile(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	const struct profile *p = build(b);
	assert_int_equal(p->nfuncs, 1);
	assert_false(p->has_histogram);
	assert_false(p->has_calls);
	assert_true(p->total_ticks <= 0 && p->rate <= 0);
	assert_string_equal(p->dimension, "seconds");
	assert_int_equal(p->abbreviation, 's');
	assert_string_equal(note_of(p, "nothing was measured")->evidence,
	                    "the files hold no histogram, and no call was "
	                    "counted");
	assert_non_null(note_of(p, "no calls were counted"));
	assert_int_equal(p->funcs[0].index, 1);
	assert_non_null(builder_profile(b, &rules_gprof));
}

static void an_empty_histogram_is_noted(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	const struct profile *p = build(b);
	assert_true(p->has_histogram);
	assert_string_equal(note_of(p, "nothing was measured")->evidence,
	                    "all bins of the histogram are 0, and no call "
	                    "was counted");
}

static void calls_without_time_are_noted(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_symbol(b, "work", 0x1010, 0x10);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1004, 0x1010, 3);
	const struct profile *p = build(b);
	assert_string_equal(note_of(p, "no time was measured")->evidence,
	                    "calls were counted, but all bins of the "
	                    "histogram are 0");
}

static void the_facts_of_the_first_histogram_count(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_bin(b, 0, 7);
	struct histogram *h = builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 1);
	strcpy(h->dimension, "i-cache misses");
	h->abbreviation = 'm';
	const struct profile *p = build(b);
	assert_string_equal(p->dimension, "i-cache misses");
	assert_int_equal(p->abbreviation, 'm');
	assert_int_equal(p->samples, 7);
	assert_true(p->rate > 0.99 && p->rate < 1.01);
}

static void a_cancelled_build_fails(void **state) {
	struct builder *b = *state;
	struct progress progress = { .cancelled = true };

	builder_symbol(b, "main", 0x1000, 0x10);
	builder_bin(b, 0, 7);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	assert_null(
		profile_build(&b->image, b->records, &rules_exact, b->arena, &progress, &b->err));
	assert_string_equal(b->err.reason, "cancelled");
	assert_null(
		profile_build(&b->image, b->records, &rules_gprof, b->arena, &progress, &b->err));
	assert_string_equal(b->err.reason, "cancelled");
}

static void rules_have_names(void **state) {
	assert_ptr_equal(rules_named("exact"), &rules_exact);
	assert_ptr_equal(rules_named("gprof"), &rules_gprof);
	assert_null(rules_named("other"));
}

/* By time; then names without an underscore first, calls, names. */
static void entries_are_ranked(void **state) {
	static const char *const names[] = { "_b", "a", "hot", "d", "c", "e" };
	static const char *const ranks[] = { "hot", "e", "a", "c", "d", "_b" };
	struct builder *b = *state;

	for (size_t i = 0; i < 6; i++)
		builder_symbol(b, names[i], 0x1000 + 16 * i, 16);
	builder_bin(b, 8, 7);
	builder_histogram(b, TEXT_LOW, TEXT_HIGH, 0x400, 100);
	builder_call(b, 0x1020, 0x1050, 4); /* hot calls e 4, _b 9 */
	builder_call(b, 0x1020, 0x1000, 9);
	const struct profile *p = build(b);
	assert_int_equal(p->nindexes, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_string_equal(p->by_index[i]->name, ranks[i]);
		assert_int_equal(p->by_index[i]->index, i + 1);
	}
}

static void functions_are_found_by_address(void **state) {
	struct builder *b = *state;

	builder_symbol(b, "second", 0x1020, 0x10);
	builder_symbol(b, "first", 0x1000, 0x10);
	const struct profile *p = build(b);
	assert_ptr_equal(profile_at(p, 0x100f), func_of(p, "first"));
	assert_null(profile_at(p, 0x1010));
	assert_int_equal(profile_number(p, func_of(p, "second")), 1);
}

static void threads_make_calls_doubtful(void **state) {
	struct builder *b = *state;

	b->image.has_threads = true;
	builder_symbol(b, "main", 0x1000, 0x10);
	assert_null(note_of(build(b), "call counts may be too low"));
	builder_call(b, 0x1000, 0x1000, 1);
	assert_non_null(note_of(build(b), "call counts may be too low"));
}

/* One note, however many libraries; those without samples are not in it. */
static void stripped_libraries_with_samples_are_one_note(void **state) {
	struct builder *b = *state;
	const struct image_object objects[] = {
		{ .path = "/prog", .low = 0x1000, .high = 0x1020, .is_stripped = true },
		{ .path = "/lib/liba.so", .low = 0x1020, .high = 0x1040, .is_stripped = true },
		{ .path = "/lib/libb.so", .low = 0x1040, .high = 0x1060, .is_stripped = true },
		{ .path = "/lib/libc.so", .low = 0x1060, .high = 0x1080 },
		{ .path = "/lib/libd.so", .low = 0x10a0, .high = 0x10c0, .is_stripped = true }
	};

	builder_example(b);
	b->image.objects = objects;
	b->image.nobjects = sizeof objects / sizeof *objects;
	const struct note *note = note_of(build(b), "stripped libraries");
	assert_non_null(note);
	assert_int_equal(note->severity, NOTE_WARNING);
	assert_string_equal(note->evidence, "30 samples, 39 %; liba.so 13 %, libb.so 26 %");
}

/* As of a file that several libraries miss. */
static void a_note_is_not_added_twice(void **state) {
	struct builder *b = *state;
	struct notes notes = { .arena = b->arena };
	const struct note one = { NOTE_WARNING, "x was not found", "seen", "look" };
	const struct note other = { NOTE_WARNING, "y was not found", "seen", "look" };

	notes_add_new(&notes, &one);
	notes_add_new(&notes, &other);
	notes_add_new(&notes, &one);
	assert_int_equal(notes.n, 2);
	assert_string_equal(notes.list[1].cause, "y was not found");
}

static void notes_of_files_and_image_are_passed_on(void **state) {
	struct builder *b = *state;
	struct note of_image = { NOTE_FACT, "odd image", "seen", "look" };

	b->image.notes = &of_image;
	b->image.nnotes = 1;
	notes_add(&b->records->notes, NOTE_FACT, "odd file", "seen", "look");
	assert_non_null(note_of(build(b), "odd image"));
	assert_non_null(note_of(build(b), "odd file"));
}

/* The readable form of "_Z<name>" is the name. */
static bool demangle(char *out, size_t size, const char *raw, struct work *work) {
	if (strncmp(raw, "_Z", 2) != 0)
		return false;
	snprintf(out, size, "%s", raw + 2);
	return true;
}

static void assert_short(const char *raw, const char *expected) {
	struct builder b;

	builder_begin(&b);
	b.image.demangle = demangle;
	builder_symbol(&b, raw, 0x1000, 0x10);
	const struct profile *p = build(&b);
	assert_string_equal(names_get(names_new(p, b.arena), p->funcs, NAME_SHORT), expected);
	builder_end(&b);
}

static void short_names_have_no_parameters(void **state) {
	assert_short("main", "main");
	assert_short("plain(int)", "plain(int)"); /* a raw name */
	assert_short("_Zf(int, char)", "f");
	assert_short("_ZS::operator()(int) const", "S::operator()");
	assert_short("_Zf(void (*)(int))", "f");
	assert_short("_Zg() [clone .cold]", "g");
	assert_short("_Za::b", "a::b");
	assert_short("_Zv<int (*)(char)>::f(char)", "v<int (*)(char)>::f");
}

static void brackets_elsewhere_are_no_parameters(void **state) {
	assert_short("_Z(anonymous namespace)::f(int)", "(anonymous namespace)::f");
	assert_short("_Z(anonymous namespace)::data", "(anonymous namespace)::data");
	assert_short("_Za::(anonymous namespace)::data", "a::(anonymous namespace)::data");
	assert_short("_Z<(A, B) as core::fmt::Debug>::fmt", "<(A, B) as core::fmt::Debug>::fmt");
	assert_short("_Zf(int)::{lambda(int)#1}", "f(int)::{lambda(int)#1}");
	assert_short("_Zf(int)::counter", "f(int)::counter");
	assert_short("_Z(", "(");
	assert_short("_Z)(", ")(");
	assert_short("_Z()", "()");
}

static void names_come_in_three_styles(void **state) {
	struct builder *b = *state;

	b->image.demangle = demangle;
	builder_symbol(b, "_Zf(int)", 0x1000, 0x10);
	builder_symbol(b, "main", 0x1010, 0x10);
	const struct profile *p = build(b);
	struct names *names = names_new(p, b->arena);
	const char *full = names_get(names, &p->funcs[0], NAME_FULL);
	assert_string_equal(full, "f(int)");
	assert_ptr_equal(names_get(names, &p->funcs[0], NAME_FULL), full);
	assert_string_equal(names_get(names, &p->funcs[0], NAME_SHORT), "f");
	assert_ptr_equal(names_get(names, &p->funcs[0], NAME_RAW), p->funcs[0].name);
	assert_ptr_equal(names_get(names, &p->funcs[1], NAME_FULL), p->funcs[1].name);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, builder_setup, builder_teardown)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(an_empty_profile_is_a_profile),
		TEST(an_empty_histogram_is_noted),
		TEST(calls_without_time_are_noted),
		TEST(the_facts_of_the_first_histogram_count),
		TEST(a_cancelled_build_fails),
		cmocka_unit_test(rules_have_names),
		TEST(entries_are_ranked),
		TEST(functions_are_found_by_address),
		TEST(threads_make_calls_doubtful),
		TEST(stripped_libraries_with_samples_are_one_note),
		TEST(a_note_is_not_added_twice),
		TEST(notes_of_files_and_image_are_passed_on),
		cmocka_unit_test(short_names_have_no_parameters),
		cmocka_unit_test(brackets_elsewhere_are_no_parameters),
		TEST(names_come_in_three_styles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
