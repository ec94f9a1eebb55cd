/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people and as programs read them. */
#ifndef GPTUI_NUMBER_H
#define GPTUI_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* "1 204 112": digits in groups of three.  Returns the length. */
size_t number_grouped(char *out, size_t size, uint64_t number);

/* "8.04us": three digits and the prefix that fits, then the unit. */
size_t number_scaled(char *out, size_t size, double number, char unit);

/* The fewest digits that read back as the same number; "null" texts are the
 * caller's business: the number must be finite. */
size_t number_shortest(char *out, size_t size, double number);

#endif
