/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints completions for shells on standard output, from the table of
 * options. */
#pragma once

void completions_print_bash(void);
void completions_print_zsh(void);
void completions_print_fish(void);
