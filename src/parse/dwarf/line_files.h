/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a line program names, and their paths.
 *
 * Paths are made when needed, and each once: two locations in the same file
 * have the same pointer. */
#ifndef GPTUI_LINE_FILES_H
#define GPTUI_LINE_FILES_H

#include "parse/dwarf/line_program.h"

struct arena;

/* A set of paths; each has one address. */
struct line_paths;

struct line_path {
	const char *text;
	const char *file; /* the part after the last '/' */
};

/* No paths yet; the arena owns all that are added.  Adding them pays. */
struct line_paths *line_paths_new(struct work *work, struct arena *arena);

/* The path made of all parts that are not NULL, with '/' between them; NULL if
 * there is no work left.  Parts are shorter than DWARF_TEXT_MAX. */
const struct line_path *line_paths_add(struct line_paths *paths, const char *const parts[3]);

/* The tables of a program. */
struct line_files;

/* Reads the directories and files, and runs the program for those that it
 * defines itself, if it does.  A table that cannot be read ends early.
 * directory: the compilation directory, or NULL; DWARF 5 contains it itself.
 * Owner: the arena. */
struct line_files *line_files_read(const struct line_program *program, const struct line_data *data,
                                   const char *directory, bool defines_files, struct arena *arena);

/* The path of a file by its number in rows; NULL if there is none. */
const struct line_path *line_files_path(struct line_files *files, uint32_t number,
                                        struct line_paths *paths);

/* The sections that the texts of a program's tables are in: bits of enum
 * dwarf_text_section. */
unsigned line_files_sections(const struct line_program *program, const struct line_data *data);

#endif
