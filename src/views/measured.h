/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured time in rows of lines and of instructions, and what their columns
 * share.
 *
 * The getters are for items that begin with a struct measured. */
#ifndef GPTUI_MEASURED_H
#define GPTUI_MEASURED_H

#include <stdbool.h>

#include "table/table.h"

struct measured {
	bool is_known;   /* false: the row has no figures */
	double ticks;    /* of profile->rate */
	double variance; /* ticks squared; sampling noise */
};

/* The ticks; one standard deviation of them. */
struct value measured_self(const struct field *field);
struct value measured_error(const struct field *field);

/* Sets how much of all time is shown, if there is any. */
void measured_share(struct table *table, double shown_ticks);

#endif
