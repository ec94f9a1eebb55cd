/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu of what can be done here: the commands and views of the help, with
 * their keys, but for those that make no sense for this view and row. */
#ifndef GPTUI_ACTION_MENU_H
#define GPTUI_ACTION_MENU_H

struct session;

void action_menu_open(struct session *session);

#endif
