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
struct frames;
struct func;
struct help;
struct line_times;
struct names;
struct note;
struct source_location;
struct func_locations;
struct profile;
struct file_groups;
struct recent;
struct runs;
struct sources;
struct spreads;

/* What became of the debug information: found when lines are read, so after the profile was
 * built. */
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
	size_t nmore; /* functions that only the comparison with inlined functions the other way
	                 finds slower or faster */

	const struct sources *sources; /* source files; or NULL: later */
	const struct codes *codes;     /* instructions; or NULL: none */
	const struct help *help;       /* commands and keys; or NULL */
};

/* Where a function begins; NULL while that is not known. */
const struct source_location *dataset_location(const struct dataset *data, const struct func *f);

/* The notes of the profile, then those of the debug information and of the comparison; NULL after
 * the last. */
const struct note *dataset_note(const struct dataset *data, size_t location);

/* How many there are, without those about gprof. */
struct note_count {
	size_t n;
	size_t nfaults;           /* of them */
	const struct note *fault; /* the first; or NULL */
};

struct note_count dataset_count_notes(const struct dataset *data);
