/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user can ask of files that are open, for the loop; the context is a
 * struct screen. */
#ifndef GPTUI_REOPENING_H
#define GPTUI_REOPENING_H

struct session;

/* Reads the files again, or keeps what was read before. */
void reopening_reload(void *context, struct session *session);
void reopening_stay(void *context, struct session *session);

/* Builds anew of the files that are chosen. */
void reopening_choose(void *context, struct session *session);

/* Compares with what session->base_asked names. */
void reopening_base(void *context, struct session *session);

#endif
