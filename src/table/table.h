/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table: what every view makes, and what the screen, reports, search and tests all read.
 *
 * A table knows its rows and how to look into them (columns); it knows nothing about profiles,
 * terminals or files. */
#pragma once

#include "base/base.h"
#include "table/value.h"

struct dataset;
struct filtering;
struct query;
struct table;

/* A column of a row. */
struct field {
	const struct table *table;
	const struct column *column;
	const void *item; /* the row's */
};

struct column {
	const char *name; /* "self": everywhere; without blanks and commas */
	const char *was;  /* a name that it had, which is still taken; or NULL */
	enum unit unit;   /* decides side and first sort direction; in views, none is TEXT */
	bool is_estimate; /* its heading begins with ~ */
	bool is_error;    /* of a figure beside it, which has the unit in its heading */
	bool is_mark;     /* of a figure beside it: the heading is empty */
	bool is_signed;   /* values are changes: with a + or -, sorted and limited by magnitude */
	bool keeps_time;  /* another column has its share: it shows no amount in percent */

	/* What it is, with its unit and formula.  Clauses "~: an estimate" are what ? says of its
	 * marks. */
	const char *help;

	/* Which columns go first when the screen is narrow: the highest, the last of several alike;
	 * 0 never goes, and before 1 goes the name gives up some cells. */
	int spare;
	bool stays; /* it has room before a name has what it wants beside its last word */

	/* The main text: it is indented by depth and gets the room that is left, but at least this
	 * many cells, if it needs them and other columns can go for it. */
	bool is_name;
	int least;
	bool is_for_programs; /* only in CSV and JSON */
	bool is_for_people;   /* not there: other columns have its figures */
	bool is_extra;        /* only if chosen; and in CSV and JSON, if it is for programs */
	bool is_cumulative;   /* of a row the sum of what `get` has of the rows down to it, in the
	                         order shown; not of counts */
	bool is_left_out;     /* others were chosen (table/table.h) */
	bool is_chosen;
	bool is_cut_behind; /* if too long; else in the middle */
	bool tells_apart;   /* rows of one name, where it has no room itself */

	/* Shortens a text that is too wide, before it is cut; what is at the index `keep` stays.
	 * NULL: it is only cut.  Returns the bytes written. */
	size_t (*shorten)(char *out, size_t size, const char *text, int width, size_t keep);

	size_t number; /* which of several alike it is; get knows what that means */

	/* The value; pure.  A text must live as long as the table. */
	struct value (*get)(const struct field *field);

	/* How that value came about, in a sentence with the item's numbers, or NULL; a NULL
	 * function: the help says it all.  Owner: table->arena. */
	const char *(*explain)(const struct field *field);

	/* What it says nothing without, as bits that table->lacks has, too; what they mean is the
	 * views' (views/columns.h). */
	unsigned needs;
};

/* The columns of one kind of item. */
struct columns {
	const struct column *list;
	size_t n;
};

struct row {
	const void *item; /* what the row shows; stays valid and unchanged;
	                     NULL: others, which only `label` names */
	const char *label;
	unsigned depth;  /* 0 at the left edge; indents the name */
	bool is_subject; /* the row the view was opened for */
	bool is_faint;   /* figures from too few samples */
	bool is_empty;   /* no samples at all: its name is dimmed, too */
	bool is_rest;    /* in a tree: after its siblings in any order */
	bool is_notice;  /* a text about the rows, which is no data */

	uint64_t id;   /* finds the row again in a rebuilt table; or 0 */
	uint64_t fold; /* its key (table/table.h); 0: nothing to fold */
	bool is_open;  /* what is below it is shown */
	bool opens;    /* it is open at first */
};

struct table {
	struct arena *arena; /* owns the rows and texts made for them */
	const struct dataset *data;
	const struct query *query;
	const struct columns *columns;
	const struct file_groups *groups; /* of files, that rows are about; NULL: files */
	struct filtering *filtering;      /* what matches the filter; may be NULL */
	struct row *rows;                 /* shape: [nrows] */
	size_t nrows;

	/* The sums of columns that are cumulative, NULL for others; shape: [columns->n], [nrows].
	 * NULL: until rows are in their order. */
	const double **sums;

