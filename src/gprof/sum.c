/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/sum.h"

#include "base/arena.h"
#include "base/error.h"
#include "gprof/gprof_options.h"
#include "model/image.h"
#include "parse/gmon_write.h"

static enum gmon_form form_of(const char *format)
{
	switch (format ? format[0] : 'a') {
	case 'b':
		return GMON_BSD;
	case '4':
		return GMON_BSD44;
	default:
		return GMON_MAGIC;
	}
}

bool sum_write(const struct records *records,
               const struct gprof_options *options, const struct image *image,
               FILE *messages)
{
	struct arena *scratch = arena_new();
	struct error err;
	bool ok = gmon_write("gmon.sum", form_of(options->file_format), records,
	                     &image->machine, scratch, &err);

	if (!ok)
		fprintf(messages, "%s\n", err.reason);
	arena_free(scratch);
	return ok;
}
