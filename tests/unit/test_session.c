/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session without a terminal: the example of profile_builder.h. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "profile_builder.h"
#include "model/code.h"
#include "ui/command/command_list.h"
#include "ui/config/settings.h"
#include "ui/session/navigation.h"
#include "ui/session/session.h"
#include "ui/terminal/keys.h"
#include "views/views.h"

#include "assertions.h"

struct test {
	struct builder b;
	struct dataset data;
	struct session *session;
};

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;
	const struct profile *p;

	*state = t;
	builder_begin(&t->b);
	builder_example(&t->b);
	p = builder_profile(&t->b, &rules_exact);
	if (!p)
		return 1;
	t->session = session_new("test", command_groups, t->b.arena);
	t->data = builder_data(&t->b, p);
	navigation_show(t->session, &t->data);
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	builder_end(&t->b);
	return 0;
}

static void assert_displayed(const struct session *s, const struct display *expected,
                             const char *what) {
	if (!display_is_same(&s->panes[0].here.query.display, expected))
		fail_msg("%s is lost", what);
}

/* Goes to the call graph, back, forward and back again. */
static void assert_stays(struct session *s, const char *what) {
	const struct display now = s->panes[0].here.query.display;
	const struct query query = s->panes[0].here.query;

	navigation_go(s, view_named("graph"), query);
	assert_displayed(s, &now, what);
	assert_true(navigation_back(s));
	assert_displayed(s, &now, what);
	assert_true(navigation_forward(s));
	assert_displayed(s, &now, what);
	assert_true(navigation_back(s));
}

/* Sets what is about the display, and returns whether it was: after a place
 * that had it otherwise. */
static bool try(struct session *s, const struct setting *setting, const char *value) {
	const struct display before = s->panes[0].here.query.display;
	struct error err;

	navigation_go(s, view_named("flat"), s->panes[0].here.query);
	if (!setting_set(setting, s, value, &err) ||
	    display_is_same(&before, &s->panes[0].here.query.display))
		return false;
	assert_stays(s, setting->name);
	assert_true(navigation_back(s));
	assert_stays(s, setting->name);
	return true;
}

static void settings_of_rows_stay_in_the_history(void **state) {
	struct test *t = *state;
	char value[64];
	size_t tried = 0, i, len;

	for (i = 0; i < setting_count; i++) {
		const char *values = settings[i].values;

		if (!values)
			tried += try(t->session, &settings[i], "7");
		for (; values && *values; values += len + strspn(values + len, "|")) {
			len = strcspn(values, "|");
			snprintf(value, sizeof value, "%.*s", (int)len, values);
			tried += try(t->session, &settings[i], value);
		}
	}
	assert_compared(tried, >=, 8); /* unit, names, zeros, lines, paths, limit */
}

static void source_lines_in_code_stay_in_the_history(void **state) {
	struct test *t = *state;

	navigation_go(t->session, view_named("graph"), t->session->pane->here.query);
	t->session->preferences.display.sources = true;
	assert_true(navigation_back(t->session));
	assert_true(t->session->pane->here.query.display.sources);
}

static void assert_widths(const struct pane *pane, const size_t *widths) {
	assert_memory_equal(pane->widths, widths, pane->table.columns->n * sizeof *widths);
}

/* Names that the filter hides keep their room: columns do not move while one
 * types. */
static void widths_stay_while_rows_come_and_go(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	const size_t n = s->pane->table.columns->n;
	size_t *widths = arena_alloc(t->b.arena, n, sizeof *widths), at;
	struct error err;

	memcpy(widths, s->pane->widths, n * sizeof *widths);
	assert_true(session_filter(s, "eval", &at, &err));
	assert_int_equal(s->pane->table.nrows, 1);
	assert_widths(s->pane, widths);
	assert_true(setting_set(setting_named("sort"), s, "calls", &err));
	assert_widths(s->pane, widths);
	assert_true(setting_set(setting_named("unit"), s, "percent", &err));
	assert_int_not_equal(s->pane->widths[1], widths[1]); /* hidden */
}

/* However much is pasted, the line ends within its room. */
static void a_line_takes_what_there_is_room_for(void **state) {
	static const struct prompt_kind kind = { .hint = "" };
	struct test *t = *state;
	struct prompt *p = &t->session->prompt;
	const struct event letter = event_of(EVENT_PASTE, "x");
	size_t i;

	prompt_open(p, &kind, "line: ", "");
	for (i = 0; i < sizeof p->text + 9; i++)
		prompt_event(p, &letter);
	assert_int_equal(p->len, sizeof p->text - 1);
	assert_int_equal(p->text[p->len], 0);
	assert_int_equal(strlen(p->text), p->len);
}

/* A function of nine instructions, once they are ready. */
static struct code_row rows[9];
static struct code code = { .rows = rows };

static const struct code *get_code(void *context, const struct func *func,
                                   const uint64_t *address) {
	code.func = func;
	code.n = code.is_ready ? 9 : 0;
	return &code;
}

static void run_lines(struct session *s, const char *const *lines) {
	for (; *lines; lines++) {
		command_run(s, *lines);
		assert_string_equal(s->message.reason, "");
		assert_in_range(s->pane->cursor, 0, s->pane->table.nrows - 1);
	}
}

/* The cursor is on a row that there is; where it was sent meanwhile it goes
 * once the rows are there, also if they were left. */
static void the_cursor_waits_for_its_row(void **state) {
	static const char *const moves[][8] = {
		{ "last" },
		{ "last", "up" },
		{ "down", "down" },
		{ "go 5" },
		{ "last", "view flat", "back" },
		{ "last", "view flat", "back", "back", "forward" },
	};
	static const size_t row[] = { 8, 7, 2, 4, 8, 8 };
	static const struct codes codes = { NULL, get_code };
	struct test *t = *state;
	struct session *s = t->session;
	size_t i;

	for (i = 0; i < 9; i++)
		rows[i].instruction = (struct instruction){ .address = i, .text = "nop" };
	t->data.codes = &codes;
	for (i = 0; i < sizeof row / sizeof *row; i++) {
		code.is_ready = false;
		run_lines(s, (const char *const[]){ "view asm", NULL });
		run_lines(s, moves[i]);
		assert_int_equal(s->pane->table.nrows, 1);
		code.is_ready = true;
		session_renew(s);
		assert_int_equal(s->pane->table.nrows, 9);
		assert_int_equal(s->pane->cursor, row[i]);
		run_lines(s, (const char *const[]){ "view flat", NULL });
	}
}

/* Of two rows as near, the cursor goes to the upper one. */
static void the_upper_of_two_near_rows_has_the_cursor(void **state) {
	struct test *t = *state;
	struct pane *pane = t->session->pane;
	struct row *list = pane->table.rows;
	const struct func *f = view_subject(pane->here.view, list[0].item);

	assert_in_range(pane->table.nrows, 3, 100);
	list[2].item = list[0].item;
	pane_move_to(pane, (struct anchor){ .func = f, .row = 1 });
	assert_int_equal(pane->here.row, 0);
	pane_move_to(pane, (struct anchor){ .func = f, .row = 2 });
	assert_int_equal(pane->here.row, 2);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(settings_of_rows_stay_in_the_history),
		TEST(source_lines_in_code_stay_in_the_history),
		TEST(widths_stay_while_rows_come_and_go),
		TEST(a_line_takes_what_there_is_room_for),
		TEST(the_cursor_waits_for_its_row),
		TEST(the_upper_of_two_near_rows_has_the_cursor),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
