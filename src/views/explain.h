/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures in words: how the values of a row came about, with its numbers.
 * All texts belong to the table's arena. */
#ifndef GPTUI_EXPLAIN_H
#define GPTUI_EXPLAIN_H

#include <stdint.h>

#include "table/table.h"

struct func;

/* "0.20 s", or samples where no rate is known; "12 samples"; "1 200";
 * "1 call". */
const char *said_time(const struct table *table, double ticks);
const char *said_samples(const struct table *table, double ticks);
const char *said_count(const struct table *table, uint64_t count);
const char *said_calls(const struct table *table, uint64_t calls);

/* Columns of functions. */
const char *explain_self_percent(const struct table *table, const void *item);
const char *explain_self(const struct table *table, const void *item);
const char *explain_error(const struct table *table, const void *item);
const char *explain_total(const struct table *table, const void *item);
const char *explain_calls(const struct table *table, const void *item);
const char *explain_per_call(const struct table *table, const void *item);

/* A function's marks: faint, cycle, recursion, no callers, no symbol. */
const char *explain_func(const struct table *table, const void *item);

/* Columns of call-graph rows, and the rows. */
const char *explain_arc_total(const struct table *table, const void *item);
const char *explain_arc_self(const struct table *table, const void *item);
const char *explain_arc_children(const struct table *table, const void *item);
const char *explain_arc_calls(const struct table *table, const void *item);
const char *explain_graph_row(const struct table *table, const void *item);

#endif
