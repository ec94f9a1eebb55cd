/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames: the lines that samples and calls belong to.
 *
 * The code of a line that was inlined belongs to that line, to the line where its function was
 * inlined, and so on up to a function that has code of its own.  A frame is one line on such a
 * path, below the frame that it was inlined into; the frames of all paths form a forest, in which
 * each path appears once.  Calls hang below the frame that makes them.  Which function code is in
 * is told by the ranges of the debug information: code of no known line has a frame, too, if it was
 * inlined.
 *
 * parse/code/sample_sites.c looks up addresses; this adds up what it finds; model/frames.h
 * makes the lines of functions of it. */
#pragma once

#include "model/dataset.h"

struct arc;
struct cycle;

#define NO_FRAME UINT32_MAX

struct frame {
	struct source_location location; /* maybe without a line, or a path */
	const char *function;            /* raw name of the function the line is in, or NULL */
	unsigned declared;               /* line where that is; 0: not known */
	uint32_t outer;                  /* it was inlined into, or NO_FRAME */
	const struct func *func;         /* that owns the code, or NULL */
	const struct func *source;       /* apart: that the line is of; or NULL */
	uint32_t inner;                  /* the first one inlined here, or NO_FRAME */
	uint32_t next;                   /* the next one with the same outer */
	uint32_t first_call;             /* its calls are [first_call, */
	uint32_t ncalls;                 /*   first_call + ncalls) */
	bool is_inside_itself;    /* inside another one of the same line, whose time has its own */
	bool has_own;             /* `address` is its own, with ticks */
	double own, own_variance; /* ticks here, not in what was inlined here */
	double ticks, variance;   /* with that */

	/* Its own hottest instruction, else the hottest one inlined here, else a call. */
	uint64_t address; /* 0: none is known */
	double hottest;   /* ticks of it */
};

/* Calls of one function by a frame. */
struct frame_call {
	const struct func *callee;
	uint64_t calls;
	uint64_t sole;    /* of these, each counted at one frame only, even where
	                  several may have made it; no more than the arc has */
	uint64_t address; /* of an instruction that makes some */
	bool is_near;     /* made here or on a nearby line */
	uint32_t frame;
	const struct arc *arc; /* that they are part of; NULL: of none */
};

/* What a bin that counts several frames has of one of them. */
struct frame_part {
	uint32_t frame; /* or NO_FRAME: code of no known line, that was not inlined */
	uint32_t func;  /* number of the function that owns the code */
	double ticks;
};

/* What an inlined frame has of a piece of code that a bin counts. */
struct frame_share {
	uint64_t low, high; /* the code's addresses, [low, high) */
	uint32_t bin;       /* number of the bin */
	uint32_t frame;
	double part; /* of the piece's ticks */
};

/* The frame of an address that stacks have. */
struct frame_place {
	uint64_t address;
	uint32_t frame;
};

/* The number of the frame of an address of stacks, or NO_FRAME. */
uint32_t frame_at_address(const struct frames *frames, uint64_t address);

/* A line of the code of one function, whatever was inlined there. */
struct frame_line {
	uint32_t frame;     /* one that has some of its ticks, if any */
	double least, most; /* ticks of bins that count nothing but the line; and
	                       of all bins that count some of it */
	double in_bin;      /* while they are added: of the open bin */
};

struct frames {
	const struct frame *list; /* outer before inner; shape: [n] */
	size_t n;
	const struct frame_call *calls; /* by frame; shape: [ncalls] */
	size_t ncalls;

	/* Indexes of calls by arc, then frame; those of profile->arcs[a] are [first_of_arc[a],
	 * first_of_arc[a + 1]). */
	const uint32_t *by_arc;
	const uint32_t *first_of_arc; /* shape: [narcs + 1] */

	const struct frame_line *lines; /* shape: [nlines] */
	size_t nlines;

	/* Of bins that count several frames, one after the other: those of a bin end with the one
	 * before the first of the next.  shape: [nparts], first_parts: [nbins + 1] */
	const struct frame_part *parts;
	const uint32_t *first_parts;
	size_t nparts, nbins;

	/* By low, then high; each piece of code is there once, even if several histograms count it.
	 * shape: [nshares] */
	const struct frame_share *shares;
	size_t nshares;

	/* Of all stacks, as far as frames are known; by address.  shape: [nplaces] */
	const struct frame_place *places;
	size_t nplaces;

	/* Indexes of frames by path, then line; locations in one file share its path. shape: [n]
	 * And for each frame the first place in there of its line; shape: [n] */
	const uint32_t *by_line;
	const uint32_t *first_of_line;
};

/* Frames being added up. */
struct frame_builder;

/* A line on a path. */
struct frame_step {
	struct source_location location;
	const char *function;
	unsigned declared;
};

/* Owner of the builder: the scratch arena; of what it makes: the other.  Each frame on a path is
 * paid for, unless work is NULL; what comes when nothing is left is not added. */
struct frame_builder *frame_builder_new(const struct profile *profile, struct arena *arena,
                                        struct arena *scratch, struct work *work);

/* The frame at the end of a path from the innermost line outwards (n > 0).  Its name is copied, the
 * path is not.  Cost: linear in n. */
