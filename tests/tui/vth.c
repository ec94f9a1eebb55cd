/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "vth_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

void vth_die(const char *what) {
	perror(what);
	abort();
}
int64_t vth_now(void) {
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}
/* A sane cooked terminal, whatever the CI runner's stdin is. */
static struct termios cooked(void) {
	struct termios tio;

	memset(&tio, 0, sizeof tio);
	tio.c_iflag = ICRNL | IXON | IUTF8 | BRKINT;
	tio.c_oflag = OPOST | ONLCR;
	tio.c_cflag = CS8 | CREAD | HUPCL;
	tio.c_lflag = ISIG | ICANON | IEXTEN | ECHO | ECHOE | ECHOK | ECHOCTL | ECHOKE;
	tio.c_cc[VINTR] = 3;
	tio.c_cc[VQUIT] = 28;
	tio.c_cc[VERASE] = 127;
	tio.c_cc[VKILL] = 21;
	tio.c_cc[VEOF] = 4;
	tio.c_cc[VSUSP] = 26;
	tio.c_cc[VSTART] = 17;
	tio.c_cc[VSTOP] = 19;
	tio.c_cc[VMIN] = 1;
	cfsetspeed(&tio, B38400);
	return tio;
}

static void set_environment(const struct vth_opt *opt) {
	static const char *const unwanted[] = {
		"LINES", "COLUMNS", "TMUX", "STY", "COLORTERM", "NO_COLOR", "ESCDELAY",
	};

	setenv("TERM", opt->term ? opt->term : "xterm-256color", 1);
	for (size_t i = 0; i < sizeof unwanted / sizeof *unwanted; i++)
		unsetenv(unwanted[i]);
	for (const char *const *e = opt->env; e && *e; e++) {
		if (strchr(*e, '='))
			putenv(strdup(*e));
		else
			unsetenv(*e);
	}
}

/* The child: a new session on the terminal; does not return. */
static void run_program(const struct vth *h, const struct vth_opt *opt, char *const argv[],
                        int out) {
	/* login_tty by hand: new session, controlling terminal */
	setsid();
	ioctl(h->slave, TIOCSCTTY, 0);
	int in = opt->no_tty_stdin ? open("/dev/null", O_RDONLY) : h->slave;
	dup2(in, 0);
	dup2(opt->no_tty_stdout ? out : h->slave, 1);
	dup2(h->slave, 2);
	for (int s = 1; s < 32; s++)
		signal(s, SIG_DFL);
	sigset_t none_blocked;
	sigemptyset(&none_blocked);
	sigprocmask(SIG_SETMASK, &none_blocked, NULL);
	set_environment(opt);
	if (opt->cwd && chdir(opt->cwd))
		_exit(126);
	execvp(argv[0], argv);
	dprintf(2, "exec %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

static void start_emulator(struct vth *h) {
	/* libvterm: order matters (utf8 before reset, altscreen before use). */
	/* libvterm crashes on a wide character on a 1-column screen: give it 2 */
	h->vt = vterm_new(h->rows, h->cols < 2 ? 2 : h->cols);
	vterm_set_utf8(h->vt, 1);
	vterm_output_set_callback(h->vt, vth_keep, h);
	h->screen = vterm_obtain_screen(h->vt);
	vterm_screen_enable_altscreen(h->screen, 1);
	/* no screen call-backs needed: all is polled (libvterm keeps the pointer
     * to a call-back struct, so one would have to be static) */
	vterm_screen_reset(h->screen, 1);
	h->mode[25] = 1;
}

struct vth *vth_spawn(const struct vth_opt *opt, char *const argv[]) {
	static const struct vth_opt none;
	if (!opt)
		opt = &none;
	struct vth *h = calloc(1, sizeof *h);
	if (!h)
		vth_die("calloc");
	h->rows = opt->rows ? opt->rows : 24;
	h->cols = opt->cols ? opt->cols : 80;
	h->no_emulator = opt->no_emulator;
	h->rawlog = h->outpipe = -1;
	if (opt->rawlog)
		h->rawlog = open(opt->rawlog, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	struct termios tio = cooked();
	struct winsize ws = { .ws_row = (unsigned short)h->rows,
		              .ws_col = (unsigned short)h->cols };

	if (openpty(&h->master, &h->slave, NULL, &tio, &ws))
		vth_die("openpty");
	fcntl(h->master, F_SETFD, FD_CLOEXEC);
	fcntl(h->slave, F_SETFD, FD_CLOEXEC);
	int op[2] = { -1, -1 };
	if (opt->no_tty_stdout && pipe2(op, O_CLOEXEC))
		vth_die("pipe2");

	start_emulator(h);
	h->t_mark = h->t_sent = vth_now();
	h->s.t_first = h->s.t_last = -1;
	h->io0 = h->cpu0 = h->csw0 = 0;
	h->pid = fork();
	if (h->pid < 0)
		vth_die("fork");
	if (h->pid == 0) {
		run_program(h, opt, argv, op[1]);
	}
	if (op[1] >= 0) {
		close(op[1]);
		h->outpipe = op[0];
	}
	fcntl(h->master, F_SETFL, O_NONBLOCK);
	return h;
}

bool vth_reap(struct vth *h, bool block) {
	if (!h->gone && waitpid(h->pid, &h->status, block ? 0 : WNOHANG) == h->pid)
		h->gone = true;
	return h->gone;
}

void vth_free(struct vth *h) {
	if (!h)
		return;
	if (!vth_reap(h, false)) {
		kill(-h->pid, SIGKILL);
		kill(h->pid, SIGKILL);
		vth_reap(h, true);
	}
	close(h->master);
	close(h->slave);
	if (h->outpipe >= 0)
		close(h->outpipe);
	if (h->rawlog >= 0)
		close(h->rawlog);
	vterm_free(h->vt);
	for (int i = 0; i < 128; i++)
		free(h->oscs[i]);
	free(h->title);
	free(h->raw);
	free(h);
}

void vth_hang_up(struct vth *h) {
	int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);

	dup3(nothing, h->master, O_CLOEXEC);
	close(nothing);
}

pid_t vth_pid(const struct vth *h) {
	return h->pid;
}
int vth_pty_slave(const struct vth *h) {
	return h->slave;
}
int vth_rows(const struct vth *h) {
	return h->rows;
}
int vth_cols(const struct vth *h) {
	return h->cols;
}
