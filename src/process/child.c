/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "process/child.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "base/error.h"
#include "base/spawn.h"
#include "process/signals.h"

/* Returns 0, or errno. */
static int wait_for(pid_t child, int *status) {
	for (;;) {
		if (waitpid(child, status, WUNTRACED) < 0) {
			if (errno != EINTR)
				return errno;
		} else if (!WIFSTOPPED(*status)) {
			return 0;
		} else {
			signals_stop();
			kill(child, SIGCONT); /* if only we were continued */
		}
	}
}

bool child_run(int *status, char *const argv[], int input, int output, struct error *err) {
	pid_t child;
	int failed = spawn_command(
		&child, argv, (struct spawn_files){ input, output, .drops_messages = output >= 0 });

	if (!failed)
		failed = wait_for(child, status);
	return !failed || fail(err, "%.200s: %s", argv[0], strerror(failed));
}

bool child_succeeded(int status, const char *name, struct error *err) {
	enum { CANNOT_RUN = 126, NOT_FOUND = 127 }; /* POSIX, of sh */
	int code;

	if (WIFSIGNALED(status))
		return fail(err, "%.300s was ended by signal %d", name, WTERMSIG(status));
	code = WEXITSTATUS(status);
	if (code == CANNOT_RUN || code == NOT_FOUND)
		return fail(err, "%.300s cannot be run", name);
	return !code || fail(err, "%.300s ended with status %d", name, code);
}
