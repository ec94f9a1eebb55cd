/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two sets of runs, and what may be chance.
 *
 * Ticks of a function in a run vary by sampling, about as Poisson variables do (less where ticks
 * are regular), and because no two runs are alike.  What the runs of each side show of both, in all
 * functions together and in each, is the noise that a change is held against, as in tests of gene
 * expression: thousands of counts, few replicates.
 *
 * A function is slower or faster if its time changed and if it changed more than the typical
 * function's.  What changed in all functions alike (another machine, other flags, more input) is no
 * finding about any of them.
 *
 * doc/compare-statistics.md has the formulas, the sources and how often the verdicts are right. */
#pragma once

#include "base/base.h"

/* How ticks of functions vary from run to run.
 *
 * The variance of a function's ticks in a run that has `mean` of them on average is scale *
 * (sampling * mean + spread * mean^2): one for Poisson samples, less if they come regularly; spread
 * is the squared coefficient of variation between runs.  Both are found from all functions
 * together; the scale is 1 by their rule, and for one function what its own runs add to it.
 * Sources: Smyth, "Linear Models and Empirical Bayes Methods", 2004 (limma); Lund et al.,
 * "Detecting Differential Expression in RNA-sequence Data Using Quasi-likelihood with Shrunken
 * Dispersion Estimates", 2012 (edgeR). */

/* What the runs of both sides show of one function. */
struct noise_point {
	double mean; /* ticks in a run */
	double chi2; /* sum of (y - expected)^2 / expected */
};

struct noise {
	double sampling; /* variance / mean of few ticks */
	double spread;
	double weight;  /* degrees of freedom that the rule of all is worth */
	double freedom; /* those of each point */
};

/* The shift of one function between two sides of runs: the natural logarithm of new time / base
 * time, its variance, and how likely chance makes it. */

/* Ticks of one function, or of all, in the runs of a side.  y are its ticks in a run as they were
 * counted (so not in seconds: the noise depends on it), not necessarily whole; e is what that run
 * counts as.  Runs without it are part of the sums as 0. */
struct change_ticks {
	double ticks;   /* sum of y */
	double squares; /* sum of y * y / e */
};

struct change_side {
	size_t nruns;    /* > 0 */
	double exposure; /* sum of e, > 0; e is 1 for times per run, the ticks of the run for
	                    shares, calls for times per call; twice that if the rate of sampling is
	                    twice as high */
	double squares;  /* sum of e * e; 0: all e are equal */
	double times;    /* that many times the exposure is compared with the other side's, as
	                    changes.typical for times as the typical function's; 0: once */
};

struct change_item {
	struct change_ticks base, new;
};

/* What shifts are held against. */
struct shift_sides {
	struct noise noise; /* of the functions; weight 0: assumed */
	double runs[2];     /* of base and new, as many as they are worth */
	double counted[2];  /* the exposure in which ticks were counted */
	double exposure[2]; /* by which they are compared */
	double freedom;     /* of the runs, 0 with one on each side */
};

struct shift {
	double ticks[2];
	struct noise_point point;
	double value;    /* 0 if there are no ticks */
	double scale;    /* of its noise, to that of the rule of all */
	double variance; /* of the value */
};

/* Many tests at once: how many of the findings are chance. */

struct discovery {
	double p;  /* of one test */
	double *q; /* found: the part of chance findings to expect among this
	              one and all of lower p; at least p, at most 1 */
};

/* Finds each q; reorders the list.  Cost: n log n.  Source: Benjamini and Hochberg, "Controlling
 * the False Discovery Rate", Journal of the Royal Statistical Society B 57, 1995. */
void discoveries_judge(struct discovery *list, size_t n, struct arena *scratch);

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
	CHANGE_LEAST_FUNCTIONS = 8 /* to have a typical one: of functions with so many ticks that
	                              half of them would be on either side, were times equal */
};

/* The part of chance findings that are allowed, where runs were not looked at before. */
#define CHANGE_LEVEL 0.05

/* Compares n functions, and the total of all ticks (also of those that are not in the list), at a
 * level, CHANGE_LEVEL or less.
 * Nothing is NaN or infinite, whatever the items say.
 * Cost: n log n.  Owner of out->list: the arena. */
void changes_find(struct changes *out, const struct change_item *items, size_t n,
                  const struct change_item *total, const struct change_side *base,
                  const struct change_side *new, double level, struct arena *arena);

/* Whether a check should fail that allows functions to be slower by a percentage: the verdict is
 * slower, and the estimate not below it. */
bool change_is_slower_by(const struct change *change, double percent);

/* When to end two programs that are run in turns: looking at their runs again and again.
 *
 * Whoever tests after each run and stops when something is found finds something in equal programs,
 * too.  So each look has a part of the 5 % of chance findings that are allowed, and verdicts are
 * those of the last look, at its level: the parts add up to 5 %, however the looks depend on each
 * other and whatever the reason to stop.
 * Source: Lan and DeMets, "Discrete Sequential Boundaries for Clinical Trials", Biometrika 70,
 * 1983, with the spending function of Kim and DeMets, 1987, and Bonferroni's bound, since there are
 * many functions.
 *
 * doc/compare-statistics.md says how often verdicts are right. */

/* Runs of each side. */
struct look {
	unsigned runs;
	unsigned most;   /* that there may be */
	unsigned before; /* at the look before this; 0: there was none */
};

/* After how many runs to look next; `most` if there are so many. */
unsigned look_next(unsigned runs, unsigned most);

/* The level of the tests of a look. */
double look_level(const struct look *look);

/* How likely the verdict about one of the changes would be another one after all runs, as far as
 * the runs until now tell.  Source: Spiegelhalter, Freedman and Blackburn, "Monitoring Clinical
 * Trials: Conditional or Predictive Power?", Controlled Clinical Trials 7, 1986. */
double look_doubt(const struct look *look, const struct changes *changes, const struct change *c);

/* Runs may end once the verdicts that would change have less of the time: the sum of doubts, each
 * times the part of the time that the function has. */
#define LOOK_DOUBT 0.02
