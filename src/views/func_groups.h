/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions put together by where they come from. */
#pragma once

#include "table/filter.h"

struct dataset;

/* What a group has of a function. */
struct group_member {
	const struct func *func;
	uint32_t group;
	double self, child; /* ticks */
};

struct func_groups {
	const char *const *names; /* whole paths; or "no class" and the like; shape: [n] */
	size_t n;                 /* each has a function */

	/* By function: of profile->funcs[i] from first[i] on, until first[i + 1]; one, but for
	 * threads, of which a function may be in several, or in none. */
	const struct group_member *members;
	const uint32_t *first;

	const uint32_t *of_path; /* the group of profile->paths[i]; NULL: there are none */
};

/* Whether stacks tell of several threads. */
bool knows_threads(const struct dataset *data);

/* All functions in their groups; file and folder need dataset.locations, class makes all names.
 * Owner: the arena.  Cost: linear in the names. */
const struct func_groups *func_groups_find(const struct dataset *data, enum row_kind by,
                                           struct arena *arena);
