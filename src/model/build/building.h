/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile being built: private to the files of model/ that build it.
 *
 * The steps are those of build() in build.c; doc/architecture.md says what each does.
 * Data of one step is in arrays by function number in `step`; what several steps need is in
 * `scratch`, which is freed when the profile is done. */
#pragma once

#include "model/build/graph.h"
#include "model/model.h"

struct merged;

/* Time that no counted call leads to from where the program starts. */
enum { SPONTANEOUS_FUNCS = 3 };
struct spontaneous {
	double ticks;
	uint32_t funcs[SPONTANEOUS_FUNCS]; /* those that have most of it with what
	                                they call; shape: [n] */
	double shares[SPONTANEOUS_FUNCS];  /* ticks of these, each with its own */
	size_t n;
};

/* Code of a function where it was inlined, with what was inlined there in turn if that is of the
 * same function. */
struct code_copy {
	uint32_t func;  /* that it is of */
	uint32_t outer; /* the node that it was inlined into: a function, by its own code, or
	                   nfuncs + the number of a copy before */
	uint32_t host;  /* the function whose code it is in */
	double own;     /* ticks of it, not of what was inlined there */
};

/* With inlined functions apart: the nodes that code consists of, as the bounds need them.  A
 * function's own code is the node of its number, copy i is node nfuncs + i. */
struct code_copies {
	struct code_copy *list; /* shape: [n] */
	size_t n;
	const bool *closed;        /* functions whose own code and all that this calls called
	                              nothing that is not known; shape: [nfuncs] */
	struct flow_arcs ways;     /* from nodes to what they call, or has been inlined there */
	struct shared_bins shared; /* bins that several nodes share; their parts' functions are
	                              nodes, and they have no pieces */
};

struct building {
	const struct image *image;
	const struct records *records;
	const struct rules *rules;
	struct arena *arena;   /* owns what stays */
	struct arena *scratch; /* freed with the building */
	struct arena *step;    /* freed when a step ends */
	struct progress *progress;
	struct profile *profile;
	struct notes notes;

	struct func *funcs; /* shape: [nfuncs] */
	size_t nfuncs;
	unsigned char *bits; /* of the selection; shape: [nfuncs] */
	struct code_map map;
	uint32_t outside; /* number of the function for foreign addresses */
	uint32_t *callee; /* for gprof's functions: which one gets the calls
	                     of this one, or NO_FUNC; shape: [nfuncs] */
	const struct merged *merged;
	double shared_ticks; /* of bins that count more than one function */

	struct spontaneous spontaneous;

	/* Apart: where code of stacks was inlined, and which function each frame is of; or NULL. */
	const struct frames *frames;
	const uint32_t *of_frame;
	struct code_copies copies; /* empty: functions are their own code only */

	struct arc *arcs; /* shape: [narcs] */
	size_t narcs;
	struct index arc_index; /* of those that arc_between() was asked for, and before */

	/* Of records->calls; shape of each: [ncalls]. */
	uint32_t *from, *to;   /* functions, or NO_FUNC; NULL: not looked up yet */
	uint32_t *arc_of_call; /* plus 1, or 0 */
	struct {
		uint64_t records, calls;
		uint64_t noutside; /* of the records: from or to no code of the file */
	} unnamed;                 /* calls from or to code that no symbol names */
	struct cycle *cycles;      /* shape: [ncycles] */
	size_t ncycles;

	/* Numbers of the functions, callers before callees as far as cycles allow, members of a
	 * cycle together; shape: [nfuncs].  In reverse: [0] is a leaf. */
	uint32_t *order;
};

/* Sets funcs, nfuncs, map.  Errors: no symbols.  The exact map is scratch: functions_add_gaps()
 * makes the final one. */
bool functions_exact(struct building *b, struct error *err);

/* Adds functions for bytes in `map` that have ticks or calls but belong to no symbol, and one for
 * addresses outside the image if needed. */
void functions_add_gaps(struct building *b);

/* Does all of that by the rules: first the functions and the selection, then their ticks. */
bool functions_find(struct building *b, struct error *err);
void ticks_find(struct building *b);

/* The number of the arc between two functions, which may be a new one. */
uint32_t arc_between(struct building *b, uint32_t caller, uint32_t callee);

/* Sets arcs and how often each function was called, by itself, too. */
void calls_add(struct building *b);

/* Once arcs no longer move, gives each function its two lists, newest first, and tells its calls by
 * itself apart. */
void arcs_link(struct building *b);

/* Does that, with arcs to what was split off functions: which there are depends on ticks. */
void calls_link(struct building *b);

/* Does with the time of the profiler's own functions what the rules say. */
void profiler_place(struct building *b);

/* The same with that of functions in which a system waits. */
void idle_place(struct building *b);

/* Adds a note about that. */
void profiler_note(struct building *b);

/* Cuts arcs so that none hands time on to where it comes from, and records the former cycles. */
void cycles_open(struct building *b);

/* Sets cycles, every function's cycle, and order. */
void cycles_find(struct building *b);

/* The first function of its cycle, or itself; its number. */
uint32_t caller_node(const struct building *b, const struct func *f);

/* Whether each caller's cost is to be measured from several files. */
bool callers_are_measured(const struct building *b);

/* Does that, callees before callers. */
void callers_measure(struct building *b);

/* Sets the arcs' shares. */
void shares_find(struct building *b);

/* Sets the ticks of descendants, the graph's shares and what is listed. */
void propagate(struct building *b);

/* Whether components are closed.  component: of each function, shape: [nfuncs]; components: which
 * one leads to which, with lower numbers.
 * Only components with some time are looked at that lead to few others, so that little code is
 * read; others count as open.  Owner: the building's step arena; shape: [components->n]. */
bool *closed_code_find(const struct building *b, const uint32_t *component,
                       const struct flow_graph *components);

/* Sets totals and what passes along arcs by the stacks of samples, before calls_link(): adds arcs
 * of calls that were not counted.  False if cancelled.  Cost: linear in the stacks. */
bool paths_find(struct building *b);

/* Once the time of functions, and what passes along arcs, is known: sets the arcs' shares and what
 * the graph shows of functions. */
void figures_finish(struct building *b);

/* Sets the bounds of totals, and moves totals to them. */
void bounds_find(struct building *b);

/* Sets the index of functions and cycles and the lists by index. */
void ranks_give(struct building *b);

/* Gives the profile its functions, arcs and cycles. */
void graph_give(struct building *b);
