/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions in an executable's debug information. */
#ifndef GPTUI_OBJECT_FUNCTIONS_H
#define GPTUI_OBJECT_FUNCTIONS_H

#include <stdbool.h>

struct arena;
struct dwarf_functions;
struct object;

/* dwarf_functions_open() with the object's sections; without any it knows no
 * function.
 * as_libbfd: as libbfd 2.40 reads them, for gprof's -l: split parts are
 * ignored.
 * Owner: the arena, also of the sections. */
struct dwarf_functions *object_functions(const struct object *object, bool as_libbfd,
                                         struct arena *arena);

#endif
