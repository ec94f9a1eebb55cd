/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view with a hundred columns that are made for the query: chosen, sorted,
 * shown and written. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "profile_builder.h"
#include "table/table.h"
#include "ui/command/command.h"
#include "ui/screen/screen.h"
#include "ui/session/session.h"
#include "ui/terminal/theme.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

enum { RUNS = 100 };

/* Made up, of two digits before the point, in another order in each run. */
static const struct caption none = {
	.title = "",
	.source = "",
	.state = "",
	.provenance = { .version = "", .view = "", .program = "", .unit = "", .rules = "" },
};

static struct value get_run(const struct field *field) {
	const struct func *f = ((const struct figures *)field->item)->func;
	const size_t number = field->column->number;
	const size_t size = 10 + (number * 37 + (size_t)f->self_ticks * 29) % 89;

	return amount(number % 2 ? (double)size : -(double)size);
}

static struct value get_name(const struct field *field) {
	return text(func_name(field->table, ((const struct figures *)field->item)->func));
}

/* The name, and a column for each run, the last of which go first. */
static const struct columns *make_columns(const struct dataset *data, const struct query *query,
                                          struct arena *arena) {
	struct columns *out = arena_alloc(arena, 1, sizeof *out);
	struct column *list = arena_alloc(arena, RUNS + 1, sizeof *list);

	list[0] = (struct column){ .name = "function",
		                   .unit = UNIT_TEXT,
		                   .help = "The function.",
		                   .is_name = true,
		                   .get = get_name };
	for (size_t i = 1; i <= RUNS; i++) {
		const char *name = arena_format(arena, "run%zu", i);

		list[i] = (struct column){ .name = name,
			                   .unit = UNIT_AMOUNT,
			                   .is_signed = true,
			                   .help = "A change.",
			                   .spare = 2,
			                   .number = i,
			                   .get = get_run };
	}
	*out = (struct columns){ list, RUNS + 1 };
	return out;
}

static void build(struct table *table, const struct query *query) {
	const struct profile *p = table->data->profile;

	for (size_t i = 0; i < p->nfuncs; i++)
		*(struct figures *)figures_add(table, sizeof(struct figures),
		                               NULL) = figures_of_func(table, &p->funcs[i]);
}

static const struct column list[] = { { .name = "self%" }, { .name = "function" } };

static const struct columns columns = { list, 2 };

static const struct view runs_view = {
	.name = "runs",
	.title = "Runs",
	.kind = VIEW_FUNCTIONS,
	.help = "What changed from run to run?",
	.rank = 999,
	.columns = &columns,
	.make_columns = make_columns,
	.build = build,
};

#define ITEM(name) extern const struct view name;
#include "view.list"
#undef ITEM

const struct view *const view_list[] = {
#define ITEM(name) &name,
#undef ITEM
	&runs_view, NULL
};

struct test {
	struct builder b;
	struct dataset data;
	struct session *s;
};

static int begin(void **state) {
	static struct test test;
	struct test *t = &test;

	*state = t;
	builder_begin(&t->b);
	builder_example(&t->b);
	t->data = builder_data(&t->b, builder_profile(&t->b, &rules_exact));
	t->s = session_new("test", command_groups, t->b.arena);
	navigation_show(t->s, &t->data);
	navigation_go(t->s, &runs_view, t->s->pane->here.query);
	return 0;
}

static int end(void **state) {
	struct test *t = *state;

	builder_end(&t->b);
	return 0;
}

static void run(struct test *t, const char *line) {
	if (!command_line(t->s, line, &t->b.err))
		fail_msg("%s: %s", line, t->b.err.reason);
}

/* The headings on a screen of that width. */
static const char *headings(struct test *t, int cols) {
	struct canvas canvas = canvas_new(12, cols, t->b.arena);

	screen_settle(t->s, canvas.rows, canvas.cols, t->b.arena);
	screen_paint(t->s, &canvas, t->b.arena);
	return canvas_row(&canvas, 1, t->b.arena);
}

static void all_of_them_are_there(void **state) {
	struct test *t = *state;
	const struct table *table = &t->s->pane->table;
	size_t shown = 0;

	assert_int_equal(table->columns->n, RUNS + 1);
	assert_int_equal(table_column(table, "run100"), 100);
	for (size_t i = 0; i < table->columns->n; i++)
		shown += table_shows(table, i);
	assert_int_equal(shown, RUNS + 1);
}

static size_t count_in(const char *text, const char *what) {
	size_t n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

static void the_screen_shows_those_that_have_room(void **state) {
	struct test *t = *state;

	/* A mark, 8 cells of names, and 8 for each run with its gap, 9 from the tenth on. */
	assert_string_equal(headings(t, 80), " function  run1 s  run2 s  run3 s  run4 s  run5 s"
	                                     "  run6 s  run7 s  run8 s");
	t->s->preferences.split = SPLIT_OFF; /* else it takes its part */
	assert_int_equal(count_in(headings(t, 1000), "run"), RUNS);
	assert_int_equal(count_in(headings(t, 1 + 8 + 8 * 9 + 9 * 41), "run"), 50);
}

static void columns_are_chosen_by_name(void **state) {
	struct test *t = *state;
	const struct table *table = &t->s->pane->table;

	run(t, "columns runs run100 function run7 run42");
	assert_string_equal(headings(t, 80), " run100 s  function  run7 s  run42 s");
	assert_false(table_shows(table, table_column(table, "run99")));
	run(t, "column-toggle run99");
	assert_true(table_shows(table, table_column(table, "run99")));
	assert_false(command_line(t->s, "columns runs run101", &t->b.err));
	assert_string_equal(t->b.err.reason, "no column \"run101\"");
}

static void any_of_them_sorts(void **state) {
	struct test *t = *state;
	const struct table *table = &t->s->pane->table;

	for (size_t c = 1; c <= RUNS; c++) {
		run(t, arena_format(t->b.arena, "sort run%zu", c));
		for (size_t i = 1; i < table->nrows; i++)
			assert_compared(value_size(table_value(table, i - 1, c)), >=,
			                value_size(table_value(table, i, c)));
	}
	assert_string_equal(pane_sort(t->s->pane), "run100");
}

static const char *written(struct test *t, const char *format) {
	char *text = NULL;
	size_t len = 0;
	FILE *file = open_memstream(&text, &len);

	assert_non_null(file);
	writer_named(format)->write(&t->s->pane->table, &none, file);
	fclose(file);
	const char *copy = arena_text(t->b.arena, text, len);
	free(text);
	return copy;
}

static void all_formats_have_all_of_them(void **state) {
	static const struct {
		const char *format, *each, *last;
		size_t times; /* each is there */
	} formats[] = {
		{ "text", "run", "  run100 s\n", RUNS },
		{ "csv", ",run", ",run100\r\n", RUNS },
		{ "json", "\"run", ",\"run100\":-", 7 * RUNS },
		{ "md", "| run", "| run100 s |\n", RUNS },
	};
	struct test *t = *state;

	assert_int_equal(t->s->pane->table.nrows, 6);
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		const char *all = written(t, formats[i].format);

		assert_int_equal(count_in(all, formats[i].each), formats[i].times);
		assert_non_null(strstr(all, formats[i].last));
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(all_of_them_are_there),        TEST(the_screen_shows_those_that_have_room),
		TEST(columns_are_chosen_by_name),   TEST(any_of_them_sorts),
		TEST(all_formats_have_all_of_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
