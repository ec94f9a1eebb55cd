/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that would count twice: copies of others, sums of others, files that another one contains,
 * snapshots of one growing profile, and what all files of a set have in common.  They are told by
 * what they hold, never by their names: what one set of files contains of another, and how likely
 * that would be for runs that have nothing to do with each other.  doc/profiling.md has the
 * rules. */
#pragma once

#include "model/records.h"
#include "model/rules.h"

/* What profile files count, and what one contains of another.
 *
 * A file is lists of cells: the bins of each of its histograms, and its calls by function, as gprof
 * -s keeps them.  Whether files are copies, sums or snapshots of each other is told by these lists,
 * never by names. */

struct image;
struct symbol;

/* Whether a symbol is a function, under gprof's rules. */
typedef bool keeps_symbol(const struct image *image, const struct symbol *symbol);

struct content {
	struct bins *lists; /* of histograms, then of calls by their numbers; shape:
	                  [nhistograms + 1] */
	size_t nhistograms;
	bool has_calls;        /* the last list is made */
	uint64_t ticks, calls; /* sums */
	uint64_t hash;         /* that of a sum is the sum of those */
	bool is_summed;        /* all callees are where functions begin: gprof -s wrote it; mcount
	                  records where it returns to */
	uint32_t kind;         /* files of one kind count the same things; NO_ITEM: it
	                  cannot be told what the file counts */
};

struct contents {
	const struct records *records;
	struct content *list;     /* by file */
	struct calls_seen *calls; /* in any of them */
	struct arena *arena;
};

/* Of all files, without calls; allows work in proportion to them.  Without an image (NULL) calls
 * are by address.  Owner: the arena.  Cost: linear. */
struct contents *contents_of(const struct records *records, const struct image *image,
                             keeps_symbol *keeps, struct work *work, struct arena *arena);

/* -ln of one in a million: evidence that is no chance; and of one in a hundred. */
static const double sure_evidence = 13.8, likely_evidence = 4.6;

/* Files by their samples, then by the keys, the least first, or the largest. */
uint32_t *contents_sort(const struct contents *contents, struct keyed *keys, size_t n, bool largest,
                        struct arena *arena);

/* How many cells a file has at most, and as far as they are listed. */
size_t content_room(const struct contents *contents, size_t file);
size_t content_size(const struct content *content);

/* Lists the calls of a file, too. */
void content_add_calls(struct contents *contents, size_t file);

/* The cells of a part, one by one, with those of a whole.  Initialised with both, and zeros. */
struct pairing {
	const struct content *whole, *part;
	size_t list, i, k, before; /* where it is */
	struct bin cell;           /* of the part */
	struct bin in;             /* that of the whole, or zeros */
	size_t at;                 /* its number among all of the whole */
};

bool pairing_next(struct pairing *pairing);

/* Whether no count of the part is above the whole's: of bins, and of calls if both list them. */
bool content_contains(const struct content *whole, const struct content *part);

/* The same of bins and calls as files have them, which are of one kind. */
bool file_is_nested(const struct records *of_a, const struct profile_file *a,
                    const struct records *of_b, const struct profile_file *b,
                    struct arena *scratch);

/* Makes each count the least of its own and that of the same call among others, and marks those
 * that differ. */
void calls_take_least(struct call *least, bool *differs, size_t nleast, const struct call *calls,
                      size_t n);

/* -ln of the probability that the bins of a would be nested like this in those of b by chance;
 * stops at `most`.
 *
 * Of a bin that counts a in a file and b in the next one, a of a + b ticks would be of the first
 * file by chance q = A / (A + B), where A and B are the sums of the bins around; that a is not
 * above b then has the probability P(Binomial(a + b, q) <= (a + b) / 2).  The product of these,
 * over all bins and files that differ, is what chance would be.  doc/profiling.md has how often
 * that is right. */
double nesting_evidence(const struct content *a, const struct content *b, double most);

/* How much the bins of files differ but for their sums: as chi-square of runs of their own, with
 * weights. */
struct step_spread {
	double chi2, freedom;
	double log_weights; /* of all degrees of freedom */
};

/* Adds two files, the second with more ticks: the weight is how much less snapshots differ. */
void nesting_spread(const struct content *a, const struct content *b, struct step_spread *out);

/* Adds a file that has what file b has more than file a, which is nested in it; NULL: all that b
 * has.  The records of both must live as long. */
void records_add_interval(struct records *out, const struct records *of_a,
                          const struct profile_file *a, const struct records *of_b,
                          const struct profile_file *b, struct arena *scratch);

/* Records with the notes and the files that are off of others, and no more. */
struct records *records_like(const struct records *records, struct arena *arena);

/* Drops the records that a file has again because it was appended to itself, with a warning;
 * returns the same if there is none.  Owner: the arena. */
