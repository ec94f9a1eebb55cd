/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the time of functions is spread over files, in views. */
#ifndef GPTUI_SPREAD_COLUMNS_H
#define GPTUI_SPREAD_COLUMNS_H

#include "table/table.h"

struct dataset;
struct func;
struct run;
struct run_distance;
struct spread;

extern const struct columns spread_columns; /* items: struct func */
extern const struct columns run_columns;    /* items: struct run_row */

/* A row of the view files. */
struct run_row {
	const struct run *run;
	const struct run_distance *distance; /* NULL: not known */
	bool is_on, is_base;
};

/* That of a function, or NULL: there are no several files, or it has no time
 * in any. */
const struct spread *func_spread(const struct table *table, const struct func *f);

/* A cell for each file, or for as many as fit: from the least to the most, with
 * arrows for files that stand out.  Owner: table->arena. */
const char *spread_strip(const struct table *table, const struct spread *s);

#define STRIP_HELP                                                             \
	"The files side by side, from no time to the row's most; an arrow is " \
	"a file far above or below the others."
struct value get_wait(const struct field *field);
struct value get_strip(const struct field *field);

/* What a dataset lacks for what is told of several files, or NULL. */
const char *missing_files(const struct dataset *data);

/* What is to be said of the files themselves, or NULL.  Owner:
 * table->arena. */
const char *files_summary(const struct table *table);

/* Hidden without several files. */
bool no_spreads(const struct table *table);

/* How a function's time is spread over the files, in sentences; "" without
 * several.  Owner: table->arena. */
const char *explained_spread(const struct table *table, const struct func *f);

/* The columns of what is hot now, in lists of functions. */

struct value get_now(const struct field *field);
struct value get_now_error(const struct field *field);
const char *explain_now(const struct field *field);

/* Hidden unless files are watched, and have changed since. */
bool no_recent(const struct table *table);

/* Reports have no such figures, unless they are asked for. */
/* clang-format off */
#define RECENT_COLUMNS \
	{ .name = "now%", \
	  .unit = UNIT_PERCENT, \
	  .help = "While files are watched: the share of the samples that " \
	          "the last reading added.", \
	  .spare = 1, \
	  .is_for_people = true, \
	  .get = get_now, \
	  .explain = explain_now, \
	  .is_hidden = no_recent }, \
	{ .name = "now", \
	  .title = "now @", \
	  .unit = UNIT_AMOUNT, \
	  .help = "Own time that the last reading added.", \
	  .spare = 2, \
	  .is_for_people = true, \
	  .get = get_now, \
	  .explain = explain_now, \
	  .is_hidden = no_now }, \
	{ .name = "now-error", \
	  .title = "now +/-", \
	  .unit = UNIT_AMOUNT, \
	  .help = "Its sampling noise, one standard deviation.", \
	  .spare = 3, \
	  .is_for_people = true, \
	  .get = get_now_error, \
	  .explain = explain_now, \
	  .is_hidden = no_recent }
/* clang-format on */

/* The same, and while amounts are in percent. */
bool no_now(const struct table *table);

#endif
