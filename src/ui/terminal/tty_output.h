/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picture, one write().
 *
 * Between tty_output_begin() and tty_output_end() curses writes to memory; then
 * everything is sent to the terminal at once.  A long picture is put between
 * synchronized-output marks (mode 2026), so that the user never sees half of
 * one.
 *
 * Pacing: each picture ends with a request for the terminal's status (DSR).
 * Once a terminal has answered one, the next picture waits for the answer to
 * the last, so that pictures never queue up on a slow link.  A terminal that
 * does not answer for 3 seconds is not waited for again. */
#ifndef GPTUI_TTY_OUTPUT_H
#define GPTUI_TTY_OUTPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct error;

struct tty_output {
	int terminal;       /* pictures are written to it */
	int curses;         /* curses writes to it */
	int memory;         /* a memfd; or -1: none, and nothing is held back */
	long long asked_ms; /* when the open request was sent, or 0 */
	bool is_proven;     /* has answered once */
	bool is_off;        /* has stopped answering */

	/* Not 0 when the program was asked to end; a write that the terminal
	 * does not accept is abandoned then.  Owner: struct signals. */
	const volatile sig_atomic_t *ending;
};

/* Uses the terminal on descriptor fd, through copies of it.
 * Errors: no descriptor is available. */
bool tty_output_open(struct tty_output *output, int fd, struct error *err);
void tty_output_close(struct tty_output *output);

/* Discards what curses writes, or sends it to the terminal again. */
void tty_output_divert(const struct tty_output *output, bool to_nowhere);

void tty_output_begin(const struct tty_output *output);
void tty_output_end(struct tty_output *output);

/* Writes len bytes directly, not through curses. */
void tty_output_write(const struct tty_output *output, const char *bytes, size_t len);

/* True when the next picture may be drawn. */
bool tty_output_ready(struct tty_output *output);

/* How long tty_output_ready() may stay false; -1 if it is true. */
int tty_output_patience_ms(const struct tty_output *output);

/* The answer has come. */
void tty_output_answered(struct tty_output *output);

/* How long to wait for an open answer before the terminal is given to another
 * program, which would read the answer as keys; 0: not at all. */
int tty_output_linger_ms(const struct tty_output *output);

#endif
