/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the calls of each caller of one function cost, if its files tell. */
#ifndef GPTUI_CALLER_FIT_H
#define GPTUI_CALLER_FIT_H

#include <stddef.h>
#include <stdint.h>

struct arena;
struct caller_fit;
struct caller_series;

/* An arc that hands on time of the function, or of its cycle. */
struct handing {
	size_t arc;      /* its number */
	uint32_t column; /* of the series */
	double calls;    /* in all files */
	double weight;   /* what one call gets, beside those of the others; all
	                    alike where it is not measured */
	double error;    /* of the ticks for its calls; 0: not measured by
	                    itself */
	size_t cause;    /* of the regression */
};

/* Ticks in the function's that may be another's: in proportion to the calls
 * along an arc that it gets them by. */
struct doubt {
	uint32_t column;
	double ticks; /* one standard deviation */
};

struct caller_problem {
	const struct caller_series *series;
	const double *ticks; /* with callees, in each file */
	struct handing *by;  /* most calls first; shape: [n], n > 1 */
	size_t n;
	const struct doubt *doubts; /* shape: [ndoubts] */
	size_t ndoubts;
	double own_doubt;    /* squared, of all its ticks: because of bins that it
	                     shares with other functions */
	struct arena *arena; /* scratch */
};

/* Sets weights, errors and *fit.  Cost: that of the regression
 * (model/regression.h) with a cause for each caller. */
void caller_fit_find(struct caller_problem *problem, struct caller_fit *fit);

#endif
