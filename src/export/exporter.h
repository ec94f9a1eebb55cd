/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole profiles in the formats of other programs.
 *
 * A format is one file, NAME_exporter.c, that defines NAME_exporter.  The build finds it by its
 * name.  Each says in its own way that totals are estimates. */
#pragma once

#include "model/names.h"

struct stack_place;

/* What is exported. */
struct export {
	const struct dataset *data;
	enum name_style names;
	double limit; /* percent of all time; with less, functions are left out
	                 of pictures; 0: as the format finds fit */

	/* In pictures only what they reach, and what reaches it; NULL: all. */
	const struct func *from, *to;

	struct arena *arena; /* for what is made of it */
};

struct exporter {
	const char *name;   /* --export NAME, the manual */
	const char *also;   /* what people call it, too; or NULL */
	const char *ending; /* of a file's name: ".dot" */
	const char *help;
	const char *picture; /* the format that dot(1) makes of it; or NULL: it
	                        is written as it is */
	bool is_binary;
	bool needs_lines; /* code_lines, if there are any */
	bool compares;    /* shows a base, too */
	bool is_bare;     /* has no place for what figures are: that is said beside it */
	void (*write)(const struct export *what, FILE *file);
};

/* Writes the colour of a change in ticks, "#rrggbb": orange of more, blue of less, which nearly all
 * people tell apart, the darkest for a tenth of all time; grey of 0. */
void change_colour_put(FILE *file, double change, double all);

/* Foreign names in exported files. */

/* Writes a text on one line, without bytes that act; with a backslash before those in `quoted`. */
void name_put(FILE *file, const char *text, const char *quoted);

/* The same for HTML and XML: what they would act on is written as an entity. */
void markup_put(FILE *file, const char *text);

/* The profile files: "gmon.out", or "gmon.1, gmon.2 and 14 more files".  Owner: the export's
 * arena. */
const char *files_of(const struct export *what);

/* A function's name in the style of the export; that of a place on a stack, which need not be in
 * one; the path of a function's source file, or "". */
const char *name_of_func(const struct export *what, const struct func *f);
const char *name_of_place(const struct export *what, const struct stack_place *place);
const char *path_of_func(const struct export *what, const struct func *f);

enum { MOST_DOUBTS = 40 }; /* that a format has room for */

/* The functions whose totals say little, with their bounds in percent of all time, the first `most`
 * of them; "" if there are none.  Owner: the arena. */
const char *doubts_of(const struct export *what, size_t most, struct arena *arena);

extern const struct exporter *const exporters[]; /* ends with NULL */

/* The exporter of that name.  Errors: NULL; there is none, or its program is not installed. */
const struct exporter *exporter_named(const char *name, struct error *err);

/* Writes to an open file.  Errors: drawing the picture failed; those of writing are the file's. */
bool export_write(const struct exporter *exporter, const struct export *what, FILE *file,
                  struct error *err);

/* Writes a new file, or replaces an old one, whole or not at all.
 * Errors: "PATH: reason"; the old file is then unchanged. */
bool export_file(const char *path, const struct exporter *exporter, const struct export *what,
                 struct error *err);

/* A picture that dot(1) of Graphviz draws of the call graph, in a format of dot's; a zero is behind
 * its bytes.  Owner: the export's arena.  Errors: dot is not there, or failed. */
bool drawing_new(struct bytes *out, const char *format, const struct export *what,
                 struct error *err);
