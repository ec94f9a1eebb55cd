/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that are defined here as well as in the C library. */
#pragma once

#pragma GCC visibility push(hidden) /* the program may have a function of the name */

/* Sets a pointer to the function of the name that comes after the one here. */
void find_next(void *pointer, const char *name);

/* That function. */
#define NEXT(name)                               \
	__extension__({                          \
		static __typeof__(&(name)) next; \
                                                 \
		if (!next)                       \
			find_next(&next, #name); \
		next;                            \
	})

#pragma GCC visibility pop
