/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that an executable's debug information tells. */
#ifndef GPTUI_OBJECT_FUNCTIONS_H
#define GPTUI_OBJECT_FUNCTIONS_H

struct arena;
struct dwarf_functions;
struct object;

/* dwarf_functions_open() with the object's sections; without any it knows no
 * function.  Owner: the arena, of the sections, too. */
struct dwarf_functions *object_functions(const struct object *object,
                                         struct arena *arena);

#endif
