/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "vth_inside.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static int put_utf8(char *o, uint32_t c) {
	if (c < 0x80) {
		o[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		o[0] = (char)(0xc0 | c >> 6);
		o[1] = (char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		o[0] = (char)(0xe0 | c >> 12);
		o[1] = (char)(0x80 | (c >> 6 & 63));
		o[2] = (char)(0x80 | (c & 63));
		return 3;
	}
	o[0] = (char)(0xf0 | c >> 18);
	o[1] = (char)(0x80 | (c >> 12 & 63));
	o[2] = (char)(0x80 | (c >> 6 & 63));
	o[3] = (char)(0x80 | (c & 63));
	return 4;
}

static int64_t main_writes(const struct vth *h) {
	char path[64], buf[512];
	unsigned long long v;
	/* per thread: /proc/PID/io would add the figures of reaped children */
	snprintf(path, sizeof path, "/proc/%d/task/%d/io", (int)h->pid, (int)h->pid);
	if (vth_slurp(path, buf, sizeof buf) <= 0)
		return -1;
	const char *p = strstr(buf, "syscw:");
	return p && sscanf(p, "syscw: %llu", &v) == 1 ? (int64_t)v : -1;
}

static int64_t main_csw(const struct vth *h) {
	char path[64], buf[2048];
	unsigned long long v;
	snprintf(path, sizeof path, "/proc/%d/status", (int)h->pid);
	if (vth_slurp(path, buf, sizeof buf) <= 0)
		return -1;
	const char *p = strstr(buf, "\nvoluntary_ctxt_switches:");
	return p && sscanf(p + 25, "%llu", &v) == 1 ? (int64_t)v : -1;
}

static int64_t cpu_ns(const struct vth *h) {
	clockid_t c;
	struct timespec ts;
	if (h->gone || clock_getcpuclockid(h->pid, &c) || clock_gettime(c, &ts))
		return -1;
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

bool vth_cell(struct vth *h, int row, int col, VTermScreenCell *cell) {
	memset(cell, 0, sizeof *cell); /* libvterm leaves part of it unset */
	return vterm_screen_get_cell(h->screen, (VTermPos){ row, col }, cell);
}

/* Our own row text: vterm_screen_get_text() neither ends the string, nor keeps
 * within len in its result, nor checks the rectangle. */
const char *vth_row(struct vth *h, int row) {
	size_t n = 0, keep = 0;
	for (int c = 0; c < h->cols;) {
		VTermScreenCell cell;
		if (!vth_cell(h, row, c, &cell))
			break;
		if (cell.chars[0] == (uint32_t)-1) { /* orphaned right half */
			c++;
			continue;
		}
		if (!cell.chars[0])
			h->rowbuf[n++] = ' ';
		for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++)
			n += (size_t)put_utf8(h->rowbuf + n, cell.chars[i]);
		if (cell.chars[0] && cell.chars[0] != ' ')
			keep = n;
		c += cell.width > 1 ? cell.width : 1;
	}
	h->rowbuf[keep] = 0;
	return h->rowbuf;
}

bool vth_find(struct vth *h, const char *text, int *row, int *col) {
	for (int r = 0; r < h->rows; r++) {
		const char *s = vth_row(h, r), *p = strstr(s, text);
		if (!p)
			continue;
		/* byte offset -> column */
		size_t off = (size_t)(p - s), n = 0;
		char tmp[8];
		int c = 0;
		while (c < h->cols && n < off) {
			VTermScreenCell cell;
			vth_cell(h, r, c, &cell);
			if (!cell.chars[0])
				n++;
			else if (cell.chars[0] != (uint32_t)-1)
				for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i]; i++)
					n += (size_t)put_utf8(tmp, cell.chars[i]);
			c += cell.width > 1 ? cell.width : 1;
		}
		if (row)
			*row = r;
		if (col)
			*col = c;
		return true;
	}
	return false;
}

static int colour(const VTermColor *c, bool fg) {
	if (fg ? VTERM_COLOR_IS_DEFAULT_FG(c) : VTERM_COLOR_IS_DEFAULT_BG(c))
		return -1; /* test this first: type bits overlap */
	if (VTERM_COLOR_IS_INDEXED(c))
		return c->indexed.idx;
	return 0x1000000 | c->rgb.red << 16 | c->rgb.green << 8 | c->rgb.blue;
}

