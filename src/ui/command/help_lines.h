/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the help: all commands, with the keys that the user has. */
#ifndef GPTUI_HELP_LINES_H
#define GPTUI_HELP_LINES_H

#include "views/help.h"

struct bindings;

/* The help with those keys, which must live as long; NULL: as built in. */
struct help help_of(const struct bindings *bindings);

#endif
