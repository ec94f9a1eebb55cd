/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mouse: a click selects, a double click opens, the wheel scrolls, a click
 * on a heading sorts, on a tab changes the view and on the mark of a fold folds;
 * the border between panes can be dragged.
 *
 * It is off until F2, for it takes the terminal's own selection away. */
#ifndef GPTUI_MOUSE_H
#define GPTUI_MOUSE_H

struct event;
struct session;

void mouse_event(struct session *session, const struct event *event);

#endif
