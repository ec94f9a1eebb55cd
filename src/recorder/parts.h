/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the recorder have of each other. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden) /* the program may have functions of these names */

/* Functions that are defined here as well as in the C library. */

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

/* The signal of the recorder's timers, which stays its own whatever a program does to all signals:
 * setting them all to their usual action would end it, blocking them would stop the recording, and
 * waiting for them all would return it. */

/* Its number. */
int own_signal(void);

/* Lets the handler run for those of timers whose value is the pointer, all other signals blocked;
 * the program's own handler, if it has one, gets the rest.  low..high: the code of libunwind, which
 * must be able to block the signal. */
void own_signal_begin(void (*handler)(void *context), const void *value, uintptr_t low,
                      uintptr_t high);

/* Calls counted by threads, which glibc's mcount() loses.
 *
 * It drops a call while another thread counts one.  The recorder stands before it, and from the
 * first thread on lets one count after the other, where it knows that code (x86-64). */

/* Finds the C library's mcount(). */
void mcount_begin(void);

/* From now on there are threads. */
void mcount_share(void);

/* In a child of fork(): the thread that was counting is not there. */
void mcount_begin_in_child(void);

#pragma GCC visibility pop

/* Stacks by libunwind: a library of its own, which the recorder loads for itself only.
 *
 * libunwind has functions that C++ throws exceptions with, under the names of those of the
 * compiler's library; a program that found them instead might work differently. */

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
