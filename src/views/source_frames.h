/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows below a source line: what it calls, what was inlined into it, and
 * where it was inlined itself. */
#ifndef GPTUI_SOURCE_FRAMES_H
#define GPTUI_SOURCE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct frames;
struct filter_call;
struct table;

/* The frames of one line, from frames->by_line. */
struct line_frames {
	const uint32_t *list; /* shape: [n] */
	size_t n;
};

/* Ticks of code that was inlined into the line. */
double line_inlined(const struct frames *frames, struct line_frames line);

/* Whether there are rows below the line. */
bool line_has_more(const struct frames *frames, struct line_frames line);

/* The calls out of the line, for a filter; sets how many.  Owner: the arena. */
const struct filter_call *line_calls(const struct frames *frames, struct line_frames line,
                                     size_t *n, struct arena *arena);

/* Sets the folding of the table's last row. */
void source_row_fold(struct table *table, uint64_t key, bool is_forced);

/* Adds the rows below the table's last row, which is the line's.  Cost: the
 * frames of the line, and of what is open below it. */
void source_frames_add(struct table *table, struct line_frames line);

#endif
