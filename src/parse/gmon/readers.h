/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All readers: which one is for a file, and what it reads of it. */
#ifndef GPTUI_READERS_H
#define GPTUI_READERS_H

#include "parse/gmon/reader.h"

struct progress;

extern const struct reader *const readers[]; /* ends with NULL */

/* The reader most sure of the bytes, or NULL if none is. */
const struct reader *reader_for(struct bytes bytes,
                                const struct machine *machine);

/* Whether the path is that of a file that begins like a profile. */
bool reader_is_sure_of(const char *path);

/* Reads one profile file, or standard input for "-", into the records.
 * Errors: "PATH: reason". */
bool reader_load(struct records *records, const char *path,
                 const struct machine *machine, struct progress *progress,
                 struct error *err);

#endif
