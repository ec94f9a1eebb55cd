/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at the code that samples fell into.
 *
 * Only addresses that carry samples are looked up.  A bin is shared among the
 * bytes that it counts, those of functions whose line is known. */
#ifndef GPTUI_BIN_LOOKS_H
#define GPTUI_BIN_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/places.h"

struct lines;
struct profile;
struct progress;

struct bin_look {
	uint64_t address;
	uint32_t func; /* number of the one that owns it */
	struct place place;
	double ticks;    /* its share, of the profile's rate */
	double variance; /* ticks squared */
};

/* Calls visit() for each look, by rising address in a histogram.  Returns false
 * when cancelled.  Cost: the bins that are not 0. */
bool bin_looks_each(struct lines *lines, const struct profile *profile,
                    void (*visit)(void *context, const struct bin_look *look),
                    void *context, struct progress *progress);

#endif
