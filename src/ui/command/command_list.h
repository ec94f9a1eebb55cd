/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All commands: the build finds the files that define them. */
#ifndef GPTUI_COMMAND_LIST_H
#define GPTUI_COMMAND_LIST_H

#include "ui/command/command.h"
#include "views/help.h"

struct bindings;

extern const struct command_group *const command_groups[]; /* ends with NULL */

/* The lines of the help: all commands, with the user's keys. */

/* The help for these keys, which must live as long; NULL: the built-in ones. */
struct help help_of(const struct bindings *bindings);

#endif
