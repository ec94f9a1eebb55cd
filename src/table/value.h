/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value in a table: a number with its unit, or a text.
 *
 * The unit decides everything a column would otherwise have to say for
 * itself: how the value is written, on which side it is set, which way it
 * sorts first, and how CSV and JSON carry it. */
#ifndef GPTUI_VALUE_H
#define GPTUI_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unit {
	UNIT_NONE, /* no value: an empty cell */
	UNIT_TEXT,
	UNIT_COUNT,    /* whole; in groups of three digits */
	UNIT_RATIO,    /* whole "/" of, or whole "+" of */
	UNIT_PERCENT,  /* two decimals */
	UNIT_AMOUNT,   /* time or what is counted instead; two decimals */
	UNIT_SAMPLES,  /* one decimal, none when whole */
	UNIT_PER_CALL, /* time with a prefix that fits: "8.04us" */
	UNIT_LINE,     /* whole, as it is; sorts from the first */
	UNIT_ADDRESS
};

struct value {
	enum unit unit;
	char letter; /* PER_CALL: the unit's; RATIO: '/' or '+' */
	union {
		const char *text; /* UNIT_TEXT */
		uint64_t whole;   /* COUNT, RATIO, ADDRESS */
		double number;    /* the others */
	};
	uint64_t of; /* UNIT_RATIO */
};

struct value no_value(void);
struct value text(const char *text);
struct value count(uint64_t count);
struct value ratio(uint64_t part, char letter, uint64_t of);
struct value address(uint64_t address);
struct value line_number(unsigned line);
struct value amount(double amount);
struct value samples(double samples);
struct value per_call(double amount, char letter);
struct value percent(double part, double whole); /* none if whole is 0 */

enum { VALUE_TEXT = 4200 };

/* Writes the value as people read it; returns the length it needs. */
size_t value_show(char *out, size_t size, struct value value);

/* Writes the value as programs read it: all digits, no unit; nothing for a
 * number that is none. */
size_t value_dump(char *out, size_t size, struct value value);

/* < 0, 0, > 0 like strcmp(); empty ones first, numbers in texts by value. */
int value_compare(struct value a, struct value b);

/* Whether values of the unit are whole numbers: in `whole`, not `number`. */
static inline bool value_is_whole(enum unit unit)
{
	return unit == UNIT_COUNT || unit == UNIT_RATIO || unit == UNIT_LINE ||
	       unit == UNIT_ADDRESS;
}

/* How big a number is, for the width of its column. */
static inline double value_size(struct value value)
{
	if (value.unit == UNIT_NONE || value.unit == UNIT_TEXT)
		return 0;
	return value_is_whole(value.unit) ? (double)value.whole : value.number;
}

/* Numbers stand at the right edge of a column. */
bool unit_is_number(enum unit unit);

/* Most numbers sort biggest first; texts and lines from the beginning. */
bool unit_sorts_down(enum unit unit);

/* True where JSON carries the unit as a string. */
bool unit_is_string(enum unit unit);

#endif
