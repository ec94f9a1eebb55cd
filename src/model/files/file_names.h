/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the names of many profile files tell of each.
 *
 * Programs name their profiles GMON_OUT_PREFIX.PID, jobs put a rank or a host
 * into the prefix, or give each rank a folder of its own.  Which part is which
 * is told by the names together.  They are split into fields at / . - and _; a
 * field is of numbers if all names have digits there, after the same letters
 * ("rank07").  Then
 *
 *	rank   is a field whose numbers are 0 to N-1, each once; or after a word
 *	       such as "rank"; or each once, and few of N are missing;
 *	pid    the last other field of numbers that differ;
 *	host   a field after a word such as "node", or of words in the last part
 *	       of the path, or of words that differ;
 *	group  another field of numbers or words that repeat.
 *
 * Of names that differ in how many fields they have, the most common kind
 * tells; of the others nothing is known but what a pattern says. */
#ifndef GPTUI_FILE_NAMES_H
#define GPTUI_FILE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct name_pattern;

#define NO_RANK UINT32_MAX

struct file_name {
	const char *path;
	const char *name;  /* without the folders that all are in */
	const char *brief; /* also without what all begin and end with */
	const char *host;  /* or NULL: not told */
	const char *group; /* or NULL */
	uint64_t pid;      /* or 0 */
	uint32_t rank;     /* or NO_RANK */
	bool fits;         /* the pattern, or there is none */
};

struct file_names {
	const struct file_name *list; /* as the paths; shape: [n] */
	size_t n;
	size_t nranks, npids, nhosts, ngroups; /* names that tell one */
	size_t nfit;                           /* that fit the pattern; n without one */
};

/* Tells the parts of n paths by what they have in common, or by a pattern that
 * is not NULL.  The paths must live as long.  Owner: the arena.
 * Cost: linear in the bytes of all paths. */
const struct file_names *file_names_find(const char *const *paths, size_t n,
                                         const struct name_pattern *pattern, struct arena *arena);

#endif
