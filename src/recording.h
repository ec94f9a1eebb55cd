/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `gptui --record' does before it opens anything: runs programs, in turns with a base, and
 * with another build for calls. */
#ifndef GPTUI_RECORDING_COMMAND_H
#define GPTUI_RECORDING_COMMAND_H

#include "base/arena.h"
#include "base/error.h"

struct options;
struct start;

/* Runs the program that the options name, and makes them name what was recorded, to be opened;
 * *status is what the program ended with.  Owner: the arena.
 * Errors: "PATH: reason": a program cannot be run, or not be recorded. */
bool record_programs(struct options *o, int *status, struct arena *arena, struct error *err);

/* If the folder that is opened is one of programs that took turns, sets what is opened of it, its
 * base, and the level of the tests (model/compare/looks.h).  Owner: the arena. */
void recording_base(struct start *start, const char *folder, struct arena *arena);

/* If a folder of recordings has one of calls in it, takes calls from there. */
void recording_calls(struct start *start, const char *folder, struct arena *arena);

/* Whether the symbols of a program show that it was built without -pg. */
bool recording_counts_no_calls(const char *executable);

#endif
