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

/* Logs of consoles, which show files as hex dumps. */

/* A file that was dumped. */
struct log_dump {
	const char *form; /* "hexdump -C" */
	const char *name; /* of the file, if the log has it; or NULL */
	struct bytes bytes;
	size_t first, last;     /* lines of the log, from 1 */
	uint64_t base;          /* the address of the first byte */
	struct lost_bytes lost; /* bytes that did not arrive, and are 0 */
	size_t nlost_lines;     /* shown as `lost_lines`, "line 57 is bent, line 60 is missing" */
	const char *lost_lines;
	bool has_words;  /* of 2 bytes, in the byte order of who dumped it */
	bool is_placed;  /* each line says where its bytes belong; otherwise a line that is lost
	                   moves what follows */
	bool is_open;    /* the line that should end it is missing */
	size_t nrepeats; /* stretches of lines for which there is one "*" */
};

struct log_dumps {
	struct log_dump *list; /* by where they end; shape: [n] */
	size_t n;
};

/* Whether a file can be such a log, by its first bytes: text, with what consoles add to it. */
bool console_log_is_one(struct bytes start);

/* Finds the dumps in a log: between and in lines of other programs, behind time stamps, with
 * escape sequences.  Owner: the arena.  Cost: in proportion to the log, paid for. */
struct log_dumps console_log_read(struct bytes log, struct arena *arena, struct work *work);

/* Writing profile files: many combined into one.
 *
 * Histograms with the same range, bins and rate are added up, and so are calls from one address to
 * another and executions of a block; they come in the order of their first appearance (blocks by
 * address).  A reader gets the figures of the inputs back, and so does gprof, because what does not
 * fit in a field is written as several records of the same address, which readers add up. */

enum gmon_form {
	GMON_MAGIC, /* as GNU programs write it, version 1 */
	GMON_BSD,   /* the old header, or 4.4BSD's if the rate is not 100 */
	GMON_BSD44
};

/* Writes the file whole or not at all; see base/new_file.h.  Sets `followed` to where it went if
 * the path is a link, else to NULL; owner: the arena.  Cost: n log n in records.
 * Errors: "PATH: reason"; sums that the format cannot hold. */
bool gmon_write(const char *path, enum gmon_form form, const struct records *records,
                const struct machine *machine, const char **followed, struct arena *arena,
                struct error *err);

/* Writing recordings: many combined into one.
 *
 * Each run had its code at other addresses, so the sum has addresses of its own, and maps that say
 * where the code of each file is in them; equal stacks are added up. */

/* Writes the samples of all files, whose addresses are as they were read; whole or not at all, see
 * gmon_write().  Some file has stacks.  Cost: linear in the addresses.
 * Errors: "PATH: reason"; a file has none, or other times of samples. */
bool stacks_write(const char *path, const struct records *records, const struct machine *machine,
                  const char **followed, struct arena *arena, struct error *err);
