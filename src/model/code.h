/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of functions for views: instructions, and the time spent at each.
 *
 * Views disassemble nothing: parse/code/disassembly.c does, and on the screen the worker has it
 * done (ui/load/loaded_files.c); tests supply a table. */
#pragma once

#include "model/dataset.h"

struct instruction {
	uint64_t address;
	unsigned size;    /* bytes; at least 1 */
	const char *text; /* mnemonic, blanks or a tab, operands; one line */
	bool is_call;     /* of a subroutine, as far as is known */
	bool is_jump;     /* execution may continue at its target; not a call */
	bool has_target;  /* the target is in the instruction itself */
	uint64_t target;

	/* The first address in the text, of code or data: the `len` bytes from text[at] on; len 0:
	 * there is none. */
	uint64_t named;
	unsigned at, len;
};

/* An instruction, or a stretch of code that is left out because there is too much: then the
 * instruction has no text, and `omitted` is its bytes. */
struct code_row {
	struct instruction instruction;
	uint64_t left_out;               /* bytes; 0: an instruction */
	struct source_location location; /* the path is NULL if unknown */

	const char *data; /* raw name of the data mentioned in the text, or NULL */
	uint64_t offset;  /* offset into that data */

	double ticks;    /* of profile->rate */
	double variance; /* ticks squared; sampling noise */

	/* How many instructions share the samples of their bin, which does not say which of them
	 * was sampled; 0: no samples. */
	unsigned sharers;
};

struct code {
	const struct func *func;
	bool is_ready;
	const char *reason; /* why there is no code; may be NULL */
	const char *cure;   /* of that, in lines; may be NULL */

	const struct code_row *rows; /* by ascending address; shape: [n] */
	size_t n;
	double ticks; /* of all rows */
};

struct codes {
	void *context;

	/* The code of a function; never NULL.  If it is not ready it is being made, and the session
	 * will be notified.  For a function that is too long, the part around the address is
	 * included; NULL: no preference.  Valid until asked again. */
	const struct code *(*get)(void *context, const struct func *func, const uint64_t *address);
};
