/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what a profile file counts contains what another one does. */
#ifndef GPTUI_NESTING_H
#define GPTUI_NESTING_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct profile_file;
struct records;

/* Whether all files, which are kept apart, count the same things: none is cut
 * off, has full counters, blocks, or other histograms than the first.
 * Cost: linear in the records. */
bool files_are_alike(const struct records *records);

/* The same of one file and a first one, of the same records or of others. */
bool file_is_alike(const struct records *of_first,
                   const struct profile_file *first,
                   const struct records *records,
                   const struct profile_file *file);

/* Whether no count of file a is above that of file b; the files are alike. */
bool file_is_nested(const struct records *of_a, const struct profile_file *a,
                    const struct records *of_b, const struct profile_file *b,
                    struct arena *scratch);

/* -ln of the probability that the bins of a file would be nested like this in
 * those of another one by chance; stops at `most`. */
double nesting_evidence(const struct records *records,
                        const struct profile_file *a,
                        const struct profile_file *b, double most);

#endif
