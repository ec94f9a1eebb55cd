/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Natural logarithms and powers of e.
 *
 * Like those of libm, which takes longer to load than a small profile to list
 * and differs in the last digits from machine to machine: these are the same
 * everywhere.  Right to about 4e-16 of the result. */
#ifndef GPTUI_LOGARITHMS_H
#define GPTUI_LOGARITHMS_H

/* ln(x); -HUGE_VAL if x is not above 0. */
double natural_log(double x);

/* ln(1 + x), also where x is so small that 1 + x would lose its digits. */
double natural_log_1p(double x);

/* e to the power of x; HUGE_VAL above 709.78. */
double natural_exp(double x);

#endif
