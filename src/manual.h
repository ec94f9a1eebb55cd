/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual page, gptui(1), printed from the tables that the program runs
 * on: options, views, columns, commands, formats, roles. */
#ifndef GPTUI_MANUAL_H
#define GPTUI_MANUAL_H

/* Prints the page on standard output, for man(7). */
void manual_print(void);

#endif
