/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second pane follows the cursor of the first, and shows the function there
 * in another view.
 *
 * On a wide screen it is beside the first pane, unless it was turned off; on a
 * narrow screen it is below the first, if it was turned on. */
#ifndef GPTUI_SPLIT_H
#define GPTUI_SPLIT_H

#include <stdbool.h>

struct session;

/* Divides the screen between the panes, and lets the second one follow.  Its
 * table is built anew only if it is about something else. */
void split_arrange(struct session *session, int rows, int cols);

/* Does the same for the present size of the terminal. */
void split_update(struct session *session);

/* Whether the second pane is on the screen, as last arranged. */
bool split_is_shown(const struct session *session);

/* The percentage of the room that the first pane has, and how to set it. */
int split_ratio(const struct session *session);
void split_set_ratio(struct session *session, int ratio);

/* Whether a position is on the border between the panes; moves the border
 * there, within its limits. */
bool split_is_border(const struct session *session, int row, int col);
void split_drag(struct session *session, int row, int col);

/* Whether the second pane has the focus. */
bool split_has_focus(const struct session *session);

#endif
