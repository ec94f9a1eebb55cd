/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picture, one write().
 *
 * Between tty_output_begin() and tty_output_end() the descriptor that curses writes to
 * leads into memory; then all goes to the terminal at once, a long picture in
 * synchronized-output marks (mode 2026), so that it is never seen in halves.
 *
 * Pacing: each picture ends with the question "are you there?" (DSR).  Once a
 * terminal has answered one, the next picture waits for the answer to the
 * last, so that pictures never queue up on a slow link.  A terminal that stops
 * answering for 3 seconds is not waited for any more. */
#ifndef GPTUI_TTY_OUTPUT_H
#define GPTUI_TTY_OUTPUT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

struct error;

struct tty_output {
	int terminal;       /* written to by frames */
	int curses;         /* written to by curses */
	int memory;         /* a memfd, or -1 where there is none: no capture */
	long long asked_ms; /* when the question still open was asked, or 0 */
	bool is_proven;     /* has answered once */
	bool is_off;        /* has stopped answering */

	/* Not 0 when the program was told to end: a write that the terminal
	 * does not take is given up then.  Owner: struct signals. */
	const volatile sig_atomic_t *told;
};

/* Takes the terminal on descriptor fd; owns copies of it.
 * Errors: no descriptor to be had. */
bool tty_output_open(struct tty_output *output, int fd, struct error *err);
void tty_output_close(struct tty_output *output);

/* Sends what curses writes to nowhere, or to the terminal again. */
void tty_output_divert(const struct tty_output *output, bool to_nowhere);

void tty_output_begin(const struct tty_output *output);
void tty_output_end(struct tty_output *output);

/* Writes len bytes past curses. */
void tty_output_write(const struct tty_output *output, const char *bytes,
                      size_t len);

/* True when the next picture may be drawn. */
bool tty_output_ready(struct tty_output *output);

/* How long tty_output_ready() may stay false; -1 when it is true. */
int tty_output_patience_ms(const struct tty_output *output);

/* The answer has come. */
void tty_output_answered(struct tty_output *output);

/* How long an answer that is still open should be waited for before the
 * terminal is given to someone else, who would get it as typed; 0: none. */
int tty_output_linger_ms(const struct tty_output *output);

#endif
