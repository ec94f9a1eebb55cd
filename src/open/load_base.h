/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening the base of a comparison, and comparing. */
#pragma once

#include "model/compare/comparison.h"
#include "open/load.h"
#include "process/record.h"

/* The files of a base: which words behind --base are the executable and the profiles. */

struct base_files {
	const char *executable;
	const char **files; /* shape: [nfiles] */
	size_t nfiles;
};

/* The first word that is no profile but an object file, judging by its contents, is the executable;
 * without one it is `executable`.  A folder stands for the profiles in it, by name, and for an
 * executable if there is one: that of the same name, else the only one.  Owner: the arena.
 * Errors: "PATH: reason"; no profile is named. */
bool base_files_find(struct base_files *out, const char *const *words, size_t nwords,
                     const char *executable, struct arena *arena, struct error *err);

/* Fails if a file is on both sides.  Links are the files that they lead to. */
bool base_files_check(const struct base_files *base, const char *const *files, size_t nfiles,
                      struct arena *scratch, struct error *err);

/* When the files were written: seconds since 1970; 0: not known. */
void files_written(const char *const *files, size_t nfiles, double *oldest, double *newest);

/* What the user named. */
struct base_request {
	const char **words; /* an executable, profiles, folders; shape:
	                             [nwords]; none: there is no base */
	size_t nwords;

	/* Of its files, those that this choice leaves on (NULL: as at first); its files may be
	 * those of the new side, and its one word the executable. */
	const struct file_choice *choice;
	bool is_of_new;

	const char **pairs; /* "OLD=NEW", functions; shape: [npairs] */
	size_t npairs;

	double level; /* of the tests; 0: as of runs that nobody looked at before */
};

/* What :base was given: replaces the words of a request by them; a word with * or ? stands for the
 * files of that pattern, ~ for the home folder.  Owner: the arena. */
void base_words(struct base_request *request, const char *text, struct arena *arena);

/* Makes the files that are off the base, by the new side's choice (or NULL), as the records have
 * it.  Owner: the arena. */
void base_of_off(struct base_request *request, const struct load_request *new,
                 const struct file_choice *choice, const struct records *records,
                 struct arena *arena);

/* Takes the files that count on the new side from a base of the same files; without one left there
 * is no base.  Owner: the arena. */
void base_yield(struct base_request *request, const struct records *new, struct arena *arena);

/* Makes the base the new side, and what was that the base.  Owner: the arena. */
void base_swap(struct base_request *request, struct load_request *new,
               const struct side_files *base, struct arena *arena);

/* A base, opened. */
struct base_sides {
	struct load_result loaded;
	struct side in; /* what was loaded */

	/* The same with inlined functions apart, if it was asked for. */
	struct side apart;
	bool has_apart;
	struct error apart_err; /* why it is not there */
};

/* Opens the base under the rules of the new side's request.  Lines and inlined code are read; with
 * `data`, the new side's, only if names alone do not tell which functions are the same.  That
 * inlined functions cannot be apart is no error.
 * Owner: the arena; `out` must live as long.  Errors: "PATH: reason"; the same file is on both
 * sides; of the new side's files none is left for it; "cancelled". */
bool load_base(struct base_sides *out, const struct base_request *base,
               const struct load_request *new, const struct dataset *data, bool wants_apart,
               struct arena *arena, struct progress *progress, struct error *err);

/* Compares what is known of a profile with a base, both with inlined functions apart or none.
 * Owner: the arena; the base and the data must live as long.  Errors: as comparison_new(); the base
 * does not have them apart. */
const struct comparison *load_comparison(const struct base_request *base_request,
                                         const struct base_sides *base,
                                         const struct load_request *request,
                                         const struct dataset *data, struct arena *arena,
                                         struct progress *progress, struct error *err);

/* What `gptui --record' does before it opens anything: runs programs, alone, with another build for
 * calls, or in turns. */

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

/* Whether a word is a program to run, not a recording of one. */
bool program_is_named(const char *word);

/* Whether the symbols of a program show that it was built without -pg. */
bool program_counts_no_calls(const char *executable);

/* Runs the program of a request, alone or in turns with its base until more runs would not change
 * the verdicts (model/compare/changes.h), or as often as it says.  Returns the folder of what was
 * recorded, or NULL; *status is what the program ended with.  Owner: the arena.
 * Errors: "PATH: reason": a program cannot be run, or not be recorded. */
const char *record_programs(const struct record_request *request, int *status, struct arena *arena,
                            struct error *err);
