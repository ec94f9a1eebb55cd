/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile and the call graph as tables, and the filter in them. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gprof/gprof_rules.h"
#include "base/error.h"
#include "model/dataset.h"
#include "profile_builder.h"
#include "table/table.h"
#include "views/columns.h"
#include "views/filtering.h"
#include "views/views.h"

#include "assertions.h"

/* The example of profile_builder.h. */
struct screen {
	struct builder b;
	struct profile profile;
	struct dataset data;
	struct source_location list[6]; /* of main, walk, eval, _leaf, idle, zz */
	unsigned last[6];
	struct func_locations locations;
	struct query query;
	struct table table;
};

static int begin(void **state) {
	static const struct source_location list[6] = {
		{ "/src/main.c", "main.c", 10 },
		{ "/src/tree.c", "tree.c", 5 },
		{ "/src/tree.c", "tree.c", 50 },
		{ "/src/leaf.c", "leaf.c", 0 },
		{ NULL, NULL, 0 },
		{ NULL, NULL, 0 },
	};
	static const unsigned last[6] = { 20, 40, 70, 0, 0, 0 };
	static struct screen s;

	builder_begin(&s.b);
	builder_example(&s.b);
	const struct profile *p = builder_profile(&s.b, &rules_exact);
	if (!p)
		return -1;
	s.profile = *p;
	s.locations = (struct func_locations){ .list = s.list, .last = s.last, .n = 6 };
	memcpy(s.last, last, sizeof last);
	memcpy(s.list, list, sizeof list);
	s.data = builder_data(&s.b, &s.profile);
	s.data.locations = &s.locations;
	s.query = (struct query){ 0 };
	*state = &s;
	return 0;
}

static int end(void **state) {
	struct screen *s = *state;

	builder_end(&s->b);
	return 0;
}

static void set_filter(struct screen *s, const char *text) {
	size_t at;

	s->query.filter = filter_new(text, NULL, s->b.arena, &at, &s->b.err);
	assert_non_null(s->query.filter);
}

static void build(struct screen *s, const char *view) {
	s->table = view_table(view_named(view), &s->data, &s->query, s->b.arena);
}

/* With two decimals, whatever people see of so few samples. */
static void show_cell(const struct screen *s, size_t row, size_t column, char *out, size_t size) {
	struct value value = table_value(&s->table, row, column);

	if (value.unit == UNIT_PERCENT)
		value = with_decimals(value, 2);
	value.blanks = 0;
	value_show(out, size, value);
}

static void assert_cell(const struct screen *s, size_t row, const char *column,
                        const char *expected) {
	char shown[VALUE_TEXT];
	size_t c = table_column(&s->table, column);

	assert_compared(c, <, s->table.columns->n);
	assert_compared(row, <, s->table.nrows);
	show_cell(s, row, c, shown, sizeof shown);
	assert_string_equal(shown, expected);
}

/* A column of all rows, parted by blanks. */
static void assert_column(const struct screen *s, const char *column, const char *expected) {
	size_t c = table_column(&s->table, column);
	char all[1000] = "", shown[VALUE_TEXT];

	for (size_t row = 0; row < s->table.nrows; row++) {
		show_cell(s, row, c, shown, sizeof shown);
		strcat(all, row ? " " : "");
		strcat(all, shown);
	}
	assert_string_equal(all, expected);
}

static void assert_functions(struct screen *s, const char *filter, const char *expected) {
	set_filter(s, filter);
	build(s, "flat");
	assert_column(s, "function", expected);
}

