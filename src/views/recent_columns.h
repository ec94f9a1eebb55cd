/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of what is hot now, in lists of functions. */
#ifndef GPTUI_RECENT_COLUMNS_H
#define GPTUI_RECENT_COLUMNS_H

#include "table/table.h"

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
