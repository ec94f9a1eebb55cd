/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures in words: how the values of a row came about, with its numbers.  All texts belong to the
 * table's arena. */
#pragma once

#include "table/table.h"

struct arc;
struct cycle;
struct figures;
struct func;

/* A function's name, shortened (model/names.h): C++ names would be longer than what is to be
 * said. */
const char *said_name(const struct table *table, const struct func *f);
const char *said_name_within(const struct table *table, const struct func *f, int cells);

/* A value as people see it, and its unit. */
const char *said(const struct table *table, struct value value, const char *unit);

/* "0.20 s", or samples if no rate is known; "12 samples"; "12.5 %" of a part of 1, with the digits
 * that the profile's samples give; "1 200"; "1 call". */
const char *said_time(const struct table *table, double ticks);
const char *said_samples(const struct table *table, double ticks);
const char *said_share(const struct table *table, double part);
const char *said_count(const struct table *table, uint64_t count);
const char *said_calls(const struct table *table, uint64_t calls);

/* For any row: the time its samples stand for; the same, or in a column of percent the share of all
 * samples. */
const char *explained_time(const struct table *table, double ticks);
const char *explained_ticks(const struct field *field, double ticks);

/* A function's own time, if it has no column for its noise; its total, with its bounds; its calls,
 * by others and by itself. */
const char *explained_self(const struct table *table, const struct func *f);
const char *explained_func_total(const struct table *table, const struct func *f);
const char *explained_func_calls(const struct table *table, const struct func *f);

/* Self and total of paths or functions, counted from stacks. */
const char *explained_counted(const struct table *table, const struct figures *figures);

/* Sentences after two blanks, or "": the bounds of a function's total; of a part of it, on a path
 * or along an arc. */
const char *explained_bounds(const struct table *table, const struct func *f);
const char *explained_range(const struct table *table, const struct figures *figures);

/* How a function's time is spread over the files, or "" without several. */
const char *explained_spread(const struct table *table, const struct func *f);

/* What an arc is if it is no call: why the time of code that the compiler split off goes to its
 * function, or what was inlined where; else NULL.  Why an arc that is cut passes no time on; what a
 * cycle stands for. */
const char *explained_arc(const struct table *table, const struct arc *arc);
const char *explained_cut(const struct table *table, const struct arc *arc);
const char *explained_cycle(const struct table *table, const struct cycle *cycle);

/* Why figures are dimmed, followed by two blanks, or "". */
const char *explained_faintness(const struct table *table, const struct figures *figures);

/* What a figure in percent of a parent is, or ""; `name` is the parent's. */
const char *explained_parent(const struct field *field, const char *name);

/* Columns of the table, for rows whose figures are a function's own or were sampled. */
const char *explain_self(const struct field *field);
const char *explain_error(const struct field *field);
const char *explain_base(const struct field *field);
const char *explain_total(const struct field *field);
const char *explain_bounds(const struct field *field);
const char *explain_calls(const struct field *field);
const char *explain_self_per_call(const struct field *field);
const char *explain_total_per_call(const struct field *field);
const char *explain_where(const struct field *field);
const char *explain_now(const struct field *field);

/* A function's marks: faint, cycle, recursion, no callers, no symbol. */
const char *explain_func(const struct table *table, const struct func *f);
