/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view that a profile may not be asked: without a second file it has no tab
 * and no key, and cannot be opened.  And the tabs of six and seven views. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "model/records.h"
#include "profile_builder.h"
#include "ui/command/command.h"
#include "ui/load/opening.h"
#include "ui/screen/screen.h"
#include "ui/session/session.h"
#include "ui/terminal/theme.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

static const struct column list[] = { { .name = "self%" }, { .name = "function" } };

static const struct columns columns = { list, 2 };

static void build(struct table *table, const struct query *query) {
	*(struct figures *)figures_add(table, sizeof(struct figures), NULL) = figures_of_func(
		table, &table->data->profile->funcs[0]);
}

static const char *missing(const struct dataset *data) {
	return data->profile->records->nfiles < 2 ? "a second file" : NULL;
}

static const struct view parts_view = {
	.name = "parts",
	.title = "Files",
	.kind = VIEW_FUNCTIONS,
	.help = "Which file did the time go to?",
	.rank = 57,
	.is_tab = true,
	.is_of_function = true,
	.columns = &columns,
	.missing = missing,
	.build = build,
};

static const struct view other_view = {
	.name = "other",
	.title = "Other",
	.kind = VIEW_FUNCTIONS,
	.help = "What else?",
	.rank = 56,
	.is_tab = true,
	.columns = &columns,
	.build = build,
};

#define ITEM(name) extern const struct view name;
#include "view.list"
#undef ITEM

const struct view *const view_list[] = {
#define ITEM(name) &name,
#include "view.list"
#undef ITEM
	&parts_view, &other_view, NULL
};

/* The same profile of one file and of two. */
struct test {
	struct builder b;
	struct records two_records;
	struct profile two_profile;
	struct dataset one, two;
	struct help help;
	struct session *s;
};

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;

	*state = t;
	builder_begin(&t->b);
	builder_example(&t->b);
	const struct profile *p = builder_profile(&t->b, &rules_exact);
	t->two_records = *p->records;
	t->two_records.nfiles = 2;
	t->two_profile = *p;
	t->two_profile.records = &t->two_records;
	t->one = builder_data(&t->b, p);
	t->two = builder_data(&t->b, &t->two_profile);
	t->s = session_new("program", command_groups, t->b.arena);
	t->help = help_of(&t->s->bindings);
	t->one.help = t->two.help = &t->help;
	navigation_show(t->s, &t->one);
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	builder_end(&t->b);
	return 0;
}

static void assert_fails(struct test *t, const char *line, const char *why) {
	assert_false(command_line(t->s, line, &t->b.err));
	assert_string_equal(t->b.err.reason, why);
}

static const char *first_line(struct test *t, int cols) {
	struct canvas canvas = canvas_new(12, cols, t->b.arena);

	screen_settle(t->s, canvas.rows, canvas.cols, t->b.arena);
	screen_paint(t->s, &canvas, t->b.arena);
	return canvas_row(&canvas, 0, t->b.arena);
}

static void it_has_no_tab(void **state) {
	struct test *t = *state;

	assert_string_equal(first_line(t, 80), "program 1 file  76 samples, 0.76 s  1 flat 2 graph "
	                                       "3 tree 4 source 5 asm   other");
	navigation_swap(t->s, &t->two);
	assert_string_equal(first_line(t, 80), "program 2 files  76 samples 1 flat 2 graph 3 tree "
	                                       "4 source 5 asm   other   parts");
}

static void it_cannot_be_opened(void **state) {
	static const char why[] = "view parts needs a second file";
	struct test *t = *state;

	assert_fails(t, "parts", why);
	assert_fails(t, "view parts", why);
	assert_fails(t, "view part", "no view \"part\"");
	assert_fails(t, "split parts", why);
	navigation_go(t->s, &parts_view, t->s->pane->here.query);
	assert_string_equal(t->s->message.reason, why);
	assert_string_equal(t->s->pane->here.view->name, "flat");
	navigation_swap(t->s, &t->two);
	assert_true(command_line(t->s, "view part", &t->b.err));
	assert_ptr_equal(t->s->pane->here.view, &parts_view);
}

/* The help's words for it. */
static const char *help_for(struct test *t) {
	const struct table *table = &t->s->pane->table;

	assert_true(command_line(t->s, "view help", &t->b.err));
	for (size_t i = 0; i < table->nrows; i++)
		if (!strcmp(table_value(table, i, 1).text, "parts"))
			return table_value(table, i, 2).text;
	return "none";
}

static void the_help_says_what_it_needs(void **state) {
	struct test *t = *state;

	assert_string_equal(help_for(t), "Not here: it needs a second file.");
	navigation_swap(t->s, &t->two);
	assert_string_equal(help_for(t), "Which file did the time go to?");
}

