/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes profiles. */
#pragma once

#include "base/base.h"

struct image;
struct profile;
struct records;
struct rules;

/* Builds a profile.
 *
 * Source: Graham, Kessler, McKusick: "gprof: a call graph execution profiler", 1982;
 * doc/profiling.md.
 * Cost: O(n log n) in symbols, bins that are not 0, and arcs.
 * Owner: the arena; image and records must live as long.
 * Errors: no function in the executable; records that cannot be merged (gprof's rules only);
 * cancelled. */
const struct profile *profile_build(const struct image *image, const struct records *records,
                                    const struct rules *rules, struct arena *arena,
                                    struct progress *progress, struct error *err);

/* The part of the samples, 0 to 1, that the rules compared with these credit to another function
 * than the one they were measured in, or lose; 0 if there is nothing to compare.
 * Cost: finds functions and distributes bins twice. */
double disagreement_share(const struct rules *rules, const struct image *image,
                          const struct records *records);

/* Says which invariant is broken, or NULL (tests/profile_check.c).  Cost: linear. */
const char *profile_check(const struct profile *profile);
