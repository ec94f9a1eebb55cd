/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output that may be a terminal.
 *
 * To a file or pipe bytes go as they are.  A terminal gets complete lines, in
 * which everything that it would act on is escaped (base/text.h) but for tabs,
 * form feeds and ends of lines: whatever a program or a source file contains,
 * it cannot move the cursor, colour, rename or answer. */
#ifndef GPTUI_SAFE_OUTPUT_H
#define GPTUI_SAFE_OUTPUT_H

#include <stdio.h>

struct arena;

/* A stream that writes to `out`: itself unless that is a terminal.  Close it
 * with safe_output_close(), before `out`.  Owner: the arena. */
FILE *safe_output(FILE *out, struct arena *arena);

/* Writes what is left of the last line; `out` remains open. */
void safe_output_close(FILE *safe, FILE *out);

/* A text for a message on standard error: on a terminal its ends of lines are
 * escaped, too.  Owner: the arena, or the text's. */
const char *safe_in_message(const char *text, struct arena *arena);

#endif
