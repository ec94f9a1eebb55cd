/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules by name, and what GNU gprof 2.40 makes of symbols, bins and records, bug for bug. */
#pragma once

#include "model/rules.h"

struct func;
struct image;
struct lines;
struct machine;
struct object;
struct records;
struct source_lines;
struct source_location;
struct symbol;

/* What gprof's command line asks for. */

/* Listings, as bits. */
enum {
	STYLE_FLAT = 1,
	STYLE_GRAPH = 2,
	STYLE_EXEC_COUNTS = 4,
	STYLE_ANNOTATED = 8,
	STYLE_FUNCTION_ORDER = 16,
	STYLE_FILE_ORDER = 32,
	STYLE_FILE_INFO = 64,
	STYLE_SUM = 128
};

/* What a spec includes in or excludes from. */
enum spec_table {
	SPEC_FLAT,
	SPEC_NOT_FLAT,
	SPEC_GRAPH,
	SPEC_NOT_GRAPH,
	SPEC_ARC,
	SPEC_NOT_ARC,
	SPEC_TIME,
	SPEC_NOT_TIME,
	SPEC_EXEC_COUNTS,
	SPEC_NOT_EXEC_COUNTS,
	SPEC_ANNOTATED,
	SPEC_NOT_ANNOTATED,
	SPEC_TABLES
};

/* One spec of the command line; two when it names two tables. */
struct gprof_spec {
	enum spec_table table;
	const char *text;
};

struct gprof_options {
	const char *program;      /* argv[0], for messages */
	const char *executable;   /* "a.out" */
	bool names_executable;    /* it is not the default */
	const char *const *files; /* profiles; shape: [nfiles] */
	size_t nfiles;            /* at least 1 */
	bool names_none;          /* it is "gmon.out", by default */

	const struct rules *rules; /* named by the user; NULL: gprof's */

	/* Before files are added up: recordings_complete(). */
	void (*complete)(struct records *records, size_t first, const char *executable,
	                 const struct machine *machine);

	unsigned styles;       /* bits of the listings wanted */
	unsigned named_styles; /* bits of those the user mentioned */

	bool brief;             /* no explanations */
	bool traditional;       /* BSD's layout */
	bool zeros;             /* functions without time and calls, too */
	bool by_line;           /* lines instead of functions */
	bool no_statics;        /* ignore local symbols */
	bool functions_only;    /* and local symbols that are not functions */
	bool full_paths;        /* of source files, in names */
	bool inline_file_names; /* file and line after each name */
	bool static_calls;      /* calls found in the code, too */
	bool all_lines;         /* annotate every line of a block */
	bool separate_files;    /* annotated sources into files */
	bool raw_names;         /* raw names */

	const char *demangling;  /* name of the style; NULL: auto */
	const char *file_format; /* of profiles; NULL: auto */
	const char *symbol_file; /* symbols instead of the executable's */
	const char *order_map;   /* of functions to object files */
	int width;               /* of the index, in columns */
	int table_length;        /* of the busiest lines */
	unsigned long min_count; /* smaller counts are shown as ##### */

	const char **directories; /* of sources; shape: [ndirectories] */
	size_t ndirectories;
	const char **debug_folders; /* shape: [ndebug_folders] */
	size_t ndebug_folders;
	struct gprof_spec *specs; /* as on the command line; shape: [nspecs] */
	size_t nspecs;
};

extern const struct rules rules_exact, rules_gprof;

struct rules rules_of(struct rule_choice choice);

/* The rules with that name, or NULL. */
const struct rules *rules_named(const char *name);

/* Whether a symbol is a function, or another name of one, under gprof's rules. */
bool gprof_keeps_symbol(const struct rules *rules, const struct image *image,
                        const struct symbol *symbol);
bool gprof_keeps(const struct image *image, const struct symbol *symbol);

/* Histograms that gprof refuses to read together: it requires one dimension, one abbreviation and
 * one scale (how many bytes a bin covers), those of the first record, and ranges that are equal or
 * disjoint. */

struct conflict {
	const char *what;      /* in gprof's words; NULL: there is none */
	char from[16], to[16]; /* what changed, or "" */
	bool is_open;          /* gprof prints no newline after it */
};

/* The conflict of the histograms from number `from` on, with each other or with those before, which
 * have none.  Cost: linear as long as all ranges are equal, else n log n. */
struct conflict gprof_conflict(const struct records *records, size_t from, struct arena *scratch);

/* What the specs of a command line select, as in gprof.
 *
 * Each table is a list of address ranges.  It has gprof's oddities: a range that begins inside
 * another hides the rest of it, only one of several ranges with the same beginning is kept, and a
 * table whose specs match nothing is as if there were no specs. */

