/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readable names of symbols: of C++, Rust, D and Ada as libbfd's bfd_demangle() gives them with
 * DMGL_ANSI | DMGL_PARAMS, and of Fortran's modules, Nim and Free Pascal, but bounded: a mangled
 * name of 261 bytes can stand for 243 MB. */
#pragma once

#include "base/base.h"

/* What mangled the names; auto is Rust and C++. */
enum demangle_style {
	DEMANGLE_NONE,
	DEMANGLE_AUTO,
	DEMANGLE_GNU_V3,
	DEMANGLE_JAVA,
	DEMANGLE_GNAT, /* names that are not Ada's are put in <> */
	DEMANGLE_DLANG,
	DEMANGLE_RUST,
	DEMANGLE_READABLE, /* auto, Fortran, D, and Rust with what was added to it */
	DEMANGLE_ADA,      /* of programs in these languages, names of C among them */
	DEMANGLE_NIM,
	DEMANGLE_PASCAL
};

/* The style that gprof's --demangle calls by that name; false if there is none.  gprof has no name
 * for what gptui itself shows. */
bool demangle_style_named(const char *name, enum demangle_style *out);

/* Writes the readable form of a raw name; false if it is not mangled, or would be more work than is
 * left, which NULL does not limit.
 * What does not fit in `size` bytes, at least 4, is cut and ends in "...".
 * A leading '.' or '$' and a trailing "@..." stay as they are.
 * Cost: linear in the name and in `size`.  Can be called from any thread. */
bool demangle(char *out, size_t size, const char *raw, struct work *work);

/* The same where C names begin with an underscore, which is dropped; then only a name without one
 * is returned as not mangled. */
bool demangle_underscored(char *out, size_t size, const char *raw, struct work *work);

/* The same in another style than auto, where C names begin with the leading character unless that
 * is 0. */
bool demangle_in_style(char *out, size_t size, const char *raw, enum demangle_style style,
                       char leading, struct work *work);

/* What reads the names of a program in Ada, Nim or Pascal, which a symbol of that name tells; or
 * NULL. */
typedef bool demangler(char *out, size_t size, const char *raw, struct work *work);
demangler *demangler_by(const char *symbol);
