/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a session as they were opened once, what jobs made of them, and the memory of all
 * that. */
#ifndef GPTUI_LOADED_FILES_H
#define GPTUI_LOADED_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "model/rules.h"
#include "open/boards.h"
#include "open/load.h"
#include "open/load_base.h"
#include "process/worker.h"

struct arena;
struct code_cache;
struct codes;
struct dataset;
struct file_choice;
struct help;
struct lines;
struct load_request;
struct object;
struct profile;
struct progress;
struct records;
struct screen;
struct sources;
struct worker;

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

/* Reads the base and compares it with what is known of the new side; what was read of it before
 * must not be used any more. */
void base_read(struct base_job *base, const struct load_request *new, const struct dataset *data,
               struct progress *progress);

/* Compares anew, once more is known of the new side, or inlined functions are apart there. */
void base_compare(struct base_job *base, const struct load_request *new, const struct dataset *data,
                  struct progress *progress);

/* What :base was given: replaces the words of a request by them; a word with * or ? stands for the
 * files of that pattern, ~ for the home folder.  Owner: the arena. */
void base_words(struct base_request *request, const char *text, struct arena *arena);

/* Makes the files that are off the base, by the new side's choice (or NULL), as the records have
 * it.  Owner: the arena. */
void base_of_off(struct base_request *request, const struct load_request *new,
                 const struct file_choice *choice, const struct records *records,
                 struct arena *arena);

/* Makes the base the new side, and what was that the base.  Owner: the arena. */
void base_swap(struct base_request *request, struct load_request *new,
               const struct side_files *base, struct arena *arena);

/* The code of functions: views ask for it, and the worker makes it.
 *
 * Some megabytes of it are kept; functions that were asked for longest ago go first.  Code that was
 * made before lines were known is shown as it is, and made again when it is asked for. */

/* The objdump is as disassembly_new() takes it (parse/code/disassembly.h).  Owner: the arena, which
 * must end after the worker, or after `closed` of code_cache_close() was called.  The object must
 * live as long. */
struct code_cache *code_cache_new(struct worker *worker, const struct object *object,
                                  const struct profile *profile, const char *objdump,
                                  struct arena *arena);

/* For a dataset: of the cache's profile, or of another, whose functions have the same numbers;
 * those after them have no code.  Owner: the arena, or the cache's. */
const struct codes *code_cache_codes(struct code_cache *cache, const struct profile *profile,
                                     struct arena *arena);

/* Uses lines from now on, in the worker only. */
void code_cache_take_lines(struct code_cache *cache, struct lines *lines);

/* Takes no more requests.  Calls closed(context) when no job is left: at once, or when the last one
 * is done. */
void code_cache_close(struct code_cache *cache, void (*closed)(void *context), void *context);

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

/* What the worker does for them, one after the other (opening.c). */
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
	bool is_again;                     /* another is shown */
	bool is_read;                      /* another read the files */
	bool is_look;                      /* nobody asked for it: files are watched */
	bool waits;                        /* for the first of them, if none can be read yet */
	uint64_t refused, refused_now;     /* states of files that were not whole,
	                                  at the last look and at this; or 0 */
	bool is_same;                      /* it found nothing new */
	bool shows_recent;                 /* files are watched */
	const struct load_request *shown;  /* what was opened before; or NULL */
	const struct loaded_files *before; /* what is shown, if they are; or
	                                      NULL */
	bool gives_way;                    /* to one with other rules */
	bool base_is_asked;                /* the user has just named this base */
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

#endif
