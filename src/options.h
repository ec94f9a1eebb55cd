/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: gprof's options and gptui's own, in one table, and one for each setting.
 *
 * Parsing, --help, the manual page and the tests read the rows, so an option is one of them.
 * gptui's own options have long names only, and an abbreviation that gprof understands never means
 * one of them. */
#pragma once

#include "gprof/gprof_rules.h"
#include "ui/load/opening.h"

struct options {
	struct gprof_options gprof;
	bool wants_listing; /* some option of gprof was given */
	bool wants_help, wants_version;
	const char *checked;    /* a profile file that is to be explained; or NULL */
	const char *help_about; /* "gprof" or "all"; NULL: in short */
	const char *message;    /* what a failed parse is to say, as gprof does;
	                      * NULL: the reason, and how to call it */

	struct start start; /* of the screen or a report, but for what is taken from `gprof` */
};

enum option_group {
	GROUP_LISTINGS,
	GROUP_SELECTION,
	GROUP_LAYOUT,
	GROUP_INPUT,
	GROUP_SCREEN,
	GROUP_SETTINGS,
	GROUP_ABOUT,
	OPTION_GROUPS
};

/* One option. */
struct option_row {
	const char *name;     /* the long one, or NULL */
	char letter;          /* the short one, or 0 */
	const char *argument; /* what to call it; NULL: there is none */
	const char *help;     /* one or two sentences; NULL: not shown */
	bool is_optional;     /* the argument is, and must be attached: in brackets in the table */
	bool is_own;          /* gptui's, not gprof's */
	const char *words;    /* that it can be, for completion; or NULL */

	/* Makes `argument` of the words that other rows have; or NULL. */
	const char *(*choices)(struct arena *arena);

	enum option_group group;

	/* Sets what the row is about; NULL argument: none was given.  NULL: set_members().  Errors:
	 * the argument is none of those allowed. */
	bool (*set)(struct options *options, const struct option_row *row, const char *argument,
	            struct arena *arena, struct error *err);

	/* Offsets in struct options of a bool that becomes true, and of a text that becomes the
	 * argument; or 0. */
	size_t flag, text;

	size_t number; /* offset of an int that becomes the argument, at least `least`; or 0 */
	int least;

	/* Of a list of texts that gets the argument, or the names between its colons, and of how
	 * many it has; or 0. */
	size_t list, count;
	bool has_colons;

	unsigned style;                /* bit of a listing, or 0 */
	unsigned tables;               /* 1 << enum spec_table, of specs */
	const struct setting *setting; /* that it is, or NULL */
};

/* All options, in the order of --help but for the settings, which are last. */
struct option_list {
	const struct option_row *rows; /* shape: [n] */
	size_t n;
};

struct option_list options_all(struct arena *arena);

/* The options of a group, with the title of the group in --help. */
struct option_table {
	const char *title;
	const struct option_row *rows; /* shape: [n] */
	size_t n;
	bool is_own; /* all are gptui's */
};

extern const struct option_table option_tables[OPTION_GROUPS];

/* Parses a command line of GNU style: options and operands in any order, abbreviated long names,
 * @FILE for the words of a file.  Owner: the arena (texts of argv are not copied).  Errors:
 * "unrecognized option '--foo'" and the like. */
bool options_parse(struct options *options, int argc, char **argv, struct arena *arena,
                   struct error *err);

/* The text of --help: in short, or with "gprof" gprof's options, with "all" all, in groups. */
void options_help(FILE *out, const char *program, const char *about);