struct records *records_without_appended(struct records *records, struct arena *arena);

/* What files have more than when they were read before: of one whose counts all are what they were
 * or above, the difference; of one that began anew, and of a new one, all.  Each file has what it
 * adds, which may be nothing, and keeps its number.
 * Owner: the arena; both records must live as long.  Cost: linear in them. */
const struct records *records_added(const struct records *before, const struct records *now,
                                    struct arena *arena);

/* What contains a file has at least as many samples in each slot: slots are bins, or several of
 * them.  Of the slots with most samples, bits say which files have so many, by their places in an
 * order: together they leave hardly more than what does contain a file. */
struct hot_slots {
	size_t n, nwords;
	uint32_t *counts; /* of files; shape: [nfiles][n] */
	uint32_t *steps;  /* counts that some have, ascending; shape: [n][STEPS_OF_SLOT] */
	uint64_t *bits;   /* which have as many; shape: [n][STEPS_OF_SLOT][nwords] */
};

/* Of files in an order of theirs; few of them have none.  Owner: the arena.  Cost: linear. */
struct hot_slots hot_slots_of(const struct contents *contents, const uint32_t *order, size_t n,
                              struct arena *arena);

/* Sets the bits of the files before one that may contain it; or those after it that it may contain.
 * False: there is no work left for it. */
bool hot_slots_nested(const struct hot_slots *slots, size_t i, bool before, uint64_t *bits,
                      struct work *work);

/* The next bit that is set below an end, or that. */
size_t next_bit(const uint64_t *bits, size_t i, size_t end);

enum repeat_kind {
	REPEAT_NONE,
	REPEAT_COPY,   /* of another file */
	REPEAT_SUM,    /* of several others */
	REPEAT_PART,   /* another file contains it, and more */
	REPEAT_EARLIER /* what the counters of another one were before */
};

struct repeat {
	enum repeat_kind kind;
	bool is_sure;       /* that is no chance */
	const char *reason; /* "the sum of a, b and 2 other files" */
};

/* Children of fork() write the samples and calls of their parent again. */
struct common {
	struct records *part; /* one file: what is common; NULL: nothing */
	bool is_sure;         /* and that is no chance */
	bool is_likely;       /* at least there is little chance of it */
	uint64_t ticks, calls;
	size_t keeper; /* the file that keeps it */
};

/* Which records of profile files count, so that nothing counts twice. */
struct counted {
	const struct records *all;       /* as files have them */
	const struct records *once;      /* no record of a file is there again */
	const struct records *snapshots; /* what each adds to the one before, if
	                                    each contains that one; or NULL */
	const struct records *common;    /* what all files have in common is in one only; or NULL */
	bool is_common_sure;
	const struct repeat *repeats; /* of files; shape: [once->nfiles] */
};

/* Finds what would count more than once, and notes it.  The image, which may be NULL, tells
 * functions.  Of each file an earlier one that is the same by another name, or itself, is in same.
 * Owner: the arena. */
void counted_find(struct counted *out, struct records *records, const struct image *image,
                  keeps_symbol *keeps, const uint32_t *same, struct progress *progress,
                  struct arena *arena);

/* The records that count, and whether a file of `once` does not unless somebody chooses. */
const struct records *counted_records(const struct counted *counted,
                                      const struct repeat_uses *uses);
bool counted_is_off(const struct counted *counted, const struct repeat_uses *uses, size_t file);

/* Whether files are snapshots of one growing profile. */

/* A board, a daemon or a simulator that does not reset its counters writes files each of which
 * contains the one before: adding them up counts what came first many times. */
struct snapshots {
	bool are_nested;   /* each file contains the one before */
	bool are_in_order; /* and they were fetched from one board in this order */
	bool is_too_much;  /* for the time between two fetches */
	bool are_sure;     /* and that is no chance */
	double evidence;   /* -ln of the probability; no more than is needed */
	size_t nsteps;     /* files that add samples to the one before */
	uint32_t *order;   /* of the files, by their sums; shape: [n] */
	size_t n;
	uint64_t least, most; /* ticks of the first and of the last file */
};

/* Looks whether all files that are not off are snapshots.  Owner of the order: the arena.  Cost:
 * linear in the records; where they are not, the first bins tell. */
struct snapshots snapshots_find(const struct contents *contents, const bool *is_off,
                                struct arena *arena);

/* Records in which each file has what it adds to the one before, and a note: the files, which keep
 * their numbers, are in the order of their sums, and add up to the last one; files that are off
 * have all that they hold.  Owner: the arena; the given records must live as long. */
struct records *snapshots_intervals(const struct records *records,
                                    const struct snapshots *snapshots, const bool *is_off,
                                    struct arena *arena);

/* Marks records of snapshots, and adds a note that they are or may be. */
void snapshots_note(struct records *records, const struct snapshots *snapshots);
