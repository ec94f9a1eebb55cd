/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody may have meant who pressed a key that does nothing.
 *
 * The sets of keys (presets/) tell what it does in other programs; the hint
 * tells how to do that here. */
#ifndef GPTUI_KEY_HINT_H
#define GPTUI_KEY_HINT_H

struct arena;
struct bindings;

/* "quit is Q"; NULL when no set has the key.  Owner: the arena. */
const char *key_hint(const struct bindings *bindings, const char *key,
                     struct arena *arena);

#endif
