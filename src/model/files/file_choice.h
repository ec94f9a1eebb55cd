/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of many profile files count, the others being off as if not named, and how they differ. */
#pragma once

#include "base/base.h"
#include "model/runs.h"

struct file_names;
struct note;
struct profile;
struct records;

/* By number, in the order in which they were named. */
struct file_choice {
	bool *is_off; /* shape: [n] */
	size_t n;
	bool later_are_off; /* files that were not there then */
};

/* Without a choice (NULL) all are on. */
bool file_choice_is_off(const struct file_choice *choice, size_t number);

/* How many of the files that could be read are on. */
size_t file_choice_count(const struct file_choice *choice, const struct records *all);

/* Whether two choices are the same for the first nfiles. */
bool file_choice_is_same(const struct file_choice *a, const struct file_choice *b, size_t nfiles);

/* A copy of it.  Owner: the arena. */
const struct file_choice *file_choice_copy(const struct file_choice *choice, struct arena *arena);

/* The choice that records were made by, for later files as `choice` has them (NULL: on); or the one
 * that has the others on.  Owner: the arena. */
const struct file_choice *file_choice_of(const struct records *records,
                                         const struct file_choice *choice, bool others,
                                         struct arena *arena);

/* A choice without the files that count in records.  Owner: the arena. */
const struct file_choice *file_choice_without(const struct file_choice *choice,
                                              const struct records *records, struct arena *arena);

/* One that has all on, to be changed.  Owner: the arena. */
struct file_choice *file_choice_all(size_t nfiles, struct arena *arena);

/* A choice that has another state for a file, or for those of a group as the first of them; all
 * others as before, or off.  Owner: the arena. */
const struct file_choice *file_choice_toggle(const struct file_choice *choice,
                                             const struct run *run, size_t nfiles,
                                             struct arena *arena);
const struct file_choice *file_choice_only(const struct run *run, size_t nfiles,
                                           struct arena *arena);

/* The records of the files that are on; those that are off follow in ->off, with those that could
 * not be read.  At least one file is on.  All records if all are.  Owner: the arena; all records
 * must live as long, and are not changed.  Cost: linear in histograms and calls. */
const struct records *records_choose(const struct records *all, const struct file_choice *choice,
                                     struct arena *arena);

/* Profile files put together by what their names tell: hosts, jobs, ranks modulo a number.
 *
 * A group is like a file that has the mean of its files, of which a sample is worth less, so what
 * tells that a file differs from the others tells it of groups. */

struct file_groups {
	const struct runs *runs; /* a run for each group, by its lowest rank; those that are off are
	                            groups of files that are off */
	const struct spreads *spreads; /* of them; NULL: there is one group */
};

/* NULL if names do not tell what they are grouped by.  Files without it are a group "".
 * Owner: the arena.  Cost: the ticks of all runs, and groups by functions. */
const struct file_groups *file_groups_find(const struct profile *profile, const struct runs *runs,
                                           const struct file_names *names, enum file_grouping by,
                                           unsigned modulo, struct arena *arena);

/* How the time of functions is spread over several profile files, and which files differ from the
 * others.
 *
 * Samples vary by chance: the most of 64 equal files with five samples each is more than twice the
 * average.  So a function is said to vary only if a test of dispersion finds more than that,
 * allowing for the number of functions. */

enum spread_pattern {
	SPREAD_NOISE, /* no more than samples vary by chance */
	SPREAD_ONE,   /* a single file makes it */
	SPREAD_VARIES
};

#define NO_RUN UINT32_MAX

enum {
	SPARKLINE_CELLS = 24, /* the most that one has */
	SPARKLINE_LEVELS = 8  /* heights, from 0 */
};

/* A cell of a sparkline. */
struct sparkline_cell {
	unsigned char level; /* of 0 to the most that a file has */
	signed char outlier; /* a file that stands out: above 1, below -1 */
};

/* One function in all files that count.  Ticks are of the profile's rate. */
struct spread {
	double mean, min, median, max; /* ticks in a file */
	double variation;              /* coefficient of variation between files, without
	                     what samples make of it */
	double others;                 /* the same without the one of SPREAD_ONE */
	double scale;                  /* standard deviation of files, of the middle half of
	                     them, or of samples if that is more */
	uint32_t most;                 /* the run with the most, in runs->list */
	uint32_t one;                  /* the one of SPREAD_ONE, likewise; else NO_RUN */
	enum spread_pattern pattern;
	bool is_beyond_chance; /* were it the only function, it would not be SPREAD_NOISE */
	struct sparkline_cell sparkline[SPARKLINE_CELLS]; /* files in their order */
};

/* Whether files may well differ in what may be chance: few samples do not tell. */
static inline bool spread_may_vary(const struct spread *s) {
	return s->variation > 0.1;
}

/* How far a file is from the others. */
struct run_distance {
	double shift;   /* robust z of the logarithm of its total; of few groups Student's t */
	double differs; /* the farthest that it is from the median file in a function, a robust z */
	uint32_t func;  /* in which it is apart; else the one with the most ticks more or less than
	                   in the median file; NO_FUNC: it is the median file in all */
	double ticks, usual; /* of `func`, here and in the median file */
	bool is_apart;       /* it stands out in one function */
	bool is_outlier;     /* in this or in its total */
};

struct spreads {
	const struct runs *runs;
	struct spread *const *funcs; /* by number; NULL: no ticks in any file; shape: [nfuncs] */
	const struct spread *total;  /* of all functions together; NULL: no ticks in any file */
	double tick;                 /* what a sample is worth, in ticks; at most */
	size_t ncells;               /* of sparklines, at most the files */

