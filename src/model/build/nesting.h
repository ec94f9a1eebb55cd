/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what a profile file counts contains what another one does. */
#ifndef GPTUI_NESTING_H
#define GPTUI_NESTING_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct histogram;
struct profile_file;
struct records;

/* Whether a bin counts as much as it can, or more. */
bool histogram_has_full_bin(const struct histogram *h);

/* Whether a file, which is kept apart, counts the same things as a first one,
 * of the same records or of others: it is not cut off, and has no full
 * counters, blocks, or other histograms.  Cost: linear in the bins. */
bool file_is_alike(const struct records *of_first, const struct profile_file *first,
                   const struct records *records, const struct profile_file *file);

/* Whether no count of file a is above that of file b; the files are alike. */
bool file_is_nested(const struct records *of_a, const struct profile_file *a,
                    const struct records *of_b, const struct profile_file *b,
                    struct arena *scratch);

/* The same of their bins only. */
bool file_bins_are_nested(const struct records *of_a, const struct profile_file *a,
                          const struct records *of_b, const struct profile_file *b);

/* -ln of the probability that the bins of a file would be nested like this in
 * those of another one by chance; stops at `most`. */
double nesting_evidence(const struct records *records, const struct profile_file *a,
                        const struct profile_file *b, double most);

/* How much the bins of files differ but for their sums: as chi-square of runs of
 * their own, with weights. */
struct spread {
	double chi2, freedom;
	double log_weights; /* of all degrees of freedom */
};

/* Adds two files, of which the second has more ticks: the weight is how much less
 * snapshots differ. */
void nesting_spread(const struct records *records, const struct profile_file *a,
                    const struct profile_file *b, struct spread *spread);

#endif
