/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of functions, as views ask for it: instructions, and the time that
 * fell on each.
 *
 * Views disassemble nothing: parse/disassembly.c does, and on the screen it
 * is the worker who has it done (ui/code_desk.c); tests hand in a table. */
#ifndef GPTUI_CODE_H
#define GPTUI_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/places.h"

struct func;

struct instruction {
	uint64_t address;
	unsigned size;    /* bytes; at least 1 */
	const char *text; /* mnemonic, blanks or a tab, operands; one line */
	bool is_call;     /* of a subroutine, for all that is known */
	bool is_jump;     /* it may go on at its target, and is no call */
	bool has_target;  /* the instruction itself tells where it goes */
	uint64_t target;

	/* The first address in the text, of code or of data: text[at] and
	 * the `len` bytes from there on; len 0: there is none. */
	uint64_t named;
	unsigned at, len;
};

/* An instruction, or a stretch of code that is left out because there is too
 * much of it: its instruction has no text, and its bytes are counted here. */
struct code_row {
	struct instruction instruction;
	uint64_t left_out;  /* bytes; 0: an instruction */
	struct place place; /* the path is NULL: not known */

	const char *data; /* raw name of the data named by the text, or NULL */
	uint64_t offset;  /* of what is named from where that data begins */

	double ticks;    /* of profile->rate */
	double variance; /* ticks squared; sampling noise */

	/* Among how many instructions the samples of its bin are shared, for
	 * the bin does not tell which of them they are of; 0: no samples. */
	unsigned sharers;
};

struct code {
	const struct func *func;
	bool is_ready;
	const char *reason; /* why there is no code; or NULL */
	const char *cure;   /* of that, in lines; or NULL */

	const struct code_row *rows; /* by rising address; shape: [n] */
	size_t n;
	double ticks; /* of all rows */
	bool has_lines;
};

struct codes {
	void *context;

	/* The code of a function; never NULL.  When not ready it is being
	 * made, and the session is told when it is.  Of too long a function,
	 * what is around the address is among the code; NULL: no such wish.
	 * Valid until asked again. */
	const struct code *(*get)(void *context, const struct func *func,
	                          const uint64_t *address);
};

#endif
