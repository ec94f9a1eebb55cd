/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keys, pastes and the mouse do: the prompt gets them, else the menu, else the panes.
 *
 * The mouse: a click selects, a double click opens, the wheel scrolls, a click on a heading sorts,
 * on a tab changes the view and on the mark of a fold folds; the border between panes can be
 * dragged. It is off until F2, for it takes the terminal's own selection away. */
#pragma once

#include <stdbool.h>

struct event;
struct session;

/* Gives a key, a paste or the mouse to whoever it is for. */
void input_event(struct session *session, const struct event *event);

/* Gives the first of those that waited for what was being opened; false if there is none, or it
 * still waits. */
bool input_ahead(struct session *session);
