/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of all views, and the tables they give.  No view knows the list: a row leads to a view's
 * name. */
#ifndef GPTUI_VIEWS_H
#define GPTUI_VIEWS_H

#include "views/view.h"

size_t view_count(void);
const struct view *view_at(size_t index);        /* in tab order */
const struct view *view_named(const char *name); /* or NULL */

/* The first of a kind in tab order, about one function or not; or NULL. */
const struct view *view_first(enum view_kind kind, bool is_of_function);

/* The function that a row is about, or NULL. */
const struct func *view_subject(const struct view *view, const void *item);

/* The view that a row leads to, or NULL; sets what to ask of it. */
const struct view *view_follow(const struct view *view, const void *item, struct query *query);

/* What replaces the view while lines, or groups, are shown instead of functions; and the view that
 * this one replaces then.  Usually the view itself. */
const struct view *view_displayed(const struct view *view, const struct display *display);
const struct view *view_replaced(const struct view *view);

/* A number below view_count(), always the same for a view. */
size_t view_index(const struct view *view);

/* The columns for a query; without data those that the view always has.  Owner: the view or the
 * arena. */
const struct columns *view_columns(const struct view *view, const struct dataset *data,
                                   const struct query *query, struct arena *arena);

/* Whether columns can be chosen or sorted by.  Errors: no such column, or one that is listed twice;
 * a view that makes its columns may have any while there is no data. */
bool view_takes_columns(const struct view *view, const struct dataset *data,
                        const struct query *query, const char *names, struct error *err);

/* Builds and sorts the view's table.  Owner: the arena; the query must live as long. */
struct table view_table(const struct view *view, const struct dataset *data,
                        const struct query *query, struct arena *arena);

#endif
