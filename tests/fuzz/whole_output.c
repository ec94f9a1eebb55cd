/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* fopencookie() */
#include "whole_output.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

static bool is_control(unsigned char byte) {
	return (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7f;
}

static ssize_t take_checked(void *cookie, const char *bytes, size_t size) {
	for (size_t i = 0; i < size; i++)
		assert(!is_control((unsigned char)bytes[i]));
	return (ssize_t)size;
}

static ssize_t take_any(void *cookie, const char *bytes, size_t size) {
	return (ssize_t)size;
}

static FILE *open_with(cookie_write_function_t *take) {
	FILE *out = fopencookie(NULL, "w", (cookie_io_functions_t){ .write = take });

	if (!out)
		abort();
	return out;
}

FILE *output_open(void) {
	static FILE *out;

	if (!out)
		out = open_with(take_checked);
	return out;
}

FILE *output_open_any(void) {
	static FILE *out;

	if (!out)
		out = open_with(take_any);
	return out;
}

void output_end(FILE *out) {
	fflush(out);
	assert(!ferror(out));
}
