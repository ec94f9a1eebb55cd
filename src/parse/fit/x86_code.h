/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bytes of x86 code say without being decoded from their beginning.
 *
 * Any byte may be the middle of an instruction, so the answers are about what
 * the bytes can be: "no" is certain, "yes" is not.
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual. */
#ifndef GPTUI_X86_CODE_H
#define GPTUI_X86_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { X86_LONGEST_CALL = 7 }; /* bytes, without prefixes */

/* The calls that some bytes can end with. */
struct x86_call {
	bool is_direct;   /* e8 rel32 */
	uint64_t target;  /* of it */
	bool is_indirect; /* ff /2: through a register or memory */
	uint64_t through; /* what tells one such operand from others: the
	                     address of the pointer, or the operand's bytes */
};

/* The calls that n bytes, which end before the address `end`, can end with;
 * X86_LONGEST_CALL bytes are enough. */
struct x86_call x86_call_before(const unsigned char *bytes, size_t n, uint64_t end, bool is_64);

/* A jump that some bytes can begin with. */
struct x86_jump {
	bool is_short;    /* rel8 */
	bool is_indirect; /* ff /4: through a register or memory */
	uint64_t target;  /* of others */
};

/* The jump that n > 0 bytes at the address `at` can begin with; false: none. */
bool x86_jump_at(struct x86_jump *out, const unsigned char *bytes, size_t n, uint64_t at,
                 bool is_64);

/* Whether n bytes can end with an instruction that nothing runs after: ret, a
 * jump, ud2 or hlt. */
bool x86_ends_function(const unsigned char *bytes, size_t n);

/* Whether the bytes before the address that mcount() returns to, from the
 * function's beginning, make %rbp its frame, so that mcount() finds the
 * caller in it. */
bool x86_makes_frame(const unsigned char *bytes, size_t n, bool is_64);

/* Whether the n bytes are nothing but padding: nops and int3. */
bool x86_is_padding(const unsigned char *bytes, size_t n);

#endif
