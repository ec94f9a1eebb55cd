/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile: what the whole program is about.
 *
 * model/build turns records and an image into a profile under rules.  After that nothing in it
 * changes, so views keep plain const pointers.  What becomes known later is beside it:
 * model/dataset.h.
 *
 * Units: time is in ticks of profile->rate as long as it is data; columns turn ticks into seconds.
 * A call count is in calls.
 *
 * Invariants, checked in debug builds by profile_check():
 *	sum of self_ticks + lost_ticks == total_ticks
 *	calls of a function == sum of its callers' arcs without its own
 *	arcs that are cut pass on no time; with them there is no cycle
 *	a function's total is not outside its bounds
 *	funcs are by ascending address; every arc is in two lists
 *
 * model/build/build.h makes another profile of it, in which inlined functions are functions of
 * their own. */
#pragma once

#include "model/notes.h"

struct shared_bins;
struct bounds;
struct caller_costs;
struct cycle;
struct func;
struct image;
struct inlined_shares;
struct profile;
struct records;
struct rules;

/* Which functions are the profiler's own, and what can become of their time. */

/* What becomes of the time of the profiler's own functions. */
enum profiler_use {
	PROFILER_APART, /* they are functions like others */
	PROFILER_OUT,   /* it does not count */
	PROFILER_SPREAD /* functions get it by their calls */
};

/* Those that gprof leaves out of every listing. */
extern const char *const profilers_of_gprof[];
extern const size_t nprofilers_of_gprof;

/* Whether gprof leaves out a function with this name. */
bool profiler_is_gprofs(const char *name);

/* Whether the exact rules take it for the profiler's: one of those, what other systems and options
 * call, or a stub through which they are called. */
bool profiler_has(const char *name);

/* Whether it is one of these. */
bool func_is_profilers(const struct func *f);

/* Whether a system waits in it for something to do: it has the name that one of several systems
 * gives such a function, or one of `more`, with commas between them. */
bool func_waits(const struct func *f, const char *more);

/* Whether totals are known: counted from stacks, or divided by calls. */
bool profile_has_totals(const struct profile *profile);

/* Rows with fewer samples are dimmed: a third of the figure or more may be noise. */
enum { FEW_SAMPLES = 10 };

/* One function calling another (or itself). */
struct arc {
	const struct func *caller, *callee;
	uint64_t calls;
	double share;            /* of the callee's time (or its cycle's) that the caller
	                 gets; 0: it passes on no time */
	double self_ticks;       /* of the callee's self time, the caller's share */
	double descendant_ticks; /* the same for the callee's descendants' time */
	bool is_cut;             /* it would close a cycle, so it passes on no time */
	bool is_sampled;         /* no call was counted: it was on stacks of samples */
	bool is_split;           /* the callee is code that the compiler split off the caller: no
	                            call was counted, and it has no other caller */
	bool is_jump;            /* of those: nothing else can lead to the callee */

	/* With inlined functions apart: some code of the callee was inlined into the caller; its
	 * measured ticks, with what was inlined into it.  They are in the others; how often it ran
	 * is not known. */
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
	bool is_idle;     /* the system waits in it; exact rules only */
	bool is_function; /* marked as one, so that arcs may end here */
	bool is_listed;   /* has an entry of its own in the call graph */
	bool is_inlined;  /* apart: some of its code is inlined into others */
	bool is_again;    /* it is on some stack of a sample several times */
	uint64_t calls;   /* from other functions */
	unsigned index;   /* gprof's [n]: rank by time in the graph */
	uint32_t ncallers, ncallees;

	/* With static calls: the number of arcs when the first call through a register was found,
	 * plus 1; 0: there is none. */
	uint32_t register_call;

