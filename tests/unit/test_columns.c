/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name is the same column in all views of functions, its heading is that name, and
 * both find it; what columns show of the figures of rows. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "model/files/file_choice.h"
#include "model/profile.h"
#include "model/rules.h"
#include "table/table.h"
#include "views/columns.h"
#include "views/figures.h"
#include "views/views.h"

#include "assertions.h"

typedef void compare(const struct column *a, const struct column *b, const char *views);

/* Calls it for each column of a view with each of another one. */
static void compare_all(compare *look) {
	struct arena *arena = arena_new();

	for (size_t v = 0; v < view_count(); v++)
		for (size_t w = 0; w < v; w++) {
			const struct view *x = view_at(v), *y = view_at(w);
			const struct columns *a = view_columns(x, NULL, NULL, arena);
			const struct columns *b = view_columns(y, NULL, NULL, arena);

			if (!view_is_of_functions(x) || !view_is_of_functions(y))
				continue;
			for (size_t i = 0; i < a->n; i++)
				for (size_t k = 0; k < b->n; k++)
					look(&a->list[i], &b->list[k],
					     arena_format(arena, "%s, %s", x->name, y->name));
		}
	arena_free(arena);
}

static void check_name(const struct column *a, const struct column *b, const char *views) {
	if (!strcmp(a->name, b->name) && strcmp(a->help, b->help) != 0)
		fail_msg("%s: %s is \"%s\" and \"%s\"", views, a->name, a->help, b->help);
}

static void a_name_is_one_quantity(void **state) {
	compare_all(check_name);
}

/* Or one that another column had before: a word finds one of them in all views. */
static void check_former(const struct column *a, const struct column *b, const char *views) {
	if (a->was && !strcmp(a->was, b->name))
		fail_msg("%s: %s was %s", views, a->name, b->name);
}

static void a_former_name_is_free(void **state) {
	compare_all(check_former);
}

/* The heading of a column in seconds. */
static const char *heading(const struct columns *columns, size_t column, struct arena *arena) {
	const struct table table = { .columns = columns, .unit = "s", .time = "s" };
	char *out = arena_space(arena, VALUE_TEXT, 1);

	table_title(&table, column, out, VALUE_TEXT);
	return out;
}

/* With a ~ before it and its unit behind it, if it has them. */
static void headings_are_names(void **state) {
	struct arena *arena = arena_new();

	for (size_t v = 0; v < view_count(); v++) {
		const struct columns *all = view_columns(view_at(v), NULL, NULL, arena);

		for (size_t i = 0; i < all->n; i++) {
			const struct column *c = &all->list[i];
			const char *title = heading(all, i, arena);

			if (c->is_mark) {
				assert_string_equal(title, "");
				assert_int_equal(c->help[1], ':');
				continue;
			}
			title += title[0] == '~' && c->name[0] != '~';
			assert_compared(strlen(title), >=, strlen(c->name));
			assert_memory_equal(title, c->name, strlen(c->name));
			title += strlen(c->name);
			if (strcmp(title, "") != 0 && strcmp(title, " s") != 0)
				assert_string_equal(title, " z");
		}
	}
	arena_free(arena);
}

/* The heading of a column in a table with this unit, whose figures are counted or not. */
static void check_title(const char *view, const char *column, const char *unit, bool is_counted,
                        const char *expected) {
	struct arena *arena = arena_new();
	const struct table table = { .columns = view_columns(view_named(view), NULL, NULL, arena),
		                     .unit = unit,
		                     .time = "s",
		                     .is_counted = is_counted };
	char title[VALUE_TEXT];

	table_title(&table, table_column(&table, column), title, sizeof title);
	assert_string_equal(title, expected);
	arena_free(arena);
}

static void a_heading_has_no_tilde_for_what_is_counted(void **state) {
	check_title("graph", "total%", "s", true, "total%");
	check_title("graph", "~delta", "s", true, "delta s");
	check_title("graph", "~delta", "s", false, "~delta s");
}