	size_t nrests;      /* rows that stand for others */
	size_t nall;        /* rows that there would be without the filter */
	size_t nmeasured;   /* rows that columns on the screen have room for: all that filter and
	                       limit hide, too, which then follow; 0: nrows */
	double shown_share; /* percent of the time that is in the rows */
	bool has_limit;     /* rows with too little time are hidden */
	const char *noun;   /* what the rows are: "functions" */
	bool is_pending;    /* its contents are still being made */
	bool is_part;       /* then: rows are to come between those that are there */
	bool is_notice;     /* its rows say why there are none, for good:
	                       people see no other column than the name */
	bool is_counted;    /* no amount is an estimate: headings are without ~ */
	const char *sort;   /* the column it is sorted by as built, or NULL */
	const char *order;  /* without such a column, what the order is by; or NULL */
	unsigned lacks;     /* column->needs that hide a column */
	const char *unit;   /* of amounts, for headings: "s"; */
	const char *time;   /* the same of columns that are not in percent */

	/* What one sample is, in percent and in amounts; 0: two decimals are shown.  The most ticks
	 * that amounts of rows are in percent of, if they have such parents. */
	double sample_percent, sample_amount, most_parent;

	/* Rows are below the nearest one before them that is less deep; names have a mark that
	 * shows what is folded, or in a list only those that can be. */
	bool is_tree;
	bool is_list;

	/* The file or function that all rows belong to, for the heading of names; or NULL. */
	const char *about;

	/* The source file that the rows are lines of, as in the debug information; or NULL. */
	const char *source_path;
	bool source_is_missing; /* it was not found */

	/* Why there are no rows, or not all, with the cure; NULL: there are. */
	const char *notice;

	/* What all rows together say, for the last line; or NULL. */
	const char *summary;

	/* What is odd about all of the rows, a sentence; or NULL. */
	const char *remark;

	/* What they come to, in a line for the screen, and in one for where that has no room; the
	 * same, and what that rests on, in sentences, for texts that stand alone; or NULL. */
	const char *answer, *short_answer, *result, *basis;
};

enum {
	TABLE_OPEN_ROWS = 100000, /* the most that opening all can make */
	TABLE_INDENT = 2,         /* cells a level on the screen */
	TABLE_TEXTS = 20000,      /* the most that the screen measures */
	TABLE_LONG = 100,         /* cells of a long text */
	TEXT_LEAST = 26,          /* cells that a text has at least, if it needs them */
	NAME_LETTERS = 60,        /* a name has so many before optional columns have any, */
	NAME_INDENT = 24,         /* behind so much indentation; */
	WORD_INDENT = 12          /* and its last word behind so much has room before others */
};

/* A formatted text that lives as long as the table. */
#define say(table, ...) ((const char *)arena_format((table)->arena, __VA_ARGS__))

/* Whether its rows are to come, and one says so meanwhile; or not all are there. */
bool table_waits(const struct table *table);

void table_add(struct table *table, struct row row);

/* The decimals of a percentage or an amount that has none of its own: those that one sample is seen
 * with, at most two and three. */
struct value table_digits(const struct table *table, struct value value);

/* The value of a cell; none where there is no such row or column, which is a mistake. */
struct value table_value(const struct table *table, size_t row, size_t column);

/* How many rows there are with those behind nrows, which are only measured. */
size_t table_all_rows(const struct table *table);

/* The index of the column with that name or heading, with its unit or without; or columns->n. */
size_t table_column(const struct table *table, const char *name);

/* Whether the column is part of the table as requested: for people, and for programs, which get the
 * same columns whatever the data. */
bool table_shows(const struct table *table, size_t column);
bool table_dumps(const struct table *table, size_t column);

/* The heading with the unit put in, made safe, because files name units; returns its length. */
size_t table_title(const struct table *table, size_t column, char *out, size_t size);

/* A cell's text, made safe: without control bytes; returns its length. */
size_t table_cell(const struct table *table, size_t row, size_t column, char *out, size_t size);

/* Takes the next clause off a column's help; returns the bytes before the colon if it tells a mark,
 * "~: an estimate", else 0. */
size_t column_clause(const char **help);

/* A column's help without the marks that the cell and its heading do not have; of an empty cell all
 * of it.  Owner: table->arena. */
const char *table_help(const struct table *table, size_t row, size_t column);

/* The row that a row of a tree is below, or nrows.  Cost: the rows in between. */
size_t table_parent(const struct table *table, size_t row);

/* The index of the first row after it that is not below it. */
size_t table_branch_end(const struct table *table, size_t row);

/* The mark before a name in a tree: "\u25be " open, "\u25b8 " closed, or two blanks; else "". */
const char *table_mark(const struct table *table, size_t row);

/* Sorts by a column, largest numbers first, texts from A; stable.  In a tree, below each row. */
void table_sort(struct table *table, size_t column, bool reverse);

/* Adds up the columns that are cumulative and wanted, once rows are in their order.  Cost: linear
 * in rows, for each of these columns. */