int vth_fg(struct vth *h, int row, int col) {
	VTermScreenCell c;
	return vth_cell(h, row, col, &c) ? colour(&c.fg, true) : -2;
}

int vth_bg(struct vth *h, int row, int col) {
	VTermScreenCell c;
	return vth_cell(h, row, col, &c) ? colour(&c.bg, false) : -2;
}

void vth_cursor(struct vth *h, int *row, int *col, bool *visible) {
	VTermPos p;
	vterm_state_get_cursorpos(vterm_obtain_state(h->vt), &p);
	if (row)
		*row = p.row;
	if (col)
		*col = p.col;
	/* from our scanner: libvterm's 1049 also saves and restores visibility,
     * which xterm's does not */
	if (visible)
		*visible = h->mode[25];
}

bool vth_mode(const struct vth *h, int m) {
	return m >= 0 && m < MODES && h->mode[m];
}
bool vth_altscreen(const struct vth *h) {
	return h->mode[1049] || h->mode[1047] || h->mode[47];
}
const char *vth_title(const struct vth *h) {
	return h->title ? h->title : "";
}
const char *vth_osc(const struct vth *h, int n) {
	return n >= 0 && n < 128 ? h->oscs[n] : NULL;
}

void vth_dump(struct vth *h, int fd, bool attrs) {
	for (int r = 0; r < h->rows; r++) {
		dprintf(fd, "%3d|%s\n", r, vth_row(h, r));
		if (!attrs)
			continue;
		char line[2048] = "";
		size_t n = 0;
		for (int c = 0; c < h->cols;) { /* runs of equal attributes */
			VTermScreenCell a, b;
			vth_cell(h, r, c, &a);
			int e = c + 1;
			for (; e < h->cols; e++) {
				vth_cell(h, r, e, &b);
				if (colour(&a.fg, 1) != colour(&b.fg, 1) ||
				    colour(&a.bg, 0) != colour(&b.bg, 0) ||
				    a.attrs.bold != b.attrs.bold ||
				    a.attrs.reverse != b.attrs.reverse ||
				    a.attrs.underline != b.attrs.underline)
					break;
			}
			int f = colour(&a.fg, 1), g = colour(&a.bg, 0);
			if ((f != -1 || g != -1 || a.attrs.bold || a.attrs.reverse ||
			     a.attrs.underline) &&
			    n < sizeof line - 64)
				n += (size_t)snprintf(
					line + n, sizeof line - n, " %d-%d:%d/%d%s%s%s", c, e - 1,
					f, g, a.attrs.bold ? "B" : "", a.attrs.reverse ? "R" : "",
					a.attrs.underline ? "U" : "");
			c = e;
		}
		if (n)
			dprintf(fd, "   >%s\n", line);
	}
	int r, c;
	bool v;
	vth_cursor(h, &r, &c, &v);
	dprintf(fd, "cursor %d,%d %s alt=%d mouse=%d%d%d sgr=%d paste=%d title=\"%s\"\n", r, c,
	        v ? "visible" : "hidden", vth_altscreen(h), h->mode[1000], h->mode[1002],
	        h->mode[1003], h->mode[1006], h->mode[2004], vth_title(h));
}

void vth_mark(struct vth *h) {
	memset(&h->s, 0, sizeof h->s);
	h->s.t_first = h->s.t_last = -1;
	h->rawn = 0;
	if (h->raw)
		h->raw[0] = 0;
	h->io0 = main_writes(h);
	h->cpu0 = cpu_ns(h);
	h->csw0 = main_csw(h);
	h->t_mark = h->t_sent = vth_now();
}

struct vth_stats vth_get(struct vth *h) {
	struct vth_stats s = h->s;
	int64_t w = main_writes(h), c = cpu_ns(h), v = main_csw(h);
	s.writes = w < 0 || h->io0 < 0 ? -1 : w - h->io0;
	s.cpu = c < 0 || h->cpu0 < 0 ? -1 : c - h->cpu0;
	s.csw = v < 0 || h->csw0 < 0 ? -1 : v - h->csw0;
	return s;
}

const char *vth_raw(const struct vth *h, size_t *n) {
	if (n)
		*n = h->rawn;
	return h->raw ? h->raw : "";
}
