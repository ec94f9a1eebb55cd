/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a session as they were opened once, what jobs made of them, and
 * the memory of all that. */
#ifndef GPTUI_LOADED_FILES_H
#define GPTUI_LOADED_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "model/rules.h"
#include "open/boards.h"
#include "open/file_states.h"
#include "open/load.h"
#include "ui/load/base_job.h"
#include "process/worker.h"

struct arena;
struct code_cache;
struct help;
struct records;
struct screen;
struct sources;

/* What was read, which later choices of its files share. */
struct read_files {
	struct arena *arena;       /* of this, and the list of files */
	struct arena *input_arena; /* the worker's */
	struct load_input input;
	struct file_states states;   /* as they were when they were read */
	const struct records *added; /* to what was read before, if they are
	                                watched; or NULL */
	size_t nusers;               /* for the main thread */
};

/* Has an arena of its own, because a reload replaces it. */
struct loaded_files {
	struct arena *arena;
	struct read_files *read;
	struct arena *load_arena, *names_arena, *lines_arena, *frames_arena,
		*apart_arena; /* the worker's */
	struct arena *cache_arena;
	struct arena *shown_arena; /* of the main thread */
	struct screen *screen;
	const struct help *help;
	struct load_request request;
	struct rule_choice rule_choice;
	struct rules rules;
	bool is_again;                     /* another is shown */
	bool is_read;                      /* another read the files */
	bool is_look;                      /* nobody asked for it: files are watched */
	bool waits;                        /* for the first of them, if none can be read yet */
	uint64_t refused, refused_now;     /* states of files that were not whole,
	                                  at the last look and at this; or 0 */
	bool sets_apart;                   /* with inlined functions apart, which are shown so */
	bool is_same;                      /* it found nothing new */
	bool shows_recent;                 /* files are watched */
	const struct load_request *shown;  /* what was opened before; or NULL */
	const struct loaded_files *before; /* what is shown, if they are; or
	                                      NULL */
	bool gives_way;                    /* to one with other rules */
	bool base_is_asked;                /* the user has just named this base */
	struct base_job base;
	struct job load, find_runs, find_base, find_lines, find_frames, compare;
	struct job find_apart;
	bool apart_ok; /* find_apart's result */
	bool has_apart, shows_apart;
	struct dataset apart; /* the same with inlined functions apart */
	struct error apart_err;
	struct job make_names;
	struct job last;    /* after all jobs that read it */
	const char **names; /* of all functions; or NULL */
	struct load_result result;
	struct board_files fetched; /* what boards sent, if there are any */
	bool ok;
	struct error err;
	const struct sources *sources;
	struct code_cache *cache;  /* once it is shown; or NULL */
	struct loaded_files *next; /* closed, with jobs left */
};

/* Files to read; or others of what was read, which then has a user more. */
struct loaded_files *loaded_files_new(struct read_files *read);

/* What is known so far, for the session.  The files are shown.  Owner: the
 * files. */
const struct dataset *loaded_files_data(const struct loaded_files *files);

void loaded_files_free(struct loaded_files *files); /* may be NULL */

#endif
