/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures of a row, which columns show, and what views share to make such rows.
 *
 * Each item of a view of functions, lines or instructions begins with a struct figures. */
#pragma once

#include "views/view.h"

struct base_file;
struct spread;

/* A group of functions. */
struct func_group {
	const char *name;  /* "hash.c" */
	const char *whole; /* "/src/hash.c" */
	size_t nfuncs;     /* that the filter keeps */
};

/* What a row has.  Times are in ticks of profile->rate. */
struct figures {
	const struct func *func;        /* it is about, or whose code it is; or NULL */
	const struct func *gone;        /* of the base, which alone has the row; or NULL */
	const struct cycle *cycle;      /* as a whole; or NULL */
	const struct code_line *line;   /* it is, or that makes its calls; or NULL */
	const struct func_group *group; /* it is, or func is in; or NULL */
	const struct spread *spread;    /* over the files, if not its function's; or NULL */
	const char *text;               /* what it says; or NULL: what it is about */
	const char *edit;               /* "+": not in the base, "-": only there; ">": it was
	                                   elsewhere; or NULL */
	bool is_func;                   /* the figures are the function's own */
	bool is_counted;                /* a call was */
	bool is_sampled;                /* of a group: has functions that could be sampled */
	uint64_t calls;
	uint64_t id; /* finds its row again (table/table.h); or 0 */

	/* NAN: not known, or it has none. */
	double self, child;
	double least, most;      /* that self and child can be, whatever each call took */
	double variance;         /* of self, ticks squared: sampling noise */
	double parent;           /* 100 % of amounts in percent of a parent */
	double base, base_total; /* in as many runs of the base as here */
	double base_variance;    /* of base, as that of self */
	double base_calls;       /* in as many runs, too */
};

/* None at all, but for a text. */
struct figures figures_of_text(const char *text);

/* Those of a whole function. */
struct figures figures_of_func(const struct table *table, const struct func *f);

/* Adds those of a function to those of a group, which begin as those of a text.  A group has at
 * least its own time and what its largest function has, at most all of its functions' and all there
 * is. */
void figures_sum(struct figures *sum, const struct figures *of, const struct profile *profile);

/* Whether they are of a group, not of a function in one. */
bool figures_are_of_group(const struct figures *figures);

/* By what views of code open on a row: their time; or how far the change since the base is beyond
 * its noise, if there is one; -INFINITY: they have none. */
double figures_heat(const struct figures *figures, bool by_change);

/* Self and child, 0 where neither is known; one of them, likewise. */
double figures_total(const struct figures *figures);
double ticks_known(double ticks);

/* Sets the bounds of what a part of a node's time can be, the node being a function or (not NULL) a
 * cycle: all of it has the node's, a part may be nothing; and at most so much, which may be NAN. */
void figures_bound(struct figures *figures, const struct profile *profile, const struct func *f,
                   const struct cycle *c, double part, double most);

/* Whether the total says little. */
bool figures_are_wide(const struct profile *profile, const struct figures *figures);

/* Which of two comes first (< 0): the one with the larger total, or else with more calls. */
int figures_order(const struct figures *a, double calls, const struct figures *b, double others);

/* Whether they are of too few samples. */
bool figures_are_faint(const struct figures *figures);

/* Of a function or group without samples, the ticks that it has less than, with 95 % confidence;
 * else 0. */
double figures_unseen(const struct profile *profile, const struct figures *figures);

/* What a row is about, as view->follow of most views has it. */
void figures_ask(const struct figures *figures, struct query *query);

/* Adds a row, whose item has this size and begins with figures of that text; returns the item. */
void *figures_add(struct table *table, size_t size, const char *text);

/* Adds a row for each line of a text that says why there are no others: the table's notice. */
void figures_add_notice(struct table *table, size_t size, const char *text);

/* Adds the same about lines that are not known, and what to do about it. */
void figures_add_reason(struct table *table, size_t size);

