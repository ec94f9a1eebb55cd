/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks by libunwind: a library of its own, which the recorder loads for itself only.
 *
 * libunwind has functions that C++ throws exceptions with, under the names of those of the
 * compiler's library; a program that found them instead might work differently. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNWIND_LIBRARY "libgptui_unwind.so"
#define UNWIND_BEGIN "gptui_unwind_begin"

/* What it asks the recorder. */
struct unwind_host {
	/* Whether it is the recorder's handler that asks libunwind, not the program. */
	bool (*is_handler)(void);
	/* Whether the page of an address can be read. */
	bool (*is_readable)(uintptr_t address);
	/* Whether there is code, which the next call of dl_iterate_phdr() then is about. */
	bool (*is_code)(uintptr_t address);
};

/* Follows the stack of a handler's context from its innermost address, frames[0], and adds the
 * addresses to return to; n: how many there are.  False: not up to the outermost one.  Safe in a
 * handler that nothing else interrupts. */
typedef bool unwind_stack(void *context, uintptr_t *frames, size_t *n, size_t most);

/* Of the name UNWIND_BEGIN.  Sets inside to an address in the code of libunwind. */
typedef unwind_stack *unwind_begin(const struct unwind_host *host, uintptr_t *inside);
