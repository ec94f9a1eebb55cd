/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "ui/process/signals.h"

extern char **environ;

static int spawn(pid_t *child, char *const argv[],
                 const posix_spawn_file_actions_t *files)
{
	posix_spawnattr_t how;
	sigset_t usual;
	int failed = posix_spawnattr_init(&how);

	if (failed)
		return failed;
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGXFSZ);
	posix_spawnattr_setsigdefault(&how, &usual);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
	failed = posix_spawnp(child, argv[0], files, &how, argv, environ);
	posix_spawnattr_destroy(&how);
	return failed;
}

static int set_files(posix_spawn_file_actions_t *files, int input, int output)
{
	int failed = 0;

	if (input >= 0)
		failed = posix_spawn_file_actions_adddup2(files, input,
		                                          STDIN_FILENO);
	if (output >= 0 && !failed)
		failed = posix_spawn_file_actions_adddup2(files, output,
		                                          STDOUT_FILENO);
	if (output >= 0 && !failed)
		failed = posix_spawn_file_actions_addopen(
			files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	return failed;
}

static int start(pid_t *child, char *const argv[], int input, int output)
{
	posix_spawn_file_actions_t files;
	int failed = posix_spawn_file_actions_init(&files);

	if (failed)
		return failed;
	failed = set_files(&files, input, output);
	if (!failed)
		failed = spawn(child, argv, &files);
	posix_spawn_file_actions_destroy(&files);
	return failed;
}

/* Returns 0, or errno. */
static int wait_for(pid_t child, int *status)
{
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

bool child_run(int *status, char *const argv[], int input, int output,
               struct error *err)
{
	pid_t child;
	int failed = start(&child, argv, input, output);

	if (!failed)
		failed = wait_for(child, status);
	return !failed || fail(err, "%.200s: %s", argv[0], strerror(failed));
}

bool child_succeeded(int status, const char *name, struct error *err)
{
	enum { CANNOT_RUN = 126, NOT_FOUND = 127 }; /* POSIX, of sh */
	int code;

	if (WIFSIGNALED(status))
		return fail(err, "%.300s was ended by signal %d", name,
		            WTERMSIG(status));
	code = WEXITSTATUS(status);
	if (code == CANNOT_RUN || code == NOT_FOUND)
		return fail(err, "%.300s cannot be run", name);
	return !code || fail(err, "%.300s ended with status %d", name, code);
}
