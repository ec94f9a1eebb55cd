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
#define MATCHES(ITEM)                                                                  \
	ITEM(NAME, "It has the same symbol on both sides.")                            \
	ITEM(FILE, "It has the same symbol on both sides and is in the same file.")    \
	ITEM(USER, "You said that they are the same.")                                 \
	ITEM(SUFFIX, "Their symbols differ in the suffixes that compilers add for "    \
	             "clones and parts; those of one function are added up.")          \
	ITEM(READABLE, "They have the same readable name, but their symbols differ.")  \
	ITEM(NUMBERED, "The compiler numbered them differently; the order of their "   \
	               "lines is the same.")                                           \
	ITEM(SUM, "The compiler numbered them differently, and which is which is not " \
	          "known; all are added up.")                                          \
	ITEM(ALIKE, "Several functions have this symbol, and which is which is not "   \
	            "known; all are added up.")                                        \
	ITEM(PARAMETERS, "They have the same name, but different parameters.")         \
	ITEM(LOCAL, "They have the same name and file; where it is always inlined, "   \
	            "debug information does not say more.")                            \
	ITEM(GAP, "It is code without a symbol.")                                      \
	ITEM(INLINED, "It runs on one side only; on the other it is inlined.")         \
	ITEM(NONE, "It is on one side only.")

enum match_how {
#define ITEM(name, sentence) MATCH_##name,
	MATCHES(ITEM)
#undef ITEM
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
	 * side that does not have it or has only parts of it, directly or in another one that is;
	 * that one has no host.  Else NO_MATCH. */
	uint32_t host;
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
 * that has them (model/names.h).  Owner: the arena.  Cost: linear in the bytes of the names, of
 * which the first 4096 count.  Errors: NULL; "PAIR: reason", or "cancelled". */
const struct matching *matching_find(const struct match_sides *sides, struct arena *arena,
                                     struct progress *progress, struct error *err);

/* What would tell more about functions with time than names do: where they begin, of those with the
 * same name; what is inlined, of those on one side. */
enum match_need { MATCH_NEEDS_NOTHING, MATCH_NEEDS_LINES, MATCH_NEEDS_FRAMES };

enum match_need matching_needs(const struct matching *matching, const struct match_sides *sides);
