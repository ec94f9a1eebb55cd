/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns a person types, through PCRE2.
 *
 * Not anchored; case matters only if the pattern contains a capital letter.  Matching is bounded: a
 * pattern that would take too long does not match. */
#pragma once

#include "base/arena.h"
#include "base/error.h"

struct pattern;

enum pattern_kind {
	PATTERN_REGEX,     /* PCRE2 syntax */
	PATTERN_LITERAL,   /* the text itself, anywhere */
	PATTERN_WHOLE,     /* the text itself and nothing else; case matters */
	PATTERN_BYTES,     /* PCRE2 syntax, of all bytes; case matters */
	PATTERN_NAME,      /* a whole name as it was copied, but for what is left out of it */
	PATTERN_GLOB,      /* as a shell has it, anywhere */
	PATTERN_WHOLE_GLOB /* the same for all of the text */
};

/* Whether a text that could be either is a glob: nothing in it belongs to a regular expression
 * only, and * stands behind something that nobody repeats, as in "std::*" and "gc_*", or begins it,
 * as in "*.c". */
bool pattern_is_glob(const char *text, size_t len);

/* Compiles len bytes of text.  In a glob, * is any text, ? one character, [] one of a set, and \
 * makes the next character an ordinary one.
 * One of them that may be a copied name is also found as such a name; "main(" is its begin.
 * On an error *at is its byte offset.  Owner: the arena. */
const struct pattern *pattern_new(const char *text, size_t len, enum pattern_kind kind,
                                  struct arena *arena, size_t *at, struct error *err);

/* Whether case matters in a text, because a person typed a capital letter. */
bool pattern_has_capital(const char *text, size_t len);

/* The text quoted so that PATTERN_REGEX matches it literally.  Owner: the arena. */
const char *pattern_quoted(const char *text, struct arena *arena);

/* Looks for the pattern; *low and *high (unless NULL) are set to its bounds. */
bool pattern_finds(const struct pattern *pattern, const char *subject, size_t *low, size_t *high);

/* Looks for it; sets the bounds of the whole and of its first n groups, which are in every match;
 * shape of bounds: [n + 1][2]. */
bool pattern_groups(const struct pattern *pattern, const char *subject, size_t n, size_t *bounds);

/* The version of PCRE2 in use, "10.42 2022-12-11". */
void pattern_library_version(char *out, size_t size);