/* But for walk, which has at least all but main and idle. */
static void flat_has_the_figures_of_gprof(void **state) {
	struct screen *s = *state;

	build(s, "flat");
	assert_column(s, "function", "_leaf eval walk main idle");
	assert_column(s, "self%", "52.63 26.32 13.16 6.58 1.32");
	assert_column(s, "self", "0.40 0.20 0.10 0.05 0.01");
	assert_column(s, "total", "0.40 0.52 0.70 0.75 0.01");
	assert_column(s, "total%", "52.63 68.42 92.11 98.68 1.32");
	assert_cell(s, 0, "calls", "10");
	assert_cell(s, 2, "calls", "7");
	assert_cell(s, 0, "self/call", "40ms");
	assert_cell(s, 1, "total/call", "87ms");
	assert_cell(s, 2, "total/call", "100ms");
	assert_cell(s, 3, "calls", "");
	assert_cell(s, 3, "self/call", "");
	assert_cell(s, 1, "error", "0.04"); /* the root of 20, in 1/100 s */
	assert_int_equal(s->table.nall, 5);
	assert_string_equal(s->table.noun, "functions");
	assert_string_equal(s->table.unit, "s");
}

static void few_samples_are_faint(void **state) {
	struct screen *s = *state;

	build(s, "flat");
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(s->table.rows[i].is_faint, i >= 3);
}

static void zeros_are_shown_when_asked_for(void **state) {
	struct screen *s = *state;

	s->query.display.zeros = true;
	build(s, "flat");
	assert_int_equal(s->table.nrows, 6);
	assert_cell(s, 5, "function", "zz");
}

/* They take no column away, only digits of counts, and these where they are shown. */
static void long_names_without_time_take_no_columns(void **state) {
	static struct func funcs[6];
	struct screen *s = *state;
	struct rooms rooms;

	assert_int_equal(s->profile.nfuncs, 6);
	memcpy(funcs, s->profile.funcs, sizeof funcs);
	funcs[5].name = "without_time_and_longer";
	s->profile.funcs = funcs;
	rooms = rooms_of(&s->data, true);
	assert_int_equal(rooms.longest, strlen(funcs[5].name));
	assert_int_equal(rooms.word, strlen("_leaf"));
	rooms = rooms_of(&s->data, false);
	assert_int_equal(rooms.longest, strlen("_leaf"));
	funcs[5].self_ticks = 1;
	rooms = rooms_of(&s->data, false);
	assert_int_equal(rooms.longest, strlen(funcs[5].name));
	assert_int_equal(rooms.word, strlen(funcs[5].name));
}

static void a_limit_is_for_changes_of_either_sign(void **state) {
	struct screen *s = *state;

	s->query.display.limit = 10; /* percent of 76 ticks */
	build(s, "flat");
	assert_true(limit_hides(&s->table, 7));
	assert_true(limit_hides(&s->table, -7));
	assert_false(limit_hides(&s->table, 8));
	assert_false(limit_hides(&s->table, -8));
}

static void sums_go_down_the_list(void **state) {
	struct screen *s = *state;

	s->query.chosen = "self%,cumulative%,self,cumulative,function";
	build(s, "flat");
	assert_column(s, "cumulative", "0.40 0.60 0.70 0.75 0.76");
	assert_cell(s, 3, "cumulative%", "98.68");
	s->query.sort = "function";
	build(s, "flat");
	assert_column(s, "function", "_leaf eval idle main walk");
	assert_column(s, "cumulative", "0.40 0.60 0.61 0.66 0.76");
}

static void flat_is_sorted_as_asked(void **state) {
	struct screen *s = *state;

	s->query.sort = "total";
	build(s, "flat");
	assert_column(s, "function", "main walk eval _leaf idle");
	s->query.reverse = true;
	build(s, "flat");
	assert_column(s, "function", "idle _leaf eval walk main");
	s->query.sort = "function";
	s->query.reverse = false;
	build(s, "flat");
	assert_column(s, "function", "_leaf eval idle main walk");
}

static void amounts_are_in_the_unit_asked_for(void **state) {
	struct screen *s = *state;

	s->query.display.amounts = AMOUNT_SAMPLES;
	build(s, "flat");
	assert_column(s, "self", "40 20 10 5 1");
	assert_string_equal(s->table.unit, "n");
	s->query.display.amounts = AMOUNT_PERCENT;
	build(s, "graph");
	assert_string_equal(s->table.unit, "%");
	assert_cell(s, 1, "self", "6.58");
	assert_cell(s, 1, "children", "92.11");
}

