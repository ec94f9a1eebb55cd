/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions are the profiler's own, and what can become of their time. */
#ifndef GPTUI_PROFILER_NAMES_H
#define GPTUI_PROFILER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* What becomes of the time of the profiler's own functions. */
enum profiler_use {
	PROFILER_APART,  /* they are functions like others */
	PROFILER_SPREAD, /* functions get it by their calls */
	PROFILER_OUT     /* it does not count */
};

/* Those that gprof leaves out of every listing. */
extern const char *const profilers_of_gprof[];
extern const size_t nprofilers_of_gprof;

/* Whether gprof leaves out a function with this name. */
bool profiler_is_gprofs(const char *name);

/* Whether the exact rules take it for the profiler's: one of those, what other
 * systems and options call, or a stub through which they are called. */
bool profiler_has(const char *name);

#endif
