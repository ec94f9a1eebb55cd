/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks as a tree of names: what folded stacks and flame graphs show. */
#ifndef GPTUI_CALL_PATHS_H
#define GPTUI_CALL_PATHS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct export;
struct func;

#define NO_CALL_PATH UINT32_MAX

struct call_path {
	const char *name;
	const struct func *func;     /* or NULL */
	uint32_t above, below, next; /* numbers, or NO_CALL_PATH */
	unsigned depth;
	double self, total; /* ticks */
};

struct call_paths {
	struct call_path *list; /* outer before inner; shape: [n] */
	size_t n;
};

/* All paths of a profile; lines of one function are one place.  Owner: the arena. */
struct call_paths call_paths_find(const struct export *what, struct arena *arena);

#endif
