/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/editor.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/arena.h"
#include "base/error.h"
#include "ui/signals.h"
#include "ui/terminal.h"

extern char **environ;

static const char *editor_of_user(void)
{
	const char *editor = getenv("VISUAL");

	if (!editor || !*editor)
		editor = getenv("EDITOR");
	return editor && *editor ? editor : "vi";
}

/* A broken pipe ends the editor's commands, though it does not end us. */
static int spawn(pid_t *child, char *const argv[])
{
	posix_spawnattr_t how;
	sigset_t usual;
	int failed;

	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	failed = posix_spawnattr_init(&how);
	if (failed)
		return failed;
	posix_spawnattr_setsigdefault(&how, &usual);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
	failed = posix_spawnp(child, argv[0], NULL, &how, argv, environ);
	posix_spawnattr_destroy(&how);
	return failed;
}

static int wait_for(pid_t child)
{
	int status;

	for (;;) {
		if (waitpid(child, &status, WUNTRACED) < 0) {
			if (errno != EINTR)
				return -1;
		} else if (!WIFSTOPPED(status)) {
			return status;
		} else {
			signals_stop();
			kill(child, SIGCONT); /* if we alone were continued */
		}
	}
}

/* The shell takes the editor apart, which may have arguments of its own; the
 * file's name reaches it as it is.  Returns what waitpid() tells, or -1. */
static int run(const char *editor, const char *path, unsigned line,
               struct arena *arena)
{
	char *argv[] = {
		arena_format(arena, "sh"),
		arena_format(arena, "-c"),
		arena_format(arena, "eval \"$0\" '\"$1\" \"$2\"'"),
		arena_format(arena, "%s", editor),
		arena_format(arena, "+%u", line ? line : 1),
		arena_format(arena, "%s%s", *path == '-' ? "./" : "", path),
		NULL,
	};
	pid_t child;

	errno = spawn(&child, argv);
	return errno ? -1 : wait_for(child);
}

bool editor_run(const struct terminal *terminal, const char *path,
                unsigned line, struct error *err)
{
	enum { CANNOT_RUN = 126, NOT_FOUND = 127 }; /* POSIX, of sh */
	const char *editor = editor_of_user();
	struct arena *arena = arena_new();
	int status;

	terminal->pause();
	status = run(editor, path, line, arena);
	terminal->resume();
	arena_free(arena);
	if (status < 0)
		return fail(err, "%.200s: %s", editor, strerror(errno));
	if (WIFSIGNALED(status))
		return fail(err, "%.200s was ended by signal %d", editor,
		            WTERMSIG(status));
	if (WEXITSTATUS(status) == CANNOT_RUN ||
	    WEXITSTATUS(status) == NOT_FOUND)
		return fail(err, "%.200s cannot be run; $EDITOR names another",
		            editor);
	if (WEXITSTATUS(status))
		return fail(err, "%.200s ended with status %d", editor,
		            WEXITSTATUS(status));
	return true;
}
