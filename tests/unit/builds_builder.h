/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles and what is the same in them, for tests. */
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "model/compare/matching.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/profile.h"

struct side {
	struct func *funcs;
	const char **names; /* readable */
	struct source_location *places;
	unsigned *lasts; /* lines */
	struct profile profile;
	struct func_locations locations;
	struct dataset data;
	struct image image;
	struct frame *parts; /* `first_call` is the number of the function; shape: [frames.n] */
	struct frames frames;
};

struct builds {
	struct arena *arena;
	struct side base, new;
	const char *pairs[4];
	size_t npairs;
	const struct matching *matching; /* or NULL, and the reason */
	struct error err;
	char said[4096];
};

/* For cmocka: *state is a struct builds. */
int builds_setup(void **state);
int builds_teardown(void **state);

/* Adds functions separated by ";", each as "SYMBOL|READABLE|FILE:LINE-LAST", from
 * the end without what is not known.  Those with an "s" in front are static,
 * those with "~" always inlined. */
void builds_add(struct builds *b, struct side *s, const char *texts);

/* The same as inlined into a function, with so many ticks; of its readable name
 * only "A::A()" of "_ZN1AC4Ev" is known. */
void builds_inline(struct builds *b, struct side *s, const char *text, const char *into,
                   double ticks);

/* Matches the sides. */
void builds_match(struct builds *b);

/* Adds to both sides and matches them: "BASE=NEW HOW, ...", or the reason why
 * not.  After that they are empty. */
const char *builds_said(struct builds *b, const char *base, const char *new);
