/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that are run to be recorded. */
#ifndef GPTUI_PROGRAMS_H
#define GPTUI_PROGRAMS_H

#include <sys/types.h>

#include "base/arena.h"
#include "base/error.h"
#include "open/load.h"
#include "open/load_base.h"
#include "process/record.h"

/* What is to be run. */
struct record_request {
	const char *program;
	const char *const *arguments; /* shape: [narguments] */
	size_t narguments;
	const char *keep;  /* the folder for what is recorded; NULL: a new one */
	const char *base;  /* a program to run in turns; or NULL */
	const char *calls; /* one to run for its calls; or NULL */
	unsigned runs;     /* 0: one, or in turns until the verdicts are clear */

	/* How the runs of turns are compared. */
	struct load_request load;
	struct base_request compared;

	/* For who waits. */
	void (*tell)(const char *gptui, const char *text);
	const char *gptui;
};

struct program {
	const char *path;
	struct record_order order;
	struct recorded last; /* what the last run was */
};

/* Whether a word is a program to run, not a recording of one. */
bool program_is_named(const char *word);

/* Whether the symbols of a program show that it was built without -pg. */
bool program_counts_no_calls(const char *executable);

/* A program of that name, with the arguments of the request; its folder is to be set.
 * Owner: the arena.  Errors: "PATH: reason": it can neither be recorded nor writes a gmon.out. */
bool program_begin(struct program *out, const char *word, const struct record_request *request,
                   struct arena *arena, struct error *err);

/* Sets a folder in another one, and makes it.  Errors: "PATH: reason". */
bool program_begin_folder(struct program *p, const char *folder, const char *name,
                          struct arena *arena, struct error *err);

/* Runs it once.  input: where standard input begins, -1: it has no beginning. */
bool program_run(struct program *p, off_t input, struct arena *arena, struct error *err);

#endif
