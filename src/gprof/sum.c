/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/sum.h"

#include "base/arena.h"
#include "base/error.h"
#include "gprof/gprof_options.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/gmon/gmon_write.h"

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

/* The records without the calls that specs remove. */
static struct records kept_records(const struct records *records,
                                   const struct profile *profile,
                                   struct arena *arena)
{
	struct records kept = *records;
	size_t i;

	kept.calls = arena_alloc(arena, records->ncalls, sizeof *kept.calls);
	kept.ncalls = 0;
	for (i = 0; i < records->ncalls; i++)
		if (!profile->is_dropped[i])
			kept.calls[kept.ncalls++] = records->calls[i];
	return kept;
}

bool sum_write(const struct records *records, const struct profile *profile,
               const struct gprof_options *options, const struct image *image,
               FILE *messages)
{
	struct arena *scratch = arena_new();
	const struct records kept =
		profile ? kept_records(records, profile, scratch) : *records;
	struct error err;
	bool ok = gmon_write("gmon.sum", form_of(options->file_format), &kept,
	                     &image->machine, scratch, &err);

	if (!ok)
		fprintf(messages, "%s\n", err.reason);
	arena_free(scratch);
	return ok;
}
