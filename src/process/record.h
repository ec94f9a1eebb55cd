/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a program while its samples are recorded (recorder/recording.h). */
#ifndef GPTUI_RECORD_H
#define GPTUI_RECORD_H

#include <stdbool.h>

struct arena;
struct error;

struct record_order {
	char *const *argv;  /* the program and its arguments; ends with NULL */
	const char *folder; /* for all that is recorded; NULL: a new one */
	const char *name;   /* of that, which gets ".record" */
	unsigned runs;      /* at least 1 */
};

struct recorded {
	const char *program; /* its path */
	const char *folder;
	double used_s; /* CPU time of all runs */
	int status;    /* that the last run ended with, 128 more than the signal */
};

/* Whether samples of a program can be recorded; *is_static: no, but its gmon.out can.
 * Errors: "PATH: reason", and what to do. */
bool record_check(const char *program, bool *is_static, struct error *err);

/* The path of the program that a shell would run, else of one here.  Owner: the arena. */
const char *record_program(const char *name, struct arena *arena);

/* Runs it with our terminal, input and signals; an interrupt ends the program, not us.  The folder
 * gets the recordings, gmon.out of programs with -pg, and a line for each run in RECORD_RUNS.
 * Owner: the arena.
 * Errors: "PATH: reason": it cannot be run, or the folder cannot be made. */
bool record_run(struct recorded *out, const struct record_order *order, struct arena *arena,
                struct error *err);

/* The rank of this process in a job of MPI, as its launcher says; NULL: there is none. */
const char *record_rank(void);

/* Whether the recorder was built. */
bool record_is_built_in(void);

#endif
