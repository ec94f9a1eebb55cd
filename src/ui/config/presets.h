/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sets of keys that are compiled in: lines "bind KEY COMMAND". */
#ifndef GPTUI_PRESETS_H
#define GPTUI_PRESETS_H

#include <stddef.h>

/* Their names; NULL after the last. */
const char *preset_at(size_t index);

/* The lines of one of them, or NULL. */
const char *preset_text(const char *name);

#endif
