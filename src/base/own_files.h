/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the user's own files are, by the XDG Base Directory Specification.
 *
 * A path is NULL when the environment names no absolute folder for it.  Owner
 * of all but the system's: the arena. */
#ifndef GPTUI_OWN_FILES_H
#define GPTUI_OWN_FILES_H

#include <stdbool.h>

struct arena;
struct error;

/* The configuration: gptui/config in $XDG_CONFIG_HOME, else ~/.config. */
const char *own_config(struct arena *arena);

/* The one for everybody, in the folder of the installation; $GPTUI_SYSCONFIG
 * names another one, "" none. */
const char *system_config(void);

/* The folder of themes, gptui/themes beside the configuration. */
const char *own_themes(struct arena *arena);

/* NAME.theme in that folder, if it is there; else NULL. */
const char *own_theme(const char *name, struct arena *arena);

/* Where lines that were typed are kept: gptui/history in $XDG_STATE_HOME, else
 * ~/.local/state. */
const char *own_history(struct arena *arena);

/* A path as people write it: "~" for $HOME. */
const char *own_shown(const char *path, struct arena *arena);

/* Makes the folders that a path needs, for the user only.
 * Errors: "PATH: reason". */
bool own_folders(const char *path, struct arena *arena, struct error *err);

#endif
