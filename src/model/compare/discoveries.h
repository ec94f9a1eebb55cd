/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many tests at once: how many of the findings are chance. */
#ifndef GPTUI_DISCOVERIES_H
#define GPTUI_DISCOVERIES_H

#include <stddef.h>

struct arena;

struct discovery {
	double p;  /* of one test */
	double *q; /* found: the part of chance findings to expect among this
	              one and all of lower p; at least p, at most 1 */
};

/* Finds each q; reorders the list.  Cost: n log n.
 * Source: Benjamini and Hochberg, "Controlling the False Discovery Rate",
 * Journal of the Royal Statistical Society B 57, 1995. */
void discoveries_judge(struct discovery *list, size_t n, struct arena *scratch);

#endif
