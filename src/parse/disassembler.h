/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions, through libopcodes.
 *
 * Machines are those of the libopcodes that gptui was linked with: mostly the
 * host's own, all of them with binutils-multiarch.
 * libopcodes is not thread-safe, as libbfd (parse/object.h). */
#ifndef GPTUI_DISASSEMBLER_H
#define GPTUI_DISASSEMBLER_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct disassembler;
struct object;

struct instruction {
	uint64_t address;
	unsigned size;    /* bytes; at least 1 */
	const char *text; /* mnemonic, blanks or a tab, operands; one line;
	                     the disassembler's, until it reads on */
	bool is_call;     /* of a subroutine, for all that is known */
	bool has_target;  /* the instruction itself tells where it goes */
	uint64_t target;
};

/* NULL when libopcodes does not know the machine, or is not there.
 * Owner: the arena; the object must live as long. */
struct disassembler *disassembler_new(const struct object *object,
                                      struct arena *arena);

/* Reads the instruction at an address of a code section.  Only addresses where
 * an instruction begins make sense.
 * Cost: 1 us; the first one in a section reads all of its code.
 * Returns false when the address is in no code, or the section ends within the
 * instruction. */
bool disassembler_read(struct disassembler *d, uint64_t address,
                       struct instruction *out);

#endif
