/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What views are asked about: a profile, and what became known of its program since.
 *
 * A profile does not change after it was built.  Lines, inlined code and the like are found while
 * it is on the screen; each time there is a new dataset that holds more. */
#pragma once

#include "base/base.h"

struct code_lines;
struct codes;
struct comparison;
struct file_groups;
struct frames;
struct func;
struct func_locations;
struct help;
struct line_times;
struct names;
struct note;
struct profile;
struct recent;
struct runs;
struct source_location;
struct sources;
struct spreads;

/* What became of the debug information: found when lines are read, after the profile was built. */
struct debug_info {
	/* Why no line is known, and what to do about it; NULL: lines are known. */
	const char *reason, *cure;

	/* The program's build-id, by which servers identify it; may be empty. */
	struct bytes build_id;

	const char *path; /* the separate debug file; NULL: none is used */

	/* What is missing, or from another build; shape: [nnotes]. */
	const struct note *notes;
	size_t nnotes;
};

struct dataset {
	const struct profile *profile;
	struct names *names; /* readable ones, made when asked for */

	/* NULL in each of these: later, or not known. */
	const struct debug_info *debug;
	const struct func_locations *locations; /* where functions begin */
	const struct line_times *line_times;    /* those with samples */
	const struct frames *frames;            /* inlined code and calls */
	const struct code_lines *code_lines;    /* lines of functions */

	/* With several files: what each has of the profile, what their names tell, and, if several
	 * count, how they differ; or NULL.  What is odd about that; shape: [nfile_notes]. */
	const struct runs *runs;
	const struct file_names *file_names; /* by number */
	const struct spreads *spreads;
	const struct file_groups *groups[3]; /* by host, by group: enum file_grouping */
	const struct note *file_notes;
	size_t nfile_notes;

	const struct recent *recent; /* while files are watched; or NULL */

	/* With a base: it, as it is without the new side, and what changed since.  What is odd
	 * about that; shape: [ncompare_notes]. */
	const struct dataset *base;
	const struct comparison *comparison;
	const struct note *compare_notes;
	size_t ncompare_notes;
	const char *more; /* what only the comparison with inlined functions the other way finds,
	                     "with inlined functions apart (A): 1 slower"; or NULL; */
	const char *more_found; /* of that "1 slower", if A shows it; or NULL */

	const struct sources *sources; /* source files; or NULL: later */
	const struct codes *codes;     /* instructions; or NULL: none */
	const struct help *help;       /* commands and keys; or NULL */
};

/* Where a function begins; NULL while that is not known. */
const struct source_location *dataset_location(const struct dataset *data, const struct func *f);

/* The notes of the profile, of the debug information, of the comparison; NULL after the last. */
const struct note *dataset_note(const struct dataset *data, size_t location);

/* How many there are, without those about gprof. */
struct note_count {
	size_t n;
	size_t nfaults, nwarnings; /* of them */
	const struct note *fault;  /* the first; or NULL */
};

struct note_count dataset_count_notes(const struct dataset *data);

/* Source files for views.
 *
 * Views read no files: parse/source/source_files.c does; tests supply a table. */

/* Where code comes from: source files and lines.
 *
 * Found by parse/dwarf/line_runs.c after the profile is on the screen. */

struct source_location {
	const char *path; /* as in the debug information; NULL: unknown */
	const char *file; /* the last part of the path */
	unsigned line;    /* from 1; 0: only the file is known */
};

/* Whether both are of one line: paths of a side are the same text. */
static inline bool location_is_same(const struct source_location *a,
                                    const struct source_location *b) {
	return a->path == b->path && a->line == b->line;
}

/* The order by path, then line; what has no path is last. */
static inline int order_of_lines(const char *a, unsigned line_a, const char *b, unsigned line_b) {
	const int paths = a == b ? 0 : !a ? 1 : !b ? -1 : strcmp(a, b);

	return paths ? paths : line_a < line_b ? -1 : line_a > line_b;
}

/* The time of one source line; entries of one file share its path. */
struct line_ticks {
	const char *path;
	unsigned line;
	double ticks;    /* of profile->rate */
	double variance; /* ticks squared; sampling noise */
};

/* Lines of one file that are code of a function, and those between them that are code of none
 * (model/frames.h). */
struct code_extent {
	const char *path;
	unsigned first, last; /* lines, both included */
	uint32_t func;        /* its number in the profile */
	bool is_shared;       /* other functions have code of them, too */
};

enum { MD5_BYTES = 16 };

/* What a file contained when it was compiled, as DWARF 5 may say. */
struct file_digest {
	const char *path; /* as in struct source_location */
	const void *md5;  /* shape: [MD5_BYTES] */
};

struct func_locations {
	const struct source_location *list; /* of profile->funcs[i]; shape: [n] */

	/* The last line of the same file in the function's code, its own or inlined into it; shape:
	 * [n]. */
	const unsigned *last;
	size_t n;

	/* By the address of the path, then line; shape: [nextents]. */
	const struct code_extent *extents;
	size_t nextents;

	const struct file_digest *digests; /* of files that have one; shape: [ndigests] */
	size_t ndigests;
};

/* All lines that have any. */
struct line_times {
	const struct line_ticks *list; /* by path, then line; shape: [n] */
	size_t n;
};

/* Code that comes from one line of one function, for profiles by line: it begins at `low` and
 * extends to the next run.  Kernels have a million. */
struct line_run {
	uint64_t low;  /* address */
	uint32_t name; /* the function's number */
	uint32_t path; /* its number */
	uint32_t line;
};

struct line_runs {
	const struct line_run *list; /* by ascending address; shape: [n] */
	size_t n;
	const char *const *names; /* raw */
	const char *const *paths; /* as in struct source_location */
};

struct source {
	const char *path;   /* as in the debug information */
	const char *found;  /* where the file is; NULL: not found */
	bool is_newer;      /* newer than the executable */
	size_t n;           /* lines; 0: the file could not be read */
	const char *reason; /* why it could not; may be NULL */

	struct bytes text;           /* the file as it is */
	const uint64_t *ends_before; /* line ends before each block of it */
};

/* Sets the text and its lines; it must live as long as the source.  Owner of more: the arena. */
void source_set_text(struct source *out, struct bytes text, struct arena *arena);

/* Line 1 to n: tabs become blanks, NULs "\\x00", more than 64 KiB "...".  Owner: the arena. */
const char *source_line(const struct source *source, size_t line, struct arena *arena);

/* A number for each line, the same for lines that are alike, and before them one for no line;
 * shape: [n + 1].  Owner: the arena. */
uint64_t *source_keys(const struct source *source, struct arena *arena);

struct sources {
	void *context;

	/* The file of a path; never NULL, and the same until sources are looked for elsewhere. */
	const struct source *(*get)(void *context, const char *path);
};
