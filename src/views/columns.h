/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one table of columns that show the figures of rows.
 *
 * A view names its columns: a row with a name only is that of the table; members that it sets, too,
 * replace those of the table.  A row with a help is a column of the view's own.  So a name, and a
 * heading, is the same quantity in all views. */
#pragma once

#include "views/figures.h"

/* What columns need to say anything. */
enum column_needs {
	NEEDS_NOTHING = 1 << 0, /* although the column of the table does */
	NEEDS_BASE = 1 << 1,
	NEEDS_CALLS = 1 << 2,
	NEEDS_TOTALS = 1 << 3,
	NEEDS_BOUNDS = 1 << 4,
	NEEDS_NO_PATHS = 1 << 5,
	NEEDS_NODES = 1 << 6,    /* inlined functions apart */
	NEEDS_MEASURED = 1 << 7, /* costs of callers */
	NEEDS_LOCATIONS = 1 << 8,
	NEEDS_INLINED = 1 << 9, /* lines */
	NEEDS_FRAMES = 1 << 10, /* rows below others */
	NEEDS_SPREADS = 1 << 11,
	NEEDS_DISTANCES = 1 << 12, /* of files */
	NEEDS_RANKS = 1 << 13,
	NEEDS_REASONS = 1 << 14, /* why files are off */
	NEEDS_RECENT = 1 << 15,
	NEEDS_PARENT = 1 << 16, /* amounts in percent of a parent; or not */
	NEEDS_NO_PARENT = 1 << 17,
	NEEDS_SUBJECT = 1 << 18,
	NEEDS_LINES = 1 << 19, /* rows by line; or not */
	NEEDS_NO_LINES = 1 << 20,
	NEEDS_HOSTS = 1 << 21,
	NEEDS_GROUPS = 1 << 22,  /* of files: in their names, */
	NEEDS_GROUPED = 1 << 23, /* as rows, */
	NEEDS_DIVIDED = 1 << 24, /* much of a function is in bins that others share */
	NEEDS_MPI = 1 << 25,     /* stacks with calls of it */
	NEEDS_WAITING = 1 << 26, /* files of ranks, grouped or not */
	NEEDS_BASE_CALLS = 1 << 27,
	NEEDS_PATHS = 1 << 28,
	NEEDS_NO_SUBJECT = 1 << 29
};

/* What of these a table lacks, once it has its rows. */
unsigned columns_lacking(const struct table *table);

/* What the functions of a profile need of a screen at most, whichever are shown: cells. */
struct rooms {
	int name, place, calls, amount;
	int indent;      /* before a name in a tree: more where they are long, of deep calls */
	int word;        /* the last one of a name, if it has time and is not very long */
	int longest;     /* of any that has time or, if asked for, none */
	int word_beside; /* the same, also of those that are always inlined */
	bool has_zeros;
};

/* Cost: linear in functions, and with those without time, of which names may not be known yet, much
 * more in C++. */
struct rooms rooms_of(const struct dataset *data, bool has_zeros);

/* The cells by which it is decided which columns of a table there is room for: those of the profile
 * and of the widest unit; where rows are not about functions, the widths.
 * Shapes: [columns->n].  Owner: the arena. */
const size_t *columns_rooms(const struct table *table, const struct view *view,
                            const struct rooms *rooms, const size_t *widths, struct arena *arena);

/* The cells of names that are no function's: of sums, and of rows that are folded; some more, as
 * they hold numbers. */
int columns_other_names(const struct table *table, const struct view *view);

/* The columns that a view names, with what the table has of them.  Owner: the arena. */
const struct columns *columns_complete(const struct columns *named, struct arena *arena);

/* Figures in words: how the values of a row came about.  All texts belong to the table's arena. */

/* A function's name, shortened (model/names.h): C++ names would be longer than the rest. */
const char *said_name(const struct table *table, const struct func *f);
const char *said_name_within(const struct table *table, const struct func *f, int cells);

/* A value as people see it, and its unit. */
const char *said(const struct table *table, struct value value, const char *unit);

/* "0.20 s", or samples if no rate is known; "12 samples"; "12"; "12.5 %" of a part of 1, with
 * the digits that the profile's samples give; "1 200"; "1 call". */
const char *said_time(const struct table *table, double ticks);
const char *said_samples(const struct table *table, double ticks);
const char *said_ticks(const struct table *table, double ticks);
const char *said_share(const struct table *table, double part);
const char *said_count(const struct table *table, uint64_t count);
const char *said_calls(const struct table *table, uint64_t calls);

/* For any row: the time of its samples; the same, or in a column of percent their share of all. */
const char *explained_time(const struct table *table, double ticks);
const char *explained_ticks(const struct field *field, double ticks);

/* A function's own time, if it has no column for its noise; its total, with its bounds; its calls,
 * by others and by itself. */
const char *explained_self(const struct table *table, const struct func *f);
const char *explained_func_total(const struct table *table, const struct func *f);
const char *explained_func_calls(const struct table *table, const struct func *f);

/* Self and total of paths or functions, counted from stacks. */
const char *explained_counted(const struct table *table, const struct figures *figures);

/* A sentence after two blanks, or "": the bounds of a part of a total. */
const char *explained_range(const struct table *table, const struct figures *figures);

/* How the time of what is named is spread over the files; "" for NULL. */
const char *explained_spread(const struct table *t, const struct spread *s, const char *name);

/* What an arc is if it is no call: why the time of code that the compiler split off goes to its
 * function, or what was inlined where; else NULL.  Why an arc that is cut passes no time on; what a
 * cycle stands for. */
const char *explained_arc(const struct table *table, const struct arc *arc);
const char *explained_cut(const struct table *table, const struct arc *arc);
const char *explained_cycle(const struct table *table, const struct cycle *cycle);

/* Why figures are dimmed, a function's also where it has no samples; followed by two blanks, or
 * "". */
const char *explained_faintness(const struct table *table, const struct figures *figures);
const char *explained_func_faintness(const struct table *table, const struct func *f);

/* What a figure in percent of a parent is, or ""; `name` is the parent's. */
const char *explained_parent(const struct field *field, const char *name);

/* A function's marks: cycle, recursion, no callers, no symbol; in columns of time and of names,
 * also how the files differ. */
const char *explain_func(const struct table *t, const struct func *f, const struct column *c);
