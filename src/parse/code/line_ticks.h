/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which lines the time went to.
 *
 * Only addresses that carry samples are looked up.  A bin that counts code of
 * several lines is shared among its instructions (parse/bin_looks.h). */
#ifndef GPTUI_LINE_TICKS_H
#define GPTUI_LINE_TICKS_H

struct arena;
struct bin_looks;
struct line_times;

/* Owner: the arena; the paths are those of the looks.
 * Cost: n log n in the looks. */
const struct line_times *line_ticks_find(const struct bin_looks *looks,
                                         struct arena *arena);

#endif
