/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program while its samples are recorded (recorder/recording.h). */
#pragma once

#include <signal.h>

#include "base/base.h"

struct record_order {
	char *const *argv;   /* the program and its arguments; ends with NULL */
	const char *program; /* its path */
	const char *folder;  /* for all that is recorded; it is there */
	const char *tag;     /* in the names of its files, without what parts these; NULL: host
	                        and rank */
};

struct recorded {
	double user_s, system_s, wall_s;
	long memory_kib;     /* at most at a time; 0: not known */
	int status;          /* that it ended with, 128 more than the signal */
	bool is_interrupted; /* somebody wants no more of it */
};

/* Whether samples of a program can be recorded; *is_static: no, but its gmon.out can.
 * Errors: "PATH: reason", and what to do. */
bool record_check(const char *program, bool *is_static, struct error *err);

/* The path of the program that a shell would run, else of one here.  Owner: the arena. */
const char *record_program(const char *name, struct arena *arena);

/* Makes a folder for recordings, if it is not there; NULL: a new one, "NAME.record", beside the
 * program of that name or here.  Owner: the arena.  Errors: NULL; "PATH: reason". */
const char *record_folder(const char *folder, const char *name, struct arena *arena,
                          struct error *err);

/* Interrupts (^C, ^\) end the programs that run, not us: here they wait until they are taken, or
 * the mask of before is set again. */
void record_hold_interrupts(sigset_t *before);

/* Whether one has come that is not ignored.  They are held. */
bool record_take_interrupts(void);

/* Runs it with our terminal, input and signals, while interrupts are held.  The folder gets the
 * recordings, and gmon.out of programs with -pg.  Errors: "PATH: reason": it cannot be run. */
bool record_run(struct recorded *out, const struct record_order *order, struct arena *arena,
                struct error *err);

/* Adds the line of a run to RECORD_RUNS in the folder.  Errors: "PATH: reason". */
bool record_keep(const struct recorded *run, const struct record_order *order, struct arena *arena,
                 struct error *err);

/* The rank of this process in a job of MPI, as its launcher says; NULL: there is none. */
const char *record_rank(void);
