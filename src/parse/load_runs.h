/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many files: what each has of a profile. */
#ifndef GPTUI_LOAD_RUNS_H
#define GPTUI_LOAD_RUNS_H

struct arena;
struct dataset;
struct name_pattern;
struct progress;

/* Finds what each file has of the profile, what their names tell (by a pattern
 * that is not NULL), and how files differ, if there are several.  Owner: the
 * arena. */
void load_runs(struct dataset *data, const struct name_pattern *pattern,
               struct arena *arena, struct progress *progress);

#endif
