/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules a profile is built under: one set of records, two interpretations.
 *
 * `exact` is what was measured: every function, symbol sizes, bins where their writer put them,
 * each file's own rate, every tick accounted for.  `gprof` is what GNU gprof 2.40 makes of the same
 * records, bug for bug if a listing depends on it. doc/profiling.md lists each difference. */
#pragma once

#include "model/profile.h"

struct building;
struct line_runs;

/* How a selection treats a function, as bits. */
enum {
	SELECT_FLAT = 1,  /* in the flat profile; else its ticks are left out */
	SELECT_GRAPH = 2, /* in the call graph, even if no caller is */
	DROP_GRAPH = 4,   /* not in the call graph, even if a caller is */
	SELECT_TIME = 8,  /* its time counts, even if no caller's does */
	DROP_TIME = 16,   /* its time does not count, even if a caller's does */
	SELECT_ALL = SELECT_FLAT | SELECT_GRAPH | SELECT_TIME
};

/* Which functions and arcs take part.  Source: gprof's -e -E -f -F -n -N -p -P -q -Q -k, and its
 * own exclusion of mcount and the like. */
struct selection {
	const void *context;

	/* Fills in bits for all functions; NULL: SELECT_ALL for each. */
	void (*mark)(const void *context, const struct func *funcs, size_t nfuncs,
	             unsigned char *bits);

	/* Whether an arc is kept; NULL: all are. */
	bool (*arc)(const void *context, const struct func *caller, const struct func *callee);
};

/* The callee of calls whose target is in a register. */
#define STATIC_CALL_REGISTER UINT32_MAX

/* A call in the code, whether or not it happened, by function numbers. */
struct static_call {
	uint32_t caller, callee;
};

/* Finds such calls; they become arcs with 0 calls.  NULL find: none. */
struct call_finder {
	const void *context;
	const struct static_call *(*find)(const void *context, const struct func *funcs,
	                                  size_t nfuncs, size_t *n);
};

/* What the code says about a part of a piece of code that a bin counts. */
struct part_code {
	double begins;      /* instructions that begin there, each by how likely a
	                  sample is; 0: none, or just padding */
	uint64_t low, high; /* [low, high): straight code around it, which runs
	                       as often as it does */
};

/* A call in the code. */
struct code_call {
	uint64_t at; /* where it is */
	bool has_target;
	uint64_t target;
};

/* Reads code.  NULL functions: none can be read. */
struct code_reader {
	void *context;

	/* For bins that several functions share: of the part [low, high) of the piece of code
	 * [from, to).  Returns false if it could not be read, or there is no time. */
	bool (*read)(void *context, uint64_t from, uint64_t to, uint64_t low, uint64_t high,
	             struct part_code *out);

	/* All calls of code in [low, high), at most `room`; sets *n.
	 * Returns false if they are not known for sure. */
	bool (*calls)(void *context, uint64_t low, uint64_t high, struct code_call *list,
	              size_t room, size_t *n);

	/* Why code could not be read, or NULL. */
	const char *(*problem)(void *context);
};

/* How what files repeat counts; exact rules only. */
enum repeat_use {
	REPEATS_AUTO, /* once, if that is no chance */
	REPEATS_ONCE, /* even if it is chance */
	REPEATS_ADDED /* all that each file holds, as in gprof */
};

struct repeat_uses {
	enum repeat_use copies;    /* of files, and of records in a file */
	enum repeat_use sums;      /* beside their parts */
	enum repeat_use snapshots; /* each contains the one before */
	enum repeat_use common;    /* what all files have in common */
};

/* What gprof's rules do in another way (model/build/building.h). */
struct gprof_methods {
	bool (*check)(const struct building *b, struct error *err);
	bool (*find_functions)(struct building *b, struct error *err);
	void (*find_ticks)(struct building *b);
};

/* What users choose of the rules. */
struct rule_choice {
	bool is_as_gprof;
	bool opens_cycles;          /* arcs that close them pass on no time */
	bool measures_callers;      /* time is divided by what calls were measured to cost */
	bool leaves_idle;           /* what waits does not count; exact rules, gmon files */
	const char *idle_names;     /* of what waits, too (func_waits()); or NULL */
	enum profiler_use profiler; /* exact rules only */
	struct repeat_uses repeats;
};

struct rules {
	const char *name;                  /* "exact", "gprof" */
	const struct gprof_methods *gprof; /* NULL: exact rules */
	const struct rules *compared;      /* a note says where these differ; or NULL */
	bool no_statics;                   /* gprof's -a: ignore local symbols */
	bool functions_only;               /* gprof's -D: and locals that are not functions */
	bool no_indexes;                   /* numbers of the entries are not needed */
	bool no_notes;                     /* notes are not needed */
	bool no_costs;                     /* what callers cost is not needed */
	bool marks_dropped;                /* profile->is_dropped is needed */
	struct rule_choice choice;
	struct selection select;
	struct call_finder calls; /* gprof's -c */
	struct code_reader code;  /* exact rules */

	/* gprof's -l: lines are functions, too; NULL: they are not */
	const struct line_runs *lines;
};
