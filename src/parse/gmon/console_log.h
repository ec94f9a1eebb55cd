/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logs of consoles, which show files as hex dumps. */
#pragma once

#include "model/records.h"

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
