/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that reach each other, and an order of all functions in which
 * callees come before their callers. */
#ifndef GPTUI_COMPONENTS_H
#define GPTUI_COMPONENTS_H

#include <stdbool.h>
#include <stdint.h>

struct building;

#define LAST_MEMBER UINT32_MAX

struct components {
	uint32_t *head;   /* itself, or one nearer to its component's head;
	                     shape: [nfuncs] */
	uint32_t *next;   /* member, or LAST_MEMBER; shape: [nfuncs] */
	uint32_t *number; /* 1..n in the order; shape: [nfuncs] */
	uint32_t n;
};

/* With arcs that are cut, too, if asked for.
 * Cost: nearly linear in functions and arcs.  Owner: the building's step. */
struct components components_find(const struct building *b, bool with_cut);

#endif
