/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where themes come from: a file, the user's own, or those compiled in. */
#ifndef GPTUI_THEME_FILES_H
#define GPTUI_THEME_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/theme.h"

struct arena;
struct error;

/* A name with a slash is a file.  Any other is NAME.theme in the folder
 * gptui/themes of the user's configuration, else a theme of gptui.
 * Errors: there is none, or it is broken. */
bool theme_load(struct theme *out, const char *name, struct error *err);

/* The names of gptui's own themes; NULL after the last. */
const char *theme_at(size_t place);

/* The text of one of them, or NULL. */
const char *theme_source(const char *name);

/* What it is like, in a few words: the comment on its first line.
 * Owner: the arena. */
const char *theme_about(const char *name, struct arena *arena);

#endif
