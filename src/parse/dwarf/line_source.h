/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line tables without an executable: the sections may come from anywhere.
 *
 * lines_open() is this with parse/object.c behind it; tests and fuzzers hand
 * over bytes. */
#ifndef GPTUI_LINE_SOURCE_H
#define GPTUI_LINE_SOURCE_H

#include <stdbool.h>

#include "base/bytes.h"
#include "parse/dwarf/lines.h"

struct image;

struct line_source {
	/* The contents of a section, as object_section() gives them. */
	bool (*section)(const void *from, const char *name, struct bytes *out,
	                struct arena *arena);
	/* The same of the file that several share; or NULL. */
	bool (*shared_section)(const void *from, const char *name,
	                       struct bytes *out, struct arena *arena);
	const void *from;

	const struct image *image; /* its machine and sections are used */
};

/* As lines_open(). */
struct lines *lines_from(const struct line_source *source, bool gprof_files,
                         struct arena *arena, struct progress *progress,
                         struct error *err);

#endif
