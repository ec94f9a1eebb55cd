/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readable names of functions, made when first asked for.
 *
 * Demangling all names of a large C++ program takes longer than opening it,
 * and a screen shows fifty.  One thread uses them; another can only make
 * a list for names_take(). */
#ifndef GPTUI_NAMES_H
#define GPTUI_NAMES_H

#include "base/work.h"

struct arena;
struct func;
struct names;
struct profile;
struct progress;

enum name_style {
	NAME_FULL,  /* demangled, with parameters */
	NAME_SHORT, /* demangled, without parameters */
	NAME_RAW    /* as in the symbol table */
};

/* Owner: the arena, as of the names it will hold. */
struct names *names_new(const struct profile *profile, struct arena *arena);

/* What making the names of a profile may take: real ones stay ten times
 * below. */
struct work names_work(const struct profile *profile);

/* All full names of a profile, made in any thread; shape: [nfuncs].  When
 * cancelled, the rest are NULL.  Owner: the arena. */
const char **names_list(const struct profile *profile, struct arena *arena,
                        struct progress *progress);

/* Uses the list for names that were not yet asked for; it must live as long. */
void names_take(struct names *names, const char **list);

/* The name of a function of the profile; lives as long as the names. */
const char *names_get(struct names *names, const struct func *f, enum name_style style);

/* The first function of a name, in any style; or NULL.  Cost: a comparison with
 * each name, which is made. */
const struct func *names_find(struct names *names, const char *name);

/* The name of an inlined function that is not in the profile: its raw name
 * made readable.  Owner: the arena. */
const char *names_make(struct names *names, const char *raw, enum name_style style,
                       struct arena *arena);

#endif
