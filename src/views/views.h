/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of all views, and the tables they give.  No view knows it: rows lead to a name. */
#pragma once

#include "views/view.h"

/* Those that the build found; a test has its own list.  Ends with NULL. */
extern const struct view *const view_list[];

size_t view_count(void);
const struct view *view_at(size_t index);        /* in tab order */
const struct view *view_named(const char *name); /* or NULL */

/* The first of a kind in tab order, about one function or not; or NULL. */
const struct view *view_first(enum view_kind kind, bool is_of_function);

/* The function that a row is about, or NULL. */
const struct func *view_subject(const struct view *view, const void *item);

/* The view that a row leads to, or NULL; sets what to ask of it. */
const struct view *view_follow(const struct view *view, const void *item, struct query *query);

/* The view that this one is a form of, and what takes its place for such rows.  Usually itself. */
const struct view *view_of_form(const struct view *view);
const struct view *view_of_rows(const struct view *view, enum row_kind rows);

/* Whether rows of a kind can be asked of a view; functions always can.  Errors: it has none. */
bool view_takes_rows(const struct view *view, enum row_kind rows, struct error *err);

/* The kind of rows that it has then: of a form that has not that one, its first. */
enum row_kind view_rows(const struct view *view, enum row_kind rows);

/* A number below view_count(), always the same for a view. */
size_t view_index(const struct view *view);

/* The columns for a query; without data those that are always there.  Owner: view or arena. */
const struct columns *view_columns(const struct view *view, const struct dataset *data,
                                   const struct query *query, struct arena *arena);

/* Whether columns can be chosen or sorted by.  Errors: no such column, or one that is listed twice;
 * a view that makes its columns may have any while there is no data. */
bool view_takes_columns(const struct view *view, const struct dataset *data,
                        const struct query *query, const char *names, struct error *err);

/* Builds and sorts the view's table.  Owner: the arena; the query must live as long. */
struct table view_table(const struct view *view, const struct dataset *data,
                        const struct query *query, struct arena *arena);