/* An error has the unit of what it is the error of; that may be a share of several columns. */
static void the_heading_of_an_error_tells_percent(void **state) {
	check_title("flat", "error", "%", false, "error%");
	check_title("flat", "error", "s", false, "error");
	check_title("flat", "self", "%", false, "self s");
}

static void check_found(const char *view, const char *name, const char *expected) {
	struct arena *arena = arena_new();
	const struct columns *columns = view_columns(view_named(view), NULL, NULL, arena);
	const struct table table = { .columns = columns, .unit = "s", .time = "s" };
	const size_t found = table_column(&table, name);

	if ((found < columns->n) != (expected != NULL))
		fail_msg("%s: column %s", view, name);
	if (expected)
		assert_string_equal(columns->list[found].name, expected);
	arena_free(arena);
}

static void a_heading_finds_its_column(void **state) {
	check_found("flat", "~total%", "total%");
	check_found("flat", "~total", "total");
	check_found("flat", "self", "self");
	check_found("graph", "delta", "~delta");
	check_found("flat", "~total s", "total");
	check_found("flat", "sel", NULL);
	check_found("tree", "~", NULL);
	check_found("flat", "", NULL);
	check_found("flat", "error%", "error");
	check_found("flat", "self s%", "self");
	check_found("flat", "calls%", NULL);
}

/* Whether programs get its figures in columns that begin with its name, or as its help tells. */
static bool has_parts(const struct columns *all, const struct column *c) {
	const size_t n = strlen(c->name);

	for (size_t i = 0; i < all->n; i++)
		if (all->list[i].is_for_programs && !strncmp(all->list[i].name, c->name, n))
			return true;
	return !unit_is_number(c->unit) && strstr(c->help, "in CSV and JSON");
}

/* Whether programs get a column that is chosen, under the name that chooses it. */
static bool is_written_if_chosen(const struct columns *all, const struct column *c,
                                 struct arena *arena) {
	const struct table table = { .columns = column_choice_apply(all, c->name, arena, NULL) };

	return table_dumps(&table, 0) && !strcmp(table.columns->list[0].name, c->name);
}

/* Only what was read last is not known to programs, which read once. */
static void a_heading_is_in_csv(void **state) {
	struct arena *arena = arena_new();

	for (size_t v = 0; v < view_count(); v++) {
		const struct columns *all = view_columns(view_at(v), NULL, NULL, arena);
		const struct table table = { .columns = all };

		for (size_t i = 0; i < all->n; i++) {
			const struct column *c = &all->list[i];
			const bool is_there = table_dumps(&table, i) || c->is_extra ||
			                      c->needs & NEEDS_RECENT || has_parts(all, c);

			if (!is_there || !is_written_if_chosen(all, c, arena))
				fail_msg("%s: %s", view_at(v)->name, c->name);
		}
	}
	arena_free(arena);
}

static struct value get_nothing(const struct field *field) {
	return no_value();
}

/* K tells all of a column's help where there is no figure, with words for each of its marks. */
static void a_heading_is_explained(void **state) {
	struct arena *arena = arena_new();

	for (size_t v = 0; v < view_count(); v++) {
		const struct columns *all = view_columns(view_at(v), NULL, NULL, arena);

		for (size_t i = 0; i < all->n; i++) {
			struct column c = all->list[i];
			struct row row = { .item = &c };
			const struct table table = { .arena = arena,
				                     .columns = &(struct columns){ &c, 1 },
				                     .rows = &row,
				                     .nrows = 1 };
			const char *help = c.help, *clause;

			c.get = get_nothing;
			assert_string_equal(table_help(&table, 0, 0), c.help);
			while (*(clause = help)) {
				const size_t n = column_clause(&help);

				if (clause[n] != ':' ? n : (size_t)(help - clause) < n + 5)
					fail_msg("%s: %s: %s", view_at(v)->name, c.name, clause);
			}
		}
	}
	arena_free(arena);
}

