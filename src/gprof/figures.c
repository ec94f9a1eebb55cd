/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/listing.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

enum { MOST = 64 }; /* characters of a figure, blanks included */

/* Writes the digits of a number before `end`, at least this many. */
static char *digits(char *end, uint64_t number, int least)
{
	for (; number || least > 0; number /= 10, least--)
		*--end = (char)('0' + number % 10);
	return end;
}

/* Pads the front of a text that ends a buffer of MOST characters. */
static void put(FILE *out, char *begin, const char *end, int width)
{
	while (end - begin < width)
		*--begin = ' ';
	fwrite(begin, 1, (size_t)(end - begin), out);
}

/* The product is off by less than a thousandth, so unless it is that close to
 * the midpoint of two numbers, it is rounded as the exact one would be. */
static bool round_exactly(double number, double scale, uint64_t *out)
{
	const double most = 1073741824;
	double scaled, rest;

	if (signbit(number) || !(number < most))
		return false;
	scaled = number * scale;
	*out = (uint64_t)scaled;
	rest = scaled - (double)*out;
	if (fabs(rest - 0.5) < 0.001)
		return false;
	*out += rest > 0.5;
	return true;
}

void figure_fixed(FILE *out, int width, int decimals, double number)
{
	static const uint64_t scales[] = { 1, 10, 100 };
	const uint64_t scale = scales[decimals];
	char text[MOST], *end = text + MOST, *at = end;
	uint64_t rounded;

	assert(width < MOST);
	if (!round_exactly(number, (double)scale, &rounded)) {
		fprintf(out, "%*.*f", width, decimals, number);
		return;
	}
	if (decimals) {
		at = digits(at, rounded % scale, decimals);
		*--at = '.';
	}
	at = digits(at, rounded / scale, 1);
	put(out, at, end, width);
}

void figure_count(FILE *out, int width, uint64_t count)
{
	char text[MOST], *end = text + MOST, *at = digits(end, count, 1);

	assert(width < MOST && -width < MOST);
	put(out, at, end, width);
	if (end - at < -width)
		figure_blanks(out, -width - (int)(end - at));
}

void figure_blanks(FILE *out, int n)
{
	static const char blanks[MOST + 1] = "                                "
					     "                                ";

	for (; n > MOST; n -= MOST)
		fwrite(blanks, 1, MOST, out);
	if (n > 0)
		fwrite(blanks, 1, (size_t)n, out);
}
