/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of functions: views ask for it, and the worker makes it.
 *
 * Some megabytes of it are kept; functions that were asked for longest ago go first.  Code that was
 * made before lines were known is shown as it is, and made again when it is asked for. */
#pragma once

#include "base/base.h"

struct code_cache;
struct codes;
struct lines;
struct object;
struct profile;
struct worker;

/* Owner: the arena, which must end after the worker, or after `closed` of code_cache_close() was
 * called.  The object must live as long. */
struct code_cache *code_cache_new(struct worker *worker, const struct object *object,
                                  const struct profile *profile, struct arena *arena);

/* For a dataset: of the cache's profile, or of another, whose functions have the same numbers;
 * those after them have no code.  Owner: the arena, or the cache's. */
const struct codes *code_cache_codes(struct code_cache *cache, const struct profile *profile,
                                     struct arena *arena);

/* Uses lines from now on, in the worker only. */
void code_cache_take_lines(struct code_cache *cache, struct lines *lines);

/* Takes no more requests.  Calls closed(context) when no job is left, which may be at once. */
void code_cache_close(struct code_cache *cache, void (*closed)(void *context), void *context);
