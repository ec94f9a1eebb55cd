/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second pane: it follows the cursor of the first, and shows the function
 * there in another view.
 *
 * It stands beside the first pane where the screen is wide, unless it was
 * switched off; on a narrow screen it stands below, when asked for. */
#ifndef GPTUI_SPLIT_H
#define GPTUI_SPLIT_H

#include <stdbool.h>

struct session;
struct view;

/* Shares the screen out between the panes, and lets the second one follow:
 * its table is built anew only when what it is about has changed. */
void split_arrange(struct session *session, int rows, int cols);

/* The same for the terminal as it is. */
void split_update(struct session *session);

/* Whether there can be a second pane beside a view: not beside pages of
 * texts. */
bool split_fits(const struct view *view);

/* Whether the second pane is on the screen, as last arranged. */
bool split_is_shown(const struct session *session);

/* Whether a place of the screen is on the line or gap between the panes, and
 * how to move that there, as far as it goes. */
bool split_is_border(const struct session *session, int row, int col);
void split_drag(struct session *session, int row, int col);

/* Whether keys act in the second pane. */
bool split_has_focus(const struct session *session);

#endif
