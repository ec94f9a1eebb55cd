/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "ui/session/bindings.h"
#include "ui/command/command.h"
#include "views/view.h"

#include <cmocka.h>

/* What help and menu have room for at 80 columns. */
enum { KEYS = 18, HELP = 57 };

static void each_command(void (*look)(const struct command *command))
{
	size_t g, i;

	for (g = 0; command_groups[g]; g++)
		for (i = 0; i < command_groups[g]->n; i++)
			look(&command_groups[g]->list[i]);
}

static void is_sentence(const char *name, const char *help)
{
	size_t len = strlen(help);

	if (len > HELP)
		fail_msg("%s: %zu cells of help", name, len);
	if (!len || !strchr(".?", help[len - 1]))
		fail_msg("%s: its help is no sentence", name);
}

static void has_short_help(const struct command *c)
{
	is_sentence(c->name, c->help);
	if (c->keys && strlen(c->keys) > KEYS)
		fail_msg("%s: too many keys", c->name);
}

static void test_help_fits_80_columns(void **state)
{
	size_t i;

	each_command(has_short_help);
	for (i = 0; i < view_count(); i++)
		is_sentence(view_at(i)->name, view_at(i)->help);
	for (i = 0; command_groups[i]; i++)
		assert_true(strlen(command_groups[i]->title) <= KEYS);
}

/* How many commands and views a key has. */
static size_t meanings(const char *key)
{
	size_t n = 0, g, i;

	for (g = 0; command_groups[g]; g++)
		for (i = 0; i < command_groups[g]->n; i++)
			n += text_has_word(command_groups[g]->list[i].keys,
			                   key);
	for (i = 0; i < view_count(); i++)
		n += text_has_word(view_at(i)->key, key);
	return n;
}

static void look_at_keys(const char *keys)
{
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

static void look_at_keys_of(const struct command *c)
{
	look_at_keys(c->keys);
}

static void test_a_key_means_one_thing(void **state)
{
	size_t i;

	each_command(look_at_keys_of);
	for (i = 0; i < view_count(); i++)
		look_at_keys(view_at(i)->key);
}

static void test_groups_have_places_of_their_own(void **state)
{
	size_t n = 0, i, j;

	for (i = 0; command_groups[i]; i++)
		for (j = 0; j < i; j++)
			assert_int_not_equal(command_groups[i]->order,
			                     command_groups[j]->order);
	while (command_group_at(n))
		n++;
	assert_int_equal(n, i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_help_fits_80_columns),
		cmocka_unit_test(test_a_key_means_one_thing),
		cmocka_unit_test(test_groups_have_places_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
