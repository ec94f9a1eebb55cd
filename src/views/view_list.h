/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views that the build found, and nothing else: a test has its own list. */
#pragma once

#include "views/view.h"

extern const struct view *const view_list[]; /* ends with NULL */
