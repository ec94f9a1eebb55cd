/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ticks of each profile file by itself. */
#ifndef GPTUI_RUN_FINDER_H
#define GPTUI_RUN_FINDER_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct bin_splits;
struct code_map;
struct image;
struct inlined_shares;
struct profile;
struct profile_file;
struct progress;
struct recent;
struct records;
struct runs;

/* What the ticks of a file are divided by. */
struct tick_rules {
	const struct records *records;
	const struct image *image;
	const struct code_map *map;
	const struct bin_splits *splits;      /* or NULL */
	const struct inlined_shares *inlined; /* NULL: functions have all of
	                                         their code */
	uint32_t outside;                     /* the function of foreign addresses, or NO_FUNC */
	double rate;                          /* of the profile; 0: not known */
};

/* Adds up the ticks of the functions in a file: `add` is called with a
 * function's number and ticks of the profile's rate, any number of times.
 * *tick becomes what a tick of the file is in ticks of the profile, 1 without
 * a rate.  False if the job is cancelled. */
bool file_ticks(const struct tick_rules *rules, const struct profile_file *file, double *tick,
                void (*add)(void *context, uint32_t func, double ticks), void *context,
                struct arena *scratch, struct progress *progress);

/* What each file has of a profile's time: all runs of a function add up to its
 * self_ticks, those of functions that got or gave the profiler's own time in
 * proportion.  Owner: the arena.  NULL if the job is cancelled.
 * Memory: linear in the records.  Where bins cover so many functions that it
 * would not be, only those with the most time have figures of each file. */
const struct runs *runs_find(const struct profile *profile, struct arena *arena,
                             struct progress *progress);

/* The same of what was added to its files (snapshots.h): those that count, all
 * together.  Owner: the arena.  NULL if the job is cancelled. */
const struct recent *recent_find(const struct profile *profile, const struct records *added,
                                 struct arena *arena, struct progress *progress);

#endif
