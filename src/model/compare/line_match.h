/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines of the source files of two builds are the same.
 *
 * What is known of a file that may have been edited is on which lines its functions begin, and how
 * far their code extends.  Between two functions that follow each other on both sides, as far
 * apart, lines are taken to be the same; so are those of a function that begins and ends as far
 * apart.  This finds what was inserted or deleted, but not an edit that keeps the number of lines:
 * then the line in the same place is found.  No other line is found: not where functions changed
 * their order, or some are new and others gone, nor in a file in which no function begins.
 *
 * Where both files are as they were compiled their texts are aligned instead (base/align.h).
 *
 * A function that is the same on both sides, and elsewhere in the file or in another one, has
 * moved: its lines are those that it has there. */
#pragma once

#include "base/align.h"

struct comparison;
struct dataset;
struct func;
struct matching;
struct sources;

/* A file of the new side. */
struct file_match {
	const char *path;       /* in the base; NULL: not found */
	struct alignment lines; /* from 1 on, a: of the new side */
	bool is_whole;          /* what is not found is not there: by the texts of both files, which
	                           ascend on both sides */
};

/* Finds the lines; locations of both sides may be NULL.  `matching` may be NULL: then both are the
 * same program, and each line is itself.  Owner: the arena.  Cost: n log n in functions. */
const struct line_match *line_match_new(const struct dataset *base, const struct dataset *new,
                                        const struct matching *matching, struct arena *arena);

/* What is the same in a file of the new side. */
struct file_match line_match_file(const struct line_match *match, const char *path);

/* The base's line that a line of the new side is; 0: not known.  Cost: log n in the stretches of
 * the file. */
unsigned file_match_line(const struct file_match *file, unsigned line);

/* What the base of a comparison has of lines of the new side. */

/* Both sides of the comparison must have their locations by now, else no line is known.  Owner: the
 * arena.  Cost: n log n in functions; lines. */
const struct base_lines *base_lines_new(const struct comparison *c, struct arena *arena);

/* Whether both sides are the same program: then each line is itself. */
bool base_lines_are_same(const struct base_lines *lines);

/* Lines of a function that are elsewhere in the base than those around them. */
struct moved_lines {
	struct stretch lines; /* a: of the new side */
	const char *path;     /* in the base */
};

struct moved_list {
	struct moved_lines *list; /* by the lines of one side, of which none is twice; shape: [n] */
	size_t n;
};

/* A file of the new side, looked up once for its lines. */
struct base_file {
	struct file_match match;
	const struct source *source; /* of the base, as it was compiled; NULL: not known */
	uint32_t first, end;         /* its lines in the base's line_times */

	struct moved_list moved; /* to this file, by the new side's lines */
	struct moved_list found; /* the base's lines that are on the new side, by these */
};

/* By the texts of both files, if `base` and `new` (which may be NULL) have them as they were
 * compiled.  Without lines (NULL), and if the file is not found, none of its lines is known.
 * Not for two threads.  Cost: once for two texts, that of aligning their lines. */
struct base_file base_lines_file(const struct base_lines *lines, const char *path,
                                 const struct sources *base, const struct sources *new);

/* Time of the base, for as many runs as the new side has: ticks of the new side's rate. */
struct base_time {
	double ticks, variance;
};

/* Where a line of the new side is in the base; line 0: not known.  Cost: log n. */
struct source_location base_file_line(const struct base_file *file, unsigned line);

/* Whether a line of the base's file is on the new side, there or elsewhere.  Cost: log n. */
bool base_file_has_partner(const struct base_file *file, unsigned base_line);

/* The time of a line of the base in all of the base; 0 if it has none. */
struct base_time base_lines_time(const struct base_lines *lines, const char *base_path,
                                 unsigned base_line);

/* That of a line of the new side in the functions of the base that a function shows, or in all of
 * the base (NULL).  Of functions, marks those of the base's code lines that it is of, if there are
 * marks; shape: [base code_lines->n].  Line 0: code whose line is not known on either side.
 * False: it is not known which line it was, or how long it took.
 * Cost: log n in the stretches; functions that are shown. */
bool base_lines_ticks(const struct base_lines *lines, const struct base_file *file,
                      const struct func *f, unsigned line, struct base_time *time, bool *marks);
