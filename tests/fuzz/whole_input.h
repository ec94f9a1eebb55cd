/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzz_whole and fuzz_recordings read: files, and a number that chooses what is done with
 * them.
 *
 * An input, little-endian: the number (4 bytes); the lengths of the first
 * four files (4 bytes each); the files, of which the last ones may be cut
 * off. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

enum whole_file {
	WHOLE_EXECUTABLE,
	WHOLE_PROFILE,
	WHOLE_OTHER, /* debug information that is not in the executable; or the
	                executable of a base */
	WHOLE_TEXT,  /* a source; also symbols and specs for gprof's options */
	WHOLE_BASE,  /* a profile to compare with; empty: there is no base */
	WHOLE_FILES
};

enum { WHOLE_HEADER = 20 };

struct whole_input {
	uint32_t choice;
	struct bytes files[WHOLE_FILES];
};

/* Makes the folder in which the files are; programs of earlier inputs may stay open. */
void whole_begin(bool keeps_programs);

/* Puts the files of an input there, and makes all of them. */
void whole_run(const uint8_t *data, size_t size);

/* Returns false if there is not even the header. */
bool whole_split(struct whole_input *out, const uint8_t *data, size_t size);

/* Takes the next few bits of a choice: a number less than n. */
unsigned whole_choose(uint32_t *choice, unsigned n);

/* Makes all views, or listings, of the files in the working directory:
 * "program", "profile", "text"; of a base, or NULL. */
struct whole_names {
	const char *program, *profile, *text;
	const char *base_program, *base;
	bool is_brief; /* some of the views' steps, each on little: most inputs, since all of them
	                  take ten times as long as reading the files */
};

void whole_views(const struct whole_names *names, uint32_t choice);
void whole_listings(const struct whole_names *names, uint32_t choice);
