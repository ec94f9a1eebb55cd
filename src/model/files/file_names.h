/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the names of many profile files tell of each.
 *
 * Programs name their profiles GMON_OUT_PREFIX.PID, jobs put a rank or a host into the prefix, or
 * give each rank a folder of its own.  Which part is which is told by the names together.  They are
 * split into fields at / . - and _; a field is of numbers if all names have digits there, after the
 * same letters ("rank07").  Then
 *
 *	rank   is a field whose numbers are 0 to N-1, each once; or after a word
 *	       such as "rank"; or each once, and not too many of N are missing; or
 *	       each as often as there are runs, unless hosts number theirs so.  Those
 *	       from 1 on, or after a word such as "run", are runs, unless they are
 *	       followed by a pid.  Recordings have theirs before the pid;
 *	pid    the last other field of numbers that differ;
 *	host   a field after a word such as "node", or of words in the last part
 *	       of the path, or of words that differ;
 *	group  another field of numbers or words that repeat.
 *
 * Of names that differ in how many fields they have, the most common kind tells; of the others
 * nothing is known but what a pattern says. */
#pragma once

#include "base/base.h"

struct name_pattern;

/* What the user says the names of profile files consist of.
 *
 * In a pattern such as "gmon.%h.%r.%p", %r stands for the number of a rank, %p for that of a
 * process, %h for a host, %g for any group, %* for anything, and %% for a "%".  Numbers are digits,
 * as many as there are; the others are any text, the shortest that fits.  None contains a slash, so
 * a pattern is about as many of the last parts of a path as it has itself. */

enum name_part { NAME_RANK, NAME_PID, NAME_HOST, NAME_GROUP, NAME_PARTS };

/* What a part was in a name: a piece of it. */
struct name_piece {
	const char *text; /* not terminated; NULL: not in the pattern */
	size_t len;
};

/* Owner: the arena.  NULL if it is no pattern.  Errors: what is wrong with it. */
const struct name_pattern *name_pattern_parse(const char *text, struct arena *arena,
                                              struct error *err);

/* Whether a path fits; what its parts are is in out, by enum name_part.  Cost: the path's length by
 * the pattern's. */
bool name_pattern_match(const struct name_pattern *pattern, const char *path,
                        struct name_piece out[NAME_PARTS]);

/* Names of files, split into fields that stand below each other.
 *
 * Fields end at / . - and _, or at / and . only, or only the last part of each path is split:
 * whichever gives the most names the same kind of fields. */

#define NO_RANK UINT32_MAX

struct file_name {
	const char *path;
	const char *name;  /* without the folders that all are in */
	const char *host;  /* or NULL: not told */
	const char *group; /* or NULL */
	uint64_t pid;      /* or 0 */
	uint32_t rank;     /* or NO_RANK */
	bool fits;         /* the pattern, or there is none */
};

struct file_names {
	const struct file_name *list; /* as the paths; shape: [n] */
	size_t n;
	size_t nranks, nhosts, ngroups; /* names that tell one */
	size_t nfit;                    /* that fit the pattern; n without one */
	bool has_sure_ranks;            /* not only numbers that may be those of runs */
	const char *missing; /* "no file of ranks 3, 7 to 9", up to the highest there must be; or
	                        NULL */
	const char *doubles; /* "several files of rank 3", which nothing else in the names tells
	                        apart; or NULL */
};

/* Whether files are of ranks.  Nothing is told without names (NULL). */
static inline bool file_names_have_ranks(const struct file_names *names) {
	return names && names->nranks;
}

/* Tells the parts of n paths by what they have in common, or by a pattern that is not NULL.  The
 * paths must live as long.  nranks: how many ranks there were, 0 if that is not known.  Owner: the
 * arena.  Cost: linear in the bytes of all paths. */
const struct file_names *file_names_find(const char *const *paths, size_t n,
                                         const struct name_pattern *pattern, size_t nranks,
                                         struct arena *arena);