static void without_a_rate_amounts_are_samples(void **state) {
	struct screen *s = *state;

	s->profile.rate = 0;
	build(s, "flat");
	assert_column(s, "self", "40 20 10 5 1");
	assert_string_equal(s->table.unit, "n");
}

static void places_are_shown(void **state) {
	struct screen *s = *state;

	build(s, "flat");
	assert_column(s, "where", "leaf.c tree.c:50 tree.c:5 main.c:10 ");
	assert_true(table_shows(&s->table, table_column(&s->table, "where")));
	s->data.locations = NULL;
	build(s, "flat");
	assert_column(s, "where", "    ");
	assert_false(table_shows(&s->table, table_column(&s->table, "where")));
}

static void the_filter_keeps_functions(void **state) {
	struct screen *s = *state;

	assert_functions(s, "", "_leaf eval walk main idle");
	assert_functions(s, "al", "eval walk");
	assert_int_equal(s->table.nall, 5);
	assert_true(s->table.shown_share > 39.47 && s->table.shown_share < 39.48);
	assert_functions(s, "=eval idle", "eval idle");
	assert_functions(s, "!al", "_leaf main idle");
	assert_functions(s, "a !main", "_leaf eval walk");
	assert_functions(s, "!main a", "_leaf eval walk");
	assert_functions(s, "nobody", "");
}

static void the_filter_keeps_files_and_lines(void **state) {
	struct screen *s = *state;

	assert_functions(s, "tree.c", "eval walk");
	assert_functions(s, "tree.c:wa", "walk");
	assert_functions(s, "tree.c:50", "eval");
	assert_functions(s, "tree.c:40", "walk");
	assert_functions(s, "tree.c:45", "");
	assert_functions(s, "10", "walk main");
	assert_functions(s, "=main.c: idle", "main idle");
	assert_functions(s, "!tree.c", "_leaf main idle");
	s->data.locations = NULL;
	assert_functions(s, "tree.c", "");
}

static void the_filter_keeps_ends_of_arcs(void **state) {
	struct screen *s = *state;

	assert_functions(s, "main/", "walk main");
	assert_functions(s, "/_leaf", "_leaf eval walk");
	assert_functions(s, "walk/eval", "eval walk");
	assert_functions(s, "=eval/=eval", "eval");
	assert_functions(s, "main/_leaf", "");
	assert_functions(s, "!/_leaf", "main idle");
	assert_functions(s, "/", "_leaf eval walk main");
}

/* main has no callers, and calls walk. */
static void graph_shows_an_entry(void **state) {
	struct screen *s = *state;

	build(s, "graph");
	assert_column(s, "function", "<spontaneous> main walk <cycle 1>");
	assert_column(s, "part", "caller function callee");
	assert_cell(s, 1, "total%", "98.68");
	assert_cell(s, 1, "self", "0.05");
	assert_cell(s, 1, "children", "0.70");
	assert_cell(s, 1, "index", "1");
	assert_cell(s, 2, "self", "0.30");
	assert_cell(s, 2, "children", "0.40");
	assert_cell(s, 2, "calls", "2/2");
	assert_cell(s, 0, "self", "");
	assert_true(s->table.rows[1].is_subject);
	assert_false(s->table.rows[2].is_subject);
}

/* Callers by rising weight, callees by falling weight. */
static void graph_orders_by_weight(void **state) {
	struct screen *s = *state;

	s->query.subject = func_of(&s->profile, "_leaf");
	build(s, "graph");
	assert_column(s, "function", "walk <cycle 1> eval <cycle 1> _leaf");
	assert_column(s, "calls", "2/10 8/10 10");
	assert_column(s, "self", "0.08 0.32 0.40");
	s->query.subject = func_of(&s->profile, "eval");
	build(s, "graph");
	assert_column(s, "function",
	              "eval <cycle 1> walk <cycle 1> eval <cycle 1> _leaf "
	              "walk <cycle 1> eval <cycle 1> <cycle 1 as a whole> [2]");
	assert_column(s, "calls", "3 6 6+3 8/10 5 3 2+11");
	assert_cell(s, 0, "self", "");
	assert_cell(s, 6, "self", "0.30");
}