/* Sets what was sampled in the table's last row, and dims it if that are too few samples. */
void figures_set(struct table *table, struct figures *figures, double ticks, double variance);

/* Sets what the base has of a line in the functions that one shows, or in all (NULL): nothing where
 * neither side has time.  Self is set.  Marks: see base_lines_ticks(). */
void figures_set_base(const struct table *table, struct figures *figures,
                      const struct base_file *file, const struct func *f, unsigned line,
                      bool *marks);

/* The file in the base, if there is one. */
struct base_file figures_base_file(const struct table *table, const char *path);

/* Sets how much of all time is shown, if there is any. */
void table_share(struct table *table, double shown_ticks);

/* Ticks in percent, or in the query's unit: time, percent or samples; nothing for NAN. */
struct value ticks_value(const struct field *field, double ticks);

/* The same of a row that may have a parent. */
struct value ticks_of(const struct field *field, double ticks);

/* What ticks are of others, in percent, with the digits that the most of the column give. */
struct value ticks_part(double ticks, double of, double most);

/* Ticks per call, as time with a prefix.  Under the exact rules it has no more digits than so many
 * samples carry: one if their noise is over 50 % of the figure, two if it is over 5 %, else
 * three. */
struct value ticks_per_call(const struct table *table, double ticks, uint64_t calls,
                            double samples);

/* The calls that a function's self time is divided by: all, or as in gprof those by others. */
uint64_t func_self_divisor(const struct table *table, const struct func *f);

/* How many samples tell its self time, by its noise; and its total; and how many digits they carry,
 * 1 to 3. */
double func_self_samples(const struct func *f);
double func_total_samples(const struct table *table, const struct func *f);
int samples_digits(double samples);

/* Whether it has time, calls or callees: others are shown only with zeros. */
bool func_has_figures(const struct func *f);

/* The text that the item has at the offset column->number; or NULL there. */
struct value text_member(const struct field *field);

/* The ticks that the item has there, as ticks_of() shows them. */
struct value figure_ticks(const struct field *field);

/* The number that something has at the offset column->number. */
double number_member(const struct field *field, const void *of);

/* The name in the style that the query asks for. */
const char *func_name(const struct table *table, const struct func *f);

/* The name of a function of the base, in the style that the query asks for. */
const char *base_name(const struct table *table, const struct func *f);

/* The same, marked if it is the profiler's own: "mcount <profiler>". */
const char *func_label(const struct table *table, const struct func *f);

/* The same of one end of an arc, or without one of a function, with what is special about it: "f
 * <cut>", "f <split>", "f <inlined>", "f <cycle 2>". */
const char *node_label(const struct table *table, const struct func *f, const struct arc *arc);

/* "hash.c:214", "hash.c" without a line; with the whole path if the query asks for it.  Owner:
 * table->arena, or the location's. */
const char *location_text(const struct table *table, const struct source_location *location);

/* The same for the first line of the row's function; no value while it is not known. */
struct value func_location(const struct table *table, const struct figures *row);

/* The query, but for a line of code. */
struct query line_asked(const struct query *query, const struct code_line *line);

/* What to say about a source file's lines, or NULL. */
const char *source_remark(const struct source *source);

/* How a function's time is spread over the files, or NULL: only one file, or no time in any. */
const struct spreads *table_spreads(const struct table *table);
const struct spread *func_spread(const struct table *table, const struct func *f);
const struct spread *field_spread(const struct field *field);

/* What people know a file by: "rank 5" if its name tells, else its name. */
const char *said_run(const struct table *table, const struct run *run);

/* A cell for each file, or for as many as fit: from the least to the most, with arrows for files
 * that stand out.  Owner: table->arena. */
const char *spread_sparkline(const struct table *table, const struct spread *s);

/* What the last reading added to its function; or NULL. */
const struct recent_time *recent_of(const struct table *table, const struct figures *figures);
