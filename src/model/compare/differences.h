/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two sides, function by function, and what may be noise. */
#pragma once

#include "base/error.h"
#include "model/compare/changes.h"

struct comparison;
struct runs;

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

/* What functions, or all, have on one side: in a run of the new side. */
struct difference_side {
	double ticks; /* of the new side's rate */
	double calls;
	bool is_counted; /* calls were counted; false on both sides if some
	                    code is inlined on one: that ran uncounted */
	bool is_there;   /* functions of this side are among them */
	bool is_inlined; /* apart: some of their code is in others */
};

/* A match with all that is grouped with it, because it is inlined there on the other side; or all
 * functions. */
struct difference {
	uint32_t match; /* NO_MATCH: all functions */
	struct difference_side base, new;
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

/* The difference that each function of the new side is part of, or NULL; shape: [nfuncs].  Owner:
 * the arena. */
const struct difference *const *differences_by_func(const struct differences *d,
                                                    struct arena *arena);

/* Whether a check should fail that allows so many percent: it is slower, and by no less. */
bool difference_is_slower_by(const struct difference *d, double percent);

/* How many functions are slower or faster by a comparison, and neither by another one of the same
 * sides, with inlined functions apart or not. */
size_t comparison_more(const struct comparison *c, const struct comparison *than);

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
