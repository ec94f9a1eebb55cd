/* SPDX-License-Identifier: GPL-3.0-or-later */
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
#pragma once

#include "base/base.h"

struct dataset;

/* Sets *out to the dataset with inlined functions apart.  Functions keep their numbers, and those
 * that were always inlined follow; notes, lines and instructions stay.  The comparison and costs
 * measured by caller are left out, as they are about functions with code of their own.
 * Without frames it has no lines of functions, either.
 * The data have frames, and exact rules.  Cancelled, it is not complete.
 * Owner: the arena; the data must live as long.
 * Cost: linear in functions, arcs, frames and lines. */
void nodes_find(struct dataset *out, const struct dataset *data, bool has_frames,
                struct arena *arena, struct progress *progress);
