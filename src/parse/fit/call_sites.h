/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the calls in the code are those that were recorded.
 *
 * A record names the code that a call returns to and the function that was
 * reached.  If all calls there name other functions, and none of those can
 * have jumped to this one, the record is of other code. */
#ifndef GPTUI_CALL_SITES_H
#define GPTUI_CALL_SITES_H

#include <stddef.h>

struct call;
struct callees;
struct code_bytes;

struct call_sites {
	size_t n;         /* calls checked, spread evenly over all */
	size_t nbad;      /* of them, that the code cannot have made */
	size_t first_bad; /* index of the first of these; SIZE_MAX: none */
};

/* Checks some ten thousand of n calls; x86 only, where callees_check() found
 * nothing wrong.  Cost: linear in the calls. */
struct call_sites call_sites_check(const struct call *calls, size_t n,
                                   const struct callees *callees, struct code_bytes *code);

#endif
