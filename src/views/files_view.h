/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the views of several files share. */
#pragma once

struct dataset;
struct table;

/* What a dataset lacks for what is told of several files, or NULL. */
const char *missing_files(const struct dataset *data);

/* Puts files together as the query asks, if their names tell what is asked for: sets
 * table->groups. */
void group_files(struct table *table);

/* What is to be said of the files themselves, or NULL.  Owner:
 * table->arena. */
const char *files_summary(const struct table *table);
