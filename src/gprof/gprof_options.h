/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gprof's command line asks for. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct machine;
struct records;
struct rules;

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
