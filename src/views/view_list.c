/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/views.h"

#define ITEM(name) extern const struct view name;
#include "view.list"
#undef ITEM

const struct view *const view_list[] = {
#define ITEM(name) &name,
#include "view.list"
#undef ITEM
	NULL
};
