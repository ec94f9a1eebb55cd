/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of two builds that are the same; found by model/compare/matching.h.
 */
#ifndef GPTUI_MATCH_H
#define GPTUI_MATCH_H

#include <stddef.h>
#include <stdint.h>

#define NO_MATCH UINT32_MAX

/* What the functions of a match have in common. */
enum match_how {
	MATCH_NAME,       /* the symbol */
	MATCH_FILE,       /* the symbol and the file; others have the symbol */
	MATCH_SUFFIX,     /* the symbol but for what clones and parts add */
	MATCH_READABLE,   /* the readable name, not the symbol */
	MATCH_NUMBERED,   /* the name but for numbers */
	MATCH_ALIKE,      /* the symbol; which is which is not known */
	MATCH_PARAMETERS, /* the readable name but for parameters */
	MATCH_GAP,        /* they are the code of a section without symbols */
	MATCH_NONE        /* on one side only */
};

/* Functions that are the same of the source: normally one of each side.
 * Several: clones, parts and others that are added up. */
struct match {
	const uint32_t *base; /* numbers in profile->funcs, rising; shape:
	                         [nbase] */
	size_t nbase;
	const uint32_t *new; /* same; shape: [nnew] */
	size_t nnew;
	enum match_how how;
};

struct matching {
	const struct match *list; /* by the first function of the base, then
	                             those without one; shape: [n] */
	size_t n;

	/* The match of each function; shape: [nfuncs] of each side. */
	const uint32_t *of_base, *of_new;
};

/* How functions were matched, as a sentence. */
const char *match_words(enum match_how how);

#endif
