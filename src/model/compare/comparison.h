/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sets of runs compared: the base, and the new side, which is the profile that views show.
 *
 * What is here does not depend on what times are compared per: that is chosen while it is looked
 * at, and differences go on from there. */
#pragma once

#include "model/compare/changes.h"
#include "model/model.h"

/* Files of a side, as they were when they were read. */
struct side_files {
	const char *executable;
	const char *const *files; /* profiles; shape: [n] */
	size_t n;
	double oldest, newest; /* when they were written: seconds since 1970; 0: not known */
};

/* Whether several runs are ranks of MPI, as far as names of files tell. */
enum side_ranks { NO_RANKS, MAYBE_RANKS, SURE_RANKS };

struct side {
	struct side_files files;
	bool is_of_new;          /* a base: of the new side's files, others */
	struct dataset data;     /* whole, of either side */
	const struct runs *runs; /* also of a single file */
	enum side_ranks ranks;

	/* A base: with the new side as it is; NULL: not known yet. */
	const struct matching *matching;
};

/* How many functions that exist on both sides were called equally often. */
struct same_work {
	size_t equal, all;
	size_t single; /* that only one side has, which called them */
};

struct comparison {
	const struct side *base, *new;
	const struct matching *matching;

	/* By matching->counterpart, functions of the base that a function of the new side shows:
	 * list[first[f]] to list[first[f + 1]]; shape: [nfuncs + 1]. */
	const uint32_t *shown, *first_shown;

	/* What a tick of the base is in ticks of the new side's rate; what a run of the base is in
	 * runs of the new side; the same of files that count calls. */
	double tick, runs, call_runs;

	bool lacks_libraries; /* either side: its time is not that of whole runs */
	const char *endings;  /* runs that ended early, unless all did alike; or "" */
	struct same_work work;
	double level;                      /* of the tests (model/compare/changes.h) */
	const struct base_lines *lines;    /* or NULL: none are known */
	const struct differences *per_run; /* or NULL: they are found when asked for */
	const struct note *notes;          /* about the base, and both; shape: [nnotes] */
	size_t nnotes;
};

/* Compares two sides, whose names are used in this thread.  Pairs: see matching_find().  Both sides
 * must live as long.  Owner: the arena.
 * Errors: NULL; they cannot be compared, or the job is cancelled. */
struct comparison *comparison_new(const struct side *base, const struct side *new,
                                  const char *const *pairs, size_t npairs, struct arena *arena,
                                  struct progress *progress, struct error *err);

/* What ticks, their variance, and calls, of the base are for as many runs as the new side has; in
 * ticks of the new side's rate. */
double comparison_ticks(const struct comparison *c, double ticks);
double comparison_variance(const struct comparison *c, double variance);
double comparison_calls(const struct comparison *c, double calls);

/* What functions of one side have together. */
struct side_figures {
	bool is_there; /* there are any */
	double ticks, total, variance;
	double calls; /* all of them, if they were counted */
	bool is_counted;
	bool is_inlined; /* apart: some of their code is in others */
};

/* Figures of the base, converted as above: those of all functions of it that a function of the new
 * side shows.  Nothing without a base (NULL). */
struct side_figures comparison_base(const struct comparison *c, const struct func *f);

/* Those of one function of the base. */
struct side_figures comparison_base_func(const struct comparison *c, const struct func *base);

/* The name of a function of the base: names_get(). */
const char *comparison_base_name(const struct comparison *c, const struct func *base,
                                 enum name_style style);

/* The function of the new side that shows a function of the base; or NULL. */
const struct func *comparison_counterpart(const struct comparison *c, const struct func *base);

/* The functions of the base that a function of the new side shows; sets *n. */
const uint32_t *comparison_shown(const struct comparison *c, const struct func *f, size_t *n);

/* Makes a dataset of the new side show the comparison, with the base beside it; or none (NULL). */
void comparison_show(const struct comparison *c, struct dataset *data);

/* What changed between two sides, function by function, and what may be noise. */

/* What times are compared per. */
enum per_what {
	PER_RUN,     /* a file of each side */
	PER_TOTAL,   /* all time: shares are compared */
	PER_TYPICAL, /* the typical function, as if it had not changed */
	PER_CALLS    /* calls of one function */
};

struct per_choice {
	enum per_what what;
	const struct func *func; /* CALLS: of the new side */
};

enum verdict {
	VERDICT_NOISE = CHANGE_NOISE,
	VERDICT_ALL = CHANGE_ALL,       /* in time, but so is the typical function */
	VERDICT_SLOWER = CHANGE_SLOWER, /* in time, and against the typical function */
	VERDICT_FASTER = CHANGE_FASTER,
	VERDICT_CALLS, /* called more or less often; the time may be noise */
	VERDICT_NEW,   /* on the new side only */
	VERDICT_GONE   /* on the base side only */
};

/* "slower", "~". */
const char *verdict_name(enum verdict verdict);

/* A match with all grouped with it, being inlined there on the other side; or all functions. */
struct difference {
	uint32_t match; /* NO_MATCH: all functions */

	/* In a run of the new side, in ticks of its rate.  Calls were counted on neither side if
	 * some code is inlined on one: that ran uncounted. */
	struct side_figures base, new;
	enum verdict verdict;
	const struct change *change;

	/* Its members, itself first, if there is more than one: numbers of matches.  Shape:
	 * [nmembers] */
	const uint32_t *members;
	size_t nmembers;
};

struct differences {
	const struct comparison *comparison;
	struct per_choice per;
	double times;                  /* figures of a run of the base times this are compared
	                 with a run of the new side */
	const struct difference *list; /* with figures; shape: [n] */
	size_t n;
	struct difference total;
	const struct changes *changes;
};

/* Compares all functions.  Owner: the arena.  Errors: NULL; times cannot be compared per what is
 * asked for.  Cost: linear in the functions, and in the functions that each run has. */
const struct differences *differences_find(const struct comparison *c, struct per_choice per,
                                           struct arena *arena, struct error *err);

/* The difference of each function of the new side, or NULL; shape: [nfuncs].  Owner: the arena. */
const struct difference *const *differences_by_func(const struct differences *d,
                                                    struct arena *arena);

/* Whether it is slower or faster by more than chance; NULL is not. */
bool difference_is_found(const struct difference *d);

/* Whether a check should fail that allows so many percent: it is slower, and by no less. */
bool difference_is_slower_by(const struct difference *d, double percent);

/* How many functions are slower or faster by a comparison, and neither by another one of the same
 * sides, with inlined functions apart or not: "1 slower, 2 faster"; or NULL.  Owner: the arena. */
const char *comparison_more(const struct comparison *c, const struct comparison *than,
                            struct arena *arena);

/* One match by itself, for the members of a group: without verdict. */
struct difference difference_of_match(const struct differences *all, uint32_t match);

/* What is odd about a comparison. */

/* The runs that made many more, or fewer, calls than most of their side. */
struct odd_runs {
	const struct keyed *list; /* by calls, .index: of the run; shape: [n] */
	size_t n;
	double calls; /* times those of the others */
};

/* Owner: the arena. */
struct odd_runs runs_of_other_work(const struct runs *runs, struct arena *arena);

/* Sets its notes: those of the base that are faults or warnings, and what is odd about both sides
 * together. */
void comparison_notes(struct comparison *c, struct arena *arena);
