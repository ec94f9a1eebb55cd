/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two sets of runs, and what may be chance.
 *
 * Ticks of a function in a run vary by sampling, about as Poisson variables
 * do (less where ticks are regular), and because no two runs are alike.  What
 * the runs of each side show of both, in all functions together and in each,
 * is the noise that a change is held against, as in tests of gene expression:
 * thousands of counts, few replicates.
 *
 * A function is slower or faster if its time changed and if it changed more
 * than the typical function's.  What changed in all functions alike (another
 * machine, other flags, more input) is no finding about any of them.
 *
 * doc/compare-statistics.md has the formulas, the sources and how often the
 * verdicts are right. */
#ifndef GPTUI_CHANGES_H
#define GPTUI_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "model/compare/shift.h"

struct arena;

enum change_kind {
	CHANGE_NOISE,
	CHANGE_ALL,    /* significant, but as the typical function's */
	CHANGE_SLOWER, /* significant, and against the typical function */
	CHANGE_FASTER
};

/* Time here is ticks / exposure. */
struct change {
	enum change_kind kind;
	bool is_tested;              /* not if it has too few ticks to show anything */
	double ratio;                /* new time / base time; an estimate where either side
	                   has next to no ticks; > 0 */
	double low, high;            /* of the ratio, with a confidence of 95 % */
	double p, q;                 /* the same time: probability of such a difference
	                     by chance, and the part of chance findings if all
	                     down to it are findings; 1 if not tested */
	double p_typical, q_typical; /* the same change as the typical
	                                function's; 1 if that is not known */
	double runs_needed;          /* runs on each side with which a change of this
	                       size would be found in 80 % of all cases; 0 if
	                       it is found already, or not within 1e6 runs */
};

struct changes {
	struct change *list; /* shape: [items] */
	struct change total; /* tested by itself; not one of the list's */

	/* The change of the typical function. */
	bool has_typical;                          /* else verdicts rest on the time alone */
	double typical, typical_low, typical_high; /* ratios; else 1 */

	bool knows_noise;         /* else, with one run on each side, it is assumed:
	                       NOISE_ASSUMED, or what functions show */
	size_t ntested, nfound;   /* functions; found: slower or faster */
	struct shift_sides sides; /* and the noise */
};

enum {
	CHANGE_LEAST_TICKS = 20,   /* on both sides together, to be tested */
	CHANGE_LEAST_FUNCTIONS = 8 /* to have a typical one: of functions with
	                              so many ticks that half of them would
	                              be on either side, were times equal */
};

/* Compares n functions, and the total of all ticks (also of those that are not
 * in the list).  Nothing is NaN or infinite, whatever the items say.
 * Cost: n log n.  Owner of out->list: the arena. */
void changes_find(struct changes *out, const struct change_item *items, size_t n,
                  const struct change_item *total, const struct change_side *base,
                  const struct change_side *new, struct arena *arena);

/* How many ticks a run a function of the base needs, in runs of the size of the
 * base's average run, for a change to `ratio` to be found in 80 % of all cases
 * with these runs; HUGE_VAL if no number is enough.  ratio > 0, not 1. */
double changes_ticks_needed(const struct changes *changes, double ratio);

/* Makes an item's new side count as that many times the exposure: with
 * changes.typical, times are compared to the typical function's.  The new
 * side's `exposure` must be multiplied by it, and `squares` by its square. */
void change_item_scale(struct change_item *item, double times);

/* Whether a check should fail that allows functions to be slower by a percentage:
 * the verdict is slower, and the estimate not below it. */
bool change_is_slower_by(const struct change *change, double percent);

#endif
