/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of one side that are inlined on the other. */
#ifndef GPTUI_MATCH_HOSTS_H
#define GPTUI_MATCH_HOSTS_H

#include "model/compare/match.h"

struct arena;
struct inlined_parts;
struct match_keys;

/* Groups matches of one side with the function that they are inlined into on
 * the other; `list` is that of the matching.  Either side's parts may be NULL.
 * Cost: n log n. */
void match_hosts(struct match *list, const struct matching *matching, const struct match_keys *keys,
                 const struct inlined_parts *base_parts, const struct inlined_parts *new_parts,
                 struct arena *scratch);

#endif
