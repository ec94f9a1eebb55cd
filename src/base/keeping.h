/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much of what was read from files stays in memory: a limit that grows if
 * most of what it made us drop was needed again. */
#ifndef GPTUI_KEEPING_H
#define GPTUI_KEEPING_H

#include <stdbool.h>
#include <stddef.h>

struct keeping {
	size_t most;          /* bytes that may be held */
	size_t nread, nagain; /* parts read since some were dropped; those of
	                         them that had been read before */
};

/* A part was read; again: not for the first time. */
static inline void keeping_read(struct keeping *keeping, bool again)
{
	keeping->nread++;
	keeping->nagain += again;
}

/* What is held was dropped. */
static inline void keeping_dropped(struct keeping *keeping)
{
	keeping->nread = keeping->nagain = 0;
}

/* Whether what is held, in bytes, should be dropped now. */
static inline bool keeping_drops(struct keeping *keeping, size_t held)
{
	if (held <= keeping->most)
		return false;
	if (2 * keeping->nagain > keeping->nread) {
		keeping->most *= 2;
		return false;
	}
	return true;
}

#endif