	double self_ticks;       /* spent in the function itself */
	double variance;         /* of self_ticks, ticks squared; sampling noise */
	double shared_ticks;     /* of self_ticks, in bins that others have code in, */
	double shared_most;      /* which have so many */
	double inlined_ticks;    /* apart: of self_ticks, in code inlined into others */
	double descendant_ticks; /* in its descendants, on its behalf; not scaled */
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

/* A path of calls that samples were taken on, down to a function.  Outer ones come first. */
struct path {
	uint32_t func;        /* number */
	uint32_t above;       /* the path to its caller, or NO_PATH */
	uint32_t below, next; /* the first path to a callee; the next with the same above */
	uint32_t arc;         /* number of the arc that it ends with, or NO_ARC */
	bool is_outermost;    /* the function is on it once */
	bool is_first_of_arc; /* so is the arc */
	double self, total;   /* ticks of what ends there, and with all below */
};

#define NO_PATH UINT32_MAX
#define NO_ARC UINT32_MAX

/* Where CPU time went, by samples with stacks. */
enum cpu_use {
	CPU_PROGRAM,   /* functions of the executable */
	CPU_LIBRARIES, /* of others */
	CPU_KERNEL,    /* system calls, by whatever they were made */
	CPU_UNNAMED,   /* code that no symbol names */
	CPU_COUNTING,  /* the profiler's own functions */
	CPU_USES
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
	const uint32_t *opened_of;           /* index in there plus 1, 0: in none; shape: [nfuncs];
	                                        NULL: rules opened none */
	const struct func **by_index;        /* entry [n] at n - 1, NULL: a cycle */
	const struct cycle **cycle_by_index; /* shape of both: [nindexes];
	                                        NULL: there are no cycles */
	size_t nindexes;

	/* Of totals; shape: [nfuncs]; NULL: gprof's rules, a selection, or no calls. */
	const struct bounds *bounds;

	/* Of samples with stacks, by which totals and what passes along arcs are counted; NULL:
	 * there are none, and time is divided by calls.  shape: [npaths] */
	const struct path *paths;
	size_t npaths;
	double cut_ticks; /* of stacks that were not followed to their end */
	double cpu_ticks[CPU_USES];

	double total_ticks; /* all that counts as 100 % */
	double lost_ticks;  /* gprof's rules: in no known function */
	double graph_ticks; /* 100 % of the call graph */
	double rate;        /* ticks per second; 0: not known, ticks only */
	uint64_t samples;   /* ticks as counted, of all rates */

	/* Of the profiler's own functions, whatever became of it. */
	double profiler_ticks;
	enum profiler_use profiler; /* what became of it; PROFILER_APART if there is none */
	uint64_t profiler_calls;    /* SPREAD: by which it was handed out */

	/* Of functions that wait, whatever became of it. */
	double idle_ticks;
	bool is_idle_out; /* it does not count */

	bool has_histogram, has_calls;
	char dimension[16]; /* unit of ticks / rate: "seconds" */
	char abbreviation;  /* 's' */
	double bin_units;   /* 2-byte units per bin of the first record */

	const struct caller_costs *caller_costs; /* NULL: one file */

	/* Of records->calls, those between functions that the selection removes; NULL:
	 * rules->marks_dropped is not set. */
	const bool *is_dropped;

	const struct note *notes; /* all of them; shape: [nnotes] */
	size_t nnotes;
	const struct code_map *map;       /* addresses to functions */
	const struct shared_bins *splits; /* of bins that functions share; NULL:
	                                    gprof's rules */
};

/* Whether a figure of some ticks with that variance is worth as little as one of fewer than
 * FEW_SAMPLES samples. */
bool is_faint_figure(double ticks, double variance);

/* The ticks of a sample, on average; 0 if nothing was sampled. */
double sample_ticks(const struct profile *profile);

/* The ticks that a function without a sample has less than, with 95 % confidence: those of three
 * samples; 0 if nothing was sampled at all, and of one that has half a sample or more, or may have
 * three of bins that it shares, or gave its samples away, or is outside of what is sampled. */
double unseen_ticks(const struct profile *profile);
double func_unseen_ticks(const struct profile *profile, const struct func *f);

/* The function that holds the address, or NULL. */
const struct func *profile_at(const struct profile *profile, uint64_t address);

/* A function's index in profile->funcs. */
uint32_t profile_number(const struct profile *profile, const struct func *f);

/* The function with the most time of its own, or NULL. */
const struct func *profile_hottest(const struct profile *profile);

/* What its own functions have of all samples, those left out included; in percent. */
double profiler_share(const struct profile *profile);

/* The decimals of percentages and times that one of its samples is seen with; at most so many. */
int percent_decimals(const struct profile *profile, int most);
int time_decimals(const struct profile *profile, int most);

/* Whether it is much, and in rows of its own. */
bool profiler_stands_out(const struct profile *profile);

/* The same of functions that wait; or it is left out. */
bool idle_stands_out(const struct profile *profile);

/* The part of the function's self_ticks that the profiler took in its calls. */
double func_profiler_ticks(const struct profile *profile, const struct func *f);

/* Whether it is the profiler's own, or waits, and its time is not its any more. */
bool func_gave_time(const struct profile *profile, const struct func *f);

/* Whether it is from a function to itself, or inside a cycle. */
bool arc_is_inner(const struct arc *arc);

/* Whether it passes time from callee to caller: neither inner nor cut. */
bool arc_hands_time(const struct arc *arc);

/* The share of the arc's ticks for this many of its calls; it has some.  What is inlined is not for
 * calls. */
double arc_ticks(const struct arc *arc, uint64_t calls);

/* The part that it has of the calls among which the callee's time is divided; it hands time on. */
double arc_part_of_calls(const struct arc *arc);

/* The opened cycle that the function was in, or NULL. */
const struct opened_cycle *profile_opened(const struct profile *profile, const struct func *f);

/* Whether calls of it were counted; else their number is not known. */
bool func_is_counted(const struct func *f);

/* All calls of it, those by itself, too.  Damaged counts may be too large for an integer. */
double func_all_calls(const struct func *f);

/* The arc from the function that the compiler split it off, or NULL. */
const struct arc *func_split(const struct func *f);

/* The number of calls among which the time of a function, or of the cycle it is in, is divided. */
uint64_t func_handing_calls(const struct func *f);

/* The least and the most time a function can have taken together with all it calls, whatever each
 * call cost: model/build/totals.c. */

struct bounds {
	double least;   /* ticks of what is reached only through it */
	double most;    /* ticks of all that it can have reached */
	bool is_closed; /* its code called nothing that has no known caller */

