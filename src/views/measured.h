/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of lines and of instructions: their measured time, their text, and what
 * their views share.
 *
 * Items begin with a struct measured. */
#ifndef GPTUI_MEASURED_H
#define GPTUI_MEASURED_H

#include <stdbool.h>

#include "table/table.h"

struct base_file;
struct func;

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
