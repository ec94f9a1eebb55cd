/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing which of several profile files count, in the list of them.  The row
 * under the cursor is about one. */
#ifndef GPTUI_CHOOSING_H
#define GPTUI_CHOOSING_H

#include <stdbool.h>

struct error;
struct session;

/* Switches it off or on.  Errors: it is the last one; it could not be read. */
bool choosing_toggle(struct session *session, struct error *err);

/* Leaves only it on; brings all others back if it is the only one.  Errors: it
 * could not be read. */
bool choosing_only(struct session *session, struct error *err);

/* All are on. */
void choosing_all(struct session *session);

/* Opens its flat profile; "back" returns to all that were on.  Errors: it could
 * not be read. */
bool choosing_open(struct session *session, struct error *err);

#endif
