/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/command/command_list.h"

#include <stddef.h>

#define ITEM(name) extern const struct command_group name;
#include "commands.list"
#undef ITEM

const struct command_group *const command_groups[] = {
#define ITEM(name) &name,
#include "commands.list"
#undef ITEM
	NULL
};
