/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of one build and calls of another: that counts calls, which bends its times. */
#pragma once

#include "base/work.h"

struct dataset;
struct image;
struct records;

/* Gives the records the calls of another build, with its names, in the place of their own: each run
 * gets those of a run of the other build, between the functions that are the same in both
 * (model/compare/matching.h).  A note says which are not.  Owner: the records' arena.
 * Errors: "cancelled". */
bool other_calls_add(struct records *records, const struct image *image,
                     const struct dataset *calls, struct progress *progress, struct error *err);
