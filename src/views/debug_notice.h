/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a view of lines has none to show, and what to do about it. */
#ifndef GPTUI_DEBUG_NOTICE_H
#define GPTUI_DEBUG_NOTICE_H

struct table;

/* Calls add() with each line of it, short enough for 80 columns.  Owner of the
 * texts: table->arena. */
void debug_notice(struct table *table,
                  void (*add)(struct table *table, const char *text));

#endif
