/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines the time went to.
 *
 * Only addresses that carry samples are looked up.  A bin that counts code of
 * several lines is shared among its instructions (parse/bin_looks.h). */
#ifndef GPTUI_LINE_TICKS_H
#define GPTUI_LINE_TICKS_H

struct arena;
struct line_times;
struct lines;
struct object;
struct profile;
struct progress;

/* Owner: the arena; the paths live as long as the lines.  Returns NULL when
 * cancelled.  Cost: the bins that are not 0. */
const struct line_times *line_ticks_find(const struct object *object,
                                         struct lines *lines,
                                         const struct profile *profile,
                                         struct arena *arena,
                                         struct progress *progress);

#endif
