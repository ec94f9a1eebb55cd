/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the inlined frames that samples fell into, and the lines that calls
 * were made from.
 *
 * Only addresses that have samples or calls are looked up, and only the units
 * of .debug_info that contain them are read. */
#ifndef GPTUI_FRAME_FINDER_H
#define GPTUI_FRAME_FINDER_H

struct arena;
struct sample_sites;
struct code_lines;
struct frames;
struct lines;
struct object;
struct profile;
struct progress;

/* Also sets the lines of code.  Owner: the arena; paths live as long as the
 * lines.  NULL if cancelled.
 * Cost: the sites, the call records, the units read. */
const struct frames *frames_find(const struct object *object, struct lines *lines,
                                 const struct sample_sites *sites, const struct profile *profile,
                                 const struct code_lines **code_lines, struct arena *arena,
                                 struct progress *progress);

#endif
