/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The base of a session: read and compared by the worker. */
#ifndef GPTUI_BASE_JOB_H
#define GPTUI_BASE_JOB_H

#include <stdbool.h>

#include "base/error.h"
#include "open/load_base.h"

struct arena;
struct dataset;
struct file_choice;
struct load_request;
struct progress;
struct records;

struct base_job {
	struct base_request request; /* no words: there is no base */
	struct arena *arena;         /* of the side and what it is compared
	                                to */
	struct base_sides sides;
	bool is_read;

	/* With inlined functions in others, and apart; or NULL. */
	const struct comparison *comparison, *apart;
	struct error err; /* why it is not there */
};

/* Reads the base and compares it with what is known of the new side; what was
 * read of it before must not be used any more. */
void base_read(struct base_job *base, const struct load_request *new, const struct dataset *data,
               struct progress *progress);

/* Compares anew, once more is known of the new side, or inlined functions are
 * apart there. */
void base_compare(struct base_job *base, const struct load_request *new, const struct dataset *data,
                  struct progress *progress);

/* What :base was given: replaces the words of a request by them; a word with *
 * or ? stands for the files of that pattern, ~ for the home folder.  Owner: the
 * arena. */
void base_words(struct base_request *request, const char *text, struct arena *arena);

/* Makes the files that are off the base, by the new side's choice (or NULL), as
 * the records have it.  Owner: the arena. */
void base_of_off(struct base_request *request, const struct load_request *new,
                 const struct file_choice *choice, const struct records *records,
                 struct arena *arena);

/* Makes the base the new side, and what was that the base.  Owner: the arena. */
void base_swap(struct base_request *request, struct load_request *new,
               const struct side_files *base, struct arena *arena);

#endif
