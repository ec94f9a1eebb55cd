/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many files: what each has of a profile. */
#ifndef GPTUI_LOAD_RUNS_H
#define GPTUI_LOAD_RUNS_H

struct arena;
struct dataset;
struct name_pattern;
struct profile;
struct progress;
struct records;

/* Finds what each file has of the profile, what their names tell (by a pattern
 * that is not NULL), and how files differ, if there are several.  Owner: the
 * arena. */
void load_runs(struct dataset *data, const struct name_pattern *pattern, struct arena *arena,
               struct progress *progress);

/* What the files of a profile have more than when they were read before
 * (model/build/intervals.h).  Owner: the arena; the files of both must live as
 * long.  NULL: one counts intervals, the other does not. */
const struct records *load_added(const struct profile *before, const struct profile *now,
                                 struct arena *arena);

/* Finds what that is function by function.  Owner: the arena. */
void load_recent(struct dataset *data, const struct records *added, struct arena *arena,
                 struct progress *progress);

#endif
