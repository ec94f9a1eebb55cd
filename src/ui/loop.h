/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one loop: paint, show, wait, run the command. */
#ifndef GPTUI_LOOP_H
#define GPTUI_LOOP_H

#include <stdbool.h>

struct session;
struct terminal;

/* What becomes of the worker's results.  Owner of each: whoever gave it. */
struct loop_hooks {
	void *context;

	/* A job is done; sets the profile, gives the next job, or ends the
	 * session. */
	void (*job_done)(void *context, struct session *session, void *job);

	/* True while a job is under way. */
	bool (*is_busy)(void *context);

	/* Reads the files again. */
	void (*reload)(void *context, struct session *session);
};

/* Runs until the session is done or the terminal is gone. */
void loop_run(struct session *session, const struct terminal *terminal,
              const struct loop_hooks *hooks);

#endif
