/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several instances have saved in one configuration.
 *
 * Texts are those that :write-config writes: lines that set one thing each. */
#ifndef GPTUI_CONFIG_MERGE_H
#define GPTUI_CONFIG_MERGE_H

struct arena;

/* The text to write: `mine`, but what is as it was in `before`, when this
 * instance read or wrote the file last, is taken from `theirs`, the file as it
 * is now, and what is new there stays.  Owner: the arena.
 * Cost: lines of one text times those of another. */
const char *config_merge(const char *before, const char *mine, const char *theirs,
                         struct arena *arena);

#endif
