/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where views ask for the code of functions, and the worker makes it.
 *
 * What was made is kept, up to some megabytes; the functions asked for longest
 * ago go first.  Code that was made before lines were known is made again
 * when it is asked for, and shown as it is until then. */
#ifndef GPTUI_CODE_CACHE_H
#define GPTUI_CODE_CACHE_H

struct arena;
struct code_cache;
struct codes;
struct lines;
struct object;
struct profile;
struct worker;

/* Owner: the arena, whose end must come after the worker's, or after
 * code_cache_close() has said so.  The object must live as long. */
struct code_cache *code_cache_new(struct worker *worker,
                                  const struct object *object,
                                  const struct profile *profile,
                                  struct arena *arena);

/* For the dataset; lives as long as the desk. */
const struct codes *code_cache_codes(struct code_cache *cache);

/* Lines are known from now on: they are the worker's alone. */
void code_cache_take_lines(struct code_cache *cache, struct lines *lines);

/* Nobody asks any more.  Calls closed(context) when no job is left: at once,
 * or when the last one is done. */
void code_cache_close(struct code_cache *cache, void (*closed)(void *context),
                      void *context);

#endif
