/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks which function a command is about, where a line's code is part of
 * several. */
#ifndef GPTUI_OWNER_MENU_H
#define GPTUI_OWNER_MENU_H

#include <stdbool.h>

struct session;

/* Opens a menu of the owners of the line under the cursor; whichever is chosen
 * runs the command line for it.  False if there is nothing to ask: there is at
 * most one, or one was chosen. */
bool owner_menu_asks(struct session *session, const char *line);

/* The same of functions that have code of the one under the cursor, with
 * inlined functions apart: asked where instructions are opened. */
bool owner_menu_asks_code(struct session *session, const char *line);

#endif
