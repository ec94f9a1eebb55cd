/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile data formats.
 *
 * A format is one file, parse/gmon/NAME_reader.c, that defines
 * NAME_reader.  The build finds it by its name (readers.h); nothing else has to be changed
 * to add one.  A reader turns bytes into records and does nothing else: no
 * symbols, no files, no messages. */
#ifndef GPTUI_READER_H
#define GPTUI_READER_H

#include <stdbool.h>

#include "base/bytes.h"
#include "model/records.h"

struct error;
struct machine;

struct reader {
	struct profile_format format;
	const char *help; /* one line, for the manual */

	/* How sure the reader is that a file is in its format, by its first
	 * bytes and its size: 0 no, 50 perhaps, 100 the magic number is
	 * there. */
	int (*probe)(struct bytes start, uint64_t size, const struct machine *machine);

	/* Adds the contents of the bytes to the file added last in the
	 * records.
	 * A damaged tail after at least one whole record is a note and is_cut;
	 * bytes that contain nothing usable are an error.
	 * Errors: "byte N: reason". */
	bool (*read)(struct bytes bytes, const struct machine *machine, struct records *records,
	             struct error *err);
};

/* Those that gprof treats differently. */
extern const struct reader gmon_reader, bsd_reader;

#endif
