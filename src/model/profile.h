/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile: what the whole program is about.
 *
 * model/build turns records and an image into a profile under rules.  After
 * that nothing in it changes, so views keep plain const pointers.  What
 * becomes known later is beside it: model/dataset.h.
 *
 * Units: time is in ticks of profile->rate as long as it is data; columns turn
 * ticks into seconds.  A call count is in calls.
 *
 * Invariants, checked in debug builds by profile_check():
 *	sum of self_ticks + lost_ticks == total_ticks
 *	calls of a function == sum of its callers' arcs without its own
 *	arcs that are cut pass on no time; with them there is no cycle
 *	a function's total is not outside its bounds
 *	funcs are by ascending address; every arc is in two lists
 *
 * model/build/apart.h makes another profile of it, in which inlined functions
 * are functions of their own. */
#ifndef GPTUI_PROFILE_H
#define GPTUI_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/notes.h"
#include "model/profiler_names.h"

struct bin_splits;
struct bounds;
struct caller_costs;
struct cycle;
struct func;
struct image;
struct inlined_shares;
struct records;
struct rules;

/* Rows with fewer samples are dimmed: a third of the figure or more may be
 * noise. */
enum { FEW_SAMPLES = 10 };

/* One function calling another (or itself). */
struct arc {
	const struct func *caller, *callee;
	uint64_t calls;
	double share;            /* of the callee's time (or its cycle's) that the caller
	                 gets; 0: it passes on no time */
	double self_ticks;       /* of the callee's self time, the caller's share */
	double descendant_ticks; /* the same for the callee's descendants' time */
	bool is_cut;             /* it would close a cycle, so it passes on no
	                       time */
	bool is_split;           /* the callee is code that the compiler split off the
	                  caller: no call was counted, and it has no other
	                  caller */
	bool is_jump;            /* of those: nothing else can lead to the callee */

	/* With inlined functions apart: some code of the callee was inlined
	 * into the caller; its measured ticks, with what was inlined into it.
	 * They are in the others; how often it ran is not known. */
	bool is_inlined;
	double inlined_ticks;
};

enum func_kind {
	FUNC_SYMBOL,
	FUNC_LINE,    /* by line: one that begins where no symbol does */
	FUNC_PLT,     /* "puts@plt" */
	FUNC_GAP,     /* code that no symbol claims */
	FUNC_OUTSIDE, /* addresses in no code of the image */
	FUNC_INLINED  /* apart: it has no code of its own; low and high are the
	                 address of its hottest instruction, or 0 */
};

struct func {
	const char *name;   /* raw */
	uint64_t low, high; /* addresses, [low, high) */
	enum func_kind kind : 8;
	bool is_static;   /* a local symbol */
	bool is_profiler; /* the profiler's own; exact rules only */
	bool is_function; /* marked as one, so that arcs may end here */
	bool is_listed;   /* has an entry of its own in the call graph */
	bool is_inlined;  /* apart: some of its code is inlined into others */
	unsigned index;   /* gprof's [n]: rank by time in the graph */
	uint32_t ncallers, ncallees;

	/* With static calls: the number of arcs when the first call through a
	 * register was found, plus 1; 0: there is none. */
	uint32_t register_call;

	double self_ticks;       /* spent in the function itself */
	double variance;         /* of self_ticks, ticks squared; sampling noise */
	double inlined_ticks;    /* apart: of self_ticks, in code inlined into
	                         others */
	double descendant_ticks; /* in its descendants, on its behalf; not scaled */
	uint64_t calls;          /* from other functions */
	uint64_t cut_calls;      /* of those, along arcs that are cut */
	uint64_t self_calls;

	double graph_self;          /* self_ticks as far as the rules select them */
	double graph_child;         /* descendant_ticks, same */
	const struct cycle *cycle;  /* the cycle it is in, or NULL */
	const struct arc **callers; /* newest first; shape: [ncallers] */
	const struct arc **callees; /* newest first; shape: [ncallees] */
};

/* Functions that call each other: one node of the graph. */
struct cycle {
	unsigned number;             /* 1.. as gprof numbers them */
	const struct func **members; /* head first; shape: [nmembers] */
	size_t nmembers;
	uint64_t calls;      /* from outside to any member */
	uint64_t self_calls; /* between different members */
	double self_ticks, descendant_ticks;
	double graph_self, graph_child;
	unsigned index;
	bool is_listed;
};

/* Functions that would be a cycle if none of their arcs were cut. */
struct opened_cycle {
	size_t nmembers;
	size_t narcs, ncut;        /* between different members */
	uint64_t calls, cut_calls; /* calls along them */
};

struct profile {
	const struct image *image;
	const struct records *records;
	const struct rules *rules;

