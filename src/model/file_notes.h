/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One note for many files: a thousand files with the same defect are one odd
 * thing, not a thousand. */
#ifndef GPTUI_FILE_NOTES_H
#define GPTUI_FILE_NOTES_H

#include <stddef.h>
#include <stdint.h>

#include "model/notes.h"

struct arena;
struct records;

/* A note, "PATH: WHAT", and how many files have it. */
struct file_note {
	size_t note;      /* its index in the notes */
	const char *path; /* of the first file */
	const char *what;
	size_t nfiles;
};

struct file_notes {
	struct notes *notes;
	struct file_note *list; /* shape: [n] */
	size_t n;
};

/* Adds a note about the file added last: "PATH: WHAT".  Evidence and cure must
 * live as long as the records. */
void file_notes_add(struct records *records, enum severity severity, const char *what,
                    const char *evidence, const char *cure);

/* Marks the file added last as cut off, with a note about it. */
void file_notes_cut(struct records *records, const char *evidence);

/* Merges the notes from number `first` on, all about the file, with those
 * about earlier files.  Cost: linear in kinds of notes. */
void file_notes_merge(struct file_notes *merged, size_t first, const char *path);

/* States in the notes how many files they are about. */
void file_notes_finish(struct file_notes *merged);

/* "PATH and 41 other files: WHAT", or "PATH: WHAT" of the only one. */
const char *file_notes_cause(const char *path, size_t nfiles, const char *what,
                             struct arena *arena);

/* "a, b and 3 other files", of n by their numbers in the records, n > 0.
 * Owner: the records' arena. */
const char *file_notes_names(const struct records *records, const uint32_t *files, size_t n);

#endif
