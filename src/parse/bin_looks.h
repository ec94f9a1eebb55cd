/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at the code that samples fell into.
 *
 * Only addresses that carry samples are looked up.  What a function has of a
 * bin (model/ticks.c) is shared evenly among the instructions that begin in
 * it, or is of the one around it, for there the program counter was; on
 * machines that libopcodes does not know, among the bytes. */
#ifndef GPTUI_BIN_LOOKS_H
#define GPTUI_BIN_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/places.h"

struct lines;
struct object;
struct profile;
struct progress;

struct bin_look {
	uint64_t address;
	uint32_t func; /* number of the one that owns it */
	struct place place;
	double ticks;    /* its share, of the profile's rate */
	double variance; /* ticks squared */
};

/* Calls visit() for each look whose line is known, by rising address in a
 * histogram.  Returns false when cancelled.
 * Cost: the bins that are not 0, and their instructions. */
bool bin_looks_each(const struct object *object, struct lines *lines,
                    const struct profile *profile,
                    void (*visit)(void *context, const struct bin_look *look),
                    void *context, struct progress *progress);

#endif
