/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the golden cases leave anything out: what is in the program's
 * tables must occur in one of them. */
#include <dirent.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "base/error.h"
#include "options.h"
#include "table/table.h"
#include "ui/command/command.h"
#include "ui/config/settings.h"
#include "ui/terminal/theme.h"
#include "views/views.h"

#include "assertions.h"

/* The texts of all cases, and the keys that they press. */
struct cases {
	struct arena *arena;
	const char *args, *outs;
	const char *keys; /* parted and surrounded by blanks */
	size_t nmissing;
};

/* Tells all that is missing before the test fails. */
static void miss(struct cases *cases, const char *what, const char *which) {
	print_error("no golden case has the %s %s\n", what, which);
	cases->nmissing++;
}

static void end(struct cases *cases) {
	size_t n = cases->nmissing;

	cases->nmissing = 0;
	assert_int_equal(n, 0);
}

static bool ends_in(const char *name, const char *ending) {
	size_t len = strlen(name), tail = strlen(ending);

	return len > tail && !strcmp(name + len - tail, ending);
}

/* All files of an ending in one text, each line with blanks around it. */
static const char *read_all(const char *ending, struct arena *arena) {
	char *all = arena_format(arena, " ");
	const char *source = getenv("SRCDIR");
	const char *folder = arena_format(arena, "%s/tests/golden", source ? source : ".");
	DIR *dir = opendir(folder);
	struct dirent *entry;
	size_t len = 1;

	assert_non_null(dir);
	while ((entry = readdir(dir))) {
		struct error err = { "" };
		struct bytes bytes;

		if (!ends_in(entry->d_name, ending))
			continue;
		assert_true(bytes_read(&bytes, arena_format(arena, "%s/%s", folder, entry->d_name),
		                       arena, &err));
		for (size_t i = 0; i < bytes.len; i++) {
			all = arena_room(arena, all, len, 1);
			all[len++] = (char)bytes.data[i];
		}
	}
	closedir(dir);
	all = arena_room(arena, all, len, 1);
	all[len] = '\0';
	return all;
}

/* What follows each --keys, in quotes or up to a blank.  In double
 * quotes a backslash keeps the next character from meaning anything. */
static const char *all_keys(const char *args, struct arena *arena) {
	char *keys = arena_alloc(arena, 2 * strlen(args) + 2, 1);
	size_t len = 0;

	keys[len++] = ' ';
	while ((args = strstr(args, "--keys "))) {
		char end = ' ';

		args += 7;
		if (*args == '"' || *args == '\'')
			end = *args++;
		for (; *args && *args != end; args++) {
			if (end == '"' && *args == '\\')
				args++;
			keys[len++] = *args;
		}
		keys[len++] = ' ';
	}
	keys[len] = '\0';
	return keys;
}

static int read_cases(void **state) {
	struct arena *arena = arena_new();
	struct cases *cases = arena_alloc(arena, 1, sizeof *cases);

	cases->arena = arena;
	cases->args = read_all(".args", arena);
	cases->outs = read_all(".out", arena);
	cases->keys = all_keys(cases->args, arena);
	*state = cases;
	return 0;
}

static int drop_cases(void **state) {
	struct cases *cases = *state;

	arena_free(cases->arena);
	return 0;
}

static bool presses(struct cases *cases, const char *key) {
	return strstr(cases->keys, arena_format(cases->arena, " %s ", key)) != NULL;
}

/* Whether a word is between any of the bytes. */
static bool stands(const char *text, const char *word, const char *between) {
	size_t len = strlen(word);
	const char *at = text;

	while ((at = strstr(at, word))) {
		if (at > text && strchr(between, at[-1]) && (!at[len] || strchr(between, at[len])))
			return true;
		at += len;
	}
	return false;
}

static bool is_written(struct cases *cases, const char *word) {
	return stands(cases->args, word, " \n\"':=");
}

static void need_keys(struct cases *cases, const char *keys) {
	size_t len;

	for (; keys && *keys; keys += len + strspn(keys + len, " ")) {
		len = strcspn(keys, " ");
		if (!presses(cases, arena_text(cases->arena, keys, len)))
			miss(cases, "key", arena_text(cases->arena, keys, len));
	}
}

static void need_word(struct cases *cases, const char *what, const char *word) {
	if (!is_written(cases, word))
		miss(cases, what, word);
}

static void every_command_and_key_is_shown(void **state) {
	struct command_word word = { .groups = command_groups };
	struct cases *cases = *state;

	while (command_next(&word)) {
		need_keys(cases, word.keys);
		if (!word.keys)
			need_word(cases, "command", word.name);
	}
	end(cases);
}

static void every_view_is_shown(void **state) {
	struct cases *cases = *state;

	for (size_t i = 0; i < view_count(); i++) {
		if (!strstr(cases->args,
		            arena_format(cases->arena, "--report %s ", view_at(i)->name)))
			miss(cases, "report", view_at(i)->name);
	}
	end(cases);
}

/* Whether a line "VIEW: HEADING" of columns-of-each-view.out has the column. */
static bool is_in_heading(struct cases *cases, const char *view, const char *column) {
	const char *begin = arena_format(cases->arena, "\n%s: ", view);
	const char *at = cases->outs;

	while ((at = strstr(at, begin))) {
		at += strlen(begin) - 1;
		size_t len = strcspn(at, "\n");
		if (stands(arena_text(cases->arena, at, len), column, " ,\r"))
			return true;
	}
	return false;
}

static void every_column_is_shown(void **state) {
	struct cases *cases = *state;

	for (size_t v = 0; v < view_count(); v++) {
		const struct view *view = view_at(v);

		for (size_t c = 0; c < view->columns->n; c++)
			if (!is_in_heading(cases, view->name, view->columns->list[c].name))
				miss(cases, view->name, view->columns->list[c].name);
	}
	end(cases);
}

static void every_format_theme_and_set_is_used(void **state) {
	struct cases *cases = *state;

	for (size_t i = 0; writers[i]; i++)
		if (!strstr(cases->args,
		            arena_format(cases->arena, "--format %s", writers[i]->name)) &&
		    !strstr(cases->args, writers[i]->ending))
			miss(cases, "format", writers[i]->name);
	for (size_t i = 0; themes[i].name; i++)
		if (!strstr(cases->outs, arena_format(cases->arena, "\n%s:\n", themes[i].name)))
			miss(cases, "theme", themes[i].name);
	for (size_t i = 0; presets[i].name; i++)
		need_word(cases, "preset", presets[i].name);
	for (size_t i = 0; i < setting_count; i++)
		need_word(cases, "setting", settings[i].name);
	end(cases);
}

static void every_option_of_its_own_is_given(void **state) {
	struct cases *cases = *state;
	const struct option_list all = options_all(cases->arena);

	for (size_t i = 0; i < all.n; i++)
		if (all.rows[i].is_own)
			need_word(cases, "option",
			          arena_format(cases->arena, "--%s", all.rows[i].name));
	end(cases);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_and_key_is_shown),
		cmocka_unit_test(every_view_is_shown),
		cmocka_unit_test(every_column_is_shown),
		cmocka_unit_test(every_format_theme_and_set_is_used),
		cmocka_unit_test(every_option_of_its_own_is_given),
	};

	return cmocka_run_group_tests(tests, read_cases, drop_cases);
}
