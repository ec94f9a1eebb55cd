/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading profile files the way gprof does: one after the other, and the
 * first that is wrong ends it. */
#ifndef GPTUI_PROFILE_INPUT_H
#define GPTUI_PROFILE_INPUT_H

#include <stdbool.h>
#include <stdio.h>

struct gprof_options;
struct machine;
struct records;

/* Reads all files of the options, and prints what each holds if they ask for
 * that.  What they hold is set as gprof has it: BSD files always hold both.
 * Returns false after a message. */
bool profile_input_read(struct records *records,
                        const struct gprof_options *options,
                        const struct machine *machine, bool *has_histogram,
                        bool *has_calls, FILE *out, FILE *messages);

#endif
