/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "completions.h"
#include "options.h"

#include <cmocka.h>

static void test_shells_know_what_options_take(void **state)
{
	struct arena *arena = arena_new();
	size_t i;

	for (i = 0; i < option_count; i++) {
		const struct option_row *row = &option_rows[i];

		if (row->argument && !offer_of(row, arena).is_known)
			fail_msg("completions.c does not know %s",
			         row->argument);
	}
	arena_free(arena);
}

/* Whether the command line takes the words that shells offer. */
static void try_words(const struct option_row *row, const char *words,
                      struct arena *arena)
{
	const char *option;
	size_t len;

	for (; *words; words += len + strspn(words + len, " ")) {
		struct options options;
		struct error err = { "" };
		char *argv[] = { arena_format(arena, "gptui"), NULL, NULL };

		len = strcspn(words, " ");
		option = arena_text(arena, words, len);
		argv[1] = arena_format(arena, "--%s=%s", row->name, option);
		if (!options_parse(&options, 2, argv, arena, &err))
			fail_msg("%s: %s", argv[1], err.reason);
	}
}

static void test_words_offered_are_taken(void **state)
{
	struct arena *arena = arena_new();
	size_t ntried = 0, i;

	for (i = 0; i < option_count; i++) {
		const struct option_row *row = &option_rows[i];

		if (!row->argument || !row->name || !*row->name)
			continue;
		ntried += *offer_of(row, arena).words != '\0';
		try_words(row, offer_of(row, arena).words, arena);
	}
	assert_true(ntried > 8);
	arena_free(arena);
}

static void test_names_and_letters_are_one_option_each(void **state)
{
	size_t i, j;

	for (i = 0; i < option_count; i++)
		for (j = 0; j < i; j++) {
			const struct option_row *a = &option_rows[i];
			const struct option_row *b = &option_rows[j];

			if (a->name && b->name)
				assert_string_not_equal(a->name, b->name);
			if (a->letter)
				assert_int_not_equal(a->letter, b->letter);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shells_know_what_options_take),
		cmocka_unit_test(test_words_offered_are_taken),
		cmocka_unit_test(test_names_and_letters_are_one_option_each),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
