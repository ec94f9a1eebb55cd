/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool fail(struct error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(err->reason, sizeof err->reason, format, args);
	va_end(args);
	return false;
}

bool fail_no_such(struct error *err, const char *what, const char *word,
                  const char *(*name)(const void *from, size_t index),
                  const void *from)
{
	char list[512];
	size_t used = 0, index;

	for (index = 0; name(from, index) && used < sizeof list; index++)
		used += (size_t)snprintf(list + used, sizeof list - used,
		                         "%s%s", index ? ", " : "",
		                         name(from, index));
	return fail(err, "no %s \"%.100s\": there are %s", what, word, list);
}

bool fail_at(struct error *err, const char *where)
{
	struct error inner = *err;

	return fail(err, "%.511s: %.511s", where, inner.reason);
}

void end_program(const char *why)
{
	fprintf(stderr, "gptui: %s\n", why);
	exit(EXIT_FAILURE);
}
