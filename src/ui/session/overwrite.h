/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks before a file is overwritten. */
#ifndef GPTUI_OVERWRITE_H
#define GPTUI_OVERWRITE_H

#include <stdbool.h>

struct error;
struct session;

/* Writes a file, and says so on the status line. */
typedef bool overwrite_write(struct session *session, const char *path, struct error *err);

/* Asks a question, and writes to the path if the answer is y.
 * Errors: the path is too long. */
bool overwrite_ask(struct session *session, const char *question, const char *path,
                   overwrite_write *write, struct error *err);

#endif
