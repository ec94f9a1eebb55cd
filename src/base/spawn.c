/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* The functions here return 0, or errno. */

static int set_file(posix_spawn_file_actions_t *actions, int number, int file)
{
	if (file == SPAWN_OURS)
		return 0;
	if (file == SPAWN_NOTHING)
		return posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0);
	return posix_spawn_file_actions_adddup2(actions, file, number);
}

static int set_files(posix_spawn_file_actions_t *actions, struct spawn_files files)
{
	const int messages = files.drops_messages ? SPAWN_NOTHING : SPAWN_OURS;
	int failed = set_file(actions, STDIN_FILENO, files.input);

	if (!failed)
		failed = set_file(actions, STDOUT_FILENO, files.output);
	return failed ? failed : set_file(actions, STDERR_FILENO, messages);
}

static int set_signals(posix_spawnattr_t *how)
{
	sigset_t none, usual;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGXFSZ);
	posix_spawnattr_setsigmask(how, &none);
	posix_spawnattr_setsigdefault(how, &usual);
	return posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* Whether there is such a program to run: a system may also say that there is
 * none by a child that ends with status 127. */
static int look_for(const char *name)
{
	const char *path = getenv("PATH");
	int failed = ENOENT;
	char file[4096];
	size_t len;

	if (strchr(name, '/'))
		return access(name, X_OK) ? errno : 0;
	if (!path) /* then the system has one of its own */
		return 0;
	for (; path; path = path[len] ? path + len + 1 : NULL) {
		len = strcspn(path, ":");
		if ((size_t)snprintf(file, sizeof file, "%.*s%s%s", (int)len, path, len ? "/" : "",
		                     name) >= sizeof file)
			continue;
		if (!access(file, X_OK))
			return 0;
		failed = errno == EACCES ? EACCES : failed;
	}
	return failed;
}

static int start(pid_t *child, char *const argv[], const posix_spawn_file_actions_t *actions)
{
	posix_spawnattr_t how;
	int failed = posix_spawnattr_init(&how);

	if (failed)
		return failed;
	failed = set_signals(&how);
	if (!failed)
		failed = posix_spawnp(child, argv[0], actions, &how, argv, environ);
	posix_spawnattr_destroy(&how);
	return failed;
}

int spawn_command(pid_t *child, char *const argv[], struct spawn_files files)
{
	posix_spawn_file_actions_t actions;
	int failed = look_for(argv[0]);

	if (!failed)
		failed = posix_spawn_file_actions_init(&actions);
	if (failed)
		return failed;
	failed = set_files(&actions, files);
	if (!failed)
		failed = start(child, argv, &actions);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}
