/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether call records belong to an executable: the addresses called must be
 * in functions that count their calls. */
#ifndef GPTUI_CALLEES_H
#define GPTUI_CALLEES_H

#include <stddef.h>
#include <stdint.h>

struct call;
struct object;

struct callees {
	size_t n;         /* calls checked, spread evenly over all */
	size_t nbad;      /* of them, that call no such function */
	size_t first_bad; /* index of the first of these; SIZE_MAX: none */
};

/* Checks a few hundred of n calls, their addresses less the bias.  Cost:
 * linear in the symbols. */
struct callees callees_check(const struct call *calls, size_t n, uint64_t bias,
                             const struct object *object);

#endif
