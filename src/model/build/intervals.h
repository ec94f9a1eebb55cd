/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What profile files count more than they did before. */
#ifndef GPTUI_INTERVALS_H
#define GPTUI_INTERVALS_H

struct arena;
struct profile_file;
struct records;

/* Adds a file that has what file b has more than file a, which is nested in it
 * (nesting.h); NULL: all that b has.  The records of both must live as long. */
void records_add_interval(struct records *out, const struct records *of_a,
                          const struct profile_file *a, const struct records *of_b,
                          const struct profile_file *b, struct arena *scratch);

/* What files have more than when they were read before: of one whose counts
 * all are what they were or above, the difference; of one that began anew, and
 * of a new one, all.  Each file has what it adds, which may be nothing, and
 * keeps its number.
 * Owner: the arena; both records must live as long.  Cost: linear in them. */
const struct records *records_added(const struct records *before, const struct records *now,
                                    struct arena *arena);

#endif