static void a_former_name_finds_its_column(void **state) {
	check_found("graph", "delta-total", "~delta");
	check_found("diff", "interval", "95%");
	check_found("diff", "chance", "chance%");
	check_found("diff", "low%", "95%-low");
	check_found("diff", "high%", "95%-high");
	check_found("files", "seconds", "total");
	check_found("files", "most", "most-in");
	check_found("runs", "spread", "spread%");
	check_found("runs", "sparkline", "pattern");
	check_found("flat", "sparkline", "pattern");
}

/* A table of one function, of whose ticks some are of bins that it shares. */
static unsigned lacks(double shared, size_t nfiles, size_t ngroups) {
	struct func f = { .name = "f", .self_ticks = 100, .shared_ticks = shared };
	const struct profile profile = { .funcs = &f, .nfuncs = 1 };
	const struct runs files = { .n = nfiles }, groups = { .n = ngroups };
	const struct file_groups hosts = { .runs = &groups };
	const struct dataset data = { .profile = &profile,
		                      .runs = &files,
		                      .groups = { [GROUP_BY_HOST] = &hosts } };
	const struct query query = { .is_whole = false };
	const struct table table = { .data = &data, .query = &query };

	return columns_lacking(&table);
}

static void more_than_a_tenth_is_divided(void **state) {
	assert_true(lacks(10, 0, 0) & NEEDS_DIVIDED);
	assert_false(lacks(10.1, 0, 0) & NEEDS_DIVIDED);
}

static void hosts_have_two_files_on_average(void **state) {
	assert_false(lacks(0, 4, 2) & NEEDS_HOSTS);
	assert_true(lacks(0, 3, 2) & NEEDS_HOSTS);
	assert_true(lacks(0, 4, 1) & NEEDS_HOSTS);
}

static struct value no_figure(const struct field *field) {
	return no_value();
}

/* What another getter has is not what the table's explains. */
static void another_getter_is_explained_anew(void **state) {
	static const struct column named[] = { { .name = "calls" },
		                               { .name = "calls", .get = no_figure } };
	struct arena *arena = arena_new();
	const struct columns *columns = columns_complete(COLUMNS(named), arena);

	assert_non_null(columns->list[0].explain);
	assert_null(columns->list[1].explain);
	arena_free(arena);
}

/* What a column has of a function that no reading added samples to, and no base is known of. */
static struct value value_of(const char *column, bool is_whole) {
	static const struct rules rules = { .gprof = false };
	struct func f = { .name = "f", .self_ticks = 3, .calls = 2, .self_calls = 5 };
	const struct profile profile = { .funcs = &f, .nfuncs = 1, .rules = &rules, .rate = 1 };
	const struct recent_time time = { .ticks = 0 };
	const struct recent recent = { .funcs = &time, .ticks = 7 };
	const struct dataset data = { .profile = &profile, .recent = &recent };
	const struct query query = { .is_whole = is_whole };
	const struct table table = { .data = &data, .query = &query };
	const struct column named = { .name = column };
	struct arena *arena = arena_new();
	const struct columns *columns = columns_complete(&(struct columns){ &named, 1 }, arena);
	struct figures figures = figures_of_func(&table, &f);

	figures.is_counted = true;
	const struct value value = columns->list->get(
		&(struct field){ &table, columns->list, &figures });
	arena_free(arena);
	return value;
}

static void people_see_less_than_programs(void **state) {
	assert_int_equal(value_of("now", false).unit, UNIT_NONE);
	assert_int_equal(value_of("now", true).unit, UNIT_AMOUNT);
	assert_int_equal(value_of("calls", false).unit, UNIT_RATIO);
	assert_int_equal(value_of("calls", true).unit, UNIT_COUNT);
}

