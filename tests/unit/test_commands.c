/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "ui/command/command.h"
#include "ui/session/session.h"
#include "views/views.h"

#include "assertions.h"

/* What help and menu have room for at 80 columns. */
enum { KEYS = 18, HELP = 57 };

static void is_sentence(const char *name, const char *help) {
	size_t len = strlen(help);

	if (len > HELP)
		fail_msg("%s: %zu cells of help", name, len);
	if (!len || !strchr(".?", help[len - 1]))
		fail_msg("%s: its help is no sentence", name);
}

static void test_help_fits_80_columns(void **state) {
	struct command_word word = { .groups = command_groups };

	while (command_next(&word)) {
		is_sentence(word.name, word.help);
		if (word.keys && strlen(word.keys) > KEYS)
			fail_msg("%s: too many keys", word.name);
		assert_compared(strlen(word.group->title), <=, KEYS);
	}
}

static void test_all_words_come(void **state) {
	struct command_word word = { .groups = command_groups };
	size_t ncommands = 0, nviews = 0;

	while (command_next(&word)) {
		nviews += word.is_short && !strcmp(word.command->name, "view");
		ncommands += !word.is_short;
	}
	for (size_t g = 0; command_groups[g]; g++)
		ncommands -= command_groups[g]->n;
	assert_int_equal(ncommands, 0);
	assert_int_equal(nviews, view_count());
}

/* How many words have a key. */
static size_t meanings(const char *key) {
	struct command_word word = { .groups = command_groups };
	size_t n = 0;

	while (command_next(&word))
		n += text_has_word(word.keys, key);
	return n;
}

static void look_at_keys(const char *keys) {
	char key[EVENT_TEXT], parsed[EVENT_TEXT];
	struct error err;
	size_t len;

	for (; keys && *keys; keys += len + strspn(keys + len, " ")) {
		len = strcspn(keys, " ");
		snprintf(key, sizeof key, "%.*s", (int)len, keys);
		if (meanings(key) != 1)
			fail_msg("%s means %zu things", key, meanings(key));
		if (!key_parse(parsed, key, &err))
			fail_msg("%s", err.reason);
	}
}

static void test_a_key_means_one_thing(void **state) {
	struct command_word word = { .groups = command_groups };

	while (command_next(&word))
		look_at_keys(word.keys);
}

/* The first that is found is the one, so no other may have its name; a shorthand may. */
static void test_a_name_means_one_command(void **state) {
	struct command_word word = { .groups = command_groups };

	while (command_next(&word)) {
		struct command_word other = { .groups = command_groups };
		size_t n = 0;

		while (!word.is_short && command_next(&other))
			n += !other.is_short && (!strcmp(other.name, word.name) ||
			                         text_has_word(other.command->aliases, word.name));
		if (n != !word.is_short)
			fail_msg("%s means %zu commands", word.name, n);
	}
}

/* A line of the default keys that names no command would be of no use. */
static void test_default_keys_have_commands(void **state) {
	const char *text = named_text(presets, "default");
	char key[EVENT_TEXT], command[EVENT_TEXT];
	size_t n = 0;

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
		if (sscanf(text, "bind %63s %63s", key, command) != 2)
			continue;
		n++;
		if (meanings(key) != 1)
			fail_msg("%s: no command %s", key, command);
	}
	assert_in_range(n, 100, 200);
}

static void test_groups_have_ranks_of_their_own(void **state) {
	struct command_word word = { .groups = command_groups };
	const struct command_group *group = NULL;
	size_t n = 0, i;

	for (i = 0; command_groups[i]; i++)
		for (size_t j = 0; j < i; j++)
			assert_int_not_equal(command_groups[i]->rank, command_groups[j]->rank);
	for (; command_next(&word); group = word.group)
		n += word.group != group;
	assert_int_equal(n, i);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_words_come),
		cmocka_unit_test(test_help_fits_80_columns),
		cmocka_unit_test(test_a_key_means_one_thing),
		cmocka_unit_test(test_default_keys_have_commands),
		cmocka_unit_test(test_a_name_means_one_command),
		cmocka_unit_test(test_groups_have_ranks_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
