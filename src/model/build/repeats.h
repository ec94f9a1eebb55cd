/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that would count twice: copies of others, sums of others, and files
 * that are contained in another one.  They are told by what they hold, never
 * by their names.  doc/profiling.md has the rules. */
#ifndef GPTUI_REPEATS_H
#define GPTUI_REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/work.h"

struct arena;
struct calls_seen;
struct content;
struct image;
struct progress;
struct records;

enum repeat_kind {
	REPEAT_NONE,
	REPEAT_COPY, /* of another file */
	REPEAT_SUM,  /* of several others */
	REPEAT_PART  /* another file contains it, and more */
};

struct repeat {
	enum repeat_kind kind;
	bool is_sure;       /* that is no chance */
	const char *reason; /* "the sum of a, b and 2 other files" */
};

/* By file, in the order of the records; shape: [nfiles]. */
struct repeats {
	struct records *records;
	struct repeat *list;
	struct content *contents;
	struct calls_seen *calls;
	struct arena *own;
	struct work work;
	size_t cells; /* that may still be made */
};

/* Files that do not repeat each other yet.  The image, which may be NULL, tells
 * functions: gprof -s keeps calls by function.  Owner: the arena; repeats_end()
 * frees what only finding needs. */
void repeats_begin(struct repeats *repeats, struct records *records, const struct image *image,
                   struct progress *progress, struct arena *arena);
void repeats_end(struct repeats *repeats);

/* Finds the file that is the sum of all others; of sums of some of them each
 * that could be told in time.  Cost: linear in the records where sums of all
 * counts could not be right; at most in proportion to what they hold. */
void repeats_find_sums(struct repeats *repeats, bool of_all);

/* same[i] is an earlier file that is the same one by another name, or i. */
void repeats_find_same(struct repeats *repeats, const uint32_t *same);

/* Finds files that are equal.  Cost: linear. */
void repeats_find_copies(struct repeats *repeats);

/* Finds files that another one surely contains, after the sums. */
void repeats_find_parts(struct repeats *repeats);

/* Whether the file surely repeats others. */
bool repeats_are_sure(const struct repeats *repeats, size_t file);

/* Adds warnings that name the files. */
void repeats_note(struct repeats *repeats);

/* -ln of one in a million. */
extern const double repeats_enough;

/* -ln of a bound on the probability that a bin of another run counts the same,
 * whatever is expected of it; and that all bins of a file do, in a run that has
 * as many samples. */
double equal_evidence(uint64_t count);
double content_evidence(const struct content *content);

/* The same of a bin of so many runs, whatever it counts: the n-th powers of
 * probabilities add up to n^-1/2 of the greatest, 1/e where counts are small. */
double all_equal_evidence(double nfiles, uint64_t count);

/* ln of the number of ways to choose k of n files: so much more evidence is
 * needed if any of them will do. */
double repeats_choices(size_t n, size_t k);

/* Files that count the same things and are no copies, from the one with most
 * samples on; shape: [*n]. */
uint32_t *repeats_order(const struct repeats *repeats, size_t *n);

/* Whether a file may be a part of another one by its sums. */
bool content_is_less(const struct content *a, const struct content *b);

/* What a file counts, bin by bin and call by call; false if that would take
 * too much memory. */
bool repeats_make_cells(struct repeats *repeats, size_t file);

#endif
