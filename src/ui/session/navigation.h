/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens views, goes back and forward, and stays in place when the files are
 * read again. */
#ifndef GPTUI_NAVIGATION_H
#define GPTUI_NAVIGATION_H

#include <stdbool.h>

#include "views/view.h"

struct dataset;
struct file_choice;
struct session;

/* Shows a dataset; the first one in the flat view. */
void navigation_show(struct session *session, const struct dataset *data);

/* Replaces the dataset by one of the same program that was read again.  All
 * locations stay on the functions of the same names.  The old dataset is not
 * used after this. */
void navigation_swap(struct session *session, const struct dataset *data);

/* Opens a view for a query in the first pane; "back" returns from it.  A list
 * begins at its first row; trees and views of a function at the row of the one
 * that is asked for. */
void navigation_go(struct session *session, const struct view *view, struct query query);

/* Gives the present view another query; "back" does not return from it. */
void navigation_ask(struct session *session, struct query query);

/* Shows other files of those that were read, here and wherever the present
 * ones were; "back" does not return from it.  The choice lives as long as the
 * session; NULL: as at first. */
void navigation_choose(struct session *session, const struct file_choice *choice);

/* The list that the present view was opened from: the latest location in a
 * view that is not of one function; or NULL. */
struct location *navigation_list(struct session *session);

/* False at the end of the history. */
bool navigation_back(struct session *session);
bool navigation_forward(struct session *session);

#endif
