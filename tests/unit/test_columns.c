/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name, and a heading, is the same column in all views of functions, and both
 * find it. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "table/table.h"
#include "views/views.h"

#include "assertions.h"

typedef void compare(const struct column *a, const struct column *b, const char *views);

/* Calls it for each column of a view with each of another one. */
static void compare_all(compare *look) {
	struct arena *arena = arena_new();
	size_t v, w, i, k;

	for (v = 0; v < view_count(); v++)
		for (w = 0; w < v; w++) {
			const struct view *x = view_at(v), *y = view_at(w);
			const struct columns *a = view_columns(x, NULL, NULL, arena);
			const struct columns *b = view_columns(y, NULL, NULL, arena);

			if (!view_is_of_functions(x) || !view_is_of_functions(y))
				continue;
			for (i = 0; i < a->n; i++)
				for (k = 0; k < b->n; k++)
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

static const char *heading(const struct column *c) {
	return c->title ? c->title : c->name;
}

static void check_heading(const struct column *a, const struct column *b, const char *views) {
	if (!strcmp(heading(a), heading(b)) && strcmp(a->name, b->name) != 0)
		fail_msg("%s: %s is %s and %s", views, heading(a), a->name, b->name);
}

static void a_heading_is_one_quantity(void **state) {
	compare_all(check_heading);
}

static void check_found(const struct columns *columns, const char *name, const char *expected) {
	const struct table table = { .columns = columns };
	const size_t found = table_column(&table, name);

	if (found == columns->n)
		fail_msg("no column %s", name);
	assert_string_equal(columns->list[found].name, expected);
}

static void a_heading_finds_its_column(void **state) {
	struct arena *arena = arena_new();
	const struct columns *flat = view_columns(view_named("flat"), NULL, NULL, arena);
	const struct columns *graph = view_columns(view_named("graph"), NULL, NULL, arena);
	const struct table table = { .columns = flat };

	check_found(flat, "+/-", "error");
	check_found(flat, "~total%", "total%");
	check_found(flat, "~total", "total");
	check_found(flat, "self", "self");
	check_found(flat, "base calls", "base-calls");
	check_found(graph, "called", "calls");
	check_found(graph, "m +/-", "measured-error");
	assert_int_equal(table_column(&table, "self @"), flat->n);
	assert_int_equal(table_column(&table, ""), flat->n);
	arena_free(arena);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_one_quantity),
		cmocka_unit_test(a_heading_is_one_quantity),
		cmocka_unit_test(a_heading_finds_its_column),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