/* So the order by it is that of all time; programs get what is known. */
static void without_a_base_the_change_is_all(void **state) {
	assert_true(value_of("delta", false).number > 2.9);
	assert_int_equal(value_of("delta", true).unit, UNIT_NONE);
}

/* Figures of a row with this total, and what it can be. */
static struct figures between(double least, double total, double most) {
	struct figures r = figures_of_text(NULL);

	r.self = total;
	r.child = 0;
	r.least = least;
	r.most = most;
	return r;
}

static void a_part_may_be_nothing_and_has_a_limit(void **state) {
	struct func f = { .name = "f" };
	const struct bounds bounds = { .least = 4, .most = 9 };
	const struct profile profile = { .funcs = &f, .nfuncs = 1, .bounds = &bounds };
	struct figures all = between(0, 6, 0), part = all, limited = all;

	figures_bound(&all, &profile, &f, NULL, 1, NAN);
	figures_bound(&part, &profile, &f, NULL, 0.5, NAN);
	figures_bound(&limited, &profile, &f, NULL, 0.5, 7);
	assert_true(all.least > 3.9 && all.most > 8.9);
	assert_true(part.least < 0.1 && part.most > 8.9);
	assert_true(limited.most > 6.9 && limited.most < 7.1);
}

/* Also if it is uncertain. */
static void the_largest_total_comes_first(void **state) {
	const struct profile profile = { .total_ticks = 100 };
	const struct figures wide = between(5, 40, 90), sure = between(20, 20, 20);

	assert_true(figures_are_wide(&profile, &wide));
	assert_true(figures_order(&sure, 9, &wide, 1) > 0);
	assert_true(figures_order(&wide, 1, &sure, 9) < 0);
	assert_true(figures_order(&sure, 9, &sure, 1) < 0);
}

/* 10 more of 145 ticks say less than 7 more of none. */
static void noise_takes_from_a_change(void **state) {
	struct figures large = between(0, 155, 0), small = between(0, 7, 0);

	large.variance = 155;
	large.base = large.base_variance = 145;
	small.variance = 7;
	small.base = small.base_variance = 0;
	assert_true(figures_heat(&small, true) > figures_heat(&large, true));
	assert_true(figures_heat(&small, false) < figures_heat(&large, false));
}

/* So both have as many digits per call, and the self time is not the larger one. */
static void a_total_without_callees_has_the_samples_of_self(void **state) {
	const struct profile p = { .total_ticks = 60, .samples = 30 };
	const struct dataset data = { .profile = &p };
	const struct table t = { .data = &data };
	struct func f = { .self_ticks = 4, .variance = 10 };

	assert_true(func_total_samples(&t, &f) == func_self_samples(&f));
	f.descendant_ticks = 6;
	assert_true(fabs(func_total_samples(&t, &f) - 10 * 10 / (10 + 6 * 2.0)) < 1e-9);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_one_quantity),
		cmocka_unit_test(a_former_name_is_free),
		cmocka_unit_test(headings_are_names),
		cmocka_unit_test(a_heading_has_no_tilde_for_what_is_counted),
		cmocka_unit_test(the_heading_of_an_error_tells_percent),
		cmocka_unit_test(a_heading_is_in_csv),
		cmocka_unit_test(a_heading_is_explained),
		cmocka_unit_test(a_former_name_finds_its_column),
		cmocka_unit_test(a_heading_finds_its_column),
		cmocka_unit_test(more_than_a_tenth_is_divided),
		cmocka_unit_test(hosts_have_two_files_on_average),
		cmocka_unit_test(another_getter_is_explained_anew),
		cmocka_unit_test(people_see_less_than_programs),
		cmocka_unit_test(without_a_base_the_change_is_all),
		cmocka_unit_test(a_part_may_be_nothing_and_has_a_limit),
		cmocka_unit_test(the_largest_total_comes_first),
		cmocka_unit_test(noise_takes_from_a_change),
		cmocka_unit_test(a_total_without_callees_has_the_samples_of_self),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
