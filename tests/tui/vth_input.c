/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "vth_inside.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

void vth_keep(const char *s, size_t n, void *user) {
	struct vth *h = user; /* key codes and answers to queries (DA, DSR) */
	if (n > sizeof h->kbuf - h->kn)
		n = sizeof h->kbuf - h->kn;
	memcpy(h->kbuf + h->kn, s, n);
	h->kn += n;
}

static void put_all(struct vth *h, const char *p, size_t n) {
	while (n) {
		ssize_t k = write(h->master, p, n);
		if (k > 0) {
			p += k;
			n -= (size_t)k;
		} else if (k < 0 && (errno == EAGAIN || errno == EINTR)) {
			vth_pump(h, 1); /* both directions full: drain ours first */
		} else
			return;
	}
}

void vth_push(struct vth *h) {
	if (h->kn) {
		size_t n = h->kn;
		char tmp[sizeof h->kbuf];
		memcpy(tmp, h->kbuf, n);
		h->kn = 0;
		put_all(h, tmp, n);
	}
}

void vth_send(struct vth *h, const void *bytes, size_t n) {
	h->t_sent = vth_now();
	put_all(h, bytes, n);
}

static const struct {
	const char *name;
	VTermKey key;
} keynames[] = {
	{ "Up", VTERM_KEY_UP },         { "Down", VTERM_KEY_DOWN },
	{ "Left", VTERM_KEY_LEFT },     { "Right", VTERM_KEY_RIGHT },
	{ "Home", VTERM_KEY_HOME },     { "End", VTERM_KEY_END },
	{ "PageUp", VTERM_KEY_PAGEUP }, { "PageDown", VTERM_KEY_PAGEDOWN },
	{ "Ins", VTERM_KEY_INS },       { "Del", VTERM_KEY_DEL },
	{ "Enter", VTERM_KEY_ENTER },   { "Tab", VTERM_KEY_TAB },
	{ "BS", VTERM_KEY_BACKSPACE },  { "Esc", VTERM_KEY_ESCAPE },
};

/* Codes one key by its name, as "C-x", "Up", "F1". */
static void send_key(struct vth *h, const char *name) {
	VTermModifier mod = VTERM_MOD_NONE;

	for (; name[0] && name[1] == '-' && name[2]; name += 2)
		mod |= name[0] == 'C'   ? VTERM_MOD_CTRL
		       : name[0] == 'M' ? VTERM_MOD_ALT
		                        : VTERM_MOD_SHIFT;
	for (size_t i = 0; i < sizeof keynames / sizeof *keynames; i++)
		if (!strcmp(name, keynames[i].name)) {
			vterm_keyboard_key(h->vt, keynames[i].key, mod);
			return;
		}
	if (!strcmp(name, "lt"))
		vterm_keyboard_unichar(h->vt, '<', mod);
	else if (!strcmp(name, "Space"))
		vterm_keyboard_unichar(h->vt, ' ', mod);
	else if (name[0] == 'F' && name[1]) {
		int number = VTERM_KEY_FUNCTION(atoi(name + 1));

		vterm_keyboard_key(h->vt, (VTermKey)number, mod);
	} else if (mod & VTERM_MOD_CTRL) { /* plain C0, as xterm sends */
		char c = (char)(name[0] & 0x1f);

		vth_keep(&c, 1, h);
	} else
		vterm_keyboard_unichar(h->vt, (unsigned char)name[0], mod);
}

void vth_keys(struct vth *h, const char *p) {
	while (*p) {
		const char *e = *p == '<' ? strchr(p, '>') : NULL;
		char name[32];

		if (!e) { /* UTF-8, byte by byte */
			vth_keep(p++, 1, h);
			continue;
		}
		snprintf(name, sizeof name, "%.*s", (int)(e - p - 1), p + 1);
		send_key(h, name);
		p = e + 1;
	}
	h->t_sent = vth_now();
	vth_push(h);
}

void vth_paste(struct vth *h, const char *text) {
	vterm_keyboard_start_paste(h->vt);
	vth_keep(text, strlen(text), h);
	vterm_keyboard_end_paste(h->vt);
	h->t_sent = vth_now();
	vth_push(h);
}

int vth_click(struct vth *h, int button, int row, int col) {
	if (!h->mode[1000] && !h->mode[1002] && !h->mode[1003])
		return 0; /* libvterm would send the wheel regardless */
	vterm_mouse_move(h->vt, row, col, VTERM_MOD_NONE);
	vterm_mouse_button(h->vt, button, true, VTERM_MOD_NONE);
	if (button < 4)
		vterm_mouse_button(h->vt, button, false, VTERM_MOD_NONE);
	int n = (int)h->kn;
	h->t_sent = vth_now();
	vth_push(h);
	return n;
}

void vth_resize(struct vth *h, int rows, int cols) {
	struct winsize ws = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };
	/* what the program drew for the old size must be in before we change */
	while (vth_pump(h, 0) > 0)
		;
	h->rows = rows;
	h->cols = cols;
	vterm_set_size(h->vt, rows, cols < 2 ? 2 : cols);
	h->t_sent = vth_now();
	ioctl(h->master, TIOCSWINSZ, &ws); /* kernel sends SIGWINCH if changed */
}

void vth_signal(struct vth *h, int sig) {
	h->t_sent = vth_now();
	kill(h->pid, sig);
}
