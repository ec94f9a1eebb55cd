/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of many profile files count: the others are off, as if they had not been named. */
#pragma once

#include "base/base.h"
#include "model/runs.h"

struct file_names;
struct profile;
struct records;
struct run;

/* By number, in the order in which they were named. */
struct file_choice {
	bool *is_off; /* shape: [n] */
	size_t n;
	bool later_are_off; /* files that were not there then */
};

/* Without a choice (NULL) all are on. */
bool file_choice_is_off(const struct file_choice *choice, size_t number);

/* How many of the files that could be read are on. */
size_t file_choice_count(const struct file_choice *choice, const struct records *all);

/* Whether two choices are the same for the first nfiles. */
bool file_choice_is_same(const struct file_choice *a, const struct file_choice *b, size_t nfiles);

/* A copy of it.  Owner: the arena. */
const struct file_choice *file_choice_copy(const struct file_choice *choice, struct arena *arena);

/* The choice that records were made by, for later files as `choice` has them (NULL: on); or the one
 * that has the others on.  Owner: the arena. */
const struct file_choice *file_choice_of(const struct records *records,
                                         const struct file_choice *choice, bool others,
                                         struct arena *arena);

/* One that has all on, to be changed.  Owner: the arena. */
struct file_choice *file_choice_all(size_t nfiles, struct arena *arena);

/* A choice that has another state for a file, or for those of a group as the first of them; all
 * others as before, or off.  Owner: the arena. */
const struct file_choice *file_choice_toggle(const struct file_choice *choice,
                                             const struct run *run, size_t nfiles,
                                             struct arena *arena);
const struct file_choice *file_choice_only(const struct run *run, size_t nfiles,
                                           struct arena *arena);

/* The records of the files that are on; those that are off follow in ->off, with those that could
 * not be read.  At least one file is on.  All records if all are.
 * Owner: the arena; all records must live as long, and are not changed.  Cost: linear in histograms
 * and calls. */
const struct records *records_choose(const struct records *all, const struct file_choice *choice,
                                     struct arena *arena);

/* Profile files put together by what their names tell: hosts, jobs, ranks modulo a number.
 *
 * A group is like a file that has the mean of its files, of which a sample is worth less, so what
 * tells that a file differs from the others tells it of groups. */

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
