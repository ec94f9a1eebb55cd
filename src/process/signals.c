/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "process/signals.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/spawn.h"

enum { SHOWN = 16 * 1024, PIECE = 1024 };

void stderr_capture(struct captured_stderr *captured) {
	*captured = (struct captured_stderr){ -1, -1 };
	if (!isatty(STDERR_FILENO))
		return;
	captured->memory = memfd_create("gptui-stderr", MFD_CLOEXEC);
	if (captured->memory < 0)
		return;
	captured->kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	if (captured->kept >= 0)
		dup2(captured->memory, STDERR_FILENO);
}

void stderr_lend(const struct captured_stderr *captured, bool is_lent) {
	if (captured->kept >= 0)
		dup2(is_lent ? captured->kept : captured->memory, STDERR_FILENO);
}

/* Prints what was captured.  Safe in a signal handler of any thread. */
static void stderr_show(const struct captured_stderr *captured) {
	char bytes[PIECE];

	if (captured->kept < 0)
		return;
	dup2(captured->kept, STDERR_FILENO);
	for (off_t at = 0; at < SHOWN; at += PIECE) {
		ssize_t n = pread(captured->memory, bytes, PIECE, at);

		if (n <= 0)
			break;
		for (ssize_t i = 0; i < n; i++) /* harmless for a terminal */
			if ((bytes[i] < ' ' || bytes[i] > '~') && bytes[i] != '\n')
				bytes[i] = '?';
		if (write(STDERR_FILENO, bytes, (size_t)n) < n)
			break;
	}
}

void stderr_release(struct captured_stderr *captured) {
	stderr_show(captured);
	if (captured->kept >= 0)
		close(captured->kept);
	if (captured->memory >= 0)
		close(captured->memory);
	*captured = (struct captured_stderr){ -1, -1 };
}

enum kind { ENDING, REPORTED, CRASH, IGNORED };

static const struct {
	int number;
	enum kind kind;
} list[NSIGNALS] = {
	{ SIGTERM, ENDING },   { SIGHUP, ENDING },    { SIGINT, ENDING },   { SIGWINCH, REPORTED },
	{ SIGTSTP, REPORTED }, { SIGCONT, REPORTED }, { SIGSEGV, CRASH },   { SIGBUS, CRASH },
	{ SIGILL, CRASH },     { SIGFPE, CRASH },     { SIGABRT, CRASH },   { SIGQUIT, CRASH },
	{ SIGTRAP, CRASH },    { SIGSYS, CRASH },     { SIGPIPE, IGNORED },
};

/* A handler gets only the number, so this is how it finds its data.  It is the only state of the
 * terminal outside the struct that curses_terminal.c owns. */
static struct signals *volatile taken;

static void report(int number) {
	unsigned char byte = (unsigned char)number;
	int old = errno;

	while (write(taken->pipe[1], &byte, 1) < 0 && errno == EINTR)
		; /* if it is full, the reader will wake up anyway */
	errno = old;
}

static void ask_to_end(int number) {
	if (number == SIGINT && !taken->is_ours)
		return;
	taken->ending = number;
	report(number);
}

/* Calls only what a handler may call. */
static void give_terminal_back(struct signals *signals) {
	size_t done = 0;
	ssize_t n = 1;

	if (atomic_exchange(&signals->is_ours, false)) {
		for (; n > 0 && done < signals->nrestore; done += (size_t)n)
			n = write(signals->terminal, signals->restore + done,
			          signals->nrestore - done);
		tcsetattr(signals->terminal, TCSANOW, &signals->shell);
	}
	stderr_show(signals->captured);
}

static void crash(int number) {
	struct sigaction act = { .sa_handler = SIG_DFL };

	if (number == SIGQUIT && !taken->is_ours)
		return;
	give_terminal_back(taken);
	sigaction(number, &act, NULL);
	raise(number);
}

/* Something called exit(): memory has run out, or a library has given up. */
static void leave(void) {
	if (taken)
		give_terminal_back(taken);
}

