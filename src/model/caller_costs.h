/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calls of each caller cost, measured.
 *
 * A file counts how often each caller called a function, not what those calls
 * took.  Several files in which the callers' parts differ tell: the function's
 * time in each file is a sum over its callers of calls times a cost, and the
 * costs are what fits all files (model/regression.h; doc/profiling.md).  A
 * function stands for its cycle, which is called as a whole. */
#ifndef GPTUI_CALLER_COSTS_H
#define GPTUI_CALLER_COSTS_H

#include <stddef.h>
#include <stdint.h>

struct arc;
struct func;
struct profile;

/* Why the files tell what callers cost, or why not. */
enum caller_state {
	CALLERS_MEASURED,
	CALLERS_FEW_FILES,   /* fewer than the callers need */
	CALLERS_MANY,        /* more callers than can be told apart */
	CALLERS_FEW_SAMPLES, /* nothing could be told from so few */
	CALLERS_UNCOUNTED,   /* it ran where no call of it was counted */
	CALLERS_ALIKE,       /* the callers' parts are much the same in all */
	CALLERS_BELOW,       /* much of its time is in callees of which the same
	                        is not known */
	CALLERS_UNSURE       /* the errors would be too large */
};

/* The fit of a function with several callers. */
struct caller_fit {
	enum caller_state state;
	size_t nfiles;    /* in which it was called */
	size_t nmixes;    /* different parts that callers have of the calls */
	size_t nneeded;   /* mixes there would have to be, at least */
	size_t ncallers;  /* arcs that hand its time on */
	size_t ntogether; /* those with few calls, fitted as one; or 0 */
	double ticks;     /* with its callees, in those files */
	double stray;     /* UNCOUNTED: ticks in other files */

	/* If there were enough files and samples. */
	double chi2;      /* squared residuals / variance that noise explains */
	size_t freedom;   /* degrees of it */
	double inflation; /* of errors, because chi2 is large; at least 1 */
	double worst;     /* largest error, as a part of the ticks */
};

/* Of an arc whose callee is measured, or has no other caller but callees that
 * are. */
struct caller_cost {
	double ticks; /* of the callee and what it calls, for this caller */
	double error; /* one standard deviation; 0: not measured by itself */
	double share; /* of the callee's time; 0 if that is not measured */
};

struct caller_costs {
	size_t nfiles;                 /* with samples and calls */
	const struct caller_fit *fits; /* shape: [nfits] */
	size_t nfits;
	const uint32_t *fit_of;         /* index in there plus 1, or 0, by
	                                   function; shape: [nfuncs] */
	const struct caller_cost *arcs; /* by arc; shape: [narcs] */
};

/* The fit of a function or of its cycle; NULL: it has not several callers, or
 * there is only one file. */
const struct caller_fit *caller_fit_of(const struct profile *profile, const struct func *f);

/* What an arc's calls cost; NULL: not measured, by itself at least. */
const struct caller_cost *caller_cost_of(const struct profile *profile, const struct arc *arc);

#endif
