/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks where a source file is that was not found.
 *
 * The answer becomes a map, so it holds for all files whose paths begin in the
 * same way; Esc leaves the view as it is, with the lines that have samples. */
#ifndef GPTUI_MISSING_SOURCE_H
#define GPTUI_MISSING_SOURCE_H

#include <stdbool.h>

struct session;

/* Asks if the table's source is missing and the user did not decline to tell
 * about its folder. */
void missing_source_offer(struct session *session);

/* Asks for the folder of a source file, missing or not. */
void missing_source_ask(struct session *session, const char *path,
                        bool is_missing);

/* Shows the present view anew, with what maps tell now. */
void missing_source_refresh(struct session *session);

#endif
