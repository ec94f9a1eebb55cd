/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readable names of functions, made when they are first asked for.
 *
 * Demangling all names of a large C++ program takes longer than opening it,
 * and a screen shows fifty.  For one thread at a time, and another one that
 * uses the twin. */
#ifndef GPTUI_NAMES_H
#define GPTUI_NAMES_H

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

/* The same names for another thread; lives as long.  Asked for by the one that
 * uses the names. */
struct names *names_twin(struct names *names);

/* Makes all names ahead, as long as that is wanted. */
void names_make_all(struct names *names, struct progress *progress);

/* The name of a function of the profile; lives as long as the names. */
const char *names_get(struct names *names, const struct func *f,
                      enum name_style style);

/* The name of what is no function of the profile, as it was inlined: its raw
 * name made readable.  Owner: the arena. */
const char *names_make(struct names *names, const char *raw,
                       enum name_style style, struct arena *arena);

#endif
