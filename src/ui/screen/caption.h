/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says what is shown: for the first line of the screen and the head of
 * files. */
#ifndef GPTUI_CAPTION_H
#define GPTUI_CAPTION_H

#include "table/writer.h"

struct arena;
struct dataset;
struct table;
struct view;

/* "12 files, 100 Hz, 41.37 s sampled": parts joined by `between`; the least
 * important are left out if they need more than `room` cells. */
const char *caption_source(const struct dataset *data, const char *between, int room,
                           struct arena *arena);

/* "12 of 4 812 functions, 38.1 % of time". */
const char *caption_shown(const struct table *table, struct arena *arena);

/* The head of a table that is written.  Owner: the arena. */
struct caption caption_of(const struct view *view, const struct table *table, const char *filter,
                          struct arena *arena);

/* The last part of a path. */
const char *caption_name(const char *path);

#endif
