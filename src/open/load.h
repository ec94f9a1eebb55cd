/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening: an executable and profile files become a profile. */
#pragma once

#include "model/build/repeats.h"
#include "model/dataset.h"
#include "parse/fit/fit.h"
#include "parse/object/object.h"

struct boards;
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

/* Whether the program uses MPI, and the names of files have ranks, or numbers of processes, which
 * may be those of ranks. */
bool load_may_be_ranks(const struct dataset *data);

/* What the files of a profile have more than when they were read before (model/build/repeats.h).
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

	/* What names the files (below); shape: [nwords]. */
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

/* Which profiles the words of a command line stand for: a folder for those in it, a pattern for
 * what fits, and what lies beside the program where nothing is named and there is no gmon.out. */

/* Whether a file begins like one that programs are in. */
bool file_is_program(const char *path);

/* What a folder contains, by name. */
struct folder_files {
	const char **files; /* profiles; shape: [n] */
	size_t n;
	const char *program; /* the executable; or NULL */
	size_t nprograms;
	bool is_same_name; /* as the one asked for */
};

/* Profiles are known by their contents, or by their names, for one may be damaged; the executable
 * is that of this name, else the only one.  Owner: the arena.  Errors: "PATH: reason". */
bool folder_files_find(struct folder_files *out, const char *path, const char *executable,
                       struct arena *arena, struct error *err);

/* Sets the files of a request, and what was offered instead of those that are missing, by its
 * words; files that were there before (or NULL) keep their order, so that they keep their numbers,
 * and stay if some are chosen.  A word that stands for nothing is a file that is not there.  Owner:
 * the arena. */
void named_files_find(struct load_request *request, const struct load_request *before,
                      struct arena *arena);

/* Profiles that are fetched from where a program runs: URLs among the files of the command line.
 *
 * Fetching may reset the counters there, so nothing that came may be lost: each fetch is written to
 * a file of its own, which never replaces another, and all files of a session are read together.
 * Room for a file is looked for before it is asked for, and what cannot be written all the same is
 * held in memory.  What is no profile, or no whole one, stays, too: 64 MiB and 1024
 * files in a session, then the oldest go. */

/* The words of a command line, or NULL if no URL is among them; they must live as long.  keep: the
 * folder for what is fetched; NULL: the working folder.  Owner: the arena. */
struct boards *boards_new(const char *const *words, size_t n, const char *keep,
                          struct arena *arena);

/* What there is to read. */
struct board_files {
	const char *const *files; /* shape: [n] */
	size_t n;
	const char *kept;   /* what came now: "PATH, PATH"; or NULL */
	const char *failed; /* why something did not; or NULL */
	const char *full;   /* why nothing more can be kept; or NULL */
	bool is_held;       /* some of it is in memory only */
};

/* Fetches from each URL once more, for at most so many seconds each, and sets the files: in the
 * place of each URL what was fetched from it first, and all later ones at the end, so that files
 * keep their numbers; owner: the arena.  A URL that fails costs itself only, and then says what
 * came of it, if anything.  One thread at a time may fetch.
 * Errors: cancelled; there is no file at all. */
bool boards_fetch(struct boards *boards, unsigned most_s, struct board_files *out,
                  struct progress *progress, struct error *err);

/* What is known of one of the files, by its path.  Boards may be NULL: nothing. */
struct board_file {
	const char *url;    /* that it was fetched from, in the order of the files; or NULL */
	const char *failed; /* why it cannot be read, and is named by its URL; or NULL */
};

struct board_file boards_file(struct boards *boards, const char *path);

/* Leaves out a file that was fetched last, because it could not be read: that of a path or, if it
 * is NULL, one that the reason begins with; it stays where it is. */
void boards_refuse(struct boards *boards, const char *path, const char *reason);

/* Tries to write what is held in memory, at the end of the program, also if a job is still waiting
 * for a server.  NULL: there are no boards.  Errors: "PATH: reason"; what is not kept. */
bool boards_end(struct boards *boards, struct error *err);

/* Recordings among the profile files: samples with their stacks, of a program with the libraries
 * that it loaded. */

/* Adds to the recordings from number `first` on what is in files beside them: mappings, where the
 * program was killed, and calls of the gmon.out of the same process ("gmon.4711" beside
 * "prog.4711.prof").  Recordings of another program are left out, with a note. */
void recordings_complete(struct records *records, size_t first, const char *executable,
                         const struct machine *machine);

/* If the files are recordings (all, or none), opens the objects in which samples were, joins them
 * with *object, moves all stacks to addresses of the program that they make, and adds histograms of
 * where the samples fell.  What is in no object that can be opened is at an address of no code.
 * Owner: the arena.  Errors: "PATH: reason". */
bool recordings_place(const struct object **object, struct records *records,
                      const struct debug_search *search, struct arena *arena, struct error *err);

/* What a folder of recordings has, or an archive of one; what is in archives is named
 * "ARCHIVE/FOLDER". */
struct recorded_parts {
	const char *own;        /* the recordings themselves */
	const char *new, *base; /* of programs that took turns; or NULL */
	double level;           /* of their tests; 0: as of runs that nobody looked at before */
	const char *calls;      /* of another build; or NULL */
};

/* Cost: an archive is read.  Owner: the arena. */
struct recorded_parts recorded_parts_find(const char *path, struct arena *arena);

/* The path of the program that the largest recording ("*.prof", or any single file or archive)
 * among files is of, or NULL.  Owner: the arena. */
const char *recorded_program(const char *const *files, size_t n, struct arena *arena);

/* Code by the names that callers use, where stacks show what these lead to. */

/* The object with symbols for the implementations of its indirect functions: `sin' is where the
 * code that chooses one names "__sin_fma", "__sin_avx".  Where libopcodes does not know the
 * machine, or unwind tables do not say where an implementation ends, there is none.
 *
 * Functions are added to stacks that left them by a jump: where a call goes to one function, and
 * the stack has another one there, to which that jumps, or to which a chain of jumps leads that is
 * the only way.  The address is that of the jump.
 *
 * Stacks have addresses of the object.  Owner: the arena.
 * Cost: 1 us an instruction of the code that chooses, and of what is called and left. */
const struct object *called_names_add(struct records *records, const struct object *object,
                                      struct arena *arena);

/* Times of one build and calls of another: that counts calls, which bends its times. */

/* Gives the records the calls of another build, with its names, in the place of their own: each run
 * gets those of a run of the other build, between the functions that are the same in both
 * (model/compare/matching.h).  A note says which are not.  Owner: the records' arena.
 * Errors: "cancelled". */
bool other_calls_add(struct records *records, const struct image *image,
                     const struct dataset *calls, struct progress *progress, struct error *err);
