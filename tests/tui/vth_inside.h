/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the harness share; tests include vth.h only. */
#pragma once

#include "vth.h"

#define FEED_MAX 4096 /* libvterm puts 4 bytes per input byte on the stack */
#define CSI_MAX 15    /* libvterm 0.1.4 overruns its array beyond 16 */
#define MODES 2050

enum scan { GROUND, ESC, ESCI, CSI, STR, STRESC };

struct vth {
	int master, slave;
	pid_t pid;
	bool gone;
	int status;
	int rows, cols;
	VTerm *vt;
	VTermScreen *screen;
	bool no_emulator;
	long rate; /* slow link: bytes per second, 0 = no limit */
	int64_t rate_t0, rate_used;
	int rawlog;
	int outpipe; /* read end when stdout is a pipe, else -1 */

	/* scanner */
	enum scan st;
	char seq[8192]; /* sequence under way, from ESC */
	size_t seqn;
	char strkind; /* ']' OSC, 'P' DCS, ... */
	unsigned char prev;
	char out[FEED_MAX]; /* plain bytes waiting for libvterm */
	size_t outn;
	unsigned char mode[MODES];
	char *oscs[128]; /* last OSC string by number (0..127) */
	char *title;

	/* figures */
	struct vth_stats s;
	int64_t t_mark, t_sent;
	int64_t io0, cpu0, csw0;
	char *raw;
	size_t rawn, rawcap;

	char rowbuf[65536];
	/* keys go through libvterm's output callback */
	char kbuf[4096];
	size_t kn;
};

/* How the program and its children were found. */
struct vth_snap {
	int threads;
	uint64_t csw; /* hash of thread numbers and context switch counts */
	bool running, timed;
};

/* Prints the reason of errno and ends the test. */
void vth_die(const char *what);

/* vth_asleep.c */
ssize_t vth_slurp(const char *path, char *buf, size_t n);
void vth_snap_pid(pid_t pid, struct vth_snap *s, int depth);

/* vth_scan.c: takes what the program has written */
void vth_take(struct vth *h, const char *buf, size_t n);

/* vth_input.c: bytes for the program, kept and sent */
void vth_keep(const char *s, size_t n, void *user);
void vth_push(struct vth *h);

/* vth.c: true when the program has ended */
bool vth_reap(struct vth *h, bool block);
