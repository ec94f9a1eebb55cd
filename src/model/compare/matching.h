/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of one build are which of another.
 *
 * Compilers number what they make of a function, split functions and add them
 * to their callers, and do so differently after each change and with each
 * option.  Functions are matched only where nothing else is possible.  What
 * cannot be told apart is added up in one match on both sides, so that no time
 * is compared with that of another function.  doc/comparing.md has the steps. */
#ifndef GPTUI_MATCHING_H
#define GPTUI_MATCHING_H

#include <stddef.h>
#include <stdint.h>

#include "model/compare/match_keys.h"

struct arena;
struct error;
struct progress;

/* Matches the functions of two profiles.  Uses the readable names of both, so
 * it runs in the thread that has them (model/names.h).
 * Owner: the arena.  Cost: linear in the bytes of the names, of which the first
 * 4096 count.
 * Errors: NULL; "PAIR: reason", or "cancelled". */
const struct matching *matching_find(const struct match_sides *sides, struct arena *arena,
                                     struct progress *progress, struct error *err);

/* What would tell more about functions with time than names do: where they
 * begin, of those with the same name; what is inlined, of those on one side. */
enum match_need { MATCH_NEEDS_NOTHING, MATCH_NEEDS_LINES, MATCH_NEEDS_FRAMES };

enum match_need matching_needs(const struct matching *matching, const struct match_sides *sides);

#endif
