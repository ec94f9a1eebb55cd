/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of made-up programs, whose truth is known. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/compare/changes.h"

enum { MOST_SIMULATED = 500, MOST_RUNS = 64 };

/* The suite simulated goes through all of a table of cases, unit through every
 * sixth, since they take long.  $SIMULATED multiplies the sets of each; it is 1 in
 * the suite simulated, and not set in unit. */
bool is_simulated(size_t i);
size_t simulated_sets(size_t sets);

/* Two sides of runs. */
struct simulation {
	uint64_t random; /* state of the generator; not 0 */
	size_t nfuncs;
	size_t nruns[2];
	double share[MOST_SIMULATED];  /* of all ticks */
	double change[MOST_SIMULATED]; /* new time / base time */
	double ticks;                  /* in a run of the base, on average */
	double spread;                 /* between runs, of each function by itself: a
	                  coefficient of variation */
	double common;                 /* between runs, of all functions of a run */
	double drift;                  /* all functions of the new side take as many times
	                  longer */
	bool is_regular;               /* ticks come regularly: half of Poisson's variance */

	/* Drawn. */
	double y[2][MOST_SIMULATED][MOST_RUNS]; /* ticks of each run */
	struct change_item items[MOST_SIMULATED], total;
	struct change_side sides[2];
};

/* Runs that differ by noise of some kind. */
struct noise_kind {
	const char *name;
	double spread, common, drift;
	bool is_regular;
};

enum { NOISE_KINDS = 5, ALL_FASTER = 4 };

extern const struct noise_kind noise_kinds[NOISE_KINDS];

void simulation_take(struct simulation *s, const struct noise_kind *kind);

/* Functions whose shares are 1, 1/2, 1/3..., and nothing changed. */
void simulation_begin(struct simulation *s, size_t nfuncs, double ticks, size_t base_runs,
                      size_t new_runs);

/* Draws all runs anew. */
void simulation_draw(struct simulation *s);

/* Sums up y, of runs that each count as 1. */
void simulation_add_up(struct simulation *s);

/* Simulations and what is found in them. */
struct fixture {
	struct arena *arena;
	struct simulation runs;
	struct changes found;
};

int fixture_begin(void **state);
int fixture_end(void **state);

/* Compares both sides as they were added up. */
void fixture_find(struct fixture *f, double level, struct arena *arena);

/* Whether it is slower or faster by more than chance. */
bool is_found(const struct change *c);
