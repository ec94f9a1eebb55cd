/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph in the DOT language. */
#ifndef GPTUI_DOT_H
#define GPTUI_DOT_H

#include <stdio.h>

struct export;

void dot_write(const struct export *what, FILE *file);

#endif
