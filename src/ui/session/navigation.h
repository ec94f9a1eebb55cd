/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens views, goes back and forward, and stays in place when the files are read again. */
#pragma once

#include "views/view.h"

struct session;

/* Asks for the folder of a source file, missing or not.  The answer becomes a source map, so it is
 * used for all files whose paths begin like this one. */
void missing_source_ask(struct session *session, const char *path, bool is_missing);

/* Builds the present view anew with the present source maps. */
void missing_source_refresh(struct session *session);

/* Shows a dataset; the first one in the flat view. */
void navigation_show(struct session *session, const struct dataset *data);

/* Replaces the dataset by one of the same program that was read again.  All locations stay on the
 * functions of the same names.  The old dataset is not used after this. */
void navigation_swap(struct session *session, const struct dataset *data);

/* Opens a view for a query in the first pane; "back" returns from it.  A list begins at its first
 * row; trees and views of a function at the row of the one that is asked for. */
void navigation_go(struct session *session, const struct view *view, struct query query);

/* Gives the present view another query; "back" does not return from it. */
void navigation_ask(struct session *session, struct query query);

/* The list that the present view was opened from: the latest location in a view that is not of one
 * function; or NULL. */
struct location *navigation_list(struct session *session);

/* False at the end of the history. */
bool navigation_back(struct session *session);
bool navigation_forward(struct session *session);

/* What must exist for a command to make sense, and what is said if it does not.
 *
 * The row of a command names its need.  It is checked before the command is run, and the menu of
 * what can be done leaves out commands whose need is not met. */
#define NEEDS(ITEM)                                                         \
	ITEM(ROW, "there is no row")                                        \
	ITEM(TARGET, "there is nothing to open on this row")                \
	ITEM(FILE, "the row is not about a file; 6 and I list files")       \
	ITEM(CHOICE, "the row is not about a function")                     \
	ITEM(FUNCTION, "the row is not about a function")                   \
	ITEM(LOCATION, "the row is not about a function")                   \
	ITEM(FOLD, "this view has no rows to open or close")                \
	ITEM(FOLDS, "there is nothing to open or close here")               \
	ITEM(LIST, "this view is not about one function of a list")         \
	ITEM(SHARES, "this view has no shares of time")                     \
	ITEM(ORDER, "this view is a text and cannot be sorted")             \
	ITEM(INVERSE, "this view cannot be inverted; R reverses the order") \
	ITEM(PANE, "there is no second pane; w opens it")                   \
	ITEM(PAST, "nowhere to go back to")                                 \
	ITEM(FUTURE, "nowhere to go forward to")                            \
	ITEM(SEARCH, "nothing has been searched for yet; / searches")       \
	ITEM(FILTER, "there is no filter")                                  \
	ITEM(CODE, "this view has no instructions")                         \
	ITEM(BASE, "there is no base to compare with")                      \
	ITEM(SIDES, "this view does not compare lines")                     \
	ITEM(ROWS, "only the flat profile can have other rows")             \
	ITEM(NO_MENU, "this is the menu")

enum need {
	NEED_NOTHING,
#define ITEM(name, reason) NEED_##name,
	NEEDS(ITEM)
#undef ITEM
};

/* Errors: what is missing. */
bool need_is_met(struct session *session, enum need need, struct error *err);

/* Searching the rows of the pane that has the focus.
 *
 * The first rows are searched at once.  If there are more, the loop goes on between keys until the
 * search ends, or the cursor or the rows change. */

/* Searches for session->search from a row on, past the end, and moves the cursor there.  If nothing
 * is found, the prompt says so (is_typed) or the status line.  False if that is known already. */
bool finding_begin(struct session *session, size_t row, bool is_backwards, bool is_typed,
                   struct error *err);

/* Continues; true when the search has ended. */
bool finding_step(struct session *session);

/* Choosing which of several profile files count, in the list of them, by the cursor's row. */

/* Switches it off or on.  Errors: it is the last one; it could not be read. */
bool choosing_toggle(struct session *session, struct error *err);

/* Leaves only it on; brings all others back if they are off.  Errors: it was not read. */
bool choosing_only(struct session *session, struct error *err);

/* Leaves out the runs of both sides that did other work, judging by their calls; brings all back if
 * there are none.  Errors: there were none. */
bool choosing_same_work(struct session *session, const char *arg, struct error *err);

/* All are on, on both sides. */
void choosing_all(struct session *session);

/* Opens its flat profile; "back" returns to all that were on.  Errors: it could not be read. */
bool choosing_open(struct session *session, struct error *err);

/* Asks before a file is overwritten. */

/* Writes a file, and says so on the status line. */
typedef bool overwrite_write(struct session *session, const char *path, struct error *err);

/* Asks a question, and writes to the path if the answer is y.  Errors: the path is too long. */
bool overwrite_ask(struct session *session, const char *question, const char *path,
                   overwrite_write *write, struct error *err);

/* Asks which function a command is about, where a line's code is part of several. */

/* Opens a menu of the owners of the line under the cursor; whichever is chosen runs the command
 * line for it.  False if there is nothing to ask: there is at most one, or one was chosen. */
bool owner_menu_asks(struct session *session, const char *line);

/* The same of functions that have code of the one under the cursor, with inlined functions apart:
 * asked where instructions are opened. */
bool owner_menu_asks_code(struct session *session, const char *line);
