/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A monotonic clock, for measuring how long something takes. */
#ifndef GPTUI_CLOCK_H
#define GPTUI_CLOCK_H

/* Milliseconds since some fixed time; never 0. */
long long clock_ms(void);

#endif
