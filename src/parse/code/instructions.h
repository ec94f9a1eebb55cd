/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where instructions begin, so where a program counter can be, and which of
 * them made calls that were counted.
 *
 * A call record has the address that the call returns to, rounded down to two
 * longs (glibc), so the call itself is looked for in the code that ends
 * there.  Source: glibc gmon/mcount.c, HASHFRACTION. */
#ifndef GPTUI_INSTRUCTIONS_H
#define GPTUI_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct func;
struct instructions;
struct lines;
struct object;
struct profile;

enum { CALL_SITES = 8 };

/* Where a record's calls may have been made. */
struct call_site {
	uint64_t addresses[CALL_SITES]; /* any of these; shape: [n] */
	size_t n;
	bool is_certain; /* calls that name no other function */
};

/* Owner: the arena; what it is made of must live as long. */
struct instructions *instructions_new(const struct object *object, struct lines *lines,
                                      const struct profile *profile, struct arena *arena);

/* The instructions that begin in [low, high), or, when none does, the one
 * around low.  *list lives until the next call; shape: [return value].
 * Returns 0 when the machine is not known, or nothing can be read there.
 * Cost: 1 us an instruction, from where the line's code begins or, if that is
 * nearer, from where the call before ended. */
size_t instructions_in(struct instructions *instructions, uint64_t low, uint64_t high,
                       const uint64_t **list);

/* The calls of the callee in the code that the address stands for: those that
 * name it, else those that do not say what they call, else any.  Where none
 * is found, or the machine is not known, the address itself.
 * Cost: the instructions of a line, unless the last one was for the same
 * address. */
struct call_site instructions_call(struct instructions *instructions, uint64_t from,
                                   const struct func *callee);

#endif
