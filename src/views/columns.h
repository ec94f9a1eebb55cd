/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns views choose from, one set for each kind of item, and what their
 * getters share. */
#ifndef GPTUI_COLUMNS_H
#define GPTUI_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/dataset.h"
#include "table/table.h"

struct arc;
struct base_file;
struct code_line;
struct cycle;
struct func;
struct query;
struct source;
struct source_location;

extern const struct columns func_columns;   /* items: struct func */
extern const struct columns asm_columns;    /* items: struct asm_row */
extern const struct columns source_columns; /* items: struct source_row */
extern const struct columns diff_columns;   /* items: struct diff_row */
extern const struct columns group_columns;  /* items: struct group_row */
extern const struct columns graph_columns;  /* items: struct graph_row */
extern const struct columns line_columns;   /* items: struct line_row */
extern const struct columns tree_columns;   /* items: struct tree_row */

/* The columns of sums of self down to a row, which self() gets. */
/* clang-format off */
#define CUMULATIVE_COLUMNS(self) \
	{ .name = "cumulative%", \
	  .title = "cum%", \
	  .unit = UNIT_PERCENT, \
	  .help = "Sum of self% down to this row, in the order shown.", \
	  .spare = 1, \
	  .is_extra = true, \
	  .is_cumulative = true, \
	  .get = self }, \
	{ .name = "cumulative", \
	  .title = "cum @", \
	  .unit = UNIT_AMOUNT, \
	  .help = "Sum of self down to this row, in the order shown: " \
	          "gprof's cumulative seconds.", \
	  .spare = 1, \
	  .is_extra = true, \
	  .is_cumulative = true, \
	  .get = self, \
	  .is_hidden = hidden_in_percent }
/* clang-format on */

/* Ticks in percent, or in the unit that the query asks for: time, percent or
 * samples. */
struct value ticks_value(const struct field *field, double ticks);

/* The same of a row of calls; `parent` is what its parent has. */
struct value ticks_of(const struct field *field, double ticks, double parent);

/* Ticks per call, as time with a prefix.  Under the exact rules it has no more
 * digits than so many samples carry: one if their noise is over 50 % of the
 * figure, two if it is over 5 %, else three. */
struct value ticks_per_call(const struct table *table, double ticks, uint64_t calls,
                            double samples);

/* The calls that a function's self time is divided by: all known ones, or as
 * in gprof those by other functions. */
uint64_t func_self_divisor(const struct table *table, const struct func *f);

/* How many samples tell its self time, by its noise; and its total. */
double func_self_samples(const struct func *f);
double func_total_samples(const struct table *table, const struct func *f);

/* Whether it has time, calls or callees: others are shown only with zeros. */
bool func_has_figures(const struct func *f);

/* 1 to 3. */
int samples_digits(double samples);

/* The text that the item has at the offset column->number; or NULL there. */
struct value text_member(const struct field *field);

/* The name in the style that the query asks for. */
const char *func_name(const struct table *table, const struct func *f);

/* The same, marked if it is the profiler's own: "mcount <profiler>". */
const char *func_label(const struct table *table, const struct func *f);

/* The name of one end of an arc: func_label(), and what the arc is if it is no
 * ordinary call: "f <cut>", "f <split>", "f <inlined>". */
const char *arc_label(const struct table *table, const struct func *f, const struct arc *arc);

/* "hash.c:214", "hash.c" without a line; with the whole path if the query asks
 * for it.  Owner: table->arena, or the location's. */
const char *location_text(const struct table *table, const struct source_location *location);

/* The same for the function's first line; no value while it is not known. */
struct value func_location(const struct table *table, const struct func *f);

/* The query, but for a line of code. */
struct query line_asked(const struct query *query, const struct code_line *line);

/* What to say about a source file's lines, or NULL. */
const char *source_remark(const struct source *source);

/* Hidden while amounts are shown in percent: another column says it. */
bool hidden_in_percent(const struct table *table);

/* Whether those of rows of calls are in percent of the parent. */
bool amounts_are_of_parent(const struct table *table);
bool hidden_unless_of_parent(const struct table *table);

/* Hidden if no calls were counted, and while amounts are in percent. */
bool no_calls(const struct table *table);
bool no_total(const struct table *table);

/* Hidden while it is not known where functions begin. */
bool no_locations(const struct table *table);

/* Hidden where totals have no bounds. */
bool no_bounds(const struct table *table);

/* Hidden without a base. */
bool no_base(const struct table *table);

/* Hidden unless inlined functions are apart. */
bool not_apart(const struct table *table);

/* Hidden unless amounts are shown as time. */
bool only_in_time(const struct table *table);

/* Figures in words: how the values of a row came about, with its numbers.
 * All texts belong to the table's arena. */

/* A function's name, shortened (model/names.h): C++ names would be longer
 * than what is to be said. */
const char *said_name(const struct table *table, const struct func *f);

/* "0.20 s", or samples if no rate is known; "12 samples"; "1 200"; "1 call". */
const char *said_time(const struct table *table, double ticks);
const char *said_samples(const struct table *table, double ticks);
const char *said_ticks(const struct table *table, double ticks); /* "12" */
const char *said_count(const struct table *table, uint64_t count);
const char *said_calls(const struct table *table, uint64_t calls);

/* For any row: the time its samples stand for; the same, or in a column of
 * percent the share of all samples; how far noise may move them. */
