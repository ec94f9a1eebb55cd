/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least and the most time a function can have taken together with all it
 * calls, whatever each call cost. */
#ifndef GPTUI_BOUNDS_H
#define GPTUI_BOUNDS_H

struct arena;
struct func;
struct profile;

struct bounds {
	double least; /* ticks of what can be reached only through it */
	double most;  /* ticks of all that can be reached from it */
};

/* The bounds of a function, as far as calls were counted: a function without
 * counted callers may be called by anything.
 * Cost: linear in functions and arcs.  The arena is scratch. */
struct bounds bounds_of(const struct profile *profile, const struct func *func,
                        struct arena *arena);

#endif
