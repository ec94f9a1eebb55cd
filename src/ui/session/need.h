/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must exist for a command to make sense.
 *
 * The row of a command names its need.  It is checked before the command is
 * run, and the menu of what can be done leaves out commands whose need is not
 * met. */
#ifndef GPTUI_NEED_H
#define GPTUI_NEED_H

#include <stdbool.h>

struct error;
struct session;

enum need {
	NEED_NOTHING,
	NEED_ROW,      /* under the cursor */
	NEED_TARGET,   /* that the row leads to */
	NEED_FILE,     /* that the row is about */
	NEED_CHOICE,   /* a function or a file, to leave out or leave alone */
	NEED_FUNCTION, /* that the row or the view is about */
	NEED_LOCATION, /* in a source file, of the row or of its function */
	NEED_FOLD,     /* of the row */
	NEED_FOLDS,    /* in the view */
	NEED_LIST,     /* of functions, of which this view shows one */
	NEED_SHARES,   /* of time */
	NEED_ORDER,    /* of the rows, which can be changed */
	NEED_PANE,     /* a second one */
	NEED_PAST,
	NEED_FUTURE,
	NEED_SEARCH, /* an earlier one */
	NEED_FILTER,
	NEED_CODE,    /* a view of instructions */
	NEED_NO_MENU, /* so that the menu does not offer itself */
	NEEDS
};

/* Errors: what is missing. */
bool need_is_met(struct session *session, enum need need, struct error *err);

#endif