static struct sigaction action_of(enum kind kind) {
	struct sigaction act = { .sa_handler = SIG_IGN };

	sigemptyset(&act.sa_mask);
	if (kind == ENDING)
		act.sa_handler = ask_to_end;
	if (kind == REPORTED) {
		act.sa_handler = report;
		act.sa_flags = SA_RESTART;
	}
	if (kind == CRASH) {
		act.sa_handler = crash;
		act.sa_flags = (int)(SA_NODEFER | SA_ONSTACK);
	}
	return act;
}

void signals_enter_thread(struct thread_stack *stack) {
	stack_t ours = { .ss_sp = stack->memory, .ss_size = CRASH_STACK };
	sigset_t crashes;

	sigaltstack(&ours, &stack->before);
	sigemptyset(&crashes);
	for (size_t i = 0; i < NSIGNALS; i++)
		if (list[i].kind == CRASH && list[i].number != SIGQUIT)
			sigaddset(&crashes, list[i].number);
	pthread_sigmask(SIG_UNBLOCK, &crashes, NULL);
}

void signals_leave_thread(const struct thread_stack *stack) {
	sigaltstack(&stack->before, NULL);
}

bool signals_take(struct signals *signals, struct error *err) {
	stack_t stack = { .ss_sp = signals->stack, .ss_size = CRASH_STACK };

	if (pipe2(signals->pipe, O_NONBLOCK | O_CLOEXEC))
		return fail(err, "pipe: %s", strerror(errno));
	taken = signals;
	atexit(leave);
	sigaltstack(&stack, NULL);
	for (size_t i = 0; i < NSIGNALS; i++) {
		struct sigaction act = action_of(list[i].kind);

		sigaction(list[i].number, &act, &signals->old[i]);
		if (list[i].kind == ENDING && signals->old[i].sa_handler == SIG_IGN)
			sigaction(list[i].number, &signals->old[i], NULL);
	}
	return true;
}

void signals_give_back(struct signals *signals) {
	stack_t none = { .ss_flags = SS_DISABLE };

	for (size_t i = 0; i < NSIGNALS; i++)
		sigaction(list[i].number, &signals->old[i], NULL);
	sigaltstack(&none, NULL);
	taken = NULL;
	close(signals->pipe[0]);
	close(signals->pipe[1]);
}

int signals_next(const struct signals *signals) {
	unsigned char number;

	return read(signals->pipe[0], &number, 1) == 1 ? number : 0;
}

void signals_stop(void) {
	struct sigaction act = { .sa_handler = SIG_DFL }, old;

	sigemptyset(&act.sa_mask);
	sigaction(SIGTSTP, &act, &old);
	kill(0, SIGTSTP);
	sigaction(SIGTSTP, &old, NULL);
}

/* Returns 0, or errno. */
static int wait_for(pid_t child, int *status, struct rusage *used) {
	for (;;) {
		if (wait4(child, status, WUNTRACED, used) < 0) {
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

bool child_run(int *status, char *const argv[], int input, int output, unsigned seconds,
               struct rusage *used, struct error *err) {
	pid_t child;
	int failed = spawn_command(
		&child, argv, (struct spawn_files){ input, output, .drops_messages = output >= 0 });

	if (!failed && seconds)
		prlimit(child, RLIMIT_CPU, &(struct rlimit){ seconds, seconds }, NULL);
	if (!failed)
		failed = wait_for(child, status, used);
	return !failed || fail(err, "%.200s: %s", argv[0], strerror(failed));
}

bool child_succeeded(int status, const char *name, struct error *err) {
	enum { CANNOT_RUN = 126, NOT_FOUND = 127 }; /* POSIX, of sh */

	if (WIFSIGNALED(status))
		return fail(err, "%.300s was ended by signal %d", name, WTERMSIG(status));
	int code = WEXITSTATUS(status);
	if (code == CANNOT_RUN || code == NOT_FOUND)
		return fail(err, "%.300s cannot be run", name);
	return !code || fail(err, "%.300s ended with status %d", name, code);
}