void table_add_up(struct table *table);

/* The widest cells of columns that are shown, headings included, in screen cells, 0 for others; for
 * all rows that are measured.  Names are indented by this much a level.  At most ntexts texts are
 * looked at, far apart; of long ones, which are costly to make, the first 1,000, and up to one that
 * is wider than any screen.  Shape of widths: [columns->n].  Cost: linear, without formatting each
 * number. */
void table_widths(const struct table *table, size_t indent, size_t ntexts, size_t *widths);

/* Searches up to n rows from *row on, forwards or backwards, wrapping at the end, for a text cell
 * that matches the pattern; true if that is in *row, else *row is the next one to look at. */
bool table_find_some(const struct table *table, const struct pattern *pattern, size_t *row,
                     size_t n, bool backwards);

/* Columns of a static list. */
#define COLUMNS(list) (&(const struct columns){ list, sizeof list / sizeof *list })

/* Which columns of a view are shown, and in which order: a text with their names, separated by
 * blanks or commas; NULL or "": as the view has them. */

/* The columns in the order of the choice; those that are not part of it come last and are left out.
 * Owner: the arena.
 * Errors: no such column, one that is listed twice; without err such names are ignored. */
const struct columns *column_choice_apply(const struct columns *columns, const char *names,
                                          struct arena *arena, struct error *err);

/* Which columns of a table there is room for, where they begin, and how wide they are. */

enum { COLUMNS_BEGIN = 1 }; /* behind the cell of the cursor's mark */

/* Where a column is, in cells. */
struct slot {
	size_t column; /* its index */
	int at, width;
};

struct slots {
	struct slot *list; /* shape: [n]; from left to right */
	size_t n;
};

/* What columns of a table need, in cells; shapes: [columns->n]. */
struct column_widths {
	const size_t *widths; /* as table_widths() says */
	const size_t *rooms;  /* which of them are there is decided by this, so that it does not
	                         depend on the rows and the unit */
	int word;             /* the last word of a name, which is never cut; 0: not known */
	bool is_wide;         /* names have what they want as in wide panes, */
	bool has_more;        /* beside the columns that a narrow screen has; */
	bool is_beside;       /* their last word before any column that can be spared; it is then */
	int word_beside;
	int longest; /* the last word of any row: only digits of counts go for it */
	int others;  /* names that are no function's: no column goes for them */
	size_t sort; /* the column that rows are sorted by: others go first */
};

/* Fits columns into a pane.  Owner: the arena. */
struct slots column_fit(const struct table *table, struct column_widths needs, int cols,
                        struct arena *arena);

/* The cells of a pane that has room for the same columns and the last words of names, with names as
 * wide as they want, if `most` allows that, and other texts no wider than they have to be. */
int column_fit_least(const struct table *table, struct column_widths needs, int cols, int most);

/* Tables as text: reports, exports, and what the tests compare.
 *
 * A format is one file, NAME_writer.c, that defines NAME_writer.  The build finds it by its
 * name. */

/* What the figures are from, for programs. */
struct provenance {
	const char *version; /* of gptui */
	const char *view;
	const char *program;      /* its path */
	const char *const *files; /* paths of profiles; shape: [nfiles] */
	size_t nfiles;
	double rate;      /* samples a second; 0: not known */
	double total;     /* of all figures, in `unit` */
	const char *unit; /* "seconds", or "samples" without a rate */
	const char *rules;
};

/* What stands above a table where the format has room for it. */
struct caption {
	const char *title;  /* "Flat profile of as-new" */
	const char *source; /* "12 files, 100 Hz, 41.37 s" */
	const char *state;  /* "filter hash; sorted by calls", or "" */
	struct provenance provenance;
};

struct writer {
	const char *name;   /* --format NAME, the manual */
	const char *ending; /* of a file's name: ".csv" */
	const char *help;
	bool is_for_programs; /* it gets rows with nothing folded */
	bool has_paths;       /* of files, not just their names */
	bool is_brief;        /* people read it among other things: of changes the largest */
	void (*write)(const struct table *table, const struct caption *caption, FILE *file);
};

extern const struct writer *const writers[]; /* ends with NULL */

/* The writer of that name, or NULL. */
const struct writer *writer_named(const char *name);

/* The writer for a file name's ending, in letters of either case; text where it has none.  Errors:
 * NULL, none has that ending. */
const struct writer *writer_for(const char *path, struct error *err);

