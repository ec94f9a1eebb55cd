/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile files put together by what their names tell: hosts, jobs, ranks modulo a number.
 *
 * A group is like a file that has the mean of its files, of which a sample is worth less, so what
 * tells that a file differs from the others tells it of groups. */
#pragma once

#include "base/arena.h"
#include "model/runs.h"

struct file_names;
struct profile;

struct file_groups {
	const struct runs *runs; /* a run for each group, by its lowest rank; those that are off are
	                            groups of files that are off */
	const struct spreads *spreads; /* of them; NULL: there is one group */
};

/* NULL if names do not tell what they are grouped by.  Files without it are a group "".
 * Owner: the arena.  Cost: the ticks of all runs, and groups by functions. */
const struct file_groups *file_groups_find(const struct profile *profile, const struct runs *runs,
                                           const struct file_names *names, enum file_grouping by,
                                           unsigned modulo, struct arena *arena);
