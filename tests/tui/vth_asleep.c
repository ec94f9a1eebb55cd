/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How vth_settle() knows.
 *
 * "Has the program finished with this key?" is usually answered by a sleep
 * ("no output for 50 ms"), which is slow when it works and wrong when the
 * machine is loaded.  Linux lets us ask the question directly:
 *
 *   1. Nothing is on its way to the program.  poll(slave, POLLIN) on the
 *      harness's own descriptor of the tty: n_tty_poll() first flushes the
 *      tty's flip buffer (tty_buffer_flush_work), so "not readable" after
 *      our write() returned means that the program has read all of it.
 *   2. Nothing is on its way to us: poll(master) flushes the other direction
 *      the same way, so "not readable" means that every byte of each write()
 *      that has returned is already in our hands.
 *   3. Every thread of the program and of its children sleeps in a system
 *      call that has no time limit (/proc/PID/task/TID/syscall shows number
 *      and arguments: poll with timeout -1, select with a NULL timeval, read,
 *      futex without timespec, wait4 ...), and has no signal pending
 *      (SigPnd/ShdPnd in status: a SIGWINCH not yet handled).
 *   4. 3 is sampled twice, and no thread ran in between (context switch
 *      counts are the same), so there was one moment at which all threads
 *      slept together; then 1 and 2 are asked again.
 *
 * After that nothing but us can wake the program: it is settled.  A lone ESC
 * (ncurses then waits ESCDELAY ms with a time limit) counts as not settled
 * until the time limit has passed, which is what a test wants.
 *
 * The harness keeps the slave side open, so it never sees EIO/hang-up at the
 * program's end; a pidfd (or waitpid) says that instead.
 */
#define _GNU_SOURCE
#include "vth_inside.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t vth_slurp(const char *path, char *buf, size_t n) {
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	ssize_t r = read(fd, buf, n - 1);
	close(fd);
	buf[r > 0 ? r : 0] = 0;
	return r;
}

enum wait_kind { W_RUN, W_TIMED, W_FOREVER };

/* Is this system call (number and six arguments) a wait without end? */
static enum wait_kind wait_kind(long nr, const unsigned long a[6]) {
	switch (nr) {
#ifdef SYS_poll
	case SYS_poll:
		return (int)a[2] < 0 ? W_FOREVER : W_TIMED;
#endif
#ifdef SYS_select
	case SYS_select:
		return a[4] ? W_TIMED : W_FOREVER;
#endif
#ifdef SYS_epoll_wait
	case SYS_epoll_wait:
		return (int)a[3] < 0 ? W_FOREVER : W_TIMED;
#endif
#ifdef SYS_pause
	case SYS_pause:
		return W_FOREVER;
#endif
	case SYS_ppoll:
		return a[2] ? W_TIMED : W_FOREVER;
	case SYS_pselect6:
		return a[4] ? W_TIMED : W_FOREVER;
	case SYS_epoll_pwait:
		return (int)a[3] < 0 ? W_FOREVER : W_TIMED;
	case SYS_futex:
		return a[3] ? W_TIMED : W_FOREVER;
	case SYS_nanosleep:
	case SYS_clock_nanosleep:
		return W_TIMED;
	/* read, wait4, rt_sigsuspend, accept ... : no time limit.  A write that
     * blocks (pty full) is no wait for input, and the drain that comes with
     * each look wakes it; count it as running. */
	case SYS_write:
	case SYS_writev:
		return W_RUN;
	default:
		return W_FOREVER;
	}
}

/* A number in the text of a status file, after "\nNAME:". */
static unsigned long long number_of(const char *status, const char *name, int base) {
	const char *at = strstr(status, name);

	return at ? strtoull(at + strlen(name), NULL, base) : 0;
}

/* True when the thread sleeps, with no signal to wake it; counts switches. */
static bool snap_status(const char *status, struct vth_snap *s, bool *is_over) {
	const char *at = strstr(status, "\nState:\t");
	char state = at ? at[8] : 'R';
	unsigned long long pending = number_of(status, "\nSigPnd:", 16) |
	                             number_of(status, "\nShdPnd:", 16);

	s->csw = s->csw * 1000003 + number_of(status, "\nvoluntary_ctxt_switches:", 10);
	s->csw = s->csw * 1000003 + number_of(status, "\nnonvoluntary_ctxt_switches:", 10);
	*is_over = strchr("ZXTt", state) != NULL; /* nothing will come */
	return *is_over || (state == 'S' && !(pending & ~number_of(status, "\nSigBlk:", 16)));
}

/* What a thread's system call makes of the snapshot. */
static void snap_call(const char *call, struct vth_snap *s) {
	unsigned long a[6];
	enum wait_kind kind = W_RUN; /* "running", or "-1 sp pc" */
	long nr;

	if (sscanf(call, "%ld %lx %lx %lx %lx %lx %lx", &nr, &a[0], &a[1], &a[2], &a[3], &a[4],
	           &a[5]) == 7)
		kind = wait_kind(nr, a);
	s->running |= kind == W_RUN;
	s->timed |= kind == W_TIMED;
}

/* The thread sanitizer's own thread in a program does nothing but nap; those of the program
 * nap by clock_nanosleep(). */
static bool is_sanitizers(const char *path) {
#if defined SYS_nanosleep && defined __SANITIZE_THREAD__
	char buf[256];

	return vth_slurp(path, buf, sizeof buf) > 0 && strtol(buf, NULL, 10) == SYS_nanosleep;
#else
	return false;
#endif
}

static void snap_thread(pid_t pid, long tid, struct vth_snap *s, int depth) {
	char path[96], buf[2048], *end;
	bool is_over = false;
	long child;

	snprintf(path, sizeof path, "/proc/%d/task/%ld/syscall", (int)pid, tid);
	if (is_sanitizers(path))
		return;
	s->threads++;
	s->csw = s->csw * 1000003 + (uint64_t)tid;
	snprintf(path, sizeof path, "/proc/%d/task/%ld/status", (int)pid, tid);
	/* the counters are at the end; 2048 bytes hold all of it */
	if (vth_slurp(path, buf, sizeof buf) <= 0 || !snap_status(buf, s, &is_over)) {
		s->running = true;
		return;
	}
	if (is_over)
		return;
	snprintf(path, sizeof path, "/proc/%d/task/%ld/syscall", (int)pid, tid);
	if (vth_slurp(path, buf, sizeof buf) <= 0)
		*buf = '\0';
	snap_call(buf, s);
	snprintf(path, sizeof path, "/proc/%d/task/%ld/children", (int)pid, tid);
	if (depth > 8 || vth_slurp(path, buf, sizeof buf) <= 0)
		return;
	for (char *at = buf; child = strtol(at, &end, 10), end != at; at = end)
		vth_snap_pid((pid_t)child, s, depth + 1);
}

void vth_snap_pid(pid_t pid, struct vth_snap *s, int depth) {
	char path[64];
	struct dirent *entry;
	DIR *folder;

	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	folder = opendir(path);
	if (!folder)
		return;
	while ((entry = readdir(folder)))
		if (entry->d_name[0] != '.')
			snap_thread(pid, atol(entry->d_name), s, depth);
	closedir(folder);
}

bool vth_exact(void) {
	static int ok = -1;
	if (ok < 0) {
		char buf[256];
		ok = !getenv("VTH_NO_EXACT") &&
		     vth_slurp("/proc/self/syscall", buf, sizeof buf) > 0;
	}
	return ok;
}
