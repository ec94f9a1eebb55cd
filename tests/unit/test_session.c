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
#include "ui/command/command.h"
#include "ui/config/settings.h"
#include "ui/screen/screen.h"
#include "ui/session/session.h"
#include "ui/terminal/terminal.h"
#include "views/figures.h"
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

	*state = t;
	builder_begin(&t->b);
	builder_example(&t->b);
	const struct profile *p = builder_profile(&t->b, &rules_exact);
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
	size_t tried = 0, len;

	for (size_t i = 0; i < setting_count; i++) {
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
	assert_memory_equal(pane->needs.widths, widths, pane->table.columns->n * sizeof *widths);
}

/* Names that the filter hides keep their room: columns do not move while one
 * types. */
static void widths_stay_while_rows_come_and_go(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	const size_t n = s->pane->table.columns->n;
	size_t *widths = arena_alloc(t->b.arena, n, sizeof *widths), at;
	struct error err;

	memcpy(widths, s->pane->needs.widths, n * sizeof *widths);
	assert_true(session_filter(s, "eval", &at, &err));
	assert_int_equal(s->pane->table.nrows, 1);
	assert_widths(s->pane, widths);
	assert_true(setting_set(setting_named("sort"), s, "calls", &err));
	assert_widths(s->pane, widths);
	assert_true(setting_set(setting_named("unit"), s, "percent", &err));
	assert_memory_not_equal(s->pane->needs.widths, widths, n * sizeof *widths);
}

