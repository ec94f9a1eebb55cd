/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the help: all commands, with the user's keys. */
#ifndef GPTUI_HELP_LINES_H
#define GPTUI_HELP_LINES_H

#include "views/help.h"

struct bindings;

/* The help for these keys, which must live as long; NULL: the built-in ones. */
struct help help_of(const struct bindings *bindings);

#endif
