/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All commands: the build finds the files that define them. */
#pragma once

#include "ui/command/command.h"
#include "views/help.h"

extern const struct command_group *const command_groups[]; /* by rank; ends with NULL */

/* All of them as lines of the help, with these keys, which must live as long; NULL: those that
 * there are at first. */
struct help help_of(const struct bindings *bindings);
