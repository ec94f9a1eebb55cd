/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever ends or stops the program, and whatever it was about, the terminal
 * is left as a shell wants it. */
#define _GNU_SOURCE /* syscall */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "drive_gptui.h"

/* What the program may be about. */
static const struct history_entry {
	const char *name;
	int cols;
	const char *keys; /* NULL: it is opening a file that does not come */
} entries[] = {
	{ "two panes", 130, "j<Tab>j" },
	{ "a prompt", 80, "f(" },
	{ "mouse and menu", 80, ":set mouse on<Enter>O" },
	{ "all of these", 130, ":set mouse on<Enter>3<Tab>j:set th" },
	{ "opening", 80, NULL },
};

static const int deaths[] = { SIGHUP,  SIGINT, SIGQUIT, SIGTERM, SIGSEGV,
	                      SIGABRT, SIGBUS, SIGFPE,  SIGILL };

enum { NMOMENTS = sizeof entries / sizeof *entries };

/* The ends of a pipe that nothing comes through. */
static int silence[2];

static struct vth *start_at(const struct history_entry *m) {
	struct vth_opt o = { .env = utf8, .cols = m->cols };

	name_files("many");
	if (!m->keys)
		snprintf(profile, sizeof profile, "/dev/fd/%d", silence[0]);
	struct vth *h = spawn_on(&o, NULL);
	if (m->keys) {
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		press(h, m->keys);
	} else {
		wait_for(h, "Esc or q cancels");
	}
	assert_true(vth_altscreen(h) && vth_mode(h, 2004));
	assert_int_equal(vth_mode(h, 1000), m->keys && strstr(m->keys, "mouse"));
	return h;
}

static void dies_of(struct vth *h, int number) {
	int status = vth_wait_exit(h, MS);

	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), number);
	tty_is_sane(h);
	vth_free(h);
}

static void t_deaths(void **state) {
	for (size_t m = 0; m < NMOMENTS; m++)
		for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) {
			struct vth *h = start_at(&entries[m]);

			vth_signal(h, deaths[i]);
			dies_of(h, deaths[i]);
		}
}

/* The number of a thread that is not the first one. */
static pid_t other_thread(pid_t pid) {
	char path[64];
	DIR *dir;
	struct dirent *entry;
	pid_t found = 0;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		if (atoi(entry->d_name) && atoi(entry->d_name) != pid)
			found = (pid_t)atoi(entry->d_name);
	if (dir)
		closedir(dir);
	return found;
}

/* Libraries crash where they are called: in the worker. */
static void t_crash_of_the_worker(void **state) {
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };

	for (size_t m = 0; m < NMOMENTS; m++)
		for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
			struct vth *h = start_at(&entries[m]);
			pid_t pid = vth_pid(h), thread = other_thread(pid);

			assert_true(thread > 0);
			assert_int_equal(syscall(SYS_tgkill, pid, thread, crashes[i]), 0);
			dies_of(h, crashes[i]);
		}
}

/* A command that a pipe leads to may end early. */
static void t_broken_pipe(void **state) {
	for (size_t m = 0; m < NMOMENTS - 1; m++) {
		struct vth *h = start_at(&entries[m]);

		vth_signal(h, SIGPIPE);
		assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
		assert_false(vth_exited(h, NULL));
		vth_keys(h, "<C-g><C-g>Q");
		assert_int_equal(vth_wait_exit(h, MS), 0);
		tty_is_sane(h);
		vth_free(h);
	}
}

static void picture(struct vth *h, char *out, size_t size) {
	size_t len = 0;

	for (int row = 0; row < vth_rows(h) && len < size; row++)
		len += (size_t)snprintf(out + len, size - len, "%s\n", vth_row(h, row));
}

