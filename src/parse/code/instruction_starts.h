/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where instructions begin, so where a program counter can be. */
#ifndef GPTUI_INSTRUCTION_STARTS_H
#define GPTUI_INSTRUCTION_STARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct instruction_starts;
struct lines;
struct object;
struct profile;

/* Owner: the arena; what it is made of must live as long. */
struct instruction_starts *instruction_starts_new(const struct object *object,
                                                  struct lines *lines,
                                                  const struct profile *profile,
                                                  struct arena *arena);

/* Where an instruction begins, at or before the address: where its line's
 * code does, else its function. */
uint64_t instruction_before(struct lines *lines, const struct profile *profile,
                            uint64_t address);

/* The instructions that begin in [low, high), or, when none does, the one
 * around low.  *list lives until the next call; shape: [return value].
 * Returns 0 when the machine is not known, or nothing can be read there.
 * Cost: 1 us an instruction, from where the line's code begins or, if that is
 * nearer, from where the call before ended. */
size_t instruction_starts_in(struct instruction_starts *starts, uint64_t low,
                             uint64_t high, const uint64_t **list);

#endif
