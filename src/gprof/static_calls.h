/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that are in the code, whether they happened or not: gprof's -c.
 *
 * On x86, AArch64, MIPS, SPARC and Alpha, gprof takes whatever looks like a
 * call for one; on x86 it treats displacements as unsigned, so backward calls
 * are not found, and on SPARC and Alpha as bytes, so most are wrong.  On MIPS
 * and Alpha it also reports calls through registers.
 * All other machines, and these if gprof's rules do not apply, are
 * disassembled.
 * Source: behaviour of GNU gprof 2.40. */
#ifndef GPTUI_STATIC_CALLS_H
#define GPTUI_STATIC_CALLS_H

#include <stdbool.h>

#include "model/rules.h"

struct arena;
struct image;
struct object;
struct records;

/* Finds calls of functions in code that the records' histograms cover: as
 * gprof does, or if it does not apply, all of them.
 * NULL find: the machine's calls are not known.  Owner: the arena. */
struct call_finder static_calls_finder(const struct object *object, const struct image *image,
                                       const struct records *records, bool as_gprof,
                                       struct arena *arena);

#endif
