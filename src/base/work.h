/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much work reading a file may be.
 *
 * Small files can ask for endless work: lists that refer to each other, counts
 * of things without bytes.  Whoever loops over what a file counts pays for each
 * step; what a step is worth is about 5 nanoseconds.  The budget is in
 * proportion to what the file really holds, far beyond what any real one
 * needs: a file that spends it is damaged.  Paying also asks whether the job
 * is still wanted. */
#ifndef GPTUI_WORK_H
#define GPTUI_WORK_H

#include <stdbool.h>
#include <stdint.h>

struct progress;

/* No more than nothing is allowed of zeros. */
struct work {
	uint64_t at_hand;          /* steps until the job is asked about */
	uint64_t left;             /* steps beyond those */
	struct progress *progress; /* of the job that works now; or NULL */
	bool is_spent;             /* from now on nothing is done */
};

/* Allows what reading so many bytes can take: 48 steps for each, and for each
 * file 16 million. */
void work_allow(struct work *work, uint64_t bytes);

/* work_pay() when there is not enough at hand. */
bool work_draw(struct work *work, uint64_t steps);

/* Pays for steps that are about to be done; false if they may not be done:
 * the job is not wanted any more, or this is more than was allowed, and then
 * all that follow are more, too.  Never runs other jobs meanwhile. */
static inline bool work_pay(struct work *work, uint64_t steps)
{
	if (steps > work->at_hand)
		return work_draw(work, steps);
	work->at_hand -= steps;
	return true;
}

#endif