/* Stopped by force or without a shell, then continued: as before. */
static void t_stops(void **state) {
	static const int stops[] = { SIGSTOP, SIGTSTP };
	char before[8192], after[8192];

	for (size_t m = 0; m < NMOMENTS - 1; m++)
		for (size_t i = 0; i < 2; i++) {
			struct vth *h = start_at(&entries[m]);
			bool has_mouse = vth_mode(h, 1000);

			picture(h, before, sizeof before);
			vth_signal(h, stops[i]);
			vth_signal(h, SIGCONT);
			assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
			picture(h, after, sizeof after);
			assert_string_equal(before, after);
			assert_true(vth_altscreen(h) && vth_mode(h, 2004));
			assert_int_equal(vth_mode(h, 1000), has_mouse);
			vth_signal(h, SIGTERM);
			dies_of(h, SIGTERM);
		}
}

/* The first child of a process. */
static pid_t child_of(pid_t pid) {
	char path[64];
	int child = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
	file = fopen(path, "r");
	if (file && fscanf(file, "%d", &child) != 1)
		child = 0;
	if (file)
		fclose(file);
	return (pid_t)child;
}

/* The shell's prompt between: all that was switched on is off, then on. */
static void t_stop_under_a_shell(void **state) {
	struct vth *h = start_shell(NULL);
	char line[12400];

	name_files("many");
	snprintf(line, sizeof line, "%s %s %s<Enter>", program, image, profile);
	vth_keys(h, line);
	assert_true(vth_until_text(h, "1/2 000 functions", MS));
	press(h, entries[3].keys);
	pid_t child = child_of(vth_pid(h));
	assert_true(child > 0);
	kill(child, SIGTSTP);
	assert_true(vth_until_text(h, "Stopped", MS));
	assert_false(vth_altscreen(h));
	assert_false(vth_mode(h, 1000));
	assert_true(vth_mode(h, 25));
	vth_keys(h, "fg<Enter>");
	assert_true(vth_until_text(h, ":set th", MS));
	assert_true(vth_altscreen(h) && vth_mode(h, 2004));
	assert_true(vth_mode(h, 1000));
	press(h, "<Tab>");
	has(h, ":set theme");
	press(h, "<C-g>Q");
	assert_false(vth_altscreen(h));
	assert_false(vth_mode(h, 1000));
	vth_free(h);
}

static double seconds_of_children(void) {
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Cuts the line; whether the program ends at once. */
static bool ends_at_once(struct vth *h, int *status) {
	const int64_t from = vth_now();

	vth_hang_up(h);
	*status = vth_wait_exit(h, MS);
	vth_free(h);
	return vth_now() - from < 1500000000;
}

/* Ends at once when the other end of the line is gone, SIGHUP or not: in the
 * best of some tries. */
static void t_hang_up(void **state) {
	for (size_t m = 0; m < NMOMENTS; m++) {
		int status, tries = 0;

		while (!ends_at_once(start_at(&entries[m]), &status))
			assert_true(++tries < 3);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), SIGHUP);
	}
}

static struct vth *start_without_hang_up(void) {
	struct vth_opt o = { .env = utf8 };
	char line[12400];
	char *argv[] = { (char[]){ "sh" }, (char[]){ "-c" }, line, NULL };

	name_files("many");
	snprintf(line, sizeof line, "trap '' HUP; exec %s %s %s", program, image, profile);
	struct vth *h = vth_spawn(&o, argv);
	assert_int_equal(vth_settle(h, MS), VTH_SETTLED);
	press(h, "jjj");
	return h;
}

static void t_hang_up_without_a_signal(void **state) {
	double before = seconds_of_children();
	int status, tries = 0;

	while (!ends_at_once(start_without_hang_up(), &status)) {
		assert_true(++tries < 3);
		before = seconds_of_children();
	}
	assert_true(WIFEXITED(status));
	assert_true(seconds_of_children() - before < 1.0);
}

static int begin(void **state) {
	return find_program(state) || pipe(silence);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t_deaths),
		cmocka_unit_test(t_crash_of_the_worker),
		cmocka_unit_test(t_broken_pipe),
		cmocka_unit_test(t_stops),
		cmocka_unit_test(t_stop_under_a_shell),
		cmocka_unit_test(t_hang_up),
		cmocka_unit_test(t_hang_up_without_a_signal),
	};

	return cmocka_run_group_tests(tests, begin, NULL);
}
