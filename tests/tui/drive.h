/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drives terminal_demo on a pseudo terminal, for the tests of the terminal.
 * GPTUI_TUI_DEMO names the program, else it is ./terminal_demo. */
#pragma once

#include "vth.h"

enum { MS = 30000 }; /* a limit, never a wait: the machine may be busy */

extern char demo[4096];          /* the program's path */
extern const char *const utf8[]; /* the usual environment */

/* The group's setup: finds the program. */
int find_demo(void **state);

/* Starts the program with arguments parted by blanks (or NULL) and waits until
 * it waits for a key.  Environment: NULL for the usual one. */
struct vth *start(int rows, int cols, const char *arguments, const char *const *env);

/* Sends keys and waits until they have had their effect; the figures of
 * vth_get() are then those of these keys. */
void press(struct vth *h, const char *keys);

/* Starts a shell with job control, for the kernel does not stop an orphaned
 * job, and waits for its prompt, "$ ".  more: a variable for it, or NULL. */
struct vth *start_shell(const char *more);

/* Whether the keys, after others, have their effect within half a second, in
 * the best of some tries. */
bool is_at_once(struct vth *h, const char *before, const char *keys);

/* Sends the keys so many times, a few dozen a second, as a key that is held
 * down does, and reads so many bytes a second.  Waits until all have had their
 * effect; returns the bytes that came after the last one. */
uint64_t hold_down(struct vth *h, const char *keys, int times, long rate);

/* Fails unless the text is, or is not, on the screen. */
void has(struct vth *h, const char *text);
void hasnt(struct vth *h, const char *text);

/* Fails unless the terminal is as a shell wants it. */
void tty_is_sane(struct vth *h);