	/* The nearest function that all known ways to it lead through; NULL: there is none. */
	const struct func *through;
};

/* A function's bounds; NULL if the profile has none. */
const struct bounds *bounds_of(const struct profile *profile, const struct func *f);

/* Whether bounds are so far apart that the total between them says little: by more than half of it,
 * and by more than 5 % of all time.  NAN: there are none. */
bool bounds_are_wide(const struct profile *profile, double least, double most, double total);

/* A function's total as calls divide it, before it was moved to a bound. */
double bounds_estimate(const struct func *f);

/* What the calls of each caller cost, measured.
 *
 * A file counts how often each caller called a function, not what those calls took.  Several files
 * in which the callers' parts differ tell: the function's time in each file is a sum over its
 * callers of calls times a cost, and the costs are what fits all files (model/regression.h;
 * doc/profiling.md).  A function stands for its cycle, which is called as a whole. */

/* Why the files tell what callers cost, or why not. */
enum caller_state {
	CALLERS_MEASURED,
	CALLERS_FEW_FILES,   /* fewer than the callers need */
	CALLERS_MANY,        /* more callers than can be told apart */
	CALLERS_FEW_SAMPLES, /* nothing could be told from so few */
	CALLERS_UNCOUNTED,   /* it ran where no call of it was counted */
	CALLERS_ALIKE,       /* the callers' parts are much the same in all */
	CALLERS_BELOW,       /* much of its time is in callees of which the same is not known */
	CALLERS_UNSURE       /* the errors would be too large */
};

/* The fit of a function with several callers. */
struct caller_fit {
	enum caller_state state;
	size_t nfiles;    /* in which it was called */
	size_t nmixes;    /* different parts that callers have of the calls */
	size_t nneeded;   /* mixes there would have to be, at least */
	size_t ncallers;  /* arcs that hand its time on */
	size_t ntogether; /* those with few calls, fitted as one; or 0 */
	double ticks;     /* with its callees, in those files */
	double stray;     /* UNCOUNTED: ticks in other files */

	/* If there were enough files and samples. */
	double chi2;      /* squared residuals / variance that noise explains */
	size_t freedom;   /* degrees of it */
	double inflation; /* of errors, because chi2 is large; at least 1 */
	double worst;     /* largest error, as a part of the ticks */
};

/* Of an arc whose callee is measured, or has no other caller but callees that are. */
struct caller_cost {
	double ticks; /* of the callee and what it calls, for this caller */
	double error; /* one standard deviation; 0: not measured by itself */
	double share; /* of the callee's time; 0 if that is not measured */
};

struct caller_costs {
	size_t nfiles;                 /* with samples and calls */
	const struct caller_fit *fits; /* shape: [nfits] */
	size_t nfits;
	const uint32_t *fit_of;         /* index in there plus 1, or 0, by
	                                   function; shape: [nfuncs] */
	const struct caller_cost *arcs; /* by arc; shape: [narcs] */
};

/* The fit of a function or of its cycle; NULL: it has not several callers, or there is only one
 * file. */
const struct caller_fit *caller_fit_of(const struct profile *profile, const struct func *f);

/* What an arc's calls cost; NULL: not measured, by itself at least. */
const struct caller_cost *caller_cost_of(const struct profile *profile, const struct arc *arc);