/* However much is pasted, the line ends within its room. */
static void a_line_takes_what_there_is_room_for(void **state) {
	static const struct prompt_kind kind = { .hint = "" };
	struct test *t = *state;
	struct prompt *p = &t->session->prompt;
	const struct event letter = event_of(EVENT_PASTE, "x");

	prompt_open(p, &kind, "line: ", "");
	for (size_t i = 0; i < sizeof p->text + 9; i++)
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

	for (size_t i = 0; i < 9; i++)
		rows[i].instruction = (struct instruction){ .address = i, .text = "nop" };
	t->data.codes = &codes;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
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

enum { WIDE = 160, TALL = 24 };

static const struct view *second_view(struct session *s) {
	split_arrange(s, TALL, WIDE);
	assert_true(split_is_shown(s));
	return s->panes[1].here.view;
}

/* Functions have what a narrow screen shows of them, until the user says how much. */
static void the_user_divides_the_screen(void **state) {
	struct test *t = *state;
	struct session *s = t->session;

	s->preferences.split_ratio = SPLIT_LEAST;
	split_arrange(s, TALL, WIDE);
	assert_compared(s->panes[0].area.cols, >, (WIDE - 1) * SPLIT_LEAST / 100);
	for (int ratio = SPLIT_LEAST; ratio <= SPLIT_MOST; ratio++) {
		split_set_ratio(s, ratio);
		split_arrange(s, TALL, WIDE);
		assert_int_equal(s->panes[0].area.cols, (WIDE - 1) * ratio / 100);
		assert_int_equal(split_ratio(s), ratio);
	}
}

/* Beside a call graph, source stays until it is known whether there is any; beside changes it is
 * shown. */
static void source_stays_beside(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	const struct view *graph = view_first(VIEW_CALLS, true);
	const struct view *source = view_first(VIEW_LINES, true);

	assert_null(t->data.debug);
	assert_ptr_equal(second_view(s), graph);
	s->panes[1].here.view = source;
	s->panes[0].here.view = view_named("diff");
	assert_ptr_equal(second_view(s), source);
	s->panes[0].here.view = view_named("flat");
	assert_ptr_equal(second_view(s), graph);
	navigation_go(s, graph, s->panes[0].here.query);
	s->panes[1].here.view = source;
	assert_ptr_equal(second_view(s), source);
}

/* A filter is for one view. */
static void the_second_pane_keeps_its_filter_in_its_view(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	char *filter = s->panes[1].here.filter;

	split_arrange(s, TALL, WIDE);
	strcpy(filter, "eval");
	pane_move(s->pane, 2);
	split_arrange(s, TALL, WIDE);
	assert_string_equal(filter, "eval");
	s->split_view = view_named("callers");
	split_arrange(s, TALL, WIDE);
	assert_string_equal(filter, "");
}

/* By a row where the cursor left by a row, else to the middle. */
static void rows_scroll_with_the_cursor(void **state) {
	enum { LOW = 6, BODY = 3 }; /* rows of the screen; of the view on it */
	struct test *t = *state;
	struct session *s = t->session;
	struct pane *pane = s->pane;

	assert_int_equal(pane->table.nrows, 5);
	pane_move(pane, BODY - 1);
	screen_settle(s, LOW, 100, t->b.arena);
	assert_int_equal(pane->body_rows, BODY);
	assert_int_equal(pane->top, 0);
	pane_move(pane, BODY);
	screen_settle(s, LOW, 100, t->b.arena);
	assert_int_equal(pane->top, 1);
	pane_move(pane, 0);
	screen_settle(s, LOW, 100, t->b.arena);
	assert_int_equal(pane->top, 0);
	pane_move(pane, BODY + 1);
	screen_settle(s, LOW, 100, t->b.arena);
	assert_int_equal(pane->top, 2);
	pane->table.is_pending = true;
	pane->here.top = 40; /* of the rows to come */
	screen_settle(s, LOW, 100, t->b.arena);
	assert_int_equal(pane->top, 2);
	assert_int_equal(pane->here.top, 40);
	pane->table.is_pending = false;
	screen_settle(s, LOW, 100, t->b.arena);
	assert_int_equal(pane->here.top, 2);
}

/* Beside a row about nothing is what the next one is about. */
static void the_next_row_is_followed(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	struct row *list = s->pane->table.rows;
	struct figures none = figures_of_text("nothing");

	list[2].item = &none;
	pane_move(s->pane, 2);
	split_arrange(s, TALL, WIDE);
	assert_ptr_equal(s->panes[1].here.query.subject,
	                 view_subject(s->pane->here.view, list[3].item));
}

/* Another view begins at its first row, however many it has. */
static void another_view_begins_at_its_first_row(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	struct pane *second = &s->panes[1];

	s->split_view = view_named("callers");
	split_arrange(s, TALL, WIDE);
	const size_t n = second->table.nrows;
	s->split_view = NULL;
	split_arrange(s, TALL, WIDE);
	second->table.nrows = n;
	second->here.top = 1;
	s->split_view = view_named("callers");
	split_arrange(s, TALL, WIDE);
	assert_int_equal(second->table.nrows, n);
	assert_int_equal(second->here.top, 0);
}

/* While files are read again, nothing may be known of each. */
static void a_list_of_files_may_not_be_there(void **state) {
	struct test *t = *state;
	struct session *s = t->session;
	struct query query = s->panes[0].here.query;
	const struct runs none = { .n = 0 };
	struct profile profile = *t->data.profile;
	struct records two = *profile.records;
	struct error err;

	two.off = two.files;
	two.noff = 1;
	profile.records = &two;
	t->data.profile = &profile;
	query_ask(&query, view_subject(s->pane->here.view, s->pane->table.rows[0].item));
	t->data.runs = &none;
	navigation_go(s, view_named("files"), s->panes[0].here.query);
	navigation_go(s, view_named("graph"), query);
	t->data.runs = NULL;
	assert_false(command_line(s, "step-next", &err));
	assert_string_equal(err.reason, "view files needs the files, which are still being read");
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
		TEST(the_user_divides_the_screen),
		TEST(source_stays_beside),
		TEST(the_second_pane_keeps_its_filter_in_its_view),
		TEST(rows_scroll_with_the_cursor),
		TEST(the_next_row_is_followed),
		TEST(another_view_begins_at_its_first_row),
		TEST(a_list_of_files_may_not_be_there),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
