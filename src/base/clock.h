/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, for measuring how long something takes. */
#ifndef GPTUI_CLOCK_H
#define GPTUI_CLOCK_H

/* Milliseconds since some fixed time; never 0. */
long long clock_ms(void);

/* Milliseconds of processor time that the calling thread has used. */
double clock_thread_ms(void);

#endif
