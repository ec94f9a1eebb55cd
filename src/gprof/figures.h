/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of the listings: what printf() would print, in a fraction of the
 * time.  Listings consist mostly of figures. */
#ifndef GPTUI_FIGURES_H
#define GPTUI_FIGURES_H

#include <stdint.h>
#include <stdio.h>

/* "%*.*f"; decimals: at most 2. */
void figure_fixed(FILE *out, int width, int decimals, double number);

/* "%*lu": a width below 0 puts the blanks after it. */
void figure_count(FILE *out, int width, uint64_t count);

/* This many blanks; none if n is below 0. */
void figure_blanks(FILE *out, int n);

#endif
