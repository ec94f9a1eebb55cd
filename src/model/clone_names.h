/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What compilers add to the names of functions: suffixes of clones and parts,
 * and numbers of what has no name in the source. */
#ifndef GPTUI_CLONE_NAMES_H
#define GPTUI_CLONE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* The bytes of a symbol without the suffixes of clones, parts and versions:
 * those of "f" in "f.constprop.0.cold" and "f@@V2". */
size_t clone_stem(const char *name, size_t len);

/* Whether the suffixes say that it is only a part of the function: f.cold,
 * f.part.0.isra.0. */
bool clone_is_part(const char *name);

/* What a function is called in the source, as far as its symbol tells. */
struct source_name {
	const char *text;
	size_t len;        /* bytes */
	size_t nqualified; /* of these, before its parameters; 0: it has none */
	bool is_numbered;  /* a number was left out */
};

/* Without suffixes and numbers: "f()::{lambda()#}" for "f()::{lambda()#2}
 * [clone .isra.0]", "f._omp_fn" for "f._omp_fn.3".  `readable` is NULL for a
 * symbol that is not mangled.
 * Owner of the text: the arena, or that of the names.  Cost: linear. */
struct source_name clone_source_name(const char *raw, size_t len, const char *readable,
                                     struct arena *arena);

#endif
