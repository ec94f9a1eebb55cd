/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the calls of one file in another: files of one program have the same
 * calls in nearly the same order. */
#ifndef GPTUI_CALL_LOOKUP_H
#define GPTUI_CALL_LOOKUP_H

#include <stddef.h>

#include "base/index.h"

struct call;

struct call_lookup {
	const struct call *calls; /* to be searched; shape: [n] */
	size_t n;                 /* less than NO_ITEM */
	struct index index;       /* of them, once it is needed */
	size_t nindexed;
	size_t guess; /* the call that may be asked for next */
};

struct call_lookup call_lookup_in(const struct call *calls, size_t n, struct arena *arena);

/* The number of the first call with the same ends, or NO_ITEM.  Cost: constant,
 * on average. */
uint32_t call_lookup_find(struct call_lookup *lookup, const struct call *wanted);

#endif
