/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What typing finds in a menu, and in which order. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ui/session/pane.h"
#include "ui/terminal/terminal.h"

#include "assertions.h"

static const struct menu_line lines[] = {
	{ .text = "s", .name = "sort", .note = "Sort by a column.", .run = "sort" },
	{ .text = "S",
	  .name = "sources",
	  .note = "Show lines.",
	  .words = "code",
	  .run = "sources" },
	{ .text = "2",
	  .name = "graph",
	  .note = "Who calls this?",
	  .words = "call-graph callgraph",
	  .run = "graph" },
	{ .text = "u", .name = "caller", .note = "Open the graph of the caller.", .run = "caller" },
	{ .text = ":export", .name = "export", .note = "Write the profile.", .run = "export" },
	{ .text = "x",
	  .name = "exclude",
	  .note = "Hide this row.",
	  .words = "hide",
	  .run = "exclude" },
	{ .text = "z", .name = "zeros", .note = "Hide functions without time.", .run = "zeros" },
	{ .text = ":names", .name = "names", .words = "templates", .run = "names" },
	{ .kind = MENU_ABSENT,
	  .text = ":manual",
	  .note = "Ranks are sorted by sorting.",
	  .run = "manual" },
	{ .kind = MENU_OPTION, .text = "Option", .name = "--limit", .run = "option" },
	{ .kind = MENU_CHAPTER, .text = "Manual", .name = "limit", .run = "chapter" },
	{ .kind = MENU_COLUMN, .text = "Column", .name = "limit", .run = "column" },
	{ .kind = MENU_SETTING, .text = ":limit", .name = "limit", .run = "setting" },
	{ .text = "L", .name = "limit", .run = "limit" },
	{ .kind = MENU_CHAPTER,
	  .text = "Manual",
	  .name = "Boards",
	  .whole = "A simulator writes sorted files.",
	  .run = "boards" },
};

static void type(struct menu *m, const char *text) {
	struct event event = { .kind = EVENT_KEY };
	const char *run;

	for (; *text; text++) {
		snprintf(event.text, sizeof event.text, "%.*s", *text == ' ' ? 5 : 1,
		         *text == ' ' ? "Space" : text);
		assert_true(menu_event(m, &event, 24, 80, &run));
		assert_null(run);
	}
}

/* The commands of the lines that are left, in their order. */
static const char *found(const char *typed) {
	static char all[200];
	struct menu m = { .arena = arena_new() };

	menu_open(&m, "Menu");
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		menu_add(&m, lines[i]);
	type(&m, typed);
	all[0] = '\0';
	for (size_t i = 0; i < m.nshown; i++)
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "",
		         m.lines[m.shown[i]].run);
	arena_free(m.arena);
	return all;
}

static void all_but_what_is_only_found_is_there_at_first(void **state) {
	assert_string_equal(found(""),
	                    "sort sources graph caller export exclude zeros names limit");
}

static void names_come_before_other_words_and_texts(void **state) {
	assert_string_equal(found("graph"), "graph caller");
	assert_string_equal(found("hide"), "exclude zeros");
}

static void commands_come_before_settings_columns_chapters_and_options(void **state) {
	assert_string_equal(found("limit"), "limit setting column chapter option");
}

static void whole_texts_are_searched_when_nothing_else_is_found(void **state) {
	assert_string_equal(found("simulators"), "boards");
	assert_string_equal(found("sorted"), "sort manual");
}

/* In a text there is nothing to choose: its letters are keys. */
/* Columns are moved by keys that no name has in it. */
static void keys_that_move_a_line_are_not_typed(void **state) {
	struct menu m = { .arena = arena_new() };
	struct event event = { .kind = EVENT_KEY, .text = ">" };
	const char *run;

	menu_open(&m, "Columns");
	menu_add(&m, (struct menu_line){ .text = "self", .run = "r", .up = "u", .down = "d" });
	type(&m, "se");
	assert_true(menu_event(&m, &event, 24, 80, &run));
	assert_string_equal(run, "d");
	arena_free(m.arena);
}

/* A text is not searched: it takes the keys that move it if it does not fit, and those that close
 * it. */
static void other_keys_close_a_text(void **state) {
	struct menu m = { .arena = arena_new() };
	const struct event down = event_of(EVENT_KEY, "Down");
	const struct event escape = event_of(EVENT_KEY, "Esc");
	const char *run;

	menu_open(&m, "Text");
	for (int i = 0; i < 3; i++)
		menu_add(&m, (struct menu_line){ .text = "line" });
	assert_true(menu_event(&m, &down, 5, 80, &run));
	assert_int_equal(menu_box(&m, 5, 80, m.arena).top, 1);
	assert_false(menu_event(&m, &down, 24, 80, &run));
	assert_null(m.title);
	menu_open(&m, "Text");
	menu_add(&m, (struct menu_line){ .text = "line" });
	assert_true(menu_event(&m, &escape, 24, 80, &run));
	assert_null(m.title);
	arena_free(m.arena);
}

static void endings_do_not_matter(void **state) {
	assert_string_equal(found("sort"), "sort manual");
	assert_string_equal(found("sorting"), "sort manual");
	assert_string_equal(found("Sorted"), "sort manual");
	assert_string_equal(found("callers"), "caller graph");
	assert_string_equal(found("codes"), "sources");
}

static void keys_come_first(void **state) {
	assert_string_equal(found("S"), "sources sort manual");
	assert_string_equal(found("s"), "sort sources manual");
}

static void words_can_be_written_apart(void **state) {
	assert_memory_equal(found("call graph"), "graph", 5);
	assert_string_equal(found("callgraph"), "graph");
}

static void a_rare_word_counts_more(void **state) {
	assert_memory_equal(found("hide templates"), "names", 5);
}

static void one_letter_may_be_wrong_if_nothing_else_is_found(void **state) {
	assert_string_equal(found("exprot"), "export");
	assert_string_equal(found("exort"), "export");
	assert_string_equal(found("expprt"), "export");
	assert_string_equal(found("exxport"), "export");
	assert_string_equal(found("exxpprt"), "");
	assert_string_equal(found("\\E(("), "");
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_but_what_is_only_found_is_there_at_first),
		cmocka_unit_test(names_come_before_other_words_and_texts),
		cmocka_unit_test(commands_come_before_settings_columns_chapters_and_options),
		cmocka_unit_test(whole_texts_are_searched_when_nothing_else_is_found),
		cmocka_unit_test(keys_that_move_a_line_are_not_typed),
		cmocka_unit_test(other_keys_close_a_text),
		cmocka_unit_test(endings_do_not_matter),
		cmocka_unit_test(keys_come_first),
		cmocka_unit_test(words_can_be_written_apart),
		cmocka_unit_test(a_rare_word_counts_more),
		cmocka_unit_test(one_letter_may_be_wrong_if_nothing_else_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
