/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user says the names of profile files consist of.
 *
 * In a pattern such as "gmon.%h.%r.%p", %r stands for the number of a rank, %p
 * for that of a process, %h for a host, %g for any group, %* for anything, and
 * %% for a "%".  Numbers are digits, as many as there are; the others are any
 * text, the shortest that fits.  None contains a slash, so a pattern is about as
 * many of the last parts of a path as it has itself. */
#ifndef GPTUI_NAME_PATTERN_H
#define GPTUI_NAME_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct error;

enum name_part { NAME_RANK, NAME_PID, NAME_HOST, NAME_GROUP, NAME_PARTS };

/* What a part was in a name: a piece of it. */
struct name_piece {
	const char *text; /* not terminated; NULL: not in the pattern */
	size_t len;
};

struct name_pattern;

/* Owner: the arena.  NULL if it is no pattern.
 * Errors: what is wrong with it. */
const struct name_pattern *name_pattern_parse(const char *text, struct arena *arena,
                                              struct error *err);

/* Whether a path fits; what its parts are is in out, by enum name_part.
 * Cost: the path's length by the pattern's. */
bool name_pattern_match(const struct name_pattern *pattern, const char *path,
                        struct name_piece out[NAME_PARTS]);

#endif