const char *explained_time(const struct table *table, double ticks);
const char *explained_ticks(const struct field *field, double ticks);
const char *explained_noise(const struct table *table, double ticks, double variance);

/* A function's own time, if it has no column for its noise. */
const char *explained_self(const struct table *table, const struct func *f);

/* A function's total, with its bounds; sentences after two blanks, or "": why
 * it was moved to a bound, and the bounds; its calls, by others and by
 * itself. */
const char *explained_func_total(const struct table *table, const struct func *f);
const char *explained_clamp(const struct table *table, const struct func *f);
const char *explained_bounds(const struct table *table, const struct func *f);
const char *explained_func_calls(const struct table *table, const struct func *f);

/* Why the time of code that the compiler split off goes to its function. */
const char *explained_split(const struct table *table, const struct arc *arc);

/* What was inlined where, and what is known of that: of an arc; of a function,
 * its own time in the code of others, or "". */
const char *explained_inlined(const struct table *table, const struct arc *arc);
const char *explained_copies(const struct table *table, const struct func *f);

/* Why figures are dimmed, followed by two blanks, or "". */
const char *explained_faintness(const struct table *table, double ticks, double variance);

/* What a figure in percent of a parent is, or ""; `name` is the parent's. */
const char *explained_parent(const struct field *field, const char *name, double ticks);

/* Why an arc that is cut passes no time on. */
const char *explained_cut(const struct table *table, const struct arc *arc);

/* What a cycle stands for. */
const char *explained_cycle(const struct table *table, const struct cycle *cycle);

/* Columns of functions. */
const char *explain_self(const struct field *field);
const char *explain_error(const struct field *field);
const char *explain_total(const struct field *field);
const char *explain_bounds(const struct field *field);
const char *explain_calls(const struct field *field);
const char *explain_self_per_call(const struct field *field);
const char *explain_total_per_call(const struct field *field);

/* A function's marks: faint, cycle, recursion, no callers, no symbol. */
const char *explain_func(const struct table *table, const void *item);

/* Columns of call-graph rows, and the rows. */
const char *explain_arc_total(const struct field *field);
const char *explain_arc_of_parent(const struct field *field);
const char *explain_arc_self(const struct field *field);
const char *explain_arc_error(const struct field *field);
const char *explain_arc_children(const struct field *field);
const char *explain_arc_calls(const struct field *field);
const char *explain_arc_measured(const struct field *field);
const char *explain_arc_measured_error(const struct field *field);
const char *explain_arc_line(const struct field *field);
const char *explain_graph_row(const struct table *table, const void *item);

/* Columns of lines and instructions; items begin with a struct measured. */
const char *explain_measured_self(const struct field *field);
const char *explain_measured_error(const struct field *field);
const char *explain_measured_base(const struct field *field);

/* Columns of source rows, and the rows. */
const char *explain_inlined(const struct field *field);
const char *explain_line_calls(const struct field *field);
const char *explain_source_row(const struct table *table, const void *item);

/* Columns of instructions, and the rows. */
const char *explain_func_share(const struct field *field);
const char *explain_sharers(const struct field *field);
const char *explain_address(const struct field *field);
const char *explain_instruction(const struct field *field);
const char *explain_where(const struct field *field);
const char *explain_asm_row(const struct table *table, const void *item);

/* Rows of a comparison. */
const char *explain_diff(const struct table *table, const void *item);

/* Columns of tree rows, and the rows. */
const char *explain_tree_total(const struct field *field);
const char *explain_tree_of_parent(const struct field *field);
const char *explain_tree_estimate(const struct field *field);
const char *explain_tree_self(const struct field *field);
const char *explain_tree_calls(const struct field *field);
const char *explain_tree_row(const struct table *table, const void *item);

/* Rows of lines and of instructions: their measured time, their text, and what
 * their views share.
 *
 * Items begin with a struct measured. */

struct measured {
	bool is_known;    /* false: the row has no figures */
	double ticks;     /* of profile->rate */
	double variance;  /* ticks squared; sampling noise */
	bool has_base;    /* it is known what the base has of a line */
	double base;      /* its ticks, in as many runs as here */
	const char *text; /* the line or the instruction, or why there is none;
	                     or NULL */
};

/* Adds a row, whose item has this size and only a text; returns the item. */
void *measured_add(struct table *table, size_t size, const char *text);

/* Adds a row for each line of a text that says why there are no others, which
 * becomes the table's notice. */
void measured_add_notice(struct table *table, size_t size, const char *text);

/* Sets the figures of the table's last row, and dims it if they are from too
 * few samples. */
void measured_set(struct table *table, struct measured *item, double ticks, double variance);

/* Sets what the base has of a line in the functions that one shows, or in all
 * (NULL): nothing where neither side has time.  The row's ticks are set. */
void measured_set_base(const struct table *table, struct measured *item,
                       const struct base_file *file, const struct func *f, unsigned line);

/* The file in the base, if there is one. */
struct base_file measured_base_file(const struct table *table, const char *path);

/* Adds the same about lines that are not known, and what to do about it. */
void measured_add_reason(struct table *table, size_t size);

/* The ticks; one standard deviation of them. */
struct value measured_self(const struct field *field);
struct value measured_error(const struct field *field);

/* The ticks of the base; what the row has more. */
struct value measured_base(const struct field *field);
struct value measured_delta(const struct field *field);

/* Sets how much of all time is shown, if there is any. */
void measured_share(struct table *table, double shown_ticks);

#endif
