/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where code comes from: source files and lines.
 *
 * Found after the profile is on the screen, by parse/lines.c, and handed to
 * the profile as a finished list. */
#ifndef GPTUI_PLACES_H
#define GPTUI_PLACES_H

#include <stddef.h>

struct place {
	const char *path; /* as the debug information has it; NULL: unknown */
	const char *file; /* the last part of the path */
	unsigned line;    /* from 1; 0: only the file is known */
};

struct places {
	const struct place *list; /* of profile->funcs[i]; shape: [n] */
	size_t n;
};

#endif
