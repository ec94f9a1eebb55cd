/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that libiberty's demanglers would not be done with: a few hundred bytes
 * can keep them busy for years without a byte of output, by which they could be
 * stopped.
 *
 * A name passes if a bound of its cost is small.  The bounds are those of
 * libiberty 2.40; of 376,000 C++ and 251,000 Rust names of LLVM, Clang, Java's
 * machine, gold and rustc all pass. */
#ifndef GPTUI_DEMANGLE_BOUND_H
#define GPTUI_DEMANGLE_BOUND_H

#include <stdbool.h>
#include <stddef.h>

struct work;

/* A demangler that calls back with pieces of text; returns 0 if the name is not
 * one of its own. */
typedef void demangle_callback(const char *text, size_t len, void *opaque);
typedef int demangle_library(const char *mangled, int options, demangle_callback *callback,
                             void *opaque);

/* Whether C++ names and those of Java cost little.  Pays for finding out,
 * unless the work is NULL.
 * Cost: at most that of three short names. */
bool demangle_is_bounded_v3(const char *name, demangle_library *library, struct work *work);

/* The same for Rust's, except for what they print. */
bool demangle_is_bounded_rust(const char *name, demangle_library *library);

/* The same for D's. */
bool demangle_is_bounded_dlang(const char *name);

#endif
