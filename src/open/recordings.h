/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings among the profile files: samples with their stacks, of a program with the libraries
 * that it loaded. */
#pragma once

#include "base/base.h"

struct dataset;
struct debug_search;
struct image;
struct machine;
struct object;
struct records;

/* Adds to the recordings from number `first` on what is in files beside them: mappings, where the
 * program was killed, and calls of the gmon.out of the same process ("gmon.4711" beside
 * "prog.4711.prof").  Recordings of another program are left out, with a note. */
void recordings_complete(struct records *records, size_t first, const char *executable,
                         const struct machine *machine);

/* If the files are recordings (all, or none), opens the objects in which samples were, joins them
 * with *object, moves all stacks to addresses of the program that they make, and adds histograms of
 * where the samples fell.  What is in no object that can be opened is at an address of no code.
 * Owner: the arena.  Errors: "PATH: reason". */
bool recordings_place(const struct object **object, struct records *records,
                      const struct debug_search *search, struct arena *arena, struct error *err);

/* What a folder of recordings has, or an archive of one; what is in archives is named
 * "ARCHIVE/FOLDER". */
struct recorded_parts {
	const char *own;        /* the recordings themselves */
	const char *new, *base; /* of programs that took turns; or NULL */
	double level;           /* of their tests; 0: as of runs that nobody looked at before */
	const char *calls;      /* of another build; or NULL */
};

/* Cost: an archive is read.  Owner: the arena. */
struct recorded_parts recorded_parts_find(const char *path, struct arena *arena);

/* The path of the program that the largest recording ("*.prof", or any single file or archive)
 * among files is of, or NULL.  Owner: the arena. */
const char *recorded_program(const char *const *files, size_t n, struct arena *arena);

/* Code by the names that callers use, where stacks show what these lead to. */

/* The object with symbols for the implementations of its indirect functions: `sin' is where the
 * code that chooses one names "__sin_fma", "__sin_avx".  Where libopcodes does not know the
 * machine, or unwind tables do not say where an implementation ends, there is none.
 *
 * Functions are added to stacks that left them by a jump: where a call goes to one function, and
 * the stack has another one there, to which that jumps, or to which a chain of jumps leads that is
 * the only way.  The address is that of the jump.
 *
 * Stacks have addresses of the object.  Owner: the arena.
 * Cost: 1 us an instruction of the code that chooses, and of what is called and left. */
const struct object *called_names_add(struct records *records, const struct object *object,
                                      struct arena *arena);

/* Times of one build and calls of another: that counts calls, which bends its times. */

/* Gives the records the calls of another build, with its names, in the place of their own: each run
 * gets those of a run of the other build, between the functions that are the same in both
 * (model/compare/matching.h).  A note says which are not.  Owner: the records' arena.
 * Errors: "cancelled". */
bool other_calls_add(struct records *records, const struct image *image,
                     const struct dataset *calls, struct progress *progress, struct error *err);
