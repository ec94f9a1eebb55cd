/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signal of the recorder's timers, which stays its own whatever a program does to all signals:
 * setting them all to their usual action would end it, blocking them would stop the recording, and
 * waiting for them all would return it. */
#pragma once

#include <signal.h>
#include <stdint.h>

#pragma GCC visibility push(hidden) /* the program may have functions of these names */

/* Its number. */
int own_signal(void);

/* Lets the handler run for those of timers whose value is the pointer, all other signals blocked;
 * the program's own handler, if it has one, gets the rest.  low..high: the code of libunwind, which
 * must be able to block the signal. */
void own_signal_begin(void (*handler)(void *context), const void *value, uintptr_t low,
                      uintptr_t high);

#pragma GCC visibility pop
