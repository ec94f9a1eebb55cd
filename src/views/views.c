/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/views.h"

#include "views/filtering.h"

size_t view_count(void) {
	size_t n = 0;

	while (view_list[n])
		n++;
	return n;
}

/* Counting the views to the left is enough for a tab bar. */
const struct view *view_at(size_t index) {
	for (size_t i = 0; view_list[i]; i++) {
		size_t left = 0;

		for (size_t j = 0; view_list[j]; j++)
			left += view_list[j]->rank < view_list[i]->rank;
		if (left == index)
			return view_list[i];
	}
	return NULL;
}

const struct view *view_named(const char *name) {
	for (size_t i = 0; view_list[i]; i++)
		if (!strcmp(view_list[i]->name, name))
			return view_list[i];
	return NULL;
}

const struct view *view_first(enum view_kind kind, bool is_of_function) {
	const struct view *view;

	for (size_t i = 0; (view = view_at(i)); i++)
		if (view->kind == kind && view->is_of_function == is_of_function)
			break;
	return view;
}

const struct func *view_subject(const struct view *view, const void *item) {
	return view_is_of_functions(view) && item ? ((const struct figures *)item)->func : NULL;
}

const struct view *view_follow(const struct view *view, const void *item, struct query *query) {
	const char *name = NULL;

	if (view->follow && item) {
		name = view->follow(item, query);
	} else if (item && view_is_of_functions(view)) {
		figures_ask(item, query);
		name = query->subject || query->gone || query->cycle ? "graph" : NULL;
	}

	return name ? view_named(name) : NULL;
}

const struct view *view_of_form(const struct view *view) {
	return view->form_of ? view_named(view->form_of) : view;
}

const struct view *view_of_rows(const struct view *view, enum row_kind rows) {
	const struct view *whole = view_of_form(view), *form;

	for (size_t i = 0; (form = view_list[i]); i++)
		if (form->rows & 1u << rows && view_of_form(form) == whole)
			return form;
	return whole;
}

bool view_takes_rows(const struct view *view, enum row_kind rows, struct error *err) {
	const struct view *form = view->form_of ? view : view_of_rows(view, rows);

	return rows == ROWS_FUNCTION || form->rows & 1u << rows ||
	       fail(err, "view %s has no rows by %s", view->name, row_words[rows]);
}

enum row_kind view_rows(const struct view *view, enum row_kind rows) {
	unsigned kind = 0;

	if (!view->form_of || view->rows & 1u << rows)
		return rows;
	while (!(view->rows & 1u << kind))
		kind++;
	return (enum row_kind)kind;
}

size_t view_index(const struct view *view) {
	size_t i = 0;

	while (view_list[i + 1] && view_list[i] != view)
		i++;
	return i;
}

const struct columns *view_columns(const struct view *view, const struct dataset *data,
                                   const struct query *query, struct arena *arena) {
	return columns_complete(data && view->make_columns ? view->make_columns(data, query, arena)
	                                                   : view->columns,
	                        arena);
}

bool view_takes_columns(const struct view *view, const struct dataset *data,
                        const struct query *query, const char *names, struct error *err) {
	SCRATCH struct arena *scratch = arena_new();

	return (view->make_columns && !data) ||
	       column_choice_apply(view_columns(view, data, query, scratch), names, scratch, err);
}

struct table view_table(const struct view *view, const struct dataset *data,
                        const struct query *query, struct arena *arena) {
	struct table table = { .arena = arena,
		               .data = data,
		               .query = query,
		               .columns = view_columns(view, data, query, arena),
		               .sort = view->sort,
		               .shown_share = 100,
		               .noun = "rows" };
	const char *sort = query->sort;

	table.time = query->display.amounts == AMOUNT_SAMPLES || data->profile->rate <= 0 ? "n"
	             : !strcmp(data->profile->dimension, "seconds")                       ? "s"
	                                                            : data->profile->dimension;
	table.unit = display_is_in_percent(&query->display) ? "%" : table.time;
	if (data->profile->samples)
		table.sample_percent = 100 / (double)data->profile->samples;
	if (data->profile->rate > 0)
		table.sample_amount = 1 / data->profile->rate;
	table.is_counted = data->profile->paths != NULL;
	view->build(&table, query);
	table.lacks = columns_lacking(&table);
	if (!view_is_of_functions(view) && query->filter && query->filter->n)
		filter_texts(view, &table);
	if (table.nall < table.nrows)
		table.nall = table.nrows;
	if (!sort && query->reverse)
		sort = table.sort;
	size_t column = sort && view->kind != VIEW_TEXTS ? table_column(&table, sort)
	                                                 : table.columns->n;
	if (column < table.columns->n)
		table_sort(&table, column, query->reverse);
	if (query->chosen)
		table.columns = column_choice_apply(table.columns, query->chosen, arena, NULL);
	table_add_up(&table);
	return table;
}
