/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds themes: in a file, the user's folder, or those compiled in. */
#ifndef GPTUI_THEME_FILES_H
#define GPTUI_THEME_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/terminal/theme.h"

struct arena;
struct error;

/* A name with a slash is a file.  Any other is NAME.theme in the folder
 * gptui/themes of the user's configuration, else a theme of gptui.
 * Errors: there is none, or it is malformed. */
bool theme_load(struct theme *out, const char *name, struct error *err);

/* The names of gptui's own themes; NULL after the last. */
const char *theme_at(size_t index);

/* The text of one of them, or NULL. */
const char *theme_source(const char *name);

/* The names of all themes: gptui's own, then up to 64 of the user's with other
 * names; NULL after the last.  Owner: the arena. */
const char *const *theme_names(struct arena *arena);

/* Its description: the comment on its first line; or "".  Owner: the arena. */
const char *theme_about(const char *name, struct arena *arena);

#endif
