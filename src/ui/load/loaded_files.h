/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a session as they were opened once, what the worker makes of them, and the memory of
 * all that. */
#pragma once

#include "model/rules.h"
#include "open/boards.h"
#include "open/load.h"
#include "open/load_base.h"
#include "process/worker.h"

struct code_cache;
struct screen;

/* The base of a session: read and compared by the worker. */
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

/* What the worker does for them, one after the other. */
enum stage {
	STAGE_OPEN,
	STAGE_RUNS,
	STAGE_BASE,
	STAGE_LINES,
	STAGE_FRAMES,
	STAGE_COMPARE,
	STAGE_APART,
	STAGES
};

/* Has an arena of its own, because a reload replaces it. */
struct loaded_files {
	struct arena *arena; /* of the main thread */
	struct read_files *read;
	struct arena *load_arena; /* the worker's */
	struct arena *cache_arena;
	struct screen *screen;
	const struct help *help;
	struct load_request request;
	struct rule_choice rule_choice;
	struct rules rules;
	bool is_read;                   /* another read the files */
	bool is_look;                   /* nobody asked for it: files are watched */
	bool is_watched;                /* files are, as it begins */
	uint64_t refused, refused_now;  /* states of files that were not whole,
	                                  at the last look and at this; or 0 */
	bool is_same;                   /* it found nothing new */
	bool shows_recent;              /* files are watched */
	const struct loaded_files *old; /* what is shown instead; or NULL */
	bool gives_way;                 /* to one with other rules */
	struct base_job base;
	enum stage stage; /* that is under way, or the last one that was */
	struct job job;   /* of the stage */
	bool gives_base_up;
	bool apart_ok;                            /* what its stage gave */
	bool wants_apart, has_apart, shows_apart; /* inlined functions */
	struct dataset apart;                     /* the same with inlined functions apart */
	struct error apart_err;
	struct job make_names;
	size_t nusers;      /* jobs and caches, and the screen until it closes them */
	const char **names; /* of all functions; or NULL */
	struct load_result result;
	struct board_files fetched; /* what boards sent, if there are any */
	bool ok;
	struct error err;
	const struct sources *sources;
	struct code_cache *cache; /* once it is shown; or NULL */
	const struct sources *base_sources;
	struct code_cache *base_cache; /* once the base is; or NULL */
	struct loaded_files *next;     /* closed, with jobs left */
};

/* Files to read; or others of what was read, which then has a user more. */
struct loaded_files *loaded_files_new(struct read_files *read);

/* What is known so far, for the session.  The files are shown.  Owner: the files. */
const struct dataset *loaded_files_data(const struct loaded_files *files);

void loaded_files_free(struct loaded_files *files); /* may be NULL */

/* Whether the user has just named this base. */
bool base_is_asked(const struct loaded_files *files);

bool files_lack_base(const struct loaded_files *files);

/* Jobs, whose context is a struct loaded_files: reads them, on a reload with their base. */
void files_open(void *files, struct progress *progress);

/* Looks whether files that are watched have changed; if so, does everything that follows, too, so
 * that the screen changes once. */
void files_look(void *files, struct progress *progress);

/* Makes all names: a filter looks at all of them, and its first letter must not wait for that. */
void files_make_names(void *files, struct progress *progress);

/* Goes on to the next stage that is wanted; false after the last one.  Does it. */
bool files_next_stage(struct loaded_files *files);
void files_do_stage(void *files, struct progress *progress);
