/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Split debug information: .dwo files, or all of them in one .dwp file.
 *
 * A unit is looked for, in this order:
 * 1. in PROGRAM.dwp and DEBUGFILE.dwp;
 * 2. in the .dwo file that it names, below the compilation directory;
 * 3. in a file of that name next to the program, and in each directory of
 *    --debug-dir, with its path and without.
 * Both ids must be the same. */
#ifndef GPTUI_SPLIT_FILES_H
#define GPTUI_SPLIT_FILES_H

#include <stddef.h>

#include "parse/dwarf/dwarf_ranges.h"

struct arena;
struct dwarf_entries;
struct dwarf_info_unit;
struct object;
struct split_files;

/* own: the sections of the program, which must live as long.
 * Owner: the arena. */
struct split_files *split_files_new(const struct object *object,
                                    const struct dwarf_sections *own,
                                    struct arena *arena);

/* As dwarf_files.split; the context is the split_files.  What is missing is
 * counted in the object's debug_files. */
struct dwarf_entries *split_files_find(void *context,
                                       const struct dwarf_entries *own,
                                       const struct dwarf_info_unit *skeleton,
                                       size_t *number);

#endif
