/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends of words that were begun at a prompt. */
#ifndef GPTUI_COMPLETION_H
#define GPTUI_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/session/prompt.h"

struct session;

/* Completes a command line: commands, views, settings and their values,
 * columns, themes, sets of keys, names of files. */
void complete_command(struct session *session, const char *text,
                      struct completion *out);

/* Completes a name of a function or a file in a filter. */
void complete_filter(struct session *session, const char *text,
                     struct completion *out);

/* Completes a name of a function or a file in a pattern. */
void complete_name(struct session *session, const char *text,
                   struct completion *out);

/* Completes a path. */
void complete_path(struct session *session, const char *text,
                   struct completion *out);

#endif
