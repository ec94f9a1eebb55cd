/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views: questions one can ask about a profile.
 *
 * A view is a pure function from a dataset and a query to a table.  Showing, searching, sorting,
 * writing and testing the table is done elsewhere and works for every view.
 *
 * A view is one file, NAME_view.c, that defines NAME_view.  The build finds it by its name.  Its
 * position among the tabs, its help and its section of the manual all come from the struct. */
#pragma once

#include "model/compare/comparison.h"
#include "table/table.h"

/* How amounts of time are shown.  Rows of calls have a parent, whose percent they are: the function
 * asked for, or the row above; others have not, and are in percent of all. */
enum amount_unit { AMOUNT_TIME, AMOUNT_PERCENT, AMOUNT_PARENT, AMOUNT_SAMPLES };

/* Where in a function to begin. */
struct code_position {
	bool has_address;
	uint64_t address; /* of an instruction */
	const char *path; /* of a source file, the profile's own; or NULL */
	unsigned line;
};

/* Of which side lines and instructions are shown, with a base. */
enum sides { SIDES_BOTH, SIDES_NEW, SIDES_BASE };

/* Settings of two values that only change how rows are shown: a member, and the rest of its row in
 * ui/config/settings.c. */
#define DISPLAY_SWITCHES(X)                                                              \
	X(zeros, .values = "off|on", .is_command = true,                                 \
	  .help = "Show or hide functions without time and calls.",                      \
	  .said = { "functions without time and calls are hidden",                       \
	            "functions without time and calls are shown" })                      \
	X(paths, .values = "last|whole", .help = "Show the last part of paths, or all.", \
	  .said = { "the last parts of paths are shown", "whole paths of files are shown" })

/* The others. */
#define DISPLAY_OPTIONS(X)                                                  \
	X(double, limit)              /* percent: less is hidden; or 0 */   \
	X(enum amount_unit, amounts)  /* t */                               \
	X(enum name_style, names)     /* readable or raw */                 \
	X(bool, sources)              /* source lines among instructions */ \
	X(enum sides, sides)          /* where there is a base */           \
	X(enum row_kind, rows)        /* where there is a choice */         \
	X(int, group_files)           /* what files are put together by */  \
	X(int, group_ranks)           /* ranks modulo so much */            \
	X(enum per_what, per)         /* that times are compared per */     \
	X(const char *, per_function) /* CALLS: its name; the same text is \
	                                   the same pointer; or NULL */

/* How rows are shown, and which: the same in all panes and for all locations. */
struct display {
#define MEMBER(type, name) type name;
#define SWITCH(name, ...) bool name;
	DISPLAY_OPTIONS(MEMBER)
	DISPLAY_SWITCHES(SWITCH)
#undef MEMBER
#undef SWITCH
};

/* What the user asked for.  A copy of it is all that "back" needs to keep. */
struct query {
	const struct func *subject;         /* the function asked for, or NULL */
	const struct func *const *subjects; /* or several, where a view
	                                       takes_many; shape: [nsubjects] */
	size_t nsubjects;
	const struct func *gone;       /* or one of the base that is not on the new side, or NULL */
	const struct cycle *cycle;     /* or the cycle, or NULL */
	struct code_position position; /* or the view's own choice */
	const char *sort;              /* column name, or NULL: as built */
	bool reverse;                  /* against the column's own direction */
	struct display display;
	const struct filter *filter; /* or NULL */
	const struct folds *folds;   /* or NULL: all as at first */

	/* The row with this key and everything below it are open, except what TABLE_OPEN_ROWS
	 * leaves no room for; FOLD_ALL: all rows; 0: none. */
	uint64_t open_below;

	bool is_excerpt; /* of a source file only the function asked for, with
	                    some lines around it */

	bool is_whole; /* for programs: nothing is folded or added up */
	bool is_brief; /* of changes only the largest, others added up */

	const char *chosen;                    /* columns (table/table.h); or NULL */
	const struct differences *differences; /* if they are known already */
	bool by_change;                        /* code is hot by the change since the base */
	const struct view *from;               /* that a page of texts was opened from; or NULL */
	const char *place;                     /* where it is to open; or NULL */
};

/* Whether what is below the row with this key is shown, which `opens` at first or does not. */
bool query_opens(const struct query *query, uint64_t key, bool opens);

/* What the rows of a view are. */
enum view_kind {
	VIEW_FUNCTIONS,    /* functions, each at most once */
	VIEW_CALLS,        /* functions as they call each other */
	VIEW_LINES,        /* source lines */
	VIEW_INSTRUCTIONS, /* instructions, and what stands between them */
	VIEW_TEXTS,        /* texts in blocks, in an order of their own */
	VIEW_THINGS        /* anything else that is not about functions */
};

/* Where a page of texts can be opened (query.place): a chapter of the manual, or an option. */
struct view_place {
	const char *name;  /* "--base FILE" */
	const char *text;  /* lines, up to the next place */
	const char *views; /* names of those that it is about */
};

