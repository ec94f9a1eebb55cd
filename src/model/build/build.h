/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes profiles. */
#pragma once

#include "base/base.h"

struct dataset;
struct image;
struct records;
struct rules;

/* Builds a profile.
 *
 * Source: Graham, Kessler, McKusick: "gprof: a call graph execution profiler", 1982;
 * doc/profiling.md.  Cost: O(n log n) in symbols, bins that are not 0, and arcs.  Owner: the arena;
 * image and records must live as long.  Errors: no function in the executable; records that cannot
 * be merged (gprof's rules only); cancelled. */
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

/* A profile of nodes: each function of the source is one, wherever the compiler put its code.
 *
 * A profile counts the code of an inlined function as the one's that it was inlined into.  Here its
 * samples are its own: each function has the time of its code, in its own place and inside others.
 * Where it was inlined there is an arc from the one around it, with measured ticks and without
 * calls, because nothing counts how often it ran; calls are the function's whose code makes them.
 * What calls cost stays as it was estimated, so a total is what was measured where it was inlined,
 * what calls from there cost, and what its own code has.  Bounds are found as for other profiles
 * (totals.c): copies are nodes of their graph.
 *
 * An inlined copy is of the function with its name that has code of its own: of several, one whose
 * source file is the same, and of these the one with the most time.  If there is none, it is of a
 * function that was always inlined, which is numbered after those of the profile: one for each
 * name, and for names that are not mangled, for each file and line where it is declared. */

/* Sets *out to the dataset with inlined functions apart.  Functions keep their numbers, and those
 * that were always inlined follow; notes, lines and instructions stay.  The comparison and costs
 * measured by caller are left out, as they are about functions with code of their own.  Without
 * frames it has no lines of functions, either.  The data have frames, and exact rules.  Cancelled,
 * it is not complete.  Owner: the arena; the data must live as long.  Cost: linear in functions,
 * arcs, frames and lines. */
void nodes_find(struct dataset *out, const struct dataset *data, bool has_frames,
                struct arena *arena, struct progress *progress);
