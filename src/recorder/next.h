/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that are defined here as well as in the C library. */
#pragma once

#pragma GCC visibility push(hidden) /* the program may have a function of the name */

/* Sets a pointer to the function of the name that comes after the one here. */
void find_next(void *pointer, const char *name);

#pragma GCC visibility pop
