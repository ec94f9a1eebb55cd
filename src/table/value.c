/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/value.h"

#include "base/base.h"

#define ITEM(name, type, member, of)                                     \
	struct value name(type member) {                                 \
		return (struct value){ .unit = (of), .member = member }; \
	}
VALUES(ITEM)
#undef ITEM

struct value no_value(void) {
	return (struct value){ .unit = UNIT_NONE };
}

struct value ratio(uint64_t part, char letter, uint64_t of) {
	return (struct value){ .unit = UNIT_RATIO, .letter = letter, .whole = part, .of = of };
}

struct value per_call(double amount, int digits, char letter) {
	return (struct value){ .unit = UNIT_PER_CALL,
		               .letter = letter,
		               .digits = (signed char)digits,
		               .number = amount };
}

struct value percent(double part, double whole) {
	if (whole == 0)
		return no_value();
	return (struct value){ .unit = UNIT_PERCENT, .number = 100 * part / whole };
}

struct value with_decimals(struct value value, int decimals) {
	value.digits = (signed char)(decimals + 1);
	return value;
}

bool unit_is_number(enum unit unit) {
	return unit > UNIT_TEXT;
}

bool unit_sorts_down(enum unit unit) {
	return unit_is_number(unit) && unit != UNIT_LINE && unit != UNIT_ADDRESS;
}

bool unit_is_string(enum unit unit) {
	return unit == UNIT_TEXT || unit == UNIT_ADDRESS || unit == UNIT_RATIO;
}

static size_t show_short(char *out, size_t size, uint64_t number) {
	if (number < 1000)
		number_grouped(out, size, number);
	else
		number_scaled(out, size, (double)number, 3, '\0');
	return strlen(out);
}

/* Shortened where that is wider than so many cells: "25.8M+3.01M"; a part that is not the whole
 * does not look like it: "<all/25.8M". */
static size_t show_ratio(char *out, size_t size, struct value value, size_t width) {
	char part[40], of[40];

	number_grouped(part, sizeof part, value.whole);
	number_grouped(of, sizeof of, value.of);
	if (strlen(part) + strlen(of) >= width) {
		show_short(part, sizeof part, value.whole);
		show_short(of, sizeof of, value.of);
		if (value.letter == '/' && value.whole < value.of && !strcmp(part, of))
			snprintf(part, sizeof part, "<all");
	}
	return (size_t)snprintf(out, size, "%s%c%s", part, value.letter, of);
}

/* Split samples have decimals; most have none. */
static size_t show_samples(char *out, size_t size, double number) {
	if (number >= 0 && number < 1e18) {
		uint64_t nearest = number_rounded(number);

		if (fabs(number - (double)nearest) < 0.05)
			return number_grouped(out, size, nearest);
	}
	return (size_t)snprintf(out, size, "%.1f", number);
}

size_t change_bound(char *out, size_t size, double percent) {
	if (percent >= 999.5)
		return (size_t)snprintf(out, size, "x%.3g", 1 + percent / 100);
	return (size_t)snprintf(out, size, "%+.0f", percent);
}

/* Two digits are as much as noise leaves; a large one is told as a factor. */
static size_t show_change(char *out, size_t size, double percent) {
	const double apart = fabs(percent);

	if (apart <= 0)
		return (size_t)snprintf(out, size, "=");
	if (percent >= 999.5)
		return change_bound(out, size, percent);
	if (apart < 0.05)
		return (size_t)snprintf(out, size, "0.0%%");
	return (size_t)snprintf(out, size, apart < 9.95 ? "%+.1f%%" : "%+.0f%%", percent);
}

/* What does not fit ends in dots, between two characters. */
static size_t show_text(char *out, size_t size, const char *text) {
	static const char dots[] = "...";
	size_t len = strlen(text), kept = len;

	if (len >= size && size >= 2 * sizeof dots) {
		kept = size - sizeof dots;
		while (kept && is_within_letter(text[kept]))
			kept--;
	}
	snprintf(out, size, "%.*s%s", (int)(kept < size ? kept : size), text,
	         kept < len ? dots : "");
	return len;
}

