/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions of one build are which of another.
 *
 * Compilers number what they make of a function, split functions and add them to their callers, and
 * do so differently after each change and with each option.  Functions are matched only where
 * nothing else is possible.  What cannot be told apart is added up in one match on both sides, so
 * that no time is compared with that of another function.  doc/comparing.md has the steps. */
#pragma once

#include "base/base.h"

struct dataset;

#define NO_MATCH UINT32_MAX

/* What is matched: by names, by locations and by inlined frames, of those that are known. */
struct match_sides {
	const struct dataset *base, *new;

	/* "OLD=NEW": functions that are the same, by symbol, by readable name, or by that without
	 * parameters; shape: [npairs]. */
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

/* Functions that are the same of the source: normally one of each side.  Several: clones, parts and
 * others that are added up. */
struct match {
	const uint32_t *base; /* numbers in profile->funcs, rising; shape:
	                         [nbase] */
	size_t nbase;
	const uint32_t *new; /* same; shape: [nnew] */
	size_t nnew;
	enum match_how how;

	/* INLINED: the match that it is grouped with, because most of it is inlined there on the
	 * side that does not have it, directly or in another one that is; that one has no host.
	 * Else NO_MATCH. */
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

	/* What shows a function of the base: of its match and symbol, of as many the one in its
	 * place, else the hottest; or the first of the match; or NO_FUNC.  Shape: [base nfuncs]. */
	const uint32_t *counterpart;
};

/* How functions were matched, as a sentence. */
const char *match_words(enum match_how how);

/* Matches the functions of two profiles.  Uses the readable names of both, so it runs in the thread
 * that has them (model/names.h).
 * Owner: the arena.  Cost: linear in the bytes of the names, of which the first 4096 count.
 * Errors: NULL; "PAIR: reason", or "cancelled". */
const struct matching *matching_find(const struct match_sides *sides, struct arena *arena,
                                     struct progress *progress, struct error *err);

/* What would tell more about functions with time than names do: where they begin, of those with the
 * same name; what is inlined, of those on one side. */
enum match_need { MATCH_NEEDS_NOTHING, MATCH_NEEDS_LINES, MATCH_NEEDS_FRAMES };

enum match_need matching_needs(const struct matching *matching, const struct match_sides *sides);
