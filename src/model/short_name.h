/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shortens readable C++ and Rust names where they say least.
 *
 * What identifies a name, its classes and its last word, is often a tenth of
 * it.  Cut in the middle, a name of 300 characters shows half a parameter. */
#ifndef GPTUI_SHORT_NAME_H
#define GPTUI_SHORT_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Where the parameters of a demangled function begin: the index of their
 * parenthesis, or the name's length if it has none. */
size_t short_name_parameters(const char *name);

/* Where the name of a demangled function begins: behind the return type, which
 * only template functions have. */
size_t short_name_begin(const char *name);

/* The last word of a name, without the classes around it and template
 * arguments, as debug information has it: "f" of "A::f<int>(long)", sets *len.
 * A name that is no function's whole one has no parameters: "operator()". */
const char *short_name_last(const char *name, bool has_parameters, size_t *len);

/* Copies the name and, as long as it is wider than `width` cells, leaves out
 * in this order: the parameters, the return type of a template, template
 * arguments (the inner ones first), the parameters of functions that it is
 * local to, then everything from its parameters on except a clone's name.
 * "(...)" and "<...>" stand for them, with an ellipsis in UTF-8.  The result
 * may still be too wide.  Returns its bytes, at most size - 1. */
size_t short_name(char *out, size_t size, const char *name, int width);

/* The same, but what is at an index of the name stays, to tell it from names
 * that are short in the same way: "<...long...>" if it is a template's argument.
 * If that leaves the result too wide, it loses its beginning. */
size_t short_name_keeping(char *out, size_t size, const char *name, int width, size_t keep);

#endif
