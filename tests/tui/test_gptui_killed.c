/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that is killed while it writes a file leaves the old one or the new
 * one: it is killed before each call of the system that changes files. */
#define _GNU_SOURCE /* SYS_ */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The calls; what is written goes into a file without a name. */
static const int calls[] = { SYS_linkat, SYS_renameat,  SYS_fsync,    SYS_flock,   SYS_fchmod,
	                     SYS_fchown, SYS_ftruncate, SYS_pwrite64, SYS_unlinkat };

enum { NCALLS = sizeof calls / sizeof *calls, MOST_KILLS = 100 };

static char folder[64], executable[512], profile[512];

/* What is written, and where. */
struct deed {
	const char *options[3]; /* and the files */
	const char *target;     /* in the folder */
	const char *old;        /* "": there is none */
};

static int begin(void **state) {
	const char *w = getenv("W");

	snprintf(folder, sizeof folder, "/tmp/test-killed-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(executable, sizeof executable, "%s/small", w);
	snprintf(profile, sizeof profile, "%s/small.gmon", w);
	return 0;
}

static void empty(const char *path) {
	DIR *dir = opendir(path);
	struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
}

static int end(void **state) {
	char below[80];

	snprintf(below, sizeof below, "%s/gptui", folder);
	empty(below);
	rmdir(below);
	empty(folder);
	return rmdir(folder);
}

/* Stops the calling program before each of these calls from now on. */
static bool stop_at_calls(void) {
	struct sock_filter rules[NCALLS + 3] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = { NCALLS + 3, rules };

	for (unsigned i = 0; i < NCALLS; i++)
		rules[1 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
		                                            (unsigned)calls[i],
		                                            (unsigned char)(NCALLS - i), 0);
	rules[NCALLS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	rules[NCALLS + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void become(const struct deed *deed) {
	const char *gptui = getenv("GPTUI"), *argv[8];
	const int nothing = open("/dev/null", O_RDWR);
	int n = 0;

	argv[n++] = gptui;
	for (int i = 0; i < 3 && deed->options[i]; i++)
		argv[n++] = deed->options[i];
	argv[n++] = executable;
	argv[n++] = profile;
	argv[n] = NULL;
	setenv("XDG_CONFIG_HOME", folder, 1);
	unsetenv("XDG_STATE_HOME");
	unsetenv("HOME");
	dup2(nothing, STDOUT_FILENO);
	if (chdir(folder) || ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(2);
	raise(SIGSTOP);
	if (!stop_at_calls())
		_exit(3);
	execv(gptui, (char **)(uintptr_t)argv);
	_exit(4);
}

/* Runs it, and kills it at its n-th stop; returns false if it came to its end
 * before, as it does when n is 0. */
static bool killed(const struct deed *deed, int n) {
	const long options = PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
	pid_t child = fork();
	int status, stops = 0;

	if (!child)
		become(deed);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (!WIFSTOPPED(status))
		return false;
	ptrace(PTRACE_SETOPTIONS, child, NULL, options);
	while (WIFSTOPPED(status)) {
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_SECCOMP << 8) && ++stops == n)
			kill(child, SIGKILL);
		ptrace(PTRACE_CONT, child, NULL, NULL);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	if (WIFSIGNALED(status))
		return true;
	assert_int_equal(WEXITSTATUS(status), 0);
	return false;
}

static size_t read_file(const char *path, char *out, size_t size) {
	FILE *file = fopen(path, "r");
	size_t len = file ? fread(out, 1, size, file) : 0;

	if (file)
		fclose(file);
	return len;
}

static void put_old(const struct deed *deed, const char *path) {
	FILE *file;

	unlink(path);
	if (!*deed->old)
		return;
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(deed->old, file);
	fclose(file);
}

/* Whether a program that was killed left a file beside the target. */
static bool is_left(const char *path) {
	char below[128];
	DIR *dir;
	struct dirent *entry;
	bool found = false;

	snprintf(below, sizeof below, "%.*s", (int)(strrchr(path, '/') - path), path);
	dir = opendir(below);
	assert_non_null(dir);
	while ((entry = readdir(dir)))
		found |= entry->d_name[0] == '.' && entry->d_name[1] == 'g';
	closedir(dir);
	return found;
}

static void kill_everywhere(const struct deed *deed) {
	static char new[1 << 16], now[1 << 16];
	char path[128];
	bool is_done = false;
	int n, nleft = 0;

	snprintf(path, sizeof path, "%s/%s", folder, deed->target);
	assert_false(killed(deed, 0));
	size_t len = read_file(path, new, sizeof new);
	if (!len)
		skip(); /* no right to trace */
	for (n = 1; !is_done && n < MOST_KILLS; n++) {
		put_old(deed, path);
		is_done = !killed(deed, n);
		size_t nnow = read_file(path, now, sizeof now);
		if (nnow != len || memcmp(now, new, len)) {
			assert_false(is_done);
			assert_int_equal(nnow, strlen(deed->old));
			assert_memory_equal(now, deed->old, nnow);
		}
		nleft += is_left(path);
		put_old(deed, path);
		assert_false(killed(deed, 0));
		assert_int_equal(read_file(path, now, sizeof now), len);
	}
	assert_in_range(n, 4, MOST_KILLS - 1);
	assert_true(nleft <= (*deed->old ? 1 : 0)); /* before the renaming */
	assert_false(is_left(path));
}

static void t_sum(void **state) {
	kill_everywhere(&(struct deed){ { "-s" }, "gmon.sum", "old\n" });
}

static void t_new_sum(void **state) {
	kill_everywhere(&(struct deed){ { "-s" }, "gmon.sum", "" });
}

static void t_view(void **state) {
	kill_everywhere(&(struct deed){ { "--keys", "P C-u T:x.csv Enter y" }, "x.csv", "old\n" });
}

static void t_configuration(void **state) {
	kill_everywhere(&(struct deed){ { "--keys", ": T:write-config Enter" },
	                                "gptui/config",
	                                "# Written by gptui's :write-config\n" });
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
	const struct CMUnitTest tests[] = {
		TEST(t_sum),
		TEST(t_new_sum),
		TEST(t_view),
		TEST(t_configuration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