struct view {
	const char *name;  /* "flat": for --report, commands, the manual */
	const char *title; /* "Flat profile" */
	enum view_kind kind;
	const char *help;    /* the question it answers, one sentence */
	int rank;            /* position among the tabs, from the left */
	bool is_tab;         /* named in the first line of the screen */
	bool is_of_function; /* it is about query.subject */
	bool takes_function; /* it may also be about that, if there is one */
	bool is_of_view;     /* it is about query.from */
	bool takes_many;     /* or about query.subjects, one after the other */
	bool leads_up;       /* rows lead to callers */
	bool shows_frames;   /* it needs dataset.frames */
	bool shows_changes;  /* rows are changes, which are in their source */
	bool shows_files;    /* it needs dataset.runs, if there are several */

	/* All places in it; NULL: it has none. */
	const struct view_place *(*places)(size_t *n);

	/* What a dataset lacks for it, "a second profile"; NULL: nothing.  NULL instead of a
	 * function: it can always be asked. */
	const char *(*missing)(const struct dataset *data);

	/* The columns that it always has, and what makes all of them for a query, if there may be
	 * others.  Owner: the arena. */
	const struct columns *columns;
	const struct columns *(*make_columns)(const struct dataset *data, const struct query *query,
	                                      struct arena *arena);

	const char *sort;    /* the column it is sorted by as built, or NULL */
	const char *inverse; /* the view that I leads to; or NULL */

	/* Kinds of rows that it can have, each 1 << enum row_kind; 0: there is no choice.  And the
	 * view whose place it takes while rows are of its kinds; or NULL. */
	unsigned rows;
	const char *form_of;

	/* Reports for people show all that is folded at first. */
	bool opens_in_reports;

	/* Adds the rows, in the order they have until sorted. */
	void (*build)(struct table *table, const struct query *query);

	/* The functions that own the code of a row, first the one it is about.  NULL: only that. */
	struct line_owners (*owners)(const void *item);

	/* The profile file that a row is about, and whether it is one of the base; or NULL.  NULL:
	 * rows are about none. */
	const struct run *(*file)(const void *item, bool *is_base);

	/* Sets what Enter on the row asks for and returns the name of the view to ask; NULL if it
	 * leads nowhere.  NULL instead of a function: to the call graph of what its figures are of.
	 * The query comes with no cycle and no position. */
	const char *(*follow)(const void *item, struct query *query);

	/* What else there is to know about a row, where a column of it is explained: sentences with
	 * its numbers, or "".  NULL: nothing.  Owner: table->arena. */
	const char *(*explain)(const struct table *table, const void *item, const struct column *c);

	/* For texts: whether a row begins a block of rows.  NULL: each row does. */
	bool (*begins)(const void *item);

	/* The source location of a row; the path is NULL if unknown.  NULL: rows have none. */
	struct source_location (*location)(const struct table *table, const void *item);

	/* Makes the query ask for the line or instruction that a row is about; false if it is about
	 * a whole function.  NULL: rows always are. */
	bool (*locate)(const void *item, struct query *query);

	/* What a row costs, by which it is hot, if that is in no column.  NULL: it is in one. */
	double (*cost)(const void *item);
};

/* Makes the query ask for a whole function, or with NULL for none. */
void query_ask(struct query *query, const struct func *f);

bool position_is_same(const struct code_position *a, const struct code_position *b);
bool display_is_same(const struct display *a, const struct display *b);

/* Whether amounts are in percent, of all or of a parent. */
bool display_is_in_percent(const struct display *display);

/* Whether it can be asked of a dataset; without one, whether always.  Errors: what it needs. */
bool view_is_there(const struct view *view, const struct dataset *data);
bool view_check(const struct view *view, const struct dataset *data, struct error *err);

/* Whether rows are about functions or parts of them, whether a function can be asked for, whether
 * rows are lines or instructions, and whether they are those of one function. */
bool view_is_of_functions(const struct view *view);
bool view_takes_function(const struct view *view);
bool view_shows_code(const struct view *view);
bool view_is_code_of_one(const struct view *view);

/* Which line a row is of. */
struct source_location view_line(const struct view *view, const struct table *table,
                                 const void *item);

/* Makes a query ask for the line or instruction of a row; false if it has none. */
bool view_locate(const struct view *view, const void *item, struct query *query);

/* Whether it needs dataset.frames for the query. */
bool view_needs_frames(const struct view *view, const struct query *query);

/* The differences from the base per what the query says.  Owner: the arena.  Errors: NULL; there
 * is no base, no such function, or it was not called. */
const struct differences *query_differences(const struct dataset *data, const struct query *query,
                                            struct arena *arena, struct error *err);

/* The help, as its view needs it: views know neither commands nor keys. */

/* A heading, a command, or a key of the user's own. */
struct help_line {
	const char *keys; /* the current ones, separated by spaces; or "" */
	const char *name; /* with what it takes; of headings "" */
	const char *help; /* of headings "" */
	const char *line; /* the command line that it stands for; or NULL */
};

struct help {
	const void *context;

	/* All lines as they are now; shape: [*n].  Owner: the arena. */
	const struct help_line *(*lines)(const void *context, const struct dataset *data, size_t *n,
	                                 struct arena *arena);
};