static void graph_shows_a_cycle(void **state) {
	struct screen *s = *state;

	s->query.cycle = &s->profile.cycles[0];
	build(s, "graph");
	assert_column(s, "function",
	              "main <cycle 1 as a whole> [2] walk <cycle 1> "
	              "eval <cycle 1>");
	assert_column(s, "part", "caller cycle member member");
	assert_column(s, "calls", "2/2 2+11 7 6+3");
	assert_cell(s, 1, "total%", "92.11");
}

static void the_filter_leaves_the_entry_itself(void **state) {
	struct screen *s = *state;

	s->query.subject = func_of(&s->profile, "walk");
	build(s, "graph");
	assert_int_equal(s->table.nrows, 6);
	assert_int_equal(s->table.nall, 6);
	set_filter(s, "leaf");
	build(s, "graph");
	assert_column(s, "function", "walk <cycle 1> _leaf <cycle 1 as a whole> [2]");
	assert_int_equal(s->table.nall, 6);
	set_filter(s, "walk/eval !main");
	build(s, "graph");
	assert_column(s, "function", "walk <cycle 1> eval <cycle 1> <cycle 1 as a whole> [2]");
	s->query.subject = func_of(&s->profile, "main");
	set_filter(s, "leaf");
	build(s, "graph");
	assert_column(s, "function", "<spontaneous> main");
	assert_int_equal(s->table.nall, 3);
}

static bool keeps_arc(struct screen *s, const char *filter, const char *caller, const char *callee,
                      const char *other) {
	const struct filter_call call = { func_of(&s->profile, caller),
		                          func_of(&s->profile, callee) };
	const struct filter_item item = { .func = func_of(&s->profile, other),
		                          .calls = &call,
		                          .ncalls = 1 };

	set_filter(s, filter);
	s->table = (struct table){ .arena = s->b.arena, .data = &s->data, .query = &s->query };
	return filter_keeps(&s->table, &item);
}

static void the_filter_keeps_arcs(void **state) {
	struct screen *s = *state;

	assert_true(keeps_arc(s, "", "main", "walk", "walk"));
	assert_true(keeps_arc(s, "walk", "main", "walk", "walk"));
	assert_false(keeps_arc(s, "walk", "main", "walk", "main"));
	assert_true(keeps_arc(s, "main/walk", "main", "walk", "main"));
	assert_false(keeps_arc(s, "walk/main", "main", "walk", "main"));
	assert_false(keeps_arc(s, "!main/", "main", "walk", "walk"));
	assert_true(keeps_arc(s, "!/main", "main", "walk", "walk"));
	assert_true(keeps_arc(s, "tree.c/leaf.c", "eval", "_leaf", "eval"));
	assert_false(keeps_arc(s, "main.c/leaf.c", "eval", "_leaf", "eval"));
	assert_true(keeps_arc(s, "x eval/ y", "eval", "_leaf", "_leaf"));
}

static void rows_lead_to_functions(void **state) {
	const struct view *flat = view_named("flat");
	const struct view *graph = view_named("graph");
	struct screen *s = *state;
	struct query query = { 0 };

	build(s, "flat");
	assert_ptr_equal(view_subject(flat, s->table.rows[0].item), func_of(&s->profile, "_leaf"));
	s->query.subject = func_of(&s->profile, "eval");
	build(s, "graph");
	assert_ptr_equal(view_subject(graph, s->table.rows[3].item), func_of(&s->profile, "_leaf"));
	assert_true(view_follow(graph, s->table.rows[6].item, &query));
	assert_ptr_equal(query.cycle, &s->profile.cycles[0]);
	assert_true(view_follow(graph, s->table.rows[3].item, &query));
	assert_null(query.cycle);
	assert_ptr_equal(query.subject, func_of(&s->profile, "_leaf"));
	s->query.subject = func_of(&s->profile, "main");
	build(s, "graph");
	assert_false(view_follow(graph, s->table.rows[0].item, &query));
}

