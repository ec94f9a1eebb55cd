/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one loop: paint, show, wait, run the command. */
#ifndef GPTUI_LOOP_H
#define GPTUI_LOOP_H

struct session;
struct terminal;

/* What the loop leaves to others. */
struct loop_hooks {
	void *context;

	/* Reads the files again. */
	void (*reload)(void *context, struct session *session);

	/* Keeps what was read before. */
	void (*stop)(void *context, struct session *session);

	/* Shows inlined functions as is preferred. */
	void (*inlined)(void *context, struct session *session);

	/* Compares with another base, or none. */
	void (*base)(void *context, struct session *session);

	/* Shows other files of those that were read. */
	void (*choose)(void *context, struct session *session);

	/* Looks whether files that are watched have changed if it is time to.
	 * In how many milliseconds it is; -1: not before the next event. */
	int (*watch)(void *context, struct session *session);
};

/* Runs until the session is done or the terminal is gone; calls done() of the
 * worker's jobs. */
void loop_run(struct session *session, const struct terminal *terminal,
              const struct loop_hooks *hooks);

#endif
