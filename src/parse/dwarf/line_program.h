/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Line programs: the headers and the machine of .debug_line, DWARF 2 to 5.
 *
 * A program is the line table of one unit, written as operations of a small machine that yields
 * rows by mostly ascending address.  Runs of rows that belong together are sequences; the machine
 * starts afresh with each, so one can be decoded without those before it.
 * Cost: each step of the machine takes at least one byte. */
#ifndef GPTUI_LINE_PROGRAM_H
#define GPTUI_LINE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "parse/dwarf/dwarf.h"

struct arena;
struct error;
struct work;

/* The bytes of the programs, and how to interpret them. */
struct line_data {
	struct work *work;    /* what reading may take */
	struct bytes section; /* .debug_line */
	struct dwarf_texts texts;
	bool big_endian;
	bool sign_extends; /* addresses of less than 8 bytes are signed */
	uint64_t bias;     /* to be added to addresses (struct image_object) */
	bool libbfd_files; /* a DWARF 5 sequence begins in file 0, as in
	                      libbfd 2.40, instead of 1 */
};

/* The contents of a header.  Offsets are in .debug_line. */
struct line_program {
	uint64_t offset; /* of the unit: what DW_AT_stmt_list names */
	size_t tables;   /* directories and files */
	size_t code;     /* operations, [code, end) */
	size_t end;
	struct dwarf_unit_shape shape;
	unsigned char min_length;     /* address units of an instruction */
	unsigned char max_operations; /* of an instruction; 1: no VLIW */
	unsigned char line_range, opcode_base;
	signed char line_base;
	const unsigned char *operands; /* of opcode i + 1; [opcode_base - 1] */
};

/* Reads the header at *at and moves *at past the unit, or to the end of the section if it is not
 * known where the unit ends.
 * Errors: "byte N: reason"; the unit is of no use. */
bool line_program_read(struct line_program *out, const struct line_data *data, size_t *at,
                       struct error *err);

struct line_row {
	uint64_t address;
	uint32_t file, line;
};

enum line_event {
	LINE_NONE,   /* never returned by line_machine_next() */
	LINE_ROW,    /* machine->row */
	LINE_END,    /* the sequence ends before machine->row.address */
	LINE_FILE,   /* DW_LNE_define_file; its entry is at machine->file */
	LINE_DONE,   /* no operations are left */
	LINE_DAMAGED /* an operand is cut off or invalid */
};

struct line_machine {
	const struct line_program *program;
	struct dwarf_cursor in;
	struct dwarf_cursor file;
	uint32_t first_file; /* the file register at the start of a sequence */
	bool sign_extends;
	uint64_t bias;
	bool ended;          /* the next row begins a sequence */
	uint64_t operation;  /* in the instruction: VLIW's op_index */
	struct line_row row; /* the registers */
};

/* A machine about to run from `at`, where a sequence begins. */
struct line_machine line_machine_at(const struct line_program *program,
                                    const struct line_data *data, size_t at);

/* Runs up to the next event. */
enum line_event line_machine_next(struct line_machine *machine);

/* The files that a line program names, and their paths.
 *
 * Paths are made when needed, and each once: two locations in the same file have the same
 * pointer. */

/* A set of paths; each has one address.  Initialised with the list's arena, which owns all that are
 * added; adding them pays. */
struct line_paths {
	struct work *work;
	struct text_list list;
};

/* The path made of all parts that are not NULL, with '/' between them; NULL if there is no work
 * left.  Parts are shorter than DWARF_TEXT_MAX. */
const char *line_paths_add(struct line_paths *paths, const char *const parts[3]);

/* The tables of a program. */
struct line_files;

/* Reads the directories and files, and runs the program for those that it defines itself, if it
 * does.  A table that cannot be read ends early. directory: the compilation directory, or NULL;
 * DWARF 5 contains it itself.  Owner: the arena. */
struct line_files *line_files_read(const struct line_program *program, const struct line_data *data,
                                   const char *directory, bool defines_files, struct arena *arena);

/* The path of a file by its number in rows; NULL if there is none. */
const char *line_files_path(struct line_files *files, uint32_t number, struct line_paths *paths);

/* The sections that the texts of a program's tables are in: bits of enum dwarf_text_section. */
unsigned line_files_sections(const struct line_program *program, const struct line_data *data);

#endif
