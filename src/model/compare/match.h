/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of two builds that are the same: what model/compare/matching.h is
 * given, and what it finds. */
#ifndef GPTUI_MATCH_H
#define GPTUI_MATCH_H

#include <stddef.h>
#include <stdint.h>

struct dataset;
struct inlined_parts;

#define NO_MATCH UINT32_MAX

/* What is matched. */
struct match_sides {
	const struct dataset *base, *new;

	/* What is inlined in each; or NULL: not known. */
	const struct inlined_parts *base_parts, *new_parts;

	/* "OLD=NEW": functions that are the same, by symbol, by readable name,
	 * or by that without parameters; shape: [npairs]. */
	const char *const *pairs;
	size_t npairs;
};

/* What the functions of a match have in common. */
enum match_how {
	MATCH_NAME,       /* the symbol */
	MATCH_FILE,       /* the symbol and the file; others have the symbol */
	MATCH_USER,       /* the user said so */
	MATCH_SUFFIX,     /* the symbol but for what clones and parts add */
	MATCH_READABLE,   /* the readable name, not the symbol */
	MATCH_NUMBERED,   /* the name but for its number */
	MATCH_SUM,        /* the same; which is which is not known */
	MATCH_ALIKE,      /* the symbol; which is which is not known */
	MATCH_PARAMETERS, /* the readable name but for parameters */
	MATCH_LOCAL,      /* the name without its scope, which is not known on
	                     one side, and the file */
	MATCH_GAP,        /* they are the code of a section without symbols */
	MATCH_INLINED,    /* on one side only; inlined on the other */
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

	/* INLINED: the match that it is grouped with, because most of it is
	 * inlined there on the side that does not have it, directly or in
	 * another one that is; that one has no host.  Else NO_MATCH. */
	uint32_t host;
	uint32_t into;   /* INLINED: the function with most of it there */
	double ticks;    /* INLINED: of it in all functions there */
	uint32_t nhosts; /* INLINED: how many these are */
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
