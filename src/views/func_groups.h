/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions put together by where they come from. */
#ifndef GPTUI_FUNC_GROUPS_H
#define GPTUI_FUNC_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "table/filter.h"

struct arena;
struct dataset;

struct func_groups {
	const char *const *names; /* whole paths; or "no class" and the like; shape: [n] */
	size_t n;                 /* each has a function */
	const uint32_t *of;       /* the group of profile->funcs[i] */
};

/* Whether rows are groups of functions: by the source file that they begin in, by its folder, by
 * class, module or namespace (model/names.h), by section, or by the object of the
 * program: the executable or a library. */
bool rows_are_groups(enum row_kind rows);

/* All functions in their groups; file and folder need dataset.locations, class makes all names.
 * Owner: the arena.  Cost: linear in the names. */
const struct func_groups *func_groups_find(const struct dataset *data, enum row_kind by,
                                           struct arena *arena);

#endif
