/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All readers: which one is for a file, and what it reads of it. */
#pragma once

#include "parse/gmon/reader.h"

extern const struct reader *const readers[]; /* ends with NULL */

/* The reader most sure of the bytes, or NULL if none is. */
const struct reader *reader_for(struct bytes bytes, const struct machine *machine);

/* What a file begins like. */
enum file_kind {
	FILE_OTHER,
	FILE_PROFILE,
	FILE_PACKED /* an archive, or a compressed file */
};

enum file_kind file_kind_of(const char *path);

/* Whether a reader knows a file: by its first bytes and its size, SIZE_MAX if that is not known. */
bool reader_knows(struct bytes start, size_t size, const struct machine *machine);

/* Reads one profile file, or standard input for "-", into the records; of an archive each member
 * that is a profile, as a file of its own, and of "ARCHIVE/FOLDER" those in this folder; members
 * that cannot be read, and what follows where an archive breaks off, are files that failed
 * (records_fail_file()).  Notes about files that others had before them are merged with those
 * (NULL: not at all).  Errors: "PATH: reason", and the records are as before. */
bool reader_load(struct records *records, const char *path, const struct machine *machine,
                 struct file_notes *notes, struct progress *progress, struct error *err);
