/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions, as a program of the user's lists them: an objdump for a machine
 * that libopcodes here does not support, such as m68k-elf-objdump.
 *
 * Of what it prints, only lines "ADDRESS: INSTRUCTION" count, with addresses
 * that rise within the code that was asked for, and plain characters.
 * Source: the output of objdump -d of binutils and of LLVM. */
#ifndef GPTUI_LISTED_CODE_H
#define GPTUI_LISTED_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/code.h"

struct error;
struct image;
struct progress;

/* Calls take(context, instruction) for each instruction in [low, high) of the
 * executable; its text is valid until then.
 * Cost: a run of the program, at most 20 s.
 * Errors: the program fails, lists nothing there, or takes too long. */
bool listed_code_read(const char *program, const struct image *image, uint64_t low, uint64_t high,
                      void (*take)(void *context, const struct instruction *instruction),
                      void *context, struct progress *progress, struct error *err);

#endif
