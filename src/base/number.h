/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as people and as programs read them. */
#ifndef GPTUI_NUMBER_H
#define GPTUI_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0 to 9, in any locale. */
static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The nearest whole number, halves up, of one from 0 to below 2 to the power
 * of 64.  round() and trunc() would do, but are all that libm would be loaded
 * for. */
uint64_t number_rounded(double number);

/* Without what is behind the point. */
double number_whole(double number);

/* "1 204 112": digits in groups of three.  Returns the length. */
size_t number_grouped(char *out, size_t size, uint64_t number);

/* "8.04us": three digits and the prefix that fits, then the unit. */
size_t number_scaled(char *out, size_t size, double number, char unit);

/* The fewest digits that read back as the same number; "null" texts are the
 * caller's business: the number must be finite. */
size_t number_shortest(char *out, size_t size, double number);

struct error;

/* Reads "0.5" or "0.5%": 0 to 100, written in decimals.  Errors: it is none;
 * *out stays. */
bool percent_parse(double *out, const char *text, struct error *err);

#endif
