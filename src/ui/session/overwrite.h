/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nothing is overwritten that the user has not agreed to lose. */
#ifndef GPTUI_OVERWRITE_H
#define GPTUI_OVERWRITE_H

#include <stdbool.h>

struct error;
struct session;

/* Writes a file, and tells. */
typedef bool overwrite_write(struct session *session, const char *path,
                             struct error *err);

/* Asks a question that is answered by y or n, and writes to the path after y.
 * Errors: the path is too long. */
bool overwrite_ask(struct session *session, const char *question,
                   const char *path, overwrite_write *write, struct error *err);

#endif