	/* Of the runs that count and of those that do not; shape: [n], [noff]; NULL: too few files
	 * to tell. */
	const struct run_distance *on, *off;
	const struct note *notes; /* about outliers; shape: [nnotes] */
	size_t nnotes;
};

enum {
	SPREADS_TELL = 8, /* files from which on outliers are told; groups from two on */
	OUTLIER_Z = 5
};

/* Whether counts differ by more than chance.
 *
 * Counts of events that fall on n files alike, each by chance, have a known number of pairs on the
 * same file; more of them mean that files differ.  That is the test of dispersion, chi-square = sum
 * of (x - mean)^2 / mean, in a form whose first three moments are known exactly for any number of
 * events, so that it holds for a handful of them, too. */

/* Counts, which need not be whole. */
struct dispersion {
	size_t n;            /* 2 or more */
	double sum, squares; /* of the counts, and of their squares */
};

/* The probability of at least as many pairs by chance; 1 without events. */
double dispersion_tail(const struct dispersion *d);

/* Finds how time is spread over profile files. */

/* Finds them; NULL if less than two files count.  `order` has the runs as sparklines show them,
 * shape: [runs->n]; or NULL: as they are.  Owner: the arena.  Cost: the ticks of all runs, and
 * runs by functions that have much.  Sources: Fisher, "The Significance of Deviations from
 * Expectation in a Poisson Series", Biometrics 6, 1950; Haldane, "The Exact Value of the Moments
 * of the Distribution of chi^2", Biometrika 29, 1937; Iglewicz and Hoaglin, "How to Detect and
 * Handle Outliers", 1993. */
const struct spreads *spreads_find(const struct profile *profile, const struct runs *runs,
                                   const uint32_t *order, struct arena *arena);

/* What the names of many profile files tell of each.
 *
 * Programs name their profiles GMON_OUT_PREFIX.PID, jobs put a rank or a host into the prefix, or
 * give each rank a folder of its own.  Which part is which is told by the names together.  They are
 * split into fields at / . - and _; a field is of numbers if all names have digits there, after the
 * same letters ("rank07").  Then
 *
 *	rank   is a field whose numbers are 0 to N-1, each once; or after a word
 *	       such as "rank"; or each once, and not too many of N are missing; or
 *	       each as often as there are runs, unless hosts number theirs so.  Those
 *	       from 1 on, or after a word such as "run", are runs, unless they are
 *	       followed by a pid.  Recordings have theirs before the pid;
 *	pid    the last other field of numbers that differ;
 *	host   a field after a word such as "node", or of words in the last part
 *	       of the path, or of words that differ;
 *	group  another field of numbers or words that repeat.
 *
 * Of names that differ in how many fields they have, the most common kind tells; of the others
 * nothing is known but what a pattern says. */

struct name_pattern;

/* What the user says the names of profile files consist of.
 *
 * In a pattern such as "gmon.%h.%r.%p", %r stands for the number of a rank, %p for that of a
 * process, %h for a host, %g for any group, %* for anything, and %% for a "%".  Numbers are digits,
 * as many as there are; the others are any text, the shortest that fits.  None contains a slash, so
 * a pattern is about as many of the last parts of a path as it has itself. */

enum name_part { NAME_RANK, NAME_PID, NAME_HOST, NAME_GROUP, NAME_PARTS };

/* What a part was in a name: a piece of it. */
struct name_piece {
	const char *text; /* not terminated; NULL: not in the pattern */
	size_t len;
};

/* Owner: the arena.  NULL if it is no pattern.  Errors: what is wrong with it. */
const struct name_pattern *name_pattern_parse(const char *text, struct arena *arena,
                                              struct error *err);

/* Whether a path fits; what its parts are is in out, by enum name_part.  Cost: the path's length by
 * the pattern's. */
bool name_pattern_match(const struct name_pattern *pattern, const char *path,
                        struct name_piece out[NAME_PARTS]);

/* Names of files, split into fields that stand below each other.
 *
 * Fields end at / . - and _, or at / and . only, or only the last part of each path is split:
 * whichever gives the most names the same kind of fields. */

#define NO_RANK UINT32_MAX

struct file_name {
	const char *path;
	const char *name;  /* without the folders that all are in */
	const char *host;  /* or NULL: not told */
	const char *group; /* or NULL */
	uint64_t pid;      /* or 0 */
	uint32_t rank;     /* or NO_RANK */
	bool fits;         /* the pattern, or there is none */
};

struct file_names {
	const struct file_name *list; /* as the paths; shape: [n] */
	size_t n;
	size_t nranks, nhosts, ngroups; /* names that tell one */
	size_t nfit;                    /* that fit the pattern; n without one */
	bool has_sure_ranks;            /* not only numbers that may be those of runs */
	const char *missing; /* "no file of ranks 3, 7 to 9", up to the highest there must be; or
	                        NULL */
	const char *doubles; /* "several files of rank 3", which nothing else in the names tells
	                        apart; or NULL */
};

/* Whether files are of ranks.  Nothing is told without names (NULL). */
static inline bool file_names_have_ranks(const struct file_names *names) {
	return names && names->nranks;
}

/* Tells the parts of n paths by what they have in common, or by a pattern that is not NULL.  The
 * paths must live as long.  nranks: how many ranks there were, 0 if that is not known.  Owner: the
 * arena.  Cost: linear in the bytes of all paths. */
const struct file_names *file_names_find(const char *const *paths, size_t n,
                                         const struct name_pattern *pattern, size_t nranks,
                                         struct arena *arena);
