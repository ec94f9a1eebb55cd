/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines of the source files of two builds are the same, without the old files.
 *
 * What is known of a file that may have been edited is on which lines its functions begin, and how
 * far their code extends.  Between two functions that follow each other on both sides, as far
 * apart, lines are taken to be the same; so are those of a function that begins and ends as far
 * apart.  This finds what was inserted or deleted, but not an edit that keeps the number of lines:
 * then the line in the same place is found.  No other line is found: not where functions changed
 * their order, or some are new and others gone, nor in a file in which no function begins. */
#ifndef GPTUI_LINE_MATCH_H
#define GPTUI_LINE_MATCH_H

#include "base/arena.h"

struct base_lines;
struct comparison;
struct dataset;
struct func;
struct line_match;
struct matching;

/* Lines that follow each other on both sides, from this one on. */
struct line_stretch {
	uint64_t low;  /* of the new side */
	unsigned high; /* the first that is not in it */
	unsigned base; /* what `low` is in the base */
};

/* A file of the new side. */
struct file_match {
	const char *path;                /* in the base; NULL: not found */
	const struct line_stretch *list; /* by line; shape: [n] */
	size_t n;
};

/* Finds the lines; locations of both sides may be NULL.  `matching` may be NULL: then both are the
 * same program, and each line is itself.
 * Owner: the arena.  Cost: n log n in functions. */
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

/* A file of the new side, looked up once for its lines. */
struct base_file {
	struct file_match match;
	uint32_t first, end; /* its lines in the base's line_times */
};

/* Without lines (NULL), and if the file is not found, none of its lines is known. */
struct base_file base_lines_file(const struct base_lines *lines, const char *path);

/* The time of a line of the file in the functions of the base that a function shows, or in all of
 * the base (NULL), for as many runs as the new side has: ticks of the new side's rate, 0 if it has
 * none.
 * False: it is not known which line it was, or how long it took.
 * Cost: log n in the stretches; functions that are shown. */
bool base_lines_ticks(const struct base_lines *lines, const struct base_file *file,
                      const struct func *f, unsigned line, double *ticks);

#endif
