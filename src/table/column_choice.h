/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which columns of a view are shown, and in which order: a text with their
 * names, separated by blanks or commas; NULL or "": as the view has them. */
#ifndef GPTUI_COLUMN_CHOICE_H
#define GPTUI_COLUMN_CHOICE_H

struct arena;
struct columns;
struct error;

/* The columns in the order of the choice; those that are not part of it come
 * last and are left out.  Owner: the arena.
 * Errors: no such column, one that is listed twice; without err such names are
 * ignored. */
const struct columns *column_choice_apply(const struct columns *columns, const char *names,
                                          struct arena *arena, struct error *err);

#endif
