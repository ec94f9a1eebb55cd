/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found of an executable's debug information, in words. */
#ifndef GPTUI_DEBUG_REPORT_H
#define GPTUI_DEBUG_REPORT_H

struct arena;
struct debug_info;
struct error;
struct object;

/* As known so far.
 * why: why there are no lines, or NULL if they are known.
 * Owner: the arena; the texts live as long as the object. */
const struct debug_info *debug_report(const struct object *object, const struct error *why,
                                      struct arena *arena);

#endif
