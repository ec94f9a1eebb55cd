/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that have called nothing but what was counted, by their code.
 *
 * Time without a known caller may be anybody's, but not theirs: no instruction
 * of them, or of what they call, calls a library, code without -pg, or what an
 * address in memory says. */
#ifndef GPTUI_TICKS_H
#define GPTUI_TICKS_H

#include <stdbool.h>
#include <stdint.h>

struct building;
struct flow_graph;

/* Whether circles are closed.  circle: of each function, shape: [nfuncs];
 * circles: which one leads to which, with lower numbers.
 * Only circles with some time are looked at that lead to few others, so that
 * little code is read; others count as open.
 * Owner: the building's step arena; shape: [circles->n]. */
bool *closed_code_find(const struct building *b, const uint32_t *circle,
                       const struct flow_graph *circles);

#endif
