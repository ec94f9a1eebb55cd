/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of code, separately for each function that owns the code: the time of each, and its calls.
 *
 * A line of a header that was inlined into three functions is three of these; with inlined
 * functions apart it is one, of the function that it is in.  What a function has in code of no
 * known line is one more, so a function's lines have all of its time, and each call is on exactly
 * one line.
 *
 * They are what the frames have (model/frames.h), added up. */
#pragma once

#include "model/dataset.h"

struct arc;

struct code_line {
	const struct func *func;         /* that owns the code */
	struct source_location location; /* no path: the line is not known */
	const char *inlined;             /* raw name of the function that the line is
	                            in, if that was inlined; may be NULL */
	uint32_t frame;                  /* one of the line in the code, or NO_FRAME */
	double ticks, variance;          /* of the line, not of what was inlined in it */
	double least;                    /* ticks of bins that count nothing but this line */
	double most;                     /* ticks of all bins that count some of it */

	/* Ticks passed along its calls: an estimate, as for arcs.  With stacks, of samples that have
	 * the line elsewhere than innermost, as what was inlined into has, too. */
	double passed;
	uint64_t calls;   /* that it makes */
	uint64_t address; /* of its hottest instruction, else of a call; 0:
	                     none known */
	bool is_near;     /* nearby lines may have made some of the calls */
	uint32_t first_call, ncalls;
};

/* Calls made by a line.  If several lines may have made them, the first gets them, so those of an
 * arc add up to the arc's. */
struct line_call {
	const struct arc *arc;
	uint64_t calls;
	double ticks;     /* passed along them, as calls divide them */
	uint64_t address; /* of an instruction that makes some; 0: none known */
	uint32_t line;    /* index in the list */
	bool is_near;
};

struct code_lines {
	/* By function, then path and line, the unknown one last; shape: [n] */
	const struct code_line *list;
	size_t n;
	bool has_inlined;              /* some of them were inlined */
	const struct line_call *calls; /* by line; shape: [ncalls] */
	size_t ncalls;

	/* Indexes of calls by arc, then line; those of profile->arcs[a] are [first_of_arc[a],
	 * first_of_arc[a + 1]). */
	const uint32_t *by_arc;
	const uint32_t *first_of_arc; /* shape: [narcs + 1] */

	/* With stacks, the ticks of samples that have the line of frames->by_line[i] on them, of
	 * any function; set for the first i of a line.  NULL: without; shape: [frames->n] */
	const double *on_stacks;
};

/* The lines of all functions: those of the frames, each of the function that owns its code or, with
 * inlined functions apart, that it is written in.  Owner: the arena.  Cost: n log n in frames;
 * calls; functions; arcs. */
const struct code_lines *code_lines_new(const struct profile *profile, const struct frames *frames,
                                        struct arena *arena);

/* The functions that own a source line, or a function: those whose code holds its samples.
 *
 * Code of a line that was inlined is part of the function that it was inlined into, so the function
 * that the line is written in need not own it, and several others can. */

struct line_owner {
	const struct func *func;
	double ticks;     /* in it, of the line and what was inlined there */
	uint64_t address; /* of the hottest instruction of the line in it, as
	                     in struct frame; 0: none is known */
};

/* The one with the most ticks first; shape: [n]. */
struct line_owners {
	const struct line_owner *list;
	size_t n;
};

/* The owners of frames, such as those of one line; shape of list: [n].  One that has only calls
 * there is an owner, too.  Owner of the result: the arena.  Cost: n log n. */
struct line_owners frames_owners(const struct frames *frames, const uint32_t *list, size_t n,
                                 struct arena *arena);

/* With inlined functions apart, the owners of a function's code: itself, and those that it was
 * inlined into; its own code is there even without samples.  Owner of the result: the arena.
 * Cost: linear in the frames and their depth. */
struct line_owners func_owners(const struct frames *frames, const struct func *func,
                               struct arena *arena);

/* Which function's code a source line is in, whether it has samples or not.
 *
 * A line can be in many functions: in the instances of a template, and in whatever it was inlined
 * into.  Kept is one of them: of those that begin in the line's file at or above it, the one that
 * begins last, or any other if there is none; of several, the one with the most time, then the
 * first. */

/* Extents being found. */
struct extent_builder;

/* `begins` is where functions begin, which must be known when their lines are added; shape:
 * [profile->nfuncs].  Owner: the arena. */
struct extent_builder *extent_builder_new(const struct profile *profile,
                                          const struct source_location *begins,
                                          struct arena *arena);

/* Says that a function, by its number, has code of a line.  Cost: constant. */
void extent_add(struct extent_builder *builder, const struct source_location *line, uint32_t func);

/* The extents, by the address of their path, then line; sets how many.  The builder must not be
 * used again.  Owner: the arena.  Cost: n log n in stretches of 16 lines. */
const struct code_extent *extent_builder_done(struct extent_builder *builder, struct arena *arena,
                                              size_t *n);

/* How a line stands to the extent found for it. */
enum extent_side {
	EXTENT_NONE, /* the file has none */
	EXTENT_HERE,
	EXTENT_BELOW, /* it is the next one below the line */
	EXTENT_ABOVE  /* it is the last one above */
};

/* The extent that a line is in.  For a line without code the next one below, because comments and
 * the first lines of functions stand above their code; the one above if the line follows it
 * directly, as a brace does, or if there is none below.  Cost: log n. */
enum extent_side extent_find(const struct func_locations *locations, const char *path,
                             unsigned line, const struct code_extent **out);
