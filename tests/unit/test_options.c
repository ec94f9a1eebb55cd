/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "options.h"

#include "assertions.h"

static void test_names_and_letters_are_one_option_each(void **state) {
	struct arena *arena = arena_new();
	const struct option_list all = options_all(arena);

	for (size_t i = 0; i < all.n; i++)
		for (size_t j = 0; j < i; j++) {
			const struct option_row *a = &all.rows[i];
			const struct option_row *b = &all.rows[j];

			if (a->name && b->name)
				assert_string_not_equal(a->name, b->name);
			if (a->letter)
				assert_int_not_equal(a->letter, b->letter);
		}
	arena_free(arena);
}

/* Parses a line of words. */
static bool parse(struct options *o, const char *line, struct arena *arena, struct error *err) {
	char **argv = arena_alloc(arena, strlen(line) + 3, sizeof *argv);
	char *word = arena_text(arena, line, strlen(line));
	int argc = 0;

	argv[argc++] = arena_text(arena, "gptui", 5);
	for (word = strtok(word, " "); word; word = strtok(NULL, " "))
		argv[argc++] = word;
	return options_parse(o, argc, argv, arena, err);
}

static void test_gprof_keeps_its_abbreviations(void **state) {
	struct arena *arena = arena_new();
	struct options o;
	struct error err;

	assert_true(parse(&o, "--p --m 3 --l --tr", arena, &err));
	assert_true(o.gprof.full_paths);
	assert_int_equal(o.gprof.min_count, 3);
	assert_true(o.gprof.by_line);
	assert_true(o.gprof.traditional);
	assert_int_equal(o.start.ngiven, 0);
	assert_false(parse(&o, "--s", arena, &err));
	assert_null(strstr(err.reason, "--sort"));
	assert_non_null(strstr(err.reason, "--sum"));
	arena_free(arena);
}

static void test_settings_are_options(void **state) {
	struct arena *arena = arena_new();
	struct options o;
	struct error err;

	assert_true(parse(&o,
	                  "--zeros --lines=on --unit percent --limit=2.5 "
	                  "--unit=samples --names raw --split-ratio 40",
	                  arena, &err));
	const struct preferences *p = &o.start.preferences;
	assert_false(o.wants_listing);
	assert_true(p->display.zeros && p->display.rows == ROWS_LINE);
	assert_int_equal(p->display.amounts, AMOUNT_SAMPLES);
	assert_int_equal(p->display.names, NAME_RAW);
	assert_true(p->display.limit > 2.4 && p->display.limit < 2.6);
	assert_int_equal(p->split_ratio, 40);
	assert_int_equal(o.start.ngiven, 7);
	assert_string_equal(o.start.given[4].value, "samples");
	assert_true(parse(&o, "--zeros --zeros=off", arena, &err));
	assert_false(o.start.preferences.display.zeros);
	arena_free(arena);
}

/* In one line, which names what is wrong. */
static void test_wrong_values_are_reported_at_once(void **state) {
	static const char *const lines[] = { "--unit weeks",     "--limit many",   "--zeros=1",
		                             "--split-ratio 81", "--theme nosuch", "--slide x",
		                             "--format xml",     "--size 8" };
	struct arena *arena = arena_new();
	struct options o;
	struct error err;

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const char *name = arena_text(arena, lines[i], strcspn(lines[i], "= "));

		if (parse(&o, lines[i], arena, &err))
			fail_msg("%s is taken", lines[i]);
		assert_non_null(o.message);
		assert_non_null(strstr(o.message, name + 2));
		assert_null(strchr(o.message, '\n'));
	}
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_and_letters_are_one_option_each),
		cmocka_unit_test(test_gprof_keeps_its_abbreviations),
		cmocka_unit_test(test_settings_are_options),
		cmocka_unit_test(test_wrong_values_are_reported_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