	const struct func *funcs; /* by rising address, then those that were
	                             always inlined; shape: [nfuncs] */
	size_t nfuncs;
	bool is_apart;                        /* inlined functions are functions of their own */
	const struct inlined_shares *inlined; /* what these have of the code of
	                                         others; NULL: not apart */
	const struct arc *arcs;               /* by first appearance; shape: [narcs] */
	size_t narcs;
	const struct cycle *cycles; /* by number; shape: [ncycles] */
	size_t ncycles;
	const struct opened_cycle *opened; /* shape: [nopened] */
	size_t nopened;
	const uint32_t *opened_of;           /* index in there plus 1, 0: in none;
	                              shape: [nfuncs]; NULL: rules opened
	                              none */
	const struct func **by_index;        /* entry [n] at n - 1, NULL: a cycle */
	const struct cycle **cycle_by_index; /* shape of both: [nindexes];
	                                        NULL: there are no cycles */
	size_t nindexes;

	/* Of totals; shape: [nfuncs]; NULL: gprof's rules, a selection, or no
	 * calls. */
	const struct bounds *bounds;
	double anybodys_ticks; /* of what has no known caller, with what that
	                          reaches */

	double total_ticks; /* all that counts as 100 % */
	double lost_ticks;  /* gprof's rules: in no known function */
	double graph_ticks; /* 100 % of the call graph */
	double rate;        /* ticks per second; 0: not known, ticks only */
	uint64_t samples;   /* ticks as counted, of all rates */

	/* Of the profiler's own functions, whatever became of it. */
	double profiler_ticks;
	enum profiler_use profiler; /* what became of it; PROFILER_APART if
	                               there is none */
	uint64_t profiler_calls;    /* SPREAD: by which it was handed out */

	bool has_histogram, has_calls;
	char dimension[16]; /* unit of ticks / rate: "seconds" */
	char abbreviation;  /* 's' */
	double bin_units;   /* 2-byte units per bin of the first record */

	const struct caller_costs *caller_costs; /* NULL: one file */

	/* Of records->calls, those between functions that the selection
	 * removes; NULL: rules->marks_dropped is not set. */
	const bool *is_dropped;

	const struct note *notes; /* all of them; shape: [nnotes] */
	size_t nnotes;
	const struct code_map *map;      /* addresses to functions */
	const struct bin_splits *splits; /* of bins that functions share; NULL:
	                                    gprof's rules */
};

/* Whether a figure of some ticks with that variance is worth as little as one
 * of fewer than FEW_SAMPLES samples. */
bool is_faint_figure(double ticks, double variance);

/* The function that holds the address, or NULL. */
const struct func *profile_at(const struct profile *profile, uint64_t address);

/* A function's index in profile->funcs. */
size_t profile_number(const struct profile *profile, const struct func *f);

/* The function with the most time of its own, or NULL. */
const struct func *profile_hottest(const struct profile *profile);

/* Percent of the samples from which the profiler's own time is worth a word on
 * the first screen. */
enum { PROFILER_MUCH = 5 };

/* What its own functions have of all samples, those left out included; in
 * percent. */
double profiler_share(const struct profile *profile);

/* Whether it is much, and in rows of its own. */
bool profiler_stands_out(const struct profile *profile);

/* The part of the function's self_ticks that the profiler took in its calls. */
double func_profiler_ticks(const struct profile *profile, const struct func *f);

/* Whether it is the profiler's own, and its time is not its any more. */
bool func_gave_time(const struct profile *profile, const struct func *f);

/* Whether it passes time from callee to caller: not recursive, nor inside a
 * cycle, nor cut. */
bool arc_hands_time(const struct arc *arc);

/* The share of the arc's ticks for this many of its calls; it has some.  What
 * is inlined is not for calls. */
double arc_ticks(const struct arc *arc, uint64_t calls);

/* For an index of arcs (base/index.h) by their ends. */
uint64_t arc_hash(const struct arc *arc);
bool arc_is(const void *arcs, uint32_t number, const void *wanted);

/* The part that it has of the calls among which the callee's time is divided;
 * it hands time on. */
double arc_part_of_calls(const struct arc *arc);

/* The opened cycle that the function was in, or NULL. */
const struct opened_cycle *profile_opened(const struct profile *profile, const struct func *f);

/* Whether calls of it were counted; else their number is not known. */
bool func_is_counted(const struct func *f);

/* All calls of it, its own to itself included.  Damaged counts may not fit in
 * an integer together. */
double func_all_calls(const struct func *f);

/* The arc from the function that the compiler split it off, or NULL. */
const struct arc *func_split(const struct func *f);

/* The number of calls among which the time of a function, or of the cycle it
 * is in, is divided. */
uint64_t func_handing_calls(const struct func *f);

#endif
