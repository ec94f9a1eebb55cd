/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

void query_ask(struct query *query, const struct func *f) {
	query->subject = f;
	query->gone = NULL;
	query->cycle = NULL;
	query->position = (struct code_position){ .path = NULL };
}

bool query_opens(const struct query *query, uint64_t key, bool opens) {
	return query->open_below == FOLD_ALL || query->open_below == key ||
	       folds_has(query->folds, key) != opens;
}

bool position_is_same(const struct code_position *a, const struct code_position *b) {
	return a->has_address == b->has_address && a->address == b->address && a->path == b->path &&
	       a->line == b->line;
}

bool display_is_same(const struct display *a, const struct display *b) {
#define IS_SAME(type, name) a->name <= b->name && a->name >= b->name &&
#define IS_SAME_SWITCH(name, ...) a->name == b->name &&
	return DISPLAY_OPTIONS(IS_SAME) DISPLAY_SWITCHES(IS_SAME_SWITCH) true;
}

bool view_is_there(const struct view *view, const struct dataset *data) {
	return !view->missing || (data && !view->missing(data));
}

bool display_is_in_percent(const struct display *display) {
	return display->amounts == AMOUNT_PERCENT || display->amounts == AMOUNT_PARENT;
}

bool view_check(const struct view *view, const struct dataset *data, struct error *err) {
	return view_is_there(view, data) ||
	       fail(err, "view %s needs %s", view->name, data ? view->missing(data) : "a profile");
}

bool view_is_of_functions(const struct view *view) {
	return view->kind != VIEW_TEXTS && view->kind != VIEW_THINGS;
}

bool view_takes_function(const struct view *view) {
	return view->is_of_function || view->takes_function;
}

bool view_shows_code(const struct view *view) {
	return view->kind == VIEW_LINES || view->kind == VIEW_INSTRUCTIONS;
}

bool view_is_code_of_one(const struct view *view) {
	return view_shows_code(view) && view->is_of_function;
}

struct source_location view_line(const struct view *view, const struct table *table,
                                 const void *item) {
	return view->location && item ? view->location(table, item)
	                              : (struct source_location){ .path = NULL };
}

bool view_locate(const struct view *view, const void *item, struct query *query) {
	return view->locate && item && view->locate(item, query);
}

bool view_needs_frames(const struct view *view, const struct query *query) {
	return view->shows_frames ||
	       (!view->form_of && view->rows & 1u << ROWS_LINE && query->display.rows == ROWS_LINE);
}
