/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#pragma once

#include "base/arena.h"

struct cycle;
struct dataset;
struct frame;
struct func;

#define NO_STEP UINT32_MAX

enum { MOST_PLACES = 128 }; /* on a stack that was not recorded */

enum stack_place_kind {
	PLACE_FRAME,   /* a line of the function, or of code inlined there */
	PLACE_FUNC,    /* somewhere in the function */
	PLACE_CYCLE,   /* somewhere in the cycle */
	PLACE_CUT,     /* there are callers, but no room on the stack */
	PLACE_NOWHERE, /* time in no known function */
	NPLACE_KINDS
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
