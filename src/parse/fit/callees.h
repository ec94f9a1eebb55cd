/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether call records belong to an executable: the addresses called must be
 * in functions that count their calls. */
#ifndef GPTUI_CALLEES_H
#define GPTUI_CALLEES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parse/fit/x86_code.h"

struct call;
struct code_bytes;

enum { MOST_COUNTERS = 8 };

struct callees {
	size_t n;         /* functions checked, spread evenly over all */
	size_t nbad;      /* of them, that count no calls there */
	size_t first_bad; /* index of a call of one; SIZE_MAX: none */

	/* What the functions call to be counted, on x86: mcount(), under its
	 * names and by its ways; shape: [ncounters]. */
	struct x86_call counters[MOST_COUNTERS];
	size_t ncounters;
};

/* Checks the functions called by some ten thousand of n calls, their addresses
 * less the bias.  Owner: the caller.  Cost: linear in the calls. */
struct callees callees_check(const struct call *calls, size_t n, uint64_t bias,
                             struct code_bytes *code);

/* Whether so many bad ones show another build: on x86 any does, because what
 * is before the address a call of mcount() returns to is a call. */
bool callees_are_of_another_build(const struct callees *found, const struct code_bytes *code);

/* Whether an instruction may call what counts calls. */
bool callees_has_counter(const struct callees *found, const struct x86_call *call);

#endif