static size_t show_unsigned(char *out, size_t size, struct value value) {
	switch (value.unit) {
	case UNIT_NONE:
		return (size_t)snprintf(out, size, "%s", "");
	case UNIT_TEXT:
		return show_text(out, size, value.text);
	case UNIT_COUNT:
		return number_grouped(out, size, value.whole);
	case UNIT_RATIO:
		return show_ratio(out, size, value, value.letter == '+' ? RATIO_LEAST : SIZE_MAX);
	case UNIT_LINE:
		return (size_t)snprintf(out, size, "%" PRIu64, value.whole);
	case UNIT_ADDRESS:
		return (size_t)snprintf(out, size, "0x%" PRIx64, value.whole);
	case UNIT_SAMPLES:
	case UNIT_MEAN:
		return show_samples(out, size, value.number);
	case UNIT_PER_CALL:
		return number_scaled(out, size, value.number, value.digits, value.letter);
	case UNIT_CHANGE:
		return show_change(out, size, value.number);
	case UNIT_Z:
		return (size_t)snprintf(out, size, "%.1f", value.number);
	case UNIT_PERCENT:
	case UNIT_AMOUNT:
		break;
	}
	return (size_t)snprintf(out, size, "%.*f%*s", value.digits ? value.digits - 1 : 2,
	                        value.number, value.blanks, "");
}

enum { LONGEST = 400 }; /* DBL_MAX has 309 digits before the point */

static size_t show_signed(char *out, size_t size, struct value value) {
	const char *sign = value.number < 0 ? "-" : "+";
	char digits[LONGEST];

	value.number = fabs(value.number);
	show_unsigned(digits, sizeof digits, value);
	if (digits[0] == '0' && !strpbrk(digits, "123456789"))
		sign = "";
	return (size_t)snprintf(out, size, "%s%s", sign, digits);
}

size_t value_show(char *out, size_t size, struct value value) {
	char limit[LONGEST];

	if (value.is_limit) {
		show_unsigned(limit, sizeof limit, value);
		return (size_t)snprintf(out, size, "<%s", limit);
	}
	return value.is_signed && unit_is_number(value.unit) && !value_is_whole(value.unit) &&
	                       value.unit != UNIT_CHANGE
	               ? show_signed(out, size, value)
	               : show_unsigned(out, size, value);
}

size_t value_show_within(char *out, size_t size, struct value value, int width) {
	const size_t len = value_show(out, size, value);
	char of[40];

	if (width <= 0 || len <= (size_t)width)
		return len;
	if (value.unit == UNIT_COUNT)
		return show_short(out, size, value.whole);
	if (value.unit != UNIT_RATIO)
		return len;
	const size_t rounded = show_ratio(out, size, value, (size_t)width);
	if (value.letter != '+' || rounded <= (size_t)width)
		return rounded;
	show_short(of, sizeof of, value.whole + value.of);
	return (size_t)snprintf(out, size, "%s+", of);
}

const char *value_dump(char *out, size_t size, struct value value) {
	if (value.unit == UNIT_TEXT)
		return value.text;
	if (value.unit == UNIT_COUNT)
		snprintf(out, size, "%" PRIu64, value.whole);
	else if (value.unit == UNIT_RATIO)
		snprintf(out, size, "%" PRIu64 "%c%" PRIu64, value.whole, value.letter, value.of);
	else if (!unit_is_number(value.unit) || value_is_whole(value.unit))
		value_show(out, size, value);
	else if (isfinite(value.number))
		number_shortest(out, size, value.number);
	else
		return "";
	return out;
}

double value_size(struct value value) {
	if (!unit_is_number(value.unit))
		return 0;
	if (value_is_whole(value.unit))
		return (double)value.whole;
	return value.is_signed ? fabs(value.number) : value.number;
}

int value_compare(struct value a, struct value b) {
	if (a.unit == UNIT_NONE || b.unit == UNIT_NONE)
		return (a.unit != UNIT_NONE) - (b.unit != UNIT_NONE);
	if (a.unit == UNIT_TEXT || b.unit == UNIT_TEXT)
		return a.unit == b.unit ? text_compare(a.text, b.text)
		                        : (a.unit > b.unit) - (a.unit < b.unit);
	if (value_is_whole(a.unit) && value_is_whole(b.unit))
		return a.whole < b.whole ? -1 : a.whole > b.whole;
	return value_size(a) < value_size(b) ? -1 : value_size(a) > value_size(b);
}

const char *unit_name(enum unit unit) {
	static const char *const names[] = {
		[UNIT_COUNT] = "count",
		[UNIT_RATIO] = "count/count",
		[UNIT_PERCENT] = "percent",
		[UNIT_CHANGE] = "percent",
		[UNIT_AMOUNT] = "time",
		[UNIT_SAMPLES] = "samples",
		[UNIT_MEAN] = "count",
		[UNIT_Z] = "standard deviations",
		[UNIT_PER_CALL] = "seconds/call",
		[UNIT_LINE] = "number",
		[UNIT_ADDRESS] = "address",
	};

	return names[unit];
}
