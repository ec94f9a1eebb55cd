/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `gptui --record' does before it opens anything: runs programs, in turns with a base, and
 * with another build for calls. */
#ifndef GPTUI_RECORD_PROGRAMS_H
#define GPTUI_RECORD_PROGRAMS_H

#include "base/arena.h"
#include "base/error.h"

struct record_request; /* open/programs.h */

/* Returns the folder of what was recorded, or NULL; *status is what the program ended with.
 * Owner: the arena.  Errors: "PATH: reason": a program cannot be run, or not be recorded. */
const char *record_programs(const struct record_request *request, int *status, struct arena *arena,
                            struct error *err);

/* The folder of calls in a folder of recordings, or NULL.  Owner: the arena. */
const char *recorded_calls(const char *folder, struct arena *arena);

#endif
