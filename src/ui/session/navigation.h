/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the session is: opening views, going back and forward, and staying
 * there when the files were read again. */
#ifndef GPTUI_NAVIGATION_H
#define GPTUI_NAVIGATION_H

#include <stdbool.h>

#include "views/view.h"

struct dataset;
struct session;

/* Shows a profile with what is known beside it.  The first one opens the flat
 * view. */
void navigation_show(struct session *session, const struct dataset *data);

/* Puts another reading of the same program in the place of the present one:
 * all places stay, on the functions of the same names.  The old data are
 * not used any more after this. */
void navigation_swap(struct session *session, const struct dataset *data);

/* Opens a view on what the query asks for, in the first pane; "back"
 * returns. */
void navigation_go(struct session *session, const struct view *view,
                   struct query query);

/* Asks the present view something else; "back" does not return here. */
void navigation_ask(struct session *session, struct query query);

/* False when there is no way to go. */
bool navigation_back(struct session *session);
bool navigation_forward(struct session *session);

#endif
