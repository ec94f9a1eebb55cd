/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the user's own files are, following the XDG Base Directory Specification.
 *
 * A path is NULL if the environment names no absolute directory for it.  Owner of all but
 * system_config(): the arena. */
#pragma once

#include "base/arena.h"
#include "base/error.h"

/* Paths as text; nothing here looks at the file system. */

/* The last part of a path, after its last slash: empty for "a/", the whole path if it has no slash.
 * It points into the path, so path_last(p) - p is the length of the directory with its slash. */
const char *path_last(const char *path);

/* The directory of a path, with its slash; "" without one.  Owner: the arena. */
const char *path_folder(const char *path, struct arena *arena);

/* The configuration: gptui/config in $XDG_CONFIG_HOME, else ~/.config. */
const char *own_config(struct arena *arena);

/* The system-wide one, in the installation directory; $GPTUI_SYSCONFIG names another one, ""
 * none. */
const char *system_config(void);

/* The directory of themes, gptui/themes next to the configuration. */
const char *own_themes(struct arena *arena);

/* NAME.theme in that directory if it exists, else NULL. */
const char *own_theme(const char *name, struct arena *arena);

/* Where typed lines are saved: gptui/history in $XDG_STATE_HOME, else ~/.local/state. */
const char *own_history(struct arena *arena);

/* A path as people write it, with "~" for $HOME. */
const char *own_shown(const char *path, struct arena *arena);

/* Creates the directories that a path needs, for the user only.
 * Errors: "PATH: reason". */
bool own_folders(const char *path, struct arena *arena, struct error *err);
