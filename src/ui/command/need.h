/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must be there for a command to make sense, when it is run by its key.
 *
 * A command's row names its need; running it and the menu of what can be done
 * ask here. */
#ifndef GPTUI_NEED_H
#define GPTUI_NEED_H

#include <stdbool.h>

struct error;
struct session;

enum need {
	NEED_NOTHING,
	NEED_ROW,      /* under the cursor */
	NEED_WAY,      /* of the row to somewhere */
	NEED_FUNCTION, /* that the row or the view is about */
	NEED_PLACE,    /* in a source, of the row or of its function */
	NEED_FOLD,     /* of the row */
	NEED_FOLDS,    /* in the view */
	NEED_LIST,     /* of functions, in which this view is about one */
	NEED_SHARES,   /* of time */
	NEED_ORDER,    /* of rows, that can be changed */
	NEED_PANE,     /* a second one */
	NEED_PAST,
	NEED_FUTURE,
	NEED_SEARCH, /* that was made */
	NEED_FILTER,
	NEED_CODE,    /* a view of instructions */
	NEED_NO_MENU, /* so that the menu does not offer itself */
	NEEDS
};

/* Errors: what is missing. */
bool need_is_met(struct session *session, enum need need, struct error *err);

#endif
