/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is hot now: what the last reading of files that are watched added to
 * the one before, function by function. */
#ifndef GPTUI_RECENT_H
#define GPTUI_RECENT_H

struct recent_time {
	double ticks;    /* of the profile's rate */
	double variance; /* ticks squared; sampling noise */
};

struct recent {
	const struct recent_time *funcs; /* shape: [profile->nfuncs] */
	double ticks;                    /* of all of them */
};

#endif
