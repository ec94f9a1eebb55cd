/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching the rows of the pane that has the focus.
 *
 * The first rows are searched at once.  If there are more, the loop goes on
 * between keys until the search ends, or the cursor or the rows change. */
#ifndef GPTUI_FINDING_H
#define GPTUI_FINDING_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct session;

/* Searches for session->search from a row on, past the end, and moves the
 * cursor there.  If nothing is found, the prompt says so (is_typed) or the
 * status line.  False if that is known already. */
bool finding_begin(struct session *session, size_t row, bool is_backwards, bool is_typed,
                   struct error *err);

/* Continues; true when the search has ended. */
bool finding_step(struct session *session);

#endif
