/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching the rows of the pane that has the focus.
 *
 * A frame's worth of rows is looked at at once; where there are more, the
 * loop goes on between keys until the search has ended, or the cursor or the
 * rows have changed. */
#ifndef GPTUI_FINDING_H
#define GPTUI_FINDING_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct session;

/* Looks for session->search from a row on, round the end, and moves the cursor
 * there.  With is_typed it is said in the prompt when nothing is found, else
 * on the status line.  False when it has ended so by now. */
bool finding_begin(struct session *session, size_t row, bool is_backwards,
                   bool is_typed, struct error *err);

/* Goes on; true when something came of it. */
bool finding_step(struct session *session);

#endif
