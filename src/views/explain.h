/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures in words: how the values of a row came about, with its numbers.
 * All texts belong to the table's arena. */
#ifndef GPTUI_EXPLAIN_H
#define GPTUI_EXPLAIN_H

#include <stdint.h>

#include "table/table.h"

struct arc;
struct cycle;
struct func;

/* A function's name, shortened (model/short_name.h): C++ names would be longer
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

/* Why several files do not tell what the arc's calls cost; NULL: they do, or
 * there is nothing to tell. */
const char *explained_unmeasured(const struct table *table, const struct arc *arc);

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

/* Columns of lines of functions, and the rows. */
const char *explain_line_self(const struct field *field);
const char *explain_line_total(const struct field *field);
const char *explain_line_made_calls(const struct field *field);
const char *explain_line_inlined(const struct field *field);
const char *explain_line_where(const struct field *field);
const char *explain_line_row(const struct table *table, const void *item);

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

#endif
