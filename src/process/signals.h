/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals while the screen is ours.
 *
 * SIGWINCH, SIGTSTP, SIGCONT and those that ask the program to end (SIGTERM, SIGHUP, SIGINT) become
 * bytes in a pipe.  A crash (SIGSEGV, SIGABRT, ..., SIGQUIT) gives the terminal back first, on a
 * stack of its own, and then ends the program as it would have ended, with the same exit status and
 * core dump.  So does exit() before signals_give_back(). */
#pragma once

#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <termios.h>

#include "base/base.h"

/* Captures what libraries print on standard error while the screen is ours, and shows it when the
 * terminal is given back. */

struct captured_stderr {
	int kept;   /* the real standard error, or -1: not captured */
	int memory; /* what replaces it */
};

/* Captures standard error if it is a terminal. */
void stderr_capture(struct captured_stderr *captured);

/* Gives standard error to a command for a while, or captures it again. */
void stderr_lend(const struct captured_stderr *captured, bool is_lent);

/* Gives standard error back, prints what was captured (the first 16 KB, control bytes as "?"), and
 * ends capturing; harmless if nothing was captured. */
void stderr_release(struct captured_stderr *captured);

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
	const struct captured_stderr *captured;

	/* Whether the screen is ours; a crash may look from another thread.  While it is not, SIGINT
	 * and SIGQUIT are meant for another program and ignored. */
	atomic_bool is_ours;

	volatile sig_atomic_t ending; /* the signal that asks us to end, or 0 */
};

/* The stack on which a thread handles its crash, and the one before. */
struct thread_stack {
	char memory[CRASH_STACK];
	stack_t before;
};

/* Takes the signals.  A SIGHUP or SIGINT that the parent has set to be ignored stays ignored.
 * Errors: no pipe is available. */
bool signals_take(struct signals *signals, struct error *err);

/* Called by a thread that starts with all signals blocked, so that its crash ends the program as
 * above; and at its end. */
void signals_enter_thread(struct thread_stack *stack);
void signals_leave_thread(const struct thread_stack *stack);

/* Gives them back. */
void signals_give_back(struct signals *signals);

/* The next signal that arrived, or 0. */
int signals_next(const struct signals *signals);

/* Stops the whole job, as ^Z does; returns when it continues, or at once if its shell is gone. */
void signals_stop(void);

/* Runs a command that has the terminal until it ends.
 *
 * When it is stopped (^Z), so are we, because the shell waits for the whole job. */

/* Runs argv[0], found in $PATH; `input` becomes its standard input and `output` its standard output
 * (SPAWN_OURS: the terminal).  Without an output call it between terminal->pause() and resume();
 * with one its messages are lost.  After so many seconds of processor time it is killed; 0: never.
 * *status is that of waitpid(), *used that of wait4() or NULL.  Errors: it cannot be started. */
bool child_run(int *status, char *const argv[], int input, int output, unsigned seconds,
               struct rusage *used, struct error *err);

/* Whether a command ended well.  Errors: `name` and how it ended. */
bool child_succeeded(int status, const char *name, struct error *err);
