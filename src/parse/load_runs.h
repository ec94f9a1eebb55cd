/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many files: what each has of a profile. */
#ifndef GPTUI_LOAD_RUNS_H
#define GPTUI_LOAD_RUNS_H

struct arena;
struct dataset;
struct progress;

/* Finds what each file has of the profile, what their names tell, and how files
 * differ, if there are several.  Owner: the arena. */
void load_runs(struct dataset *data, struct arena *arena,
               struct progress *progress);

#endif
