/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information from the servers that $DEBUGINFOD_URLS names, through libdebuginfod, which is
 * loaded on first use.
 *
 * Nothing here is called without the user's permission. */
#ifndef GPTUI_DEBUG_SERVER_H
#define GPTUI_DEBUG_SERVER_H

#include <stdbool.h>

#include "base/bytes.h"

struct arena;
struct error;
struct progress;

/* Whether gptui was built with it, and whether $DEBUGINFOD_URLS is set. */
bool debug_server_is_built_in(void);
bool debug_server_is_named(void);

/* Fetches the debug file with the build-id, or a source file of that program; returns its path, in
 * the library's cache.  Asks `progress` about once a second whether it is wanted.
 * source: the whole path, as in the debug information; or NULL.
 * Owner: the arena.
 * Errors, returning NULL: no library, no server, none has it, cancelled. */
const char *debug_server_fetch(struct bytes build_id, const char *source, struct progress *progress,
                               struct arena *arena, struct error *err);

#endif