static void an_empty_profile_has_empty_views(void **state) {
	struct screen *s = *state;

	s->profile.nfuncs = s->profile.narcs = s->profile.nindexes = 0;
	s->profile.total_ticks = s->profile.graph_ticks = 0;
	s->data.locations = NULL;
	build(s, "flat");
	assert_int_equal(s->table.nrows, 0);
	build(s, "graph");
	assert_int_equal(s->table.nrows, 0);
	for (size_t i = 0; i < view_count(); i++)
		assert_non_null(view_at(i));
	assert_null(view_at(view_count()));
	assert_null(view_named("nothing"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

/* In the graph of the function asked for, in the tree of the row above; lists
 * are in percent of all. */
static void shares_can_be_of_the_parent(void **state) {
	struct screen *s = *state;

	s->query.display.amounts = AMOUNT_PARENT;
	s->query.subject = func_of(&s->profile, "walk");
	build(s, "graph");
	assert_string_equal(s->table.unit, "%");
	assert_column(
		s, "function",
		"eval <cycle 1> main walk <cycle 1> _leaf eval <cycle 1> <cycle 1 as a whole> [2]");
	assert_column(s, "parent%", " 100.00 100.00 11.43  100.00");
	assert_column(s, "self", " 42.86 14.29 11.43  42.86");
	assert_column(s, "children", " 57.14 85.71 0.00  57.14");
	build(s, "tree");
	assert_column(s, "function",
	              "main <cycle 1 as a whole> eval <cycle 1> _leaf "
	              "walk <cycle 1> eval <recursive> walk <cycle 1> _leaf "
	              "eval <cycle 1> idle");
	assert_column(s, "parent%", "100.00 93.33 74.29 61.54   25.71 44.44  100.00");
	assert_column(s, "self", "6.67 40.00 28.57 61.54   14.29 44.44  100.00");
	build(s, "flat");
	assert_string_equal(s->table.unit, "%");
	assert_cell(s, 0, "total", "0.40");
	assert_cell(s, 0, "least", "52.63");
}

/* The names of the columns that a pane shows. */
static const char *columns_there(struct screen *s, const char *view, int cols) {
	const struct rooms rooms = rooms_of(&s->data, s->query.display.zeros);
	const char *out = "";
	size_t *widths;

	build(s, view);
	widths = arena_alloc(s->b.arena, s->table.columns->n, sizeof *widths);
	table_widths(&s->table, TABLE_INDENT, TABLE_TEXTS, widths);
	struct slots slots = column_fit(
		&s->table,
		(struct column_widths){ .widths = widths,
	                                .rooms = columns_rooms(&s->table, view_named(view), &rooms,
	                                                       widths, s->b.arena),
	                                .word = rooms.word,
	                                .longest = rooms.longest },
		cols, s->b.arena);
	for (size_t i = 0; i < slots.n; i++) {
		const char *name = s->table.columns->list[slots.list[i].column].name;

		out = arena_format(s->b.arena, "%s %s", out,
		                   strcmp(name, "parent%") != 0 ? name : "total%");
	}
	return out;
}

/* Whatever the unit is, and whether there are functions without time. */
static void units_and_rows_leave_columns_where_they_are(void **state) {
	static const char *const views[] = { "flat", "graph", "tree", "callers" };
	struct screen *s = *state;
	size_t i;

	s->query.subject = func_of(&s->profile, "walk");
	for (i = 0; i < sizeof views / sizeof *views; i++)
		for (int cols = 40; cols <= 200; cols++) {
			s->query.display.amounts = AMOUNT_TIME;
			s->query.display.zeros = false;
			const char *first = columns_there(s, views[i], cols);
			for (size_t unit = AMOUNT_TIME; unit <= AMOUNT_SAMPLES; unit++)
				for (int zeros = 0; zeros < 2; zeros++) {
					s->query.display.amounts = (enum amount_unit)unit;
					s->query.display.zeros = zeros > 0;
					assert_string_equal(columns_there(s, views[i], cols),
					                    first);
				}
		}
}

static const struct help_line *no_lines(const void *context, const struct dataset *data, size_t *n,
                                        struct arena *arena) {
	*n = 0;
	return NULL;
}

/* Whether the help of the view says what a mark of so many bytes means. */
static bool tells(const struct table *help, const char *mark, size_t n) {
	for (size_t i = 0; i < help->nrows; i++) {
		const struct help_line *line = help->rows[i].item;

		if (strlen(line->keys) == n && !memcmp(line->keys, mark, n))
			return true;
	}
	return false;
}

/* Every mark of a cell is among those of its column, and in the help of the view.  Returns how many
 * it has. */
static size_t check_marks(const struct screen *s, const struct table *help, size_t row, size_t c) {
	const struct column *column = &s->table.columns->list[c];
	char shown[VALUE_TEXT];
	size_t found = 0;

	if (!table_cell(&s->table, row, c, shown, sizeof shown))
		return 0;
	const char *text = table_help(&s->table, row, c), *clause;
	const char *mark = unit_is_number(column->unit) && !column->is_signed
	                           ? strpbrk(shown, "~?<>=/+")
	                   : column->is_mark ? shown
	                                     : NULL;
	while (*(clause = text)) {
		const size_t n = column_clause(&text);

		if (n && !tells(help, *clause == '~' ? "~" : clause, *clause == '~' ? 1 : n))
			fail_msg("%s: ? does not tell %.*s", column->name, (int)n, clause);
		if (n && mark && memchr(clause, *mark, n))
			mark = NULL;
		found += n > 0;
	}
	if (mark)
		fail_msg("%s: no help tells what %s in %s is", column->name, mark, shown);
	return found;
}

static void help_tells_every_mark_of_a_view(void **state) {
	static const struct help none = { .lines = no_lines };
	static const char *const views[] = { "flat", "graph", "tree", "callers", "groups" };
	struct screen *s = *state;

	s->data.help = &none;
	for (size_t v = 0; v < sizeof views / sizeof *views; v++) {
		struct query query = { .from = view_named(views[v]) };
		size_t found = 0;

		s->query.display.rows = strcmp(views[v], "groups") ? ROWS_FUNCTION : ROWS_FILE;
		build(s, views[v]);
		const struct table help = view_table(view_named("help"), &s->data, &query,
		                                     s->b.arena);
		for (size_t c = 0; c < s->table.columns->n; c++)
			for (size_t row = 0; row < s->table.nrows; row++)
				if (table_shows(&s->table, c) && !s->table.columns->list[c].is_name)
					found += check_marks(s, &help, row, c);
		assert_compared(found, >, 2);
	}
}

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(flat_has_the_figures_of_gprof),
		TEST(few_samples_are_faint),
		TEST(zeros_are_shown_when_asked_for),
		TEST(long_names_without_time_take_no_columns),
		TEST(a_limit_is_for_changes_of_either_sign),
		TEST(sums_go_down_the_list),
		TEST(flat_is_sorted_as_asked),
		TEST(amounts_are_in_the_unit_asked_for),
		TEST(without_a_rate_amounts_are_samples),
		TEST(shares_can_be_of_the_parent),
		TEST(units_and_rows_leave_columns_where_they_are),
		TEST(places_are_shown),
		TEST(the_filter_keeps_functions),
		TEST(the_filter_keeps_files_and_lines),
		TEST(the_filter_keeps_ends_of_arcs),
		TEST(graph_shows_an_entry),
		TEST(graph_orders_by_weight),
		TEST(graph_shows_a_cycle),
		TEST(the_filter_leaves_the_entry_itself),
		TEST(the_filter_keeps_arcs),
		TEST(rows_lead_to_functions),
		TEST(help_tells_every_mark_of_a_view),
		TEST(an_empty_profile_has_empty_views),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
