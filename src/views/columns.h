/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns views choose from, one set for each kind of item, and what their
 * getters share. */
#ifndef GPTUI_COLUMNS_H
#define GPTUI_COLUMNS_H

#include "model/dataset.h"
#include "table/table.h"

struct arc;
struct code_line;
struct func;
struct source_location;
struct query;
struct source;

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

#endif
