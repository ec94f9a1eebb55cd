/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readable names of C++ and Rust symbols, as libbfd's bfd_demangle() gives
 * them with DMGL_ANSI | DMGL_PARAMS, but bounded: a mangled name of 261 bytes
 * can stand for 243 MB. */
#ifndef GPTUI_DEMANGLE_H
#define GPTUI_DEMANGLE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the readable form of a raw name; false when it is not mangled.
 * What does not fit `size` bytes, at least 4, is cut and ends in "...".
 * A leading '.' or '$' and a "@..." at the end stay as they are.
 * Cost: linear in the name and in `size`.  Any thread may call it. */
bool demangle(char *out, size_t size, const char *raw);

/* The same where C names begin with an underscore, which is dropped; then
 * only a name without one is returned as not mangled. */
bool demangle_underscored(char *out, size_t size, const char *raw);

#endif
