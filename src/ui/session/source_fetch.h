/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files from servers, where the user allows it: fetched by the worker,
 * each once, and then found where they are kept. */
#ifndef GPTUI_SOURCE_FETCH_H
#define GPTUI_SOURCE_FETCH_H

#include <stdbool.h>

struct session;

/* Whether a file that was not found is being fetched; begins to if it was not
 * asked for before.  When that ends the file is shown, or asked for. */
bool source_fetch_begin(struct session *session, const char *path);

#endif
