/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is odd about a profile, and how to cure it.
 *
 * Odd but usable input never stops a load and is never dropped silently: it becomes a note, counted
 * on the status line and listed by the health view. */
#pragma once

#include "base/base.h"

enum severity {
	NOTE_GPROF,   /* gprof's figures are off, these are not */
	NOTE_FACT,    /* good to know */
	NOTE_WARNING, /* some figures are not what they seem */
	NOTE_FAULT    /* most figures are wrong or missing */
};

struct note {
	enum severity severity;
	const char *cause;    /* "gmon.7: the last record is cut off" */
	const char *evidence; /* figures that show it */
	const char *cure;     /* what to do, or how to interpret the figures */
};

struct notes {
	struct arena *arena; /* owns the list and the texts */
	struct note *list;
	size_t n;
};

/* Adds a note; the texts must live as long as the arena. */
void notes_add(struct notes *notes, enum severity severity, const char *cause, const char *evidence,
               const char *cure);

/* Adds a copy of the note, unless there is one of this cause. */
void notes_add_new(struct notes *notes, const struct note *note);

/* Adds copies of n notes. */
void notes_add_all(struct notes *notes, const struct note *list, size_t n);

/* Adds those that are at least that bad, with "OF: " before the cause. */
void notes_add_of(struct notes *notes, const char *of, enum severity least, const struct note *list,
                  size_t n);
