/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a file is the debug file that is meant: its marks tell, and a note
 * says so where they differ. */
#ifndef GPTUI_DEBUG_CANDIDATE_H
#define GPTUI_DEBUG_CANDIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

struct arena;
struct notes;
struct object_file;

/* What the file must be like. */
struct debug_mark {
	const char *what;      /* "the debug file of this program" */
	struct bytes build_id; /* or its checksum in .debug_sup */
	uint32_t crc;
	bool by_crc; /* the CRC of the whole file counts, not the build-id */
};

/* Opens the file if it is there and has the mark; a file that is there but is
 * not the right one, or cannot be read, becomes a note.
 * program: is not meant itself, under whatever name. */
bool debug_candidate_open(struct object_file *out, const char *path,
                          const struct debug_mark *mark,
                          const struct object_file *program,
                          struct notes *rejected);

/* The bytes as hexadecimal digits.  Owner: the arena. */
const char *debug_hex(struct bytes bytes, struct arena *arena);

#endif
