/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scanner between the program and libvterm. */
#include "vth_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void feed(struct vth *h, const char *p, size_t n) {
	if (!h->no_emulator)
		vterm_input_write(h->vt, p, n);
}

static void flush_plain(struct vth *h) {
	if (h->outn) {
		feed(h, h->out, h->outn);
		h->outn = 0;
	}
}

static void plain(struct vth *h, char c) {
	h->out[h->outn++] = c;
	if (h->outn == sizeof h->out)
		flush_plain(h);
}

static void end_csi(struct vth *h) {
	const char *q = h->seq + 2;
	size_t len = h->seqn;
	char final = h->seq[len - 1];
	int semis = 0;
	for (size_t i = 2; i < len; i++)
		if (h->seq[i] == ';' || h->seq[i] == ':')
			semis++;
	h->s.csi++;
	if (final == 'm')
		h->s.sgr++;
	if (*q == '?' && (final == 'h' || final == 'l')) {
		/* Several modes in one sequence, as ncurses' XM="\E[?1006;1000h"
         * does: libvterm acts on the first only, so hand them over singly. */
		for (q++; *q && q < h->seq + len - 1;) {
			char *end;
			long m = strtol(q, &end, 10);
			if (end == q)
				break;
			if (m >= 0 && m < MODES)
				h->mode[m] = final == 'h';
			if (m == 2026 && final == 'l')
				h->s.frames++;
			char one[32];
			int k = snprintf(one, sizeof one, "\033[?%ld%c", m, final);
			feed(h, one, (size_t)k);
			q = *end == ';' ? end + 1 : end;
			if (*end != ';')
				break;
		}
		return;
	}
	if (final == 'm') {
		/* xterm-direct's "38:2::R:G:B": libvterm 0.1.4 reads the empty colour
         * space as red and is off by one; drop it. */
		for (char *p; (p = strstr(h->seq, "8:2::"));) {
			memmove(p + 4, p + 5, strlen(p + 5) + 1);
			len--;
		}
	}
	if (semis > CSI_MAX) {
		h->s.long_csi++; /* would overrun libvterm 0.1.4 */
		return;
	}
	feed(h, h->seq, len);
}

static void end_str(struct vth *h) {
	/* h->seq = ESC kind text (terminator cut) */
	h->seq[h->seqn] = 0;
	if (h->strkind == ']') {
		h->s.osc++;
		char *end;
		long n = strtol(h->seq + 2, &end, 10);
		const char *arg = *end == ';' ? end + 1 : end;
		if (end != h->seq + 2 && n >= 0 && n < 128) {
			free(h->oscs[n]);
			h->oscs[n] = strdup(arg);
			if (n == 0 || n == 2) {
				free(h->title);
				h->title = strdup(arg);
			}
		}
	}
	/* not given to libvterm: 0.1.4 loses strings split over two writes, and
     * the call-back signatures differ between 0.1 and 0.2+ */
}

/* A plain byte.  C1 controls are counted: coded in UTF-8 (libvterm 0.1.4 gives
 * them width -1), or a raw 80..9f that follows ASCII. */
static void ground_byte(struct vth *h, unsigned char c) {
	struct vth_stats *s = &h->s;
	bool is_high = c >= 0x80 && c < 0xa0;

	if (c == 0x1b) {
		flush_plain(h);
		h->seq[0] = (char)c;
		h->seqn = 1;
		h->st = ESC;
		return;
	}
	if (c < 0x20 || c == 0x7f) {
		s->ctl++;
		s->bells += c == 7;
	} else {
		s->text++;
		s->c1 += is_high && (h->prev == 0xc2 || h->prev < 0x80);
	}
	h->prev = c;
	plain(h, (char)c);
}

/* After ESC, or ESC and an intermediate byte. */
static void escape_byte(struct vth *h, unsigned char c) {
	bool is_first = h->st == ESC;

	h->seq[h->seqn++] = (char)c;
	h->prev = 0;
	if (is_first && c == '[')
		h->st = CSI;
	else if (is_first && strchr("]P_^Xk", c)) { /* k: screen's title */
		h->strkind = (char)c;
		h->st = STR;
	} else if (is_first && c >= 0x20 && c < 0x30)
		h->st = ESCI;
	else if (is_first || c >= 0x30) {
		h->s.esc++;
		feed(h, h->seq, h->seqn);
		h->st = GROUND;
	}
}

static void csi_byte(struct vth *h, unsigned char c) {
	if (h->seqn < sizeof h->seq - 2)
		h->seq[h->seqn++] = (char)c;
	if (c >= 0x40 && c <= 0x7e) {
		h->seq[h->seqn] = 0;
		end_csi(h);
		h->st = GROUND;
	} else if (c == 0x1b || c == 0x18 || c == 0x1a) {
		h->st = c == 0x1b ? ESC : GROUND;
		h->seq[0] = 0x1b;
		h->seqn = 1;
	}
}

/* In a string (OSC, DCS), or after an ESC in it. */
static void string_byte(struct vth *h, unsigned char c) {
	bool is_end = h->st == STRESC ? c == '\\' : c == 0x07;

	if (is_end) {
		end_str(h);
		h->st = GROUND;
	} else if (h->st == STRESC) { /* any other ESC ends it, too */
		h->seq[0] = 0x1b;
		h->seqn = 1;
		h->st = ESC;
		escape_byte(h, c);
	} else if (c == 0x1b)
		h->st = STRESC;
	else if (c == 0x18 || c == 0x1a)
		h->st = GROUND;
	else if (h->seqn < sizeof h->seq - 1)
		h->seq[h->seqn++] = (char)c;
}

static void scan_byte(struct vth *h, unsigned char c) {
	static void (*const by_state[])(struct vth * h, unsigned char c) = {
		[GROUND] = ground_byte, [ESC] = escape_byte, [ESCI] = escape_byte,
		[CSI] = csi_byte,       [STR] = string_byte, [STRESC] = string_byte,
	};

	by_state[h->st](h, c);
}

void vth_take(struct vth *h, const char *buf, size_t n) {
	int64_t t = vth_now();
	h->s.bytes += n;
	if (h->s.t_first < 0)
		h->s.t_first = t - h->t_sent;
	h->s.t_last = t - h->t_sent;
	if (h->rawn + n + 1 > h->rawcap) {
		h->rawcap = (h->rawn + n + 1) * 2;
		h->raw = realloc(h->raw, h->rawcap);
		if (!h->raw)
			vth_die("realloc");
	}
	memcpy(h->raw + h->rawn, buf, n);
	h->rawn += n;
	h->raw[h->rawn] = 0;
	if (h->rawlog >= 0 && write(h->rawlog, buf, n) < 0)
		vth_die("rawlog");
	for (size_t i = 0; i < n; i++)
		scan_byte(h, (unsigned char)buf[i]);
	flush_plain(h);
}
