/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The setting of a program that lists code. */
#ifndef GPTUI_OBJDUMP_SETTING_H
#define GPTUI_OBJDUMP_SETTING_H

#include <stdbool.h>

struct arena;
struct error;
struct preferences;
struct session;

/* Its value, how that is taken, and lists code anew: as in struct setting. */
const char *objdump_text(const struct preferences *p, struct arena *arena);
bool objdump_take(struct preferences *p, const char *text, struct arena *arena, struct error *err);
void objdump_changed(struct session *s);

#endif
