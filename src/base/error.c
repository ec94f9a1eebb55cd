/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(struct error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(err->reason, sizeof err->reason, format, args);
	va_end(args);
	return false;
}

bool fail_at(struct error *err, const char *where)
{
	struct error inner = *err;

	return fail(err, "%.511s: %.511s", where, inner.reason);
}
