/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the directory of a source file that was not found.
 *
 * The answer becomes a source map, so it is used for all files whose paths
 * begin like this one.  After Esc the view shows only the lines that have
 * samples. */
#ifndef GPTUI_MISSING_SOURCE_H
#define GPTUI_MISSING_SOURCE_H

#include <stdbool.h>

struct session;

/* Asks if the table's source is missing and the user has not declined before
 * for the same folder. */
void missing_source_offer(struct session *session);

/* Asks for the folder of a source file, missing or not. */
void missing_source_ask(struct session *session, const char *path, bool is_missing);

/* Builds the present view anew with the present source maps. */
void missing_source_refresh(struct session *session);

#endif
