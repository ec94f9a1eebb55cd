/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The listings of GNU gprof 2.40 for the same command line. */
#pragma once

#include <stdio.h>

#include "base/arena.h"

struct gprof_options;

/* Prints what the options ask for; if no listing is asked for, the flat profile and the call graph.
 * Messages are gprof's own.
 * Returns the exit status: 0, or 1 with a message. */
int gprof_main(const struct gprof_options *options, FILE *out, FILE *messages, struct arena *arena);
