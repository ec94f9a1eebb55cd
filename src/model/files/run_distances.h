/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of several profile files differ from the others: in how much time they
 * have, or in how it is divided among functions. */
#ifndef GPTUI_RUN_DISTANCES_H
#define GPTUI_RUN_DISTANCES_H

struct arena;
struct profile;
struct spreads;

/* Sets the distances of all runs, where enough count to tell, and the note
 * about outliers.  Owner: the arena. */
void run_distances_find(struct spreads *out, const struct profile *profile, struct arena *arena);

#endif
