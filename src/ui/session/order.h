/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of tables that take longer to make than a frame: the worker makes
 * them while the old ones stay on the screen, and keys are taken.
 *
 * A pane waits for one order at most, its newest; older ones are told to stop
 * and what they made is thrown away. */
#ifndef GPTUI_ORDER_H
#define GPTUI_ORDER_H

#include <stdbool.h>

struct order;
struct pane;
struct session;

/* Orders what the pane's place asks for when that takes long: all of it, or
 * only what another filter leaves.  False when it does not take long: then
 * nothing was done. */
bool order_give(struct session *session, struct pane *pane, bool all);

/* The pane does not wait any more. */
void order_drop(struct pane *pane);

/* What the pane waits for, "filtering"; or NULL. */
const char *order_stage(const struct pane *pane);

/* Gives back what orders hold that were not taken; the worker has ended. */
void order_end(struct session *session);

#endif
