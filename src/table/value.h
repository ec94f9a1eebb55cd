/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value in a table: a number with its unit, or a text.
 *
 * The unit decides everything a column would otherwise have to specify: how the value is written,
 * how it is aligned, which way it sorts first, and how CSV and JSON represent it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum unit {
	UNIT_NONE, /* no value: an empty cell */
	UNIT_TEXT,
	UNIT_COUNT,    /* whole; in groups of three digits */
	UNIT_RATIO,    /* whole "/" of, or whole "+" of */
	UNIT_PERCENT,  /* two decimals, or `digits` */
	UNIT_CHANGE,   /* percent more or less: "+3.9%", "+79%", "x16", "=" */
	UNIT_AMOUNT,   /* time, or what is counted instead; two decimals, or `digits` */
	UNIT_SAMPLES,  /* one decimal, none for integers */
	UNIT_MEAN,     /* a count on average, written like samples */
	UNIT_Z,        /* standard deviations; one decimal */
	UNIT_PER_CALL, /* time with the prefix that fits, and the digits that
	                  its samples carry: "8.04us", "8us" */
	UNIT_LINE,     /* an integer as it is; sorts ascending */
	UNIT_ADDRESS
};

struct value {
	enum unit unit;
	char letter;        /* PER_CALL: the unit's; RATIO: '/' or '+' */
	signed char digits; /* PER_CALL: that people see, 1 to 3; AMOUNT, PERCENT: decimals plus 1,
	                       0: the table's */
	signed char blanks; /* behind the number, where others of its column have decimals */
	bool is_signed;     /* a change, if not whole: people see a + or -, and its size is its
	                    magnitude; set by the column */
	bool is_limit;      /* it is less than that: people see a < */
	union {
		const char *text; /* UNIT_TEXT */
		uint64_t whole;   /* COUNT, RATIO, ADDRESS */
		double number;    /* the others */
	};
	uint64_t of; /* UNIT_RATIO */
};

/* Those that are a number or a text: what it takes, and is in which member; its unit. */
#define VALUES(ITEM)                                  \
	ITEM(text, const char *, text, UNIT_TEXT)     \
	ITEM(count, uint64_t, whole, UNIT_COUNT)      \
	ITEM(address, uint64_t, whole, UNIT_ADDRESS)  \
	ITEM(line_number, unsigned, whole, UNIT_LINE) \
	ITEM(amount, double, number, UNIT_AMOUNT)     \
	ITEM(samples, double, number, UNIT_SAMPLES)   \
	ITEM(mean_count, double, number, UNIT_MEAN)   \
	ITEM(z_score, double, number, UNIT_Z)         \
	ITEM(percent_change, double, number, UNIT_CHANGE)

#define ITEM(name, type, member, of) struct value name(type member);
VALUES(ITEM)
#undef ITEM

struct value no_value(void);
struct value ratio(uint64_t part, char letter, uint64_t of);
struct value per_call(double amount, int digits, char letter);
struct value percent(double part, double whole); /* none if whole is 0 */

/* A percentage or an amount with decimals of its own. */
struct value with_decimals(struct value value, int decimals);

enum {
	VALUE_TEXT = 4200,
	RATIO_LEAST = 13 /* cells of a sum of calls that is not rounded */
};

/* Writes the value for people; returns the length it needs.  What rounds to 0 has no sign. */
size_t value_show(char *out, size_t size, struct value value);

/* The same; a count or ratio that is wider than so many cells is rounded: "6.32M", "6.32M/6.32M",
 * and "6.32M+2.10M", if that is too wide, to the marked sum: "8.42M+". */
size_t value_show_within(char *out, size_t size, struct value value, int width);

/* A bound of a change, in percent, without the sign for that: "+112". */
size_t change_bound(char *out, size_t size, double percent);

/* The value for programs: a text as it is, of any length; of a number all digits, no unit, written
 * to out; "" if there is none. */
const char *value_dump(char *out, size_t size, struct value value);

/* < 0, 0, > 0 like strcmp(); empty ones first, numbers by size, those in texts by value. */
int value_compare(struct value a, struct value b);

/* Whether values of the unit are integers: in `whole`, not `number`. */
static inline bool value_is_whole(enum unit unit) {
	return unit == UNIT_COUNT || unit == UNIT_RATIO || unit == UNIT_LINE ||
	       unit == UNIT_ADDRESS;
}

/* The size of a number, by which it is sorted: of a change its magnitude. */
double value_size(struct value value);

/* Numbers are right-aligned. */
bool unit_is_number(enum unit unit);

/* Most numbers sort largest first; texts, lines and addresses ascending. */
bool unit_sorts_down(enum unit unit);

/* What values are in: "percent", "time"; NULL: texts. */
const char *unit_name(enum unit unit);

/* Whether JSON represents the unit as a string. */
bool unit_is_string(enum unit unit);
