/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The setting of what times are compared per. */
#ifndef GPTUI_PER_SETTING_H
#define GPTUI_PER_SETTING_H

#include <stdbool.h>

struct arena;
struct error;
struct preferences;
struct session;

/* Its value, how that is taken, and what completes it: as in struct setting. */
const char *per_text(const struct preferences *p, struct arena *arena);
bool per_take(struct preferences *p, const char *text, struct arena *arena, struct error *err);
const char *const *per_suggest(const struct session *s, struct arena *arena);

#endif
