/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's editor, $VISUAL or $EDITOR, at a line of a file; it has the
 * terminal until it ends. */
#ifndef GPTUI_EDITOR_H
#define GPTUI_EDITOR_H

#include <stdbool.h>

struct error;
struct terminal;

/* Errors: it cannot be run, or says that it failed. */
bool editor_run(const struct terminal *terminal, const char *path,
                unsigned line, struct error *err);

#endif
