/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/terminal/device.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "ui/terminal/keys.h"

enum {
	EMPTY_READS = 100, /* readable, but nothing to read: the terminal is gone */
	DOUBLE_CLICK_MS = 400
};

static const char pop_title[] = "\033[23;2t";

void device_restore(struct device *device, const char *bytes)
{
	struct signals *signals = &device->signals;

	for (; *bytes; bytes++) {
		if (bytes[0] == '$' && bytes[1] == '<') {
			bytes += strcspn(bytes, ">");
			if (!*bytes)
				return;
		} else if (signals->nrestore < RESTORE) {
			signals->restore[signals->nrestore++] = *bytes;
		}
	}
}

/* A descriptor that keys can be read from, or -1. */
static int open_keyboard(void)
{
	if (isatty(STDIN_FILENO))
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	return open("/dev/tty", O_RDWR | O_CLOEXEC);
}

/* Only terminals that are known to have a title get one. */
static void prepare_title(char *out, const char *title)
{
	static const char *const known[] = {
		"xterm", "rxvt",  "screen", "tmux",      "vte",     "gnome",
		"foot",  "kitty", "st-",    "alacritty", "konsole", "wezterm",
	};
	const char *term = getenv("TERM");
	char safe[TITLE - 32];
	size_t i;

	*out = '\0';
	if (!title || !term)
		return;
	text_safe(safe, sizeof safe, title);
	for (i = 0; i < sizeof known / sizeof *known; i++)
		if (!strncmp(term, known[i], strlen(known[i])))
			snprintf(out, TITLE, "\033[22;2t\033]2;%s\033\\", safe);
}

bool device_open(struct device *device, const char *title, struct error *err)
{
	struct signals *signals = &device->signals;

	device->keyboard = open_keyboard();
	if (device->keyboard < 0)
		return fail(err, "no terminal to read keys from");
	if (!tty_output_open(&device->output, STDOUT_FILENO, err))
		return false;
	tcgetattr(device->keyboard, &signals->shell);
	signals->terminal = device->output.terminal;
	signals->captured = &device->captured;
	prepare_title(device->title, title);
	device_restore(device, "\033[?2026l\033[?2004l\033[?1000l\033[?1006l");
	if (*device->title)
		device_restore(device, pop_title);
	if (!signals_take(signals, err)) {
		tty_output_close(&device->output);
		return false;
	}
	device->output.ending = &signals->ending;
	stderr_capture(&device->captured);
	stderr_lend(&device->captured, true);
	return true;
}

void device_close(struct device *device)
{
	stderr_release(&device->captured);
	signals_give_back(&device->signals);
	tty_output_close(&device->output);
	close(device->keyboard);
}

void device_lend(struct device *device, bool is_lent)
{
	static const char on[] = "\033[?2004h", off[] = "\033[?2004l";
	const char *title = is_lent ? pop_title : device->title;

	/* The terminal may be stuck on a picture. */
	if (is_lent && device->signals.ending)
		tcflush(device->output.terminal, TCOFLUSH);
	if (!is_lent)
		device->signals.is_ours = 1;
	tty_output_write(&device->output, is_lent ? off : on, sizeof on - 1);
	if (*device->title)
		tty_output_write(&device->output, title, strlen(title));
	if (is_lent)
		device->signals.is_ours = 0;
	stderr_lend(&device->captured, is_lent);
}

bool device_size(const struct device *device, int *rows, int *cols)
{
	struct winsize window;

	if (ioctl(device->output.terminal, TIOCGWINSZ, &window) || !window.ws_row || !window.ws_col)
		return false;
	*rows = window.ws_row;
	*cols = window.ws_col;
	return true;
}

/* Waiting ends with what is wanted or with the output's patience; below 0: it
 * has no end. */
static int sooner(int wait_ms, int patience_ms)
{
	if (wait_ms < 0)
		return patience_ms;
	return patience_ms >= 0 && patience_ms < wait_ms ? patience_ms : wait_ms;
}

enum event_kind device_await(struct device *device, int wait_ms)
{
	struct pollfd what[] = {
		{ device->keyboard, POLLIN, 0 },
		{ device->signals.pipe[0], POLLIN, 0 },
		{ wait_ms ? device->worker : -1, POLLIN, 0 },
	};
	int n = poll(what, 3, sooner(wait_ms, tty_output_patience_ms(&device->output)));

	if (n < 0)
		return EVENT_KEY; /* a signal: see which */
	if (n == 0) {
		tty_output_ready(&device->output); /* patience may have ended */
		return EVENT_NONE;
	}
	if (what[0].revents & (POLLHUP | POLLERR | POLLNVAL) ||
	    (what[0].revents && ++device->empty_reads > EMPTY_READS))
		device->is_gone = true;
	if (device->is_gone)
		return EVENT_END;
	if (what[0].revents || what[1].revents)
		return EVENT_KEY;
	return EVENT_WORKER;
}

struct event device_click(struct device *device, int row, int col, bool is_release)
{
	const struct event *last = &device->click;
	long long now = clock_ms();
	bool is_second = last->kind == EVENT_MOUSE && last->row == row && last->col == col &&
	                 now - device->click_ms < DOUBLE_CLICK_MS;
	bool is_end = is_release && device->is_pressed;
	struct event event = event_of(EVENT_MOUSE, is_end      ? "Release"
	                                           : is_second ? "DoubleClick"
	                                                       : "Click");

	event.row = row;
	event.col = col;
	device->is_pressed = !is_release;
	if (is_end)
		return event;
	device->click = event;
	device->click_ms = now;
	if (is_second)
		device->click.kind = EVENT_NONE;
	return event;
}

bool device_lingers(struct device *device)
{
	struct pollfd input = { device->keyboard, POLLIN, 0 };
	int left = tty_output_linger_ms(&device->output);

	if (!device->output.asked_ms || device->is_gone)
		return false;
	if (left && poll(&input, 1, left) == 1 && input.revents == POLLIN)
		return true;
	tcflush(device->keyboard, TCIFLUSH);
	device->output.asked_ms = 0;
	return false;
}
