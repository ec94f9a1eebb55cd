/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions put together by where they come from. */
#ifndef GPTUI_FUNC_GROUPS_H
#define GPTUI_FUNC_GROUPS_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct dataset;

enum group_by {
	GROUP_NONE,
	GROUP_FILE,   /* the source file that they begin in */
	GROUP_FOLDER, /* that file's folder */
	GROUP_CLASS,  /* class, module or namespace (model/names.h) */
	GROUP_SECTION /* of the executable */
};

struct func_group {
	const char *name;      /* a whole path; or "no class" and the like */
	const uint32_t *funcs; /* numbers, by address; shape: [nfuncs] */
	size_t nfuncs;
};

struct func_groups {
	const struct func_group *list; /* each has a function; shape: [n] */
	size_t n;
	const uint32_t *of; /* the group of profile->funcs[i] */
};

/* All functions in their groups; file and folder need dataset.locations, class makes all names.
 * Owner: the arena.  Cost: linear in the names. */
const struct func_groups *func_groups_find(const struct dataset *data, enum group_by by,
                                           struct arena *arena);

#endif
