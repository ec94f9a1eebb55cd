/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Libraries that few runs need: loaded on first use, and never unloaded. */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"

/* Loads a library, if it was not loaded before, and sets n pointers to its functions, which begin
 * at `functions`, by their names; one whose name begins with "?" may be missing, and is NULL then.
 * Errors: it cannot be loaded, or has not all of them. */
bool library_load(void *functions, const char *soname, const char *const *names, size_t n,
                  struct error *err);

/* For a list of functions FUNCTIONS(X): struct members that point to them, and their names. */
#define LIBRARY_POINTER(name) __typeof__(&(name)) name;
#define LIBRARY_NAME(name) #name,

/* What gptui was built with. */
extern const struct built_in { bool disassembler, debuginfod, archives, urls, recorder; } built_in;

/* Keeps a library from printing on standard error, for the time of a call.
 *
 * libbfd 2.40 prints what it finds odd in a file while it looks for the file's format, with bytes
 * of the file in it and past the handler that it was given. */

/* Sends standard error nowhere, for all threads, so not for long; returns the real one, or -1. */
int stderr_quiet(void);

/* Sends it back, unless another thread has sent it elsewhere meanwhile. */
void stderr_restore(int kept);

/* Output that may be a terminal.
 *
 * To a file or pipe bytes go as they are.  A terminal gets complete lines, in which everything that
 * it would act on is escaped (base/text.h) but for tabs, form feeds and ends of lines: whatever a
 * program or a source file contains, it cannot move the cursor, colour, rename or answer. */

/* A stream that writes to `out`: itself unless that is a terminal.  Close it with
 * safe_output_close(), before `out`.  Owner: the arena. */
FILE *safe_output(FILE *out, struct arena *arena);

/* Writes what is left of the last line; `out` remains open. */
void safe_output_close(FILE *safe, FILE *out);

/* A text for a message on standard error: on a terminal its ends of lines are escaped, too.  Owner:
 * the arena, or the text's. */
const char *safe_in_message(const char *text, struct arena *arena);
