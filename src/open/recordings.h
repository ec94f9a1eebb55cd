/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recordings among the profile files: samples with their stacks, of a program with the libraries
 * that it loaded. */
#pragma once

#include "base/arena.h"
#include "base/error.h"

struct debug_search;
struct machine;
struct object;
struct records;

/* Adds to the recordings from number `first` on what is in files beside them: mappings, where the
 * program was killed, and calls of the gmon.out of the same process ("gmon.4711" beside
 * "prog.4711.prof").
 * Recordings of another program are left out, with a note. */
void recordings_complete(struct records *records, size_t first, const char *executable,
                         const struct machine *machine);

/* If the files are recordings (all, or none), opens the objects in which samples were, joins them
 * with *object, moves all stacks to addresses of the program that they make, and adds histograms of
 * where the samples fell.  What is in no object that can be opened is at an address of no code.
 * Owner: the arena.
 * Errors: "PATH: reason". */
bool recordings_place(const struct object **object, struct records *records,
                      const struct debug_search *search, struct arena *arena, struct error *err);

/* How many runs records are of: those of the folder, or else one of each file. */
size_t recorded_runs(const struct records *records);

/* The path of the program that the largest recording ("*.prof", or any single file or archive)
 * among files is of, or NULL.  Owner: the arena. */
const char *recorded_program(const char *const *files, size_t n, struct arena *arena);
