/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where instructions begin, so where a program counter can be, and which of them made calls that
 * were counted.
 *
 * A call record has the address that the call returns to, rounded down to two longs (glibc), so the
 * call itself is looked for in the code that ends there.  Source: glibc gmon/mcount.c,
 * HASHFRACTION. */
#ifndef GPTUI_INSTRUCTIONS_H
#define GPTUI_INSTRUCTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/rules.h"

struct arena;
struct func;
struct instructions;
struct lines;
struct object;
struct profile;
struct records;
struct shared_code;

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

/* The instructions that begin in [low, high), or, when none does, the one around low.  *list lives
 * until the next call; shape: [return value].  Returns 0 when the machine is not known, or nothing
 * can be read there.  Cost: 1 us an instruction, from where the line's code begins or, if that is
 * nearer, from where the call before ended. */
size_t instructions_in(struct instructions *instructions, uint64_t low, uint64_t high,
                       const uint64_t **list);

/* The calls of the callee in the code that the address stands for: those that name it, else those
 * that do not say what they call, else any.  Where none is found, or the machine is not known, the
 * address itself.
 * Cost: the instructions of a line, unless the last one was for the same address. */
struct call_site instructions_call(struct instructions *instructions, uint64_t from,
                                   const struct func *callee);

/* Reads the code of bins that several functions share.
 *
 * An instruction behind one that read memory through a pointer counts ten times: while the caches
 * do not have it, the clock ticks there.  That is so on x86, on all of the programs whose samples
 * were recorded.
 * Only that code is read, and a few instructions around it.  The first screen does not wait long
 * for it: with a limit, reading ends when the thread has used that much processor time, and the
 * rest counts as not read. */

/* Allows work in proportion to the records.  limit_ms: of processor time; 0: none.  The library is
 * opened when the first code is read.  Owner: the arena; the object must live as long. */
struct shared_code *shared_code_new(const struct object *object, const struct records *records,
                                    unsigned limit_ms, struct arena *arena);

/* For the rules of a profile.  Valid as long as the reader. */
struct code_reader shared_code_reader(struct shared_code *code);

/* Whether there was no time for all of it. */
bool shared_code_is_unfinished(const struct shared_code *code);

#endif
