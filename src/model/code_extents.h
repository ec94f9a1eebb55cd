/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function's code a source line is in, whether it has samples or not.
 *
 * A line can be in many functions: in the instances of a template, and in
 * whatever it was inlined into.  Kept is one of them: of those that begin in
 * the line's file at or above it, the one that begins last, or any other if
 * there is none; of several, the one with the most time, then the first. */
#ifndef GPTUI_CODE_EXTENTS_H
#define GPTUI_CODE_EXTENTS_H

#include <stddef.h>
#include <stdint.h>

#include "model/locations.h"

struct arena;
struct profile;

/* Extents being found. */
struct extent_builder;

/* `begins` is where functions begin, which must be known when their lines are
 * added; shape: [profile->nfuncs].  Owner: the arena. */
struct extent_builder *extent_builder_new(const struct profile *profile,
                                          const struct source_location *begins,
                                          struct arena *arena);

/* Says that a function, by its number, has code of a line.  Cost: constant. */
void extent_add(struct extent_builder *builder, const struct source_location *line, uint32_t func);

/* The extents, by the address of their path, then line; sets how many.  The
 * builder must not be used again.  Owner: the arena.
 * Cost: n log n in stretches of 16 lines. */
const struct code_extent *extent_builder_done(struct extent_builder *builder, struct arena *arena,
                                              size_t *n);

/* How a line stands to the extent found for it. */
enum extent_side {
	EXTENT_NONE, /* the file has none */
	EXTENT_HERE,
	EXTENT_BELOW, /* it is the next one below the line */
	EXTENT_ABOVE  /* it is the last one above */
};

/* The extent that a line is in.  For a line without code the next one below,
 * because comments and the first lines of functions stand above their code; the
 * one above if the line follows it directly, as a brace does, or if there is
 * none below.  Cost: log n. */
enum extent_side extent_find(const struct func_locations *locations, const char *path,
                             unsigned line, const struct code_extent **out);

#endif
