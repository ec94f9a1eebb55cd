/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the columns of the listings mean, in words. */
#ifndef GPTUI_EXPLANATIONS_H
#define GPTUI_EXPLANATIONS_H

#include <stdio.h>

void explain_flat(FILE *out);
void explain_flat_traditional(FILE *out);
void explain_graph(FILE *out);

#endif
