/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vth - a headless terminal test harness: forkpty + libvterm.
 *
 * The program under test runs on a real pseudo terminal.  Everything it
 * writes goes through a small scanner (private modes, OSC strings, statistics)
 * and then into libvterm, so a test can look at cells, colours, the cursor,
 * the alternate screen and the mouse mode exactly as a user's terminal would
 * show them.
 *
 * The heart is vth_settle(): it decides WITHOUT any sleep or idle time that
 * the program has read every key, has finished drawing and now waits for the
 * next key (see the comment in vth_asleep.c).
 *
 * Works with libvterm 0.1.4 (Debian 12) up to 0.3.3; Linux for the exact
 * settle, any POSIX system with the idle-time fall-back.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <vterm.h>

struct vth;

struct vth_opt {
	int rows, cols;         /* initial size; 0 means 24 x 80 */
	const char *term;       /* TERM; NULL means xterm-256color */
	const char *const *env; /* NULL-terminated "K=V"; "K" alone unsets */
	const char *cwd;        /* working directory, or NULL */
	const char *rawlog;     /* copy of the raw output goes to this file */
	bool no_emulator;       /* count bytes only, do not feed libvterm */
	bool no_tty_stdin;      /* stdin is /dev/null instead of the pty */
	bool no_tty_stdout;     /* stdout goes to a pipe instead of the pty */
};

/* Figures since the last vth_mark(). Times in nanoseconds. */
struct vth_stats {
	uint64_t bytes;              /* bytes the program emitted */
	uint64_t text;               /* of these: printable text bytes */
	uint64_t csi, sgr, osc, esc; /* escape sequences by kind (sgr is in csi) */
	uint64_t ctl;                /* C0 control characters */
	uint64_t c1;                 /* C1 controls, raw or as UTF-8 (C2 80..9f) */
	uint64_t bells;
	uint64_t frames;         /* CSI ? 2026 l seen (synchronized output) */
	uint64_t long_csi;       /* CSI with more parameters than libvterm holds */
	int64_t writes;          /* write()-family calls of the main thread */
	int64_t t_first, t_last; /* send -> first / last output byte; -1: none */
	int64_t cpu;             /* CPU time of the program, all threads */
	int64_t csw;             /* voluntary context switches, main thread */
};

enum vth_why { VTH_SETTLED, VTH_EXITED, VTH_TIMEOUT };

struct vth *vth_spawn(const struct vth_opt *opt, char *const argv[]);
void vth_free(struct vth *h); /* kills the program if it still runs */
pid_t vth_pid(const struct vth *h);
int vth_pty_slave(const struct vth *h); /* harness's own fd of the tty */

/* input */
void vth_send(struct vth *h, const void *bytes, size_t n);
/* "abc<Down><C-l><PageDown><F1><Enter><Esc><M-x>"; "<lt>" is '<'.  Keys are
 * coded by libvterm, so cursor-key mode (smkx) is respected. */
void vth_keys(struct vth *h, const char *spec);
void vth_paste(struct vth *h, const char *text); /* bracketed if asked for */
/* button 1..3, 4/5 wheel up/down; 0-based cell.  Sends nothing when the
 * program has not asked for mouse events; returns bytes sent. */
int vth_click(struct vth *h, int button, int row, int col);
void vth_resize(struct vth *h, int rows, int cols);
void vth_signal(struct vth *h, int sig);
void vth_hang_up(struct vth *h); /* the line is cut: nothing comes any more */

/* Read no faster than this, as a slow link would (0: no limit). */
void vth_throttle(struct vth *h, long bytes_per_second);

/* waiting */
enum vth_why vth_settle(struct vth *h, int timeout_ms);
/* Also accept a wait with a time limit (a program that redraws on a timer). */
enum vth_why vth_settle_loose(struct vth *h, int timeout_ms);
/* Fall-back and yardstick: no output for idle_ms. */
enum vth_why vth_idle(struct vth *h, int idle_ms, int timeout_ms);
/* Wait until pred is true.  Gives up at once, not after the time limit, when
 * the program has settled and pred is still false. */
bool vth_until(struct vth *h, bool (*pred)(struct vth *, void *), void *arg, int timeout_ms);
bool vth_until_text(struct vth *h, const char *text, int timeout_ms);
/* Read what is there for up to timeout_ms; returns bytes, -1 at end. */
ssize_t vth_pump(struct vth *h, int timeout_ms);
/* Wait for the end; exit status as waitpid() gives it, -1 on time-out. */
int vth_wait_exit(struct vth *h, int timeout_ms);
bool vth_exited(struct vth *h, int *status);

/* looking */
int vth_rows(const struct vth *h), vth_cols(const struct vth *h);
const char *vth_row(struct vth *h, int row); /* UTF-8, trailing blanks cut */
bool vth_find(struct vth *h, const char *text, int *row, int *col);
bool vth_cell(struct vth *h, int row, int col, VTermScreenCell *cell);
/* -1 default, 0..255 palette index, 0x1000000|rrggbb direct colour */
int vth_fg(struct vth *h, int row, int col), vth_bg(struct vth *h, int row, int col);
void vth_cursor(struct vth *h, int *row, int *col, bool *visible);
bool vth_mode(const struct vth *h, int decmode); /* DEC private mode is set */
bool vth_altscreen(const struct vth *h);
const char *vth_title(const struct vth *h);           /* last OSC 0 / 2, or "" */
const char *vth_osc(const struct vth *h, int number); /* last OSC of that number */
void vth_dump(struct vth *h, int fd, bool attrs);     /* the screen, for people */

/* figures */
void vth_mark(struct vth *h); /* start counting from here */
struct vth_stats vth_get(struct vth *h);
const char *vth_raw(const struct vth *h, size_t *n); /* raw output since the mark */
bool vth_exact(void);                                /* exact settle works on this system */
int64_t vth_now(void);