uint32_t frame_of(struct frame_builder *builder, const struct frame_step *path, size_t n,
                  const struct func *func);

/* Ticks of an instruction, for its frame and all that this was inlined into.  Cost: constant. */
void frame_add_ticks(struct frame_builder *builder, uint32_t frame, uint64_t address, double ticks,
                     double variance);

/* The same of code that has no frame; func: number of its owner. */
void frame_add_unknown(struct frame_builder *builder, uint32_t func, double ticks);

/* What a frame has of a piece of code in the bin; its own share only, added in several parts or at
 * once.  Only those of inlined frames are kept. */
void frame_add_share(struct frame_builder *builder, uint32_t frame, uint64_t low, uint64_t high,
                     double part);

/* Says that the ticks and shares added since were all from one bin, which has this many.  Cost:
 * linear in the frames that have some. */
void frame_end_bin(struct frame_builder *builder, double ticks);

/* Calls out of a frame: the callee, how many, and an instruction. */
void frame_add_calls(struct frame_builder *builder, uint32_t frame, const struct frame_call *call);

/* Says which frame an address of stacks is in; by rising addresses. */
void frame_add_place(struct frame_builder *builder, uint64_t address, uint32_t frame);

/* The result; the builder must not be used again.  Cost: n log n. */
const struct frames *frame_builder_done(struct frame_builder *builder);

/* Sets by_arc and first_of_arc.  Owner: the arena.  Cost: linear in arcs and calls. */
void frames_list_calls(struct frames *frames, const struct profile *profile, struct arena *arena);

/* The function that the frame's line is one of; or NULL. */
const struct func *frame_owner(const struct profile *profile, const struct frame *frame);

/* The frames of a line are by_line[first] to by_line[return value - 1]. */
size_t frames_at(const struct frames *frames, const char *path, unsigned line, size_t *first);

/* What the own ticks of each function have of code that was inlined into it; shape: [nfuncs].
 * Owner: the arena.  Cost: linear in frames and functions. */
const double *frames_inlined(const struct frames *frames, const struct profile *profile,
                             struct arena *arena);

/* Call stacks that agree with a profile.
 *
 * Those of samples are what was recorded, line by line as far as lines are known, with recursive
 * functions as often as they were on them.
 * gmon files hold no stacks, only samples, and how often one function called another.  Here the own
 * ticks of each line are divided among stacks: by the shares of the function's callers, then of
 * theirs, and so on outwards:
 *	- a line, so a function, is innermost with exactly its own ticks;
 *	- a path has the product of the shares along it, as in the tree, down to
 *	  1/10,000 of all ticks.  Below that parts of 1/50,000 are not divided:
 *	  each goes to one caller, by systematic sampling (which needs no chance,
 *	  so the same profile has the same stacks);
 *	- so what the stacks have that a function is on is its total, exactly as
 *	  long as nothing is sampled.  Members of cycles have what they call
 *	  outside, without what their lower bounds say besides.
 * A cycle is a place of its own between the member that the time is spent in and the caller, as in
 * the tree: nobody knows how its members called each other.  So no function is on a stack twice,
 * and no stack goes on for ever.  Source: systematic sampling in the order of the golden ratio,
 * Kronecker's sequence. */

#define NO_STEP UINT32_MAX

enum { MOST_PLACES = 128 }; /* on a stack that was not recorded */

enum stack_place_kind {
	PLACE_FRAME,  /* a line of the function, or of code inlined there */
	PLACE_FUNC,   /* somewhere in the function */
	PLACE_CYCLE,  /* somewhere in the cycle */
	PLACE_CUT,    /* there are callers, but no room on the stack */
	PLACE_NOWHERE /* time in no known function */
};

struct stack_place {
	enum stack_place_kind kind;
	const struct func *func;   /* FRAME: that it is a line of; FUNC */
	const struct frame *frame; /* FRAME */
	const struct cycle *cycle; /* CYCLE */
};

/* A place on the way from the outermost one inwards. */
struct stack_step {
	uint32_t place; /* its number; see stack_place() */
	uint32_t inner; /* the step to what is called; NO_STEP: innermost */
	uint32_t depth; /* how many there are further inwards */
	uint32_t next;
	double ticks;
};

struct stack {
	uint32_t outermost; /* step */
	double ticks;
};

struct stacks {
	const struct dataset *data;
	const struct stack_step *steps;
	const struct stack *list; /* shape: [n] */
	size_t n;
	size_t nplaces; /* numbers are below that */
};

/* Owner: the arena.  Cost: n log n in arcs and calls of lines; stacks, of which there are as many
 * as lines with ticks, and some 50,000 at most besides. */
struct stacks stacks_find(const struct dataset *data, struct arena *arena);

struct stack_place stack_place(const struct stacks *stacks, uint32_t number);

/* Lines of code, separately for each function that owns the code: the time of each, and its calls.
 *
 * A line of a header that was inlined into three functions is three of these; with inlined
 * functions apart it is one, of the function that it is in.  What a function has in code of no
 * known line is one more, so a function's lines have all of its time, and each call is on exactly
 * one line.
 *
 * They are what the frames have (model/frames.h), added up. */

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
