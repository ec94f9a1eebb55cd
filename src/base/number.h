/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers for people and for programs. */
#pragma once

#include "base/arena.h"
#include "base/error.h"

/* 0 to 9, in any locale. */
static inline bool is_digit(char c) {
	return c >= '0' && c <= '9';
}

/* A to z and A to Z, likewise. */
static inline bool is_letter(char c) {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Rounds a number to the nearest integer, halves up.  Below 0, as totals by gprof's rules can be,
 * it is 0; beyond 64 bits UINT64_MAX. */
uint64_t number_rounded(double number);

/* "1 204 112": digits in groups of three.  Returns the length. */
size_t number_grouped(char *out, size_t size, uint64_t number);

/* The same, and "1 call" or "2 calls", as texts of the arena. */
const char *number_text(struct arena *arena, uint64_t number);
const char *number_counted(struct arena *arena, uint64_t number, const char *noun);

/* The decimals of a figure that is known to `unit`, at most so many: its last digit stands for two
 * thirds of that or more. */
int number_decimals(double unit, int most);

/* "8.04us", "8.0us", "80us": rounded to so many digits, 1 to 3, with the prefix that fits, and the
 * unit. */
size_t number_scaled(char *out, size_t size, double number, int digits, char unit);

/* The fewest digits that read back as the same number, which must be finite. */
size_t number_shortest(char *out, size_t size, double number);

/* Reads "0.5" or "0.5%": 0 to 100, in decimal.  Errors: not a percentage; *out is unchanged. */
bool percent_parse(double *out, const char *text, struct error *err);
