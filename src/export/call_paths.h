/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks as a tree of names: what folded stacks and flame graphs show. */
#pragma once

#include "base/arena.h"

struct export;
struct func;

#define NO_CALL_PATH UINT32_MAX

struct call_path {
	const char *name;
	const struct func *func;     /* or NULL: in a comparison names tell paths apart */
	uint32_t above, below, next; /* numbers, or NO_CALL_PATH */
	unsigned depth;
	double self, total;           /* ticks */
	double base_self, base_total; /* with a base: its, as for as many runs; or 0 */
};

struct call_paths {
	struct call_path *list; /* outer before inner; shape: [n] */
	size_t n;
};

/* All paths of a profile, and of its base; lines of one function are one place, and functions that
 * the comparison takes for the same one are.  Owner: the arena. */
struct call_paths call_paths_find(const struct export *what, struct arena *arena);
