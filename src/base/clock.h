/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time that only goes forward, for telling how long something takes. */
#ifndef GPTUI_CLOCK_H
#define GPTUI_CLOCK_H

/* Milliseconds since some fixed moment; never 0. */
long long clock_ms(void);

#endif
