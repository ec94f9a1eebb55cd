/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are watched: now and then they are read again, if they have
 * changed. */
#ifndef GPTUI_WATCHING_H
#define GPTUI_WATCHING_H

struct session;

/* For the loop; the context is a struct screen. */
int watching_look(void *context, struct session *session);

#endif
