/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disassembles functions and shares samples out among instructions.
 *
 * A bin's samples are of the bytes it counts, and the program counter is always at the beginning of
 * an instruction, so they go to the instructions that begin in the bin.  If there are several, it
 * is not known which one was sampled: they get equal shares, and each records how many there are.
 * A bin in which none begins belongs to the instruction around it.
 *
 * In a function of more than 256 KB, only the code around samples is disassembled, the most sampled
 * parts first. */
#pragma once

#include "model/code.h"

struct image;
struct lines;
struct object;
struct section_index;

/* Instructions, through libopcodes.
 *
 * Machines are those of the libopcodes that gptui was linked with: mostly the host's own, all of
 * them with binutils-multiarch.
 * libopcodes is not thread-safe, as libbfd (parse/object/object.h). */

/* Whether one of the words in the text, in either case, is a call: there may be prefixes ("bnd
 * call") and registers after it ("brasl %r14,").  Cost: linear in the text. */
bool call_words_in(const char *text, size_t len);

/* NULL, with the reason, if libopcodes does not support the machine or is missing, and the user has
 * named no program that lists code instead.  Owner: the arena; the object must live as long. */
struct disassembler *disassembler_new(const struct object *object, struct arena *arena,
                                      struct error *err);

/* Reads the instruction at an address of a code section, which should be where an instruction
 * begins.  The text is valid until the next call.
 * Cost: 1 us; the first one in a section reads all of its code.
 * Returns false if the address is in no code, or the section ends within the instruction. */
bool disassembler_read(struct disassembler *d, uint64_t address, struct instruction *out);

/* The same for the size and calls only: with a text, it is as read; on x86-64 most have none, and
 * take a tenth of the time. */
bool disassembler_skim(struct disassembler *d, uint64_t address, struct instruction *out);

/* Whether a program lists the code. */
bool disassembler_is_program(const struct disassembler *d);

/* Why it lists nothing more for this job, or NULL.  Owner: the arena. */
const char *disassembler_problem(const struct disassembler *d, struct arena *arena);

/* Instructions, as a program of the user's lists them: an objdump for a machine that libopcodes
 * here does not support, such as m68k-elf-objdump.
 *
 * Of what it prints, only lines "ADDRESS: INSTRUCTION" count, with addresses that rise within the
 * code that was asked for, and plain characters.  Source: the output of objdump -d of binutils and
 * of LLVM. */

struct listed_code {
	uint64_t low, high;
	struct instruction *list; /* by address; shape: [n] */
	size_t n;
	struct arena *arena; /* that owns them */
	const struct listed_code *next;
};

/* Lists the instructions in [low, high) of the executable, with its sections of code.
 * Cost: a run of the program, at most so many ms.
 * Errors: the program fails, lists nothing there, or takes too long. */
bool listed_code_read(const char *program, const struct image *image,
                      const struct section_index *code, struct listed_code *out, long long ms,
                      struct progress *progress, struct error *err);

/* One that has not done anything yet.  Owner: the arena. */
struct disassembly *disassembly_new(const struct object *object, const struct profile *profile,
                                    struct arena *arena);

/* Reads the code of a function. lines: where instructions come from, or NULL; address: to be
 * included if the function is too long, or NULL.  libopcodes and the lines allow one thread at a
 * time.  Owner: the arena.  Returns NULL if cancelled.  Cost: 2 us per instruction; the first call
 * reads all of its section. */
const struct code *disassembly_read(struct disassembly *reader, const struct func *func,
                                    struct lines *lines, const uint64_t *address,
                                    struct arena *arena, struct progress *progress);

/* Steps over x86-64 instructions without libopcodes, which takes ten times as long. */

enum { X86_LONGEST = 15 }; /* bytes of an instruction */

/* Sets size, is_call and the target of calls; the text is empty.  code: shape: [X86_LONGEST].
 * False for what the tables do not have: rare instructions, those that begin with VEX or EVEX, and
 * bytes that are none. */
bool x86_skim(struct instruction *out, uint64_t address, const unsigned char *code);

/* Bytes of a ModRM, the SIB behind it, if it has one, and a displacement. */
size_t x86_modrm_size(unsigned char modrm, unsigned char sib);
