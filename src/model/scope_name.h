/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The class, module or namespace that a readable name begins with. */
#ifndef GPTUI_SCOPE_NAME_H
#define GPTUI_SCOPE_NAME_H

#include <stddef.h>

/* Writes what a function's short name (NAME_SHORT) is a member of, without
 * template arguments: "std::vector" of "std::vector<int>::push_back".  What is
 * local to a function, such as a lambda, belongs to what that is a member of; a
 * method of a Rust trait to the type that has it.  Returns the length: 0 if the
 * name says nothing.  Cost: linear. */
size_t scope_name(char *out, size_t size, const char *name);

#endif