/* Specs: how a command line names functions and calls.
 *
 *	spec    := half [ "/" half ]             split at the first "/"
 *	half    := [ file ] ":" [ rest ]         split at the last ":"
 *	         | word with a "." = file | word with a digit first = line
 *	         | other word = function | nothing
 *	rest    := digit... = line | function
 *
 * What is not given does not restrict.  Source: behaviour of GNU gprof 2.40. */

struct symspec_half {
	const char *file;     /* the last part of its path, or NULL */
	const char *function; /* raw name, or NULL */
	int line;             /* 0: any */
};

struct symspec {
	struct symspec_half left, right;
	bool has_right; /* it is about calls: from left, to right */
};

/* Parses a spec; every text is one.  Owner: the arena. */
struct symspec symspec_parse(const char *text, struct arena *arena);

/* Parses the specs of the options, and makes the rules select by them; tables are empty until a
 * profile is built under these.  Lines are used if a spec names a file or line.  Owner: the
 * arena. */
struct spec_tables *spec_tables_new(const struct gprof_options *options, const struct image *image,
                                    struct rules *rules, struct source_lines *lines,
                                    struct arena *arena);

/* Whether a function that begins at the address is included in one table and not excluded by the
 * other.  Inclusion wins. */
bool spec_tables_select(const struct spec_tables *tables, enum spec_table include,
                        enum spec_table exclude, uint64_t address);

/* Source lines for listings, opened when the first one is needed: most listings need none, and
 * debug information is large. */

/* object: NULL if no lines are known. as_gprof: number files the way libbfd 2.40 does.  Owner: the
 * arena. */
struct source_lines *source_lines_new(const struct object *object, bool as_gprof,
                                      struct arena *arena);

/* The lines of all code; NULL if none are known. */
const struct line_runs *source_lines_runs(struct source_lines *lines);

/* The lines of all code in .text.  Owner: the arena; paths live as long as the lines. */
const struct line_runs *line_runs_read(const struct object *object, struct lines *lines,
                                       struct arena *arena);

/* The line of an address; false if there is none. */
bool source_lines_at(struct source_lines *lines, uint64_t address, struct source_location *out);

/* The source files and lines that functions begin at, for specs that name some and for annotated
 * sources. */

/* gprof's lists are in symbol table order, which shows when two files have the same name. */
struct function_files {
	const struct source_location *locations; /* without a path if unknown; shape:
	                               [number of functions] */
	struct text_list paths;                  /* by first appearance in the symbol table */
	const uint32_t *numbers;                 /* of each path; NO_ITEM: none */
};

/* Looks up where each function begins; the rules are those that chose the functions.  Owner: the
 * arena.  Cost: a line lookup for each function. */
struct function_files *function_files_new(const struct image *image, const struct rules *rules,
                                          struct source_lines *lines, const struct func *funcs,
                                          size_t nfuncs, struct arena *arena);

/* The path that a name without directories stands for: the last one if there are several, NULL if
 * there is none or name is NULL. */
const char *function_files_path(const struct function_files *files, const char *name);

/* The listings of GNU gprof 2.40 for the same command line. */

/* Prints what the options ask for; if no listing is asked for, the flat profile and the call graph.
 * Messages are gprof's own.  Returns the exit status: 0, or 1 with a message. */
int gprof_main(const struct gprof_options *options, FILE *out, FILE *messages, struct arena *arena);

/* Explaining a profile file field by field, for those who write one. */

/* Prints what a file holds, what is wrong with it, and what gprof would do; *is_right tells whether
 * nothing is.  The executable says how wide addresses are and in which byte order; without it
 * (NULL), what fits the file is taken.
 * Errors: "PATH: reason": one of them cannot be read, or is something else. */
bool format_check(const char *path, const char *executable, FILE *out, bool *is_right,
                  struct arena *arena, struct error *err);

/* Reading profile files the way gprof does: one after the other, up to the first that is wrong. */

/* "@FILE" on a command line stands for the words in the file. */

/* Replaces each @FILE by its words, including those inside files.  Words are separated by white
 * space; quotes of both kinds and backslashes protect it.  If a file cannot be read, its argument
 * stays as it was.  Changes *argc and *argv; the new list ends with NULL.  Owner: the arena.
 * Errors: a directory, files that refer to each other in a circle. */
bool response_files_expand(int *argc, char ***argv, struct arena *arena, struct error *err);

/* Reads all files of the options, and prints what each contains if the options ask for that.  What
 * they contain is set as in gprof: BSD files always have both.  Returns false after a message. */
bool profile_input_read(struct records *records, const struct gprof_options *options,
                        const struct machine *machine, bool *has_histogram, bool *has_calls,
                        FILE *out, FILE *messages);
