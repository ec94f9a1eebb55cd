/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns of a view are shown, and in which order. */
#ifndef GPTUI_COLUMN_CHOICE_H
#define GPTUI_COLUMN_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct columns;
struct error;

enum { CHOSEN_MOST = 32 };

struct column_choice {
	unsigned char list[CHOSEN_MOST]; /* numbers of columns */
	size_t n;                        /* 0: as the view has them */
};

/* Reads names parted by blanks or commas; none: as the view has them.
 * Errors: no such column, one that stands twice. */
bool column_choice_parse(struct column_choice *out,
                         const struct columns *columns, const char *names,
                         struct error *err);

/* The place of a column among those chosen, or choice->n. */
size_t column_choice_place(const struct column_choice *choice, size_t column);

/* The columns in the order of the choice; those that are not part of it come
 * last and are always hidden.  Owner: the arena. */
const struct columns *column_choice_apply(const struct column_choice *choice,
                                          const struct columns *columns,
                                          struct arena *arena);

#endif
