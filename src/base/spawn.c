/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2 */
#include "base/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"

extern char **environ;

/* The functions here return 0, or errno. */

static int set_file(posix_spawn_file_actions_t *actions, int number, int file) {
	if (file == SPAWN_OURS)
		return 0;
	if (file == SPAWN_NOTHING)
		return posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0);
	return posix_spawn_file_actions_adddup2(actions, file, number);
}

/* Whether there is such a program: a system may also say no by a child's status 127. */
static int look_for(const char *name) {
	const char *path = getenv("PATH"), *folder;
	int failed = ENOENT, len;
	char file[4096];

	if (strchr(name, '/'))
		return access(name, X_OK) ? errno : 0;
	if (!path) /* then the system has one of its own */
		return 0;
	while ((folder = path_folder_next(&path, &len))) {
		if ((size_t)snprintf(file, sizeof file, "%.*s/%s", len, folder, name) >=
		    sizeof file)
			continue;
		if (!access(file, X_OK))
			return 0;
		failed = errno == EACCES ? EACCES : failed;
	}
	return failed;
}

static int start(pid_t *child, char *const argv[], const posix_spawn_file_actions_t *actions) {
	posix_spawnattr_t how;
	sigset_t none, usual;
	int failed = posix_spawnattr_init(&how);

	if (failed)
		return failed;
	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGXFSZ);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setsigdefault(&how, &usual);
	failed = posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	if (!failed)
		failed = posix_spawnp(child, argv[0], actions, &how, argv, environ);
	posix_spawnattr_destroy(&how);
	return failed;
}

const char *command_ending(int status, struct arena *arena) {
	enum { BY_SIGNAL = 128, NAMED = 32 };
	const int number = status - BY_SIGNAL;

	if (status < 0)
		return "with statuses other than 0";
	return number > 0 && number < NAMED
	               ? arena_format(arena, "by signal %d (%s)", number, strsignal(number))
	               : arena_format(arena, "with status %d", status);
}

int spawn_command(pid_t *child, char *const argv[], struct spawn_files files) {
	posix_spawn_file_actions_t actions;
	int failed = look_for(argv[0]);

	if (!failed)
		failed = posix_spawn_file_actions_init(&actions);
	if (failed)
		return failed;
	failed = set_file(&actions, STDIN_FILENO, files.input);
	if (!failed)
		failed = set_file(&actions, STDOUT_FILENO, files.output);
	if (!failed)
		failed = set_file(&actions, STDERR_FILENO,
		                  files.drops_messages ? SPAWN_NOTHING : SPAWN_OURS);
	if (!failed)
		failed = start(child, argv, &actions);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

/* A command that is running, and the line under way. */
struct running {
	const char *name;
	pid_t child;
	int output; /* the end of its pipe that is read */
	char text[OUTPUT_LINE];
	size_t len;
	void (*line)(void *context, const char *text, size_t len);
	void *context;
};

static bool start_reading(struct running *r, const char *const *argv, struct error *err) {
	char *words[OUTPUT_WORDS + 1] = { NULL };
	int ends[2];
	size_t n = 0;

	while (argv[n])
		n++;
	assert(n <= OUTPUT_WORDS);
	memcpy(words, argv, n * sizeof *words); /* which are not changed */
	if (pipe2(ends, O_CLOEXEC))             /* another thread may run a command, too */
		return fail(err, "%.200s: %s", r->name, strerror(errno));
	int failed = spawn_command(
		&r->child, words,
		(struct spawn_files){ SPAWN_NOTHING, ends[1], .drops_messages = true });
	close(ends[1]);
	r->output = ends[0];
	if (!failed)
		return true;
	close(ends[0]);
	return fail(err, "%.200s: %s", r->name, strerror(failed));
}

static void end_line(struct running *r) {
	r->line(r->context, r->text, r->len);
	r->len = 0;
}

static bool read_all(struct running *r, struct command_limits limits, struct progress *progress,
                     struct error *err) {
	enum { WAIT_MS = 50 };
	const long long end = clock_ms() + limits.ms;
	struct pollfd file = { .fd = r->output, .events = POLLIN };
	char bytes[65536];
	size_t all = 0;

	for (;;) {
		if (!progress_wanted(progress))
			return fail(err, "cancelled");
		if (clock_ms() > end)
			return fail(err, "%.200s: took more than %.1f s", r->name,
			            (double)limits.ms / 1000);
		if (poll(&file, 1, WAIT_MS) <= 0)
			continue;
		ssize_t n = read(r->output, bytes, sizeof bytes);
		if (n < 0 && errno != EINTR)
			return fail(err, "%.200s: %s", r->name, strerror(errno));
		if (!n)
			break;
		for (ssize_t i = 0; i < n; i++)
			if (bytes[i] == '\n')
				end_line(r);
			else if (r->len < OUTPUT_LINE)
				r->text[r->len++] = bytes[i];
		all += n > 0 ? (size_t)n : 0;
		if (all > limits.bytes)
			return fail(err, "%.200s: printed more than %zu bytes", r->name,
			            limits.bytes);
	}
	if (r->len)
		end_line(r);
	return true;
}

/* Waits for the command's end. */
static bool finish(const struct running *r, struct error *err) {
	int status;

	while (waitpid(r->child, &status, 0) < 0)
		if (errno != EINTR)
			return fail(err, "%.200s: %s", r->name, strerror(errno));
	if (WIFSIGNALED(status))
		return fail(err, "%.200s: ended by signal %d", r->name, WTERMSIG(status));
	return !WEXITSTATUS(status) ||
	       fail(err, "%.200s: ended with status %d", r->name, WEXITSTATUS(status));
}

bool command_output(const char *const *argv, struct command_limits limits,
                    void (*line)(void *context, const char *text, size_t len), void *context,
                    struct progress *progress, struct error *err) {
	struct running r = { .name = argv[0], .line = line, .context = context };
	struct error ignored;

	if (!start_reading(&r, argv, err))
		return false;
	bool ok = read_all(&r, limits, progress, err);
	close(r.output);
	if (!ok)
		kill(r.child, SIGKILL);
	return finish(&r, ok ? err : &ignored) && ok;
}
