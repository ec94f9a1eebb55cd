/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least and the most time a function can have taken together with all it
 * calls, whatever each call cost: model/build/bounds.c. */
#ifndef GPTUI_BOUNDS_H
#define GPTUI_BOUNDS_H

#include <stdbool.h>

struct func;
struct profile;

struct bounds {
	double least;   /* ticks of what is reached only through it */
	double most;    /* ticks of all that it can have reached */
	bool is_closed; /* its code called nothing that has no known caller */

	/* The nearest function that all known ways to it lead through; NULL:
	 * there is none. */
	const struct func *through;
};

/* A function's bounds; NULL if the profile has none. */
const struct bounds *bounds_of(const struct profile *profile, const struct func *f);

/* Whether they are so far apart that the total says little: by more than half
 * of it, and by more than 5 % of all time. */
bool bounds_are_wide(const struct profile *profile, const struct func *f);

/* A function's total as calls divide it, before it was moved to a bound. */
double bounds_estimate(const struct func *f);

#endif
