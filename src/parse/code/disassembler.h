/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions, through libopcodes.
 *
 * Machines are those of the libopcodes that gptui was linked with: mostly the host's own, all of
 * them with binutils-multiarch.
 * libopcodes is not thread-safe, as libbfd (parse/object/object.h). */
#ifndef GPTUI_DISASSEMBLER_H
#define GPTUI_DISASSEMBLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/code.h"

struct arena;
struct disassembler;
struct error;
struct object;

/* Mnemonics of calls and loads, because libopcodes rarely says what an instruction is. */

/* Whether one of the words in the text, in either case, is a call: there may be prefixes ("bnd
 * call") and registers after it ("brasl %r14,").  Cost: linear in the text. */
bool call_words_in(const char *text, size_t len);

/* Whether the text begins with the mnemonic of an instruction that has an address, but does not go
 * there. */
bool load_word_begins(const char *text);

/* NULL, with the reason, if libopcodes does not support the machine or is missing.  Owner: the
 * arena; the object must live as long. */
struct disassembler *disassembler_new(const struct object *object, struct arena *arena,
                                      struct error *err);

/* Whether gptui was built with libopcodes. */
bool disassembler_is_built_in(void);

/* What to do when disassembler_new() failed, in lines. */
const char *disassembler_cure(void);

/* Reads the instruction at an address of a code section, which should be where an instruction
 * begins.  The text is valid until the next call.
 * Cost: 1 us; the first one in a section reads all of its code.
 * Returns false if the address is in no code, or the section ends within the instruction. */
bool disassembler_read(struct disassembler *d, uint64_t address, struct instruction *out);

/* Only the size of the instruction, in half the time; 0 if it cannot be read. */
unsigned disassembler_size(struct disassembler *d, uint64_t address);

#endif
