/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All commands: the build finds the files that define them. */
#ifndef GPTUI_COMMAND_LIST_H
#define GPTUI_COMMAND_LIST_H

#include "ui/command/command.h"

extern const struct command_group *const command_groups[]; /* ends with NULL */

#endif
