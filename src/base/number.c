/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t number_rounded(double number) {
	const double beyond = 18446744073709551616.0; /* 2 to the power of 64 */

	return number >= beyond ? UINT64_MAX : number > 0 ? (uint64_t)round(number) : 0;
}

size_t number_grouped(char *out, size_t size, uint64_t number) {
	char digits[24];
	int n = snprintf(digits, sizeof digits, "%" PRIu64, number);
	char grouped[40];
	size_t len = 0;

	for (int i = 0; i < n; i++) {
		if (i && (n - i) % 3 == 0)
			grouped[len++] = ' ';
		grouped[len++] = digits[i];
	}
	grouped[len] = '\0';
	return (size_t)snprintf(out, size, "%s", grouped);
}

/* To significant digits. */
static double rounded_to(double number, int digits) {
	char text[40];

	snprintf(text, sizeof text, "%.*e", digits - 1, number);
	return strtod(text, NULL);
}

const char *number_text(struct arena *arena, uint64_t number) {
	char text[32];

	number_grouped(text, sizeof text, number);
	return arena_format(arena, "%s", text);
}

const char *number_counted(struct arena *arena, uint64_t number, const char *noun) {
	return arena_format(arena, "%s %s%s", number_text(arena, number), noun,
	                    number == 1 ? "" : "s");
}

int number_decimals(double unit, int most) {
	double digit = 1;
	int decimals = 0;

	for (; decimals < most && digit > 1.5 * unit; decimals++)
		digit /= 10;
	return decimals;
}

size_t number_scaled(char *out, size_t size, double number, int digits, char unit) {
	static const char prefixes[] = "fpnum kMGTP";
	double size_of = rounded_to(fabs(number), digits);
	int at = 5;

	if (size_of == 0 || !isfinite(number))
		return (size_t)snprintf(out, size, "%.0f", number);
	for (; size_of < 0.9995 && at > 0; at--)
		size_of *= 1e3;
	for (; size_of >= 999.5 && at < 10; at++)
		size_of /= 1e3;
	int before = size_of < 9.995 ? 1 : size_of < 99.95 ? 2 : 3;
	return (size_t)snprintf(out, size, "%s%.*f%.*s%c", number < 0 ? "-" : "",
	                        digits > before ? digits - before : 0, size_of, prefixes[at] != ' ',
	                        prefixes + at, unit);
}

size_t number_shortest(char *out, size_t size, double number) {
	int len = 0;

	for (int digits = 15; digits <= 17; digits++) {
		len = snprintf(out, size, "%.*g", digits, number);
		if (strtod(out, NULL) == number)
			break;
	}
	return (size_t)len;
}

bool percent_parse(double *out, const char *text, struct error *err) {
	size_t len = strspn(text, "0123456789.");
	char *end;
	double number = strtod(text, &end);

	if (!len || end != text + len || strcmp(end, *end ? "%" : "") != 0 || number > 100)
		return fail(err, "a percentage is a number from 0 to 100");
	*out = number;
	return true;
}