/* Writes a new file, or replaces an old one, whole or not at all; see base/new_file.h.  Sets
 * `followed` to where it went if the path is a link, else to NULL; owner: the arena.
 * Errors: "PATH: reason"; the old file is then unchanged. */
bool write_file(const char *path, const struct writer *writer, const struct table *table,
                const struct caption *caption, const char **followed, struct arena *arena,
                struct error *err);

/* The live filter: which functions and arcs are shown.
 *
 *	filter := term { ' ' term }       joined by "or"; '!' excludes and wins
 *	term   := ['!'] half [ '/' half ] with '/': the arcs from left to right
 *	half   := [file] ':' [rest] | word | '@' group ':' name
 *	word   := with a dot, but no =: a file; digits: a line; else a function
 *	rest   := digits: a line; else a function
 *	group  := file, folder, class, section, object, thread or cycle that functions are of
 *
 * Files and functions are patterns (base/pattern.h), regular expressions or globs such as "std::*";
 * "=main" is exactly main, "text in quotes" is the text itself.  What is after = and a glob fit a
 * whole name, with or without its return type and parameters.  "::" belongs to a name.  A dot
 * followed by * + ? or { belongs to a pattern and does not make a file; so do "...", a dot or colon
 * in [] or after \, and the colon of "(?:".  A file is matched against the whole path and against
 * what is behind each slash.  An empty part does not restrict.  Where rows are groups, a
 * word also fits the name of a row's group, and one for groups like them fits no other group.
 *
 * Before all that, what is the whole name of a function of the profile, with the blanks, slashes,
 * dots and colons that are in it, is that name, as it was copied (base/pattern.h). */

struct folds;

/* What rows are made of a profile: whole functions; groups of them, by the file, folder, class or
 * section that they are of, by the executable or library, the thread, or the cycle; or lines. */
enum row_kind {
	ROWS_FUNCTION,
	ROWS_FILE,
	ROWS_FOLDER,
	ROWS_CLASS,
	ROWS_SECTION,
	ROWS_OBJECT,
	ROWS_THREAD,
	ROWS_CYCLE,
	ROWS_LINE
};

/* Their words: one by one, and as values. */
extern const char *const row_words[];
#define ROW_KINDS "function|file|folder|class|section|object|thread|cycle|line"

/* Folds: which rows are open although the view would have them closed, and vice versa.
 *
 * A set of keys: a key in it means "not as the view has it at first".  A key is a hash of names
 * (the view, then those on the path from its first row to this one), so a fold is found again after
 * sorting, filtering, going back, or reloading the files.  Two paths with the same key would be
 * folded together; with 64 bits that does not happen by chance. */

/* An empty set.  Owner: the arena. */
struct folds *folds_new(struct arena *arena);

/* Whether the key is in the set; folds may be NULL: empty. */
bool folds_has(const struct folds *folds, uint64_t key);

/* Puts a key into the set or takes it out. */
void folds_set(struct folds *folds, uint64_t key, bool has);

/* The key of what `text` names below parent (0: nothing above); never 0 and never FOLD_ALL. */
uint64_t fold_key(uint64_t parent, const char *text);

/* Stands for all keys, in query.open_below. */
#define FOLD_ALL UINT64_MAX

struct filter_half {
	enum row_kind of;               /* a group: `function` is its name */
	const struct pattern *function; /* NULL: any */
	bool is_whole;                  /* it fits a whole name: "=f", "f*" */
	const struct pattern *file;     /* NULL: any */
	unsigned line;                  /* 0: any */
	size_t number;                  /* below twice the number of terms */
};

struct filter_term {
	bool excludes;
	bool is_arc; /* from left to right; else only left counts */
	struct filter_half left, right;
};

struct filter {
	const struct filter_term *terms; /* shape: [n] */
	size_t n;
	bool has_includes; /* some term does not exclude */
	bool has_calls;    /* some term is for arcs */
};

/* What a half is matched against. */
struct filter_subject {
	const char *name; /* readable */
	const char *raw;  /* as in the symbol table */
	const char *path; /* NULL: not known */
	unsigned line;    /* the first one; 0: not known */
	unsigned last;    /* the last one of a function's; >= line */
};

/* The names of a profile. */
struct filter_names {
	const void *of;
	bool (*has)(const void *of, const struct pattern *name);
};

/* Compiles a filter; names may be NULL.  On an error *at is its byte offset in the text.
 * Owner: the arena.  Cost: a match with each name for each part that may be a copied one. */
const struct filter *filter_new(const char *text, const struct filter_names *names,
                                struct arena *arena, size_t *at, struct error *err);

bool filter_half_fits(const struct filter_half *half, const struct filter_subject *subject);
