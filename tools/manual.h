/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual pages, printed from the tables of the program: options, views,
 * columns, commands, settings, keys, formats, roles. */
#pragma once

/* Prints gptui(1), or gptui-config(5), on standard output, for man(7). */
void manual_print(void);
void manual_print_config(void);
