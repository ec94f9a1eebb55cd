/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening: an executable and profile files become a profile. */
#pragma once

#include "model/build/repeats.h"
#include "model/dataset.h"
#include "parse/fit/fit.h"
#include "parse/object/debug_files.h"

struct name_pattern;

/* Whether files have changed since they were looked at, as the system tells without a read. */
struct file_states {
	const char *const *paths;      /* shape: [n] */
	const struct file_state *list; /* shape: [n] */
	size_t n;
};

/* Looks at the executable, if it is not NULL, and at files.  Owner: the arena; the paths must live
 * as long.  Cost: a call of the system for each. */
struct file_states file_states_take(const char *executable, const char *const *files, size_t n,
                                    struct arena *arena);

/* Whether none has changed. */
bool file_states_are_same(const struct file_states *a, const struct file_states *b);

/* Whether a file that is known in both, or one that it is a member of, has changed. */
bool file_states_differ(const struct file_states *a, const struct file_states *b, const char *path);

/* To tell whether states are those of another time; not 0. */
uint64_t file_states_hash(const struct file_states *states);

/* Of each file the first one that is the same, under whatever name: links are the files that they
 * lead to, and what is no regular file is never the same as another.  Owner: the arena.  Cost: a
 * call of the system for each. */
const uint32_t *same_files_find(const char *const *files, size_t n, struct arena *arena);

/* Many files: what each has of a profile. */

/* Finds what each file has of the profile, what their names tell (by a pattern that is not NULL),
 * and how files differ, if there are several.  Owner: the arena. */
void load_runs(struct dataset *data, const struct name_pattern *pattern, struct arena *arena,
               struct progress *progress);

/* What the files of a profile have more than when they were read before (model/build/contents.h).
 * Owner: the arena; the files of both must live as long.  NULL: one counts intervals, the other
 * does not. */
const struct records *load_added(const struct profile *before, const struct profile *now,
                                 struct arena *arena);

/* Finds what that is (NULL: nothing) function by function.  Owner: the arena. */
void load_recent(struct dataset *data, const struct records *added, struct arena *arena,
                 struct progress *progress);

/* Which files count unless somebody chooses; NULL: all.  Owner: the arena. */
const struct file_choice *counted_choice(const struct counted *counted,
                                         const struct repeat_uses *uses, struct arena *arena);

/* What to open. */
struct load_request {
	const char *executable;

	/* What names the files (open/named_files.h); shape: [nwords]. */
	const char *const *words;
	size_t nwords;
	bool names_none;     /* no file was named: the only word is gmon.out */
	const char *offered; /* what the files are instead of it; or NULL */

	const char *const *files; /* shape: [nfiles] */
	size_t nfiles;
	struct boards *boards; /* of files that are fetched whenever they are read; or NULL */
	unsigned fetch_s;      /* the longest that each may take */
	const struct rules *rules;

	/* Another build that counted the calls; no files: calls are those of the files above. */
	struct {
		const char *executable;
		const char *const *files; /* shape: [nfiles] */
		size_t nfiles;
	} calls;

	/* Which of them count; or else those whose names match; or else, NULL too, as is found
	 * fit. */
	const struct file_choice *choice;
	const struct pattern *wanted;

	const struct name_pattern *name_pattern; /* of them; NULL: not known */

	struct load_bias bias;
	struct debug_search debug; /* where debug files may be */

	/* CPU time for reading the code of bins that functions share; 0: as much as it takes. */
	unsigned code_ms;
};

/* What was read: profiles are built of it, under any rules, of any choice of the files. */
struct load_input {
	const struct object *object;
	const struct records *records; /* of all files */
	struct counted counted;        /* which of them count */
	struct arena_limit memory;     /* for all that comes of the files */
};

/* The result. */
struct load_result {
	const struct object *object;
	struct lines *lines;                     /* or NULL: not read, or not there */
	const struct sample_sites *sites;        /* or NULL: likewise */
	struct arena_limit memory;               /* for all that comes of the files */
	const struct file_choice *choice;        /* that it was built of; or NULL */
	const struct name_pattern *name_pattern; /* as it was asked for */
	bool is_unfinished;                      /* there was no time to read all shared bins */
	bool only_apart;                         /* only what load_apart() makes of the data will be
	                                            shown, so lines of code are not made before */
	bool no_frames_apart;                    /* and that without frames and lines of code */
	struct dataset data;                     /* what the files contain */
};

/* Opens the executable and reads the files.  Owner: the arena, also of what is left after an error.
 * Errors: "PATH: reason", or "cancelled". */
bool load_input_read(struct load_input *out, const struct load_request *request,
                     struct arena *arena, struct progress *progress, struct error *err);

/* Builds the profile of the files that the request chooses; its notes include those of what was
 * read, which must live as long.  Owner: the arena.  Errors: likewise. */
bool load_build(struct load_result *out, const struct load_input *input,
                const struct load_request *request, struct arena *arena, struct progress *progress,
                struct error *err);

/* Does both. */
bool load_profile(struct load_result *out, const struct load_request *request, struct arena *arena,
                  struct progress *progress, struct error *err);

/* Waits a moment if the files are being written: reading them failed (NULL) or one is cut off, and
 * they changed in the last two seconds.  False if there is no reason to read them again, or the job
 * is cancelled. */
bool load_wait(const struct load_input *input, const struct load_request *request,
               struct progress *progress);

/* Waits a tenth of a second; false if the job is cancelled. */
bool load_pause(struct progress *progress);

/* Finds where functions begin and which lines the time went to, or why not.  Owner: the arena. */
void load_lines(struct load_result *loaded, struct arena *arena, struct progress *progress);

/* Finds the inlined frames and the callers' lines, after load_lines(): this reads more of the debug
 * information.  Owner: the arena. */
void load_frames(struct load_result *loaded, struct arena *arena, struct progress *progress);

/* Makes of the result's data those in which inlined functions are apart, after load_frames()
 * (model/build/build.h), with runs if they were found before.  Owner: the arena; the result must
 * live as long.  Errors: why that cannot be; it takes too much memory. */
bool load_apart(struct dataset *out, struct load_result *loaded, struct arena *arena,
                struct progress *progress, struct error *err);
