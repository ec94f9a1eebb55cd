/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals while the screen is ours.
 *
 * SIGWINCH, SIGTSTP, SIGCONT and those that ask the program to end (SIGTERM,
 * SIGHUP, SIGINT) become bytes in a pipe.  A crash (SIGSEGV, SIGABRT, ...,
 * SIGQUIT) gives the terminal back first, on a stack of its own, and then ends
 * the program as it would have ended: exit status and core dump stay.  So does
 * exit() before signals_give_back(). */
#ifndef GPTUI_SIGNALS_H
#define GPTUI_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "ui/process/captured_stderr.h"

struct error;

enum { NSIGNALS = 15, CRASH_STACK = 64 * 1024, RESTORE = 256 };

struct signals {
	int pipe[2];
	struct sigaction old[NSIGNALS];
	char stack[CRASH_STACK];

	/* What a crash restores, filled in by the terminal. */
	int terminal;
	struct termios shell;  /* the terminal's modes before */
	char restore[RESTORE]; /* what to write to it */
	size_t nrestore;
	struct captured_stderr *captured;

	/* Not 0 while the screen is ours.  While it is 0, SIGINT and SIGQUIT
	 * are someone else's: nothing happens. */
	volatile sig_atomic_t is_ours;

	volatile sig_atomic_t told; /* the signal that asks us to end, or 0 */
};

/* Where a thread handles its crash, and where it did before. */
struct thread_stack {
	char memory[CRASH_STACK];
	stack_t before;
};

/* Takes the signals.  A SIGHUP or SIGINT that the parent has made the program
 * ignore stays ignored.  Errors: no pipe to be had. */
bool signals_take(struct signals *signals, struct error *err);

/* For a thread other than the first, which starts with all signals blocked: a
 * crash of it ends the program as above.  At its end the thread leaves again. */
void signals_enter_thread(struct thread_stack *stack);
void signals_leave_thread(const struct thread_stack *stack);

/* Gives them back. */
void signals_give_back(struct signals *signals);

/* The next signal that came in, or 0. */
int signals_next(const struct signals *signals);

/* Stops the whole job, as the terminal's ^Z would; returns when it goes on.
 * A job whose shell is gone can't be stopped: returns at once. */
void signals_stop(void);

#endif
