/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the code that samples fell into.
 *
 * Only addresses that have samples are looked up.  A function's share of a bin (model/build/bins.h)
 * is divided evenly among the instructions that begin in it.  If none does, the instruction around
 * it gets all.  Where code cannot be read, the share is divided among the bytes. */
#pragma once

#include "model/model.h"

struct lines;
struct object;
struct shared_code;

/* Reads the code of bins that several functions share.
 *
 * An instruction behind one that read memory through a pointer counts ten times: while the caches
 * do not have it, the clock ticks there.  That is so on x86, on all of the programs whose samples
 * were recorded.  Only that code is read, and a few instructions around it.  The first screen does
 * not wait long for it: with a limit, reading ends when the thread has used that much processor
 * time, and the rest counts as not read, as all does that a program would have to list. */

/* Allows work in proportion to the records.  limit_ms: of processor time; 0: none.  The library is
 * opened when the first code is read.  Owner: the arena; the object must live as long. */
struct shared_code *shared_code_new(const struct object *object, const struct records *records,
                                    unsigned limit_ms, struct arena *arena);

/* For the rules of a profile.  Valid as long as the reader. */
struct code_reader shared_code_reader(struct shared_code *code);

/* Whether there was no time for all of it. */
bool shared_code_is_unfinished(const struct shared_code *code);

struct sample_site {
	uint64_t address;
	uint32_t func;                   /* index of the function that owns it */
	uint32_t bin;                    /* index of the bin */
	struct source_location location; /* no path: not known */
	double of_bin;                   /* ticks of that, at the profile's rate */
	uint64_t low, high;              /* the function's code in the bin, [low, high) */
	double of_code;                  /* part of what that has of the bin's ticks */
	double ticks;                    /* its share of the bin's */
	double variance;                 /* ticks squared */
};

struct sample_sites {
	const struct sample_site *list; /* by ascending address in a histogram; shape: [n] */
	size_t n;
};

/* All sites.  Owner: the arena; the paths live as long as the lines.  Returns NULL if cancelled.
 * Cost: the bins that are not 0, and their instructions. */
const struct sample_sites *sample_sites_find(const struct object *object, struct lines *lines,
                                             const struct profile *profile, struct arena *arena,
                                             struct progress *progress);

/* The lines that the time went to.  Owner: the arena; the paths are those of the sites.  Cost: n
 * log n in the sites. */
const struct line_times *sample_sites_lines(const struct sample_sites *sites, struct arena *arena);

/* Finds the inlined frames that samples fell into, and the lines that calls were made from.
 *
 * Only addresses that have samples or calls are looked up, and only the units of .debug_info that
 * contain them are read. */

/* Owner: the arena; paths live as long as the lines.  NULL if cancelled.  Cost: the sites, the call
 * records, the units read. */
const struct frames *frames_find(const struct object *object, struct lines *lines,
                                 const struct sample_sites *sites, const struct profile *profile,
                                 struct arena *arena, struct progress *progress);
