/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings of how often files are looked at, and for how long URLs are
 * fetched. */
#ifndef GPTUI_WATCH_SETTING_H
#define GPTUI_WATCH_SETTING_H

#include <stdbool.h>

struct arena;
struct error;
struct preferences;
struct session;

/* Its value, how that is taken, and says so: as in struct setting. */
const char *watch_text(const struct preferences *p, struct arena *arena);
bool watch_take(struct preferences *p, const char *text, struct arena *arena, struct error *err);
void watch_changed(struct session *s);
const char *fetch_text(const struct preferences *p, struct arena *arena);
bool fetch_take(struct preferences *p, const char *text, struct arena *arena, struct error *err);

#endif
