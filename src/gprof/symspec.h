/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Specs: how a command line names functions and calls.
 *
 *	spec    := half [ "/" half ]             split at the first "/"
 *	half    := [ file ] ":" [ rest ]         split at the last ":"
 *	         | word with a "." = file | word with a digit first = line
 *	         | other word = function | nothing
 *	rest    := digit... = line | function
 *
 * What is not given does not restrict.  Source: behaviour of GNU gprof 2.40. */
#ifndef GPTUI_SYMSPEC_H
#define GPTUI_SYMSPEC_H

#include <stdbool.h>

struct arena;

struct symspec_half {
	const char *file;     /* the last part of its path, or NULL */
	const char *function; /* raw name, or NULL */
	int line;             /* 0: any */
};

struct symspec {
	struct symspec_half left, right;
	bool has_right; /* it is about calls: from left, to right */
};

/* Parses a spec; every text is one.  Owner: the arena. */
struct symspec symspec_parse(const char *text, struct arena *arena);

#endif