static bool menu_has(struct test *t, const char *name) {
	menu_close(&t->s->menu);
	assert_true(command_line(t->s, "menu", &t->b.err));
	for (size_t i = 0; i < t->s->menu.nshown; i++)
		if (!strcmp(t->s->menu.lines[t->s->menu.shown[i]].run, name))
			return true;
	return false;
}

static void the_menu_leaves_it_out(void **state) {
	struct test *t = *state;

	assert_true(menu_has(t, "other"));
	assert_false(menu_has(t, "parts"));
	navigation_swap(t->s, &t->two);
	assert_true(menu_has(t, "parts"));
}

/* The files are read again, and the second one is gone. */
static void a_view_that_goes_is_left(void **state) {
	struct test *t = *state;

	navigation_swap(t->s, &t->two);
	assert_true(command_line(t->s, "graph", &t->b.err));
	assert_true(command_line(t->s, "parts", &t->b.err));
	assert_true(command_line(t->s, "other", &t->b.err));
	assert_true(command_line(t->s, "parts", &t->b.err));
	navigation_swap(t->s, &t->one);
	assert_string_equal(t->s->pane->here.view->name, "flat");
	assert_true(navigation_back(t->s));
	assert_string_equal(t->s->pane->here.view->name, "other");
	assert_true(navigation_back(t->s));
	assert_string_equal(t->s->pane->here.view->name, "graph");
	assert_true(navigation_forward(t->s));
	assert_string_equal(t->s->pane->here.view->name, "other");
}

/* With 5, 6 and 7 tabs: as long as they have room, each where it is clicked. */
static void tabs_stay_as_long_as_they_fit(void **state) {
	static const int needed[] = { 58, 66 }; /* cells */
	struct test *t = *state;

	for (size_t i = 0; i < 2; i++) {
		navigation_swap(t->s, i ? &t->two : &t->one);
		for (int cols = 20; cols < 200; cols++) {
			const char *line = first_line(t, cols);
			if (cols < needed[i]) {
				assert_null(strstr(line, "1 flat"));
				assert_null(screen_tab_at(t->s, cols, cols - 3));
				continue;
			}
			assert_non_null(
				strstr(line, cols < 100 ? " 1 flat 2 graph" : " 1 flat  2 graph"));
			assert_int_equal(strlen(line), cols < 100 ? cols : cols - 1);
			int col = (int)(strstr(line, "  other") - line);
			assert_ptr_equal(screen_tab_at(t->s, cols, col), &other_view);
			assert_ptr_equal(screen_tab_at(t->s, cols, cols - 2),
			                 i ? &parts_view : &other_view);
		}
	}
}

/* Runs a report of one file, or of two; returns why it fails, or "". */
static const char *report(struct test *t, const char *folder, size_t nfiles) {
	const char *exe = arena_format(t->b.arena, "%s/x", folder);
	const char *const files[] = { arena_format(t->b.arena, "%s/1", folder),
		                      arena_format(t->b.arena, "%s/2", folder) };
	const struct start start = {
		.load = { .executable = exe, .files = files, .nfiles = nfiles },
		.preferences = preferences_at_first,
		.report = "parts"
	};

	struct error remark = { "" };
	int status = 0;

	return start_print(&start, &status, &remark, &t->b.err) ? "" : t->b.err.reason;
}

static void a_report_of_it_fails(void **state) {
	struct test *t = *state;
	char folder[] = "/tmp/test-absent-XXXXXX";

	assert_non_null(mkdtemp(folder));
	assert_int_equal(system(arena_format(t->b.arena,
	                                     "T=${SRCDIR:=$PWD}/tests/tools; cd %s && "
	                                     "echo 0x1000 main size=16 |"
	                                     " $T/mkelf.py -o x --text 0x1000:0x100 - && "
	                                     "$T/gmontool.py write -o 1 hist:0x1000:0x1100:64:100:"
	                                     "seconds:s:0=7 && cp 1 2",
	                                     folder)),
	                 0);
	assert_string_equal(report(t, folder, 1), "--report: view parts needs a second file");
	assert_string_equal(report(t, folder, 2), "");
	assert_int_equal(system(arena_format(t->b.arena, "rm -r %s", folder)), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(it_has_no_tab),
		TEST(it_cannot_be_opened),
		TEST(the_help_says_what_it_needs),
		TEST(the_menu_leaves_it_out),
		TEST(a_view_that_goes_is_left),
		TEST(tabs_stay_as_long_as_they_fit),
		TEST(a_report_of_it_fails),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
