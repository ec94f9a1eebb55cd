/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that the code holds, whether they happened or not: gprof's -c.
 *
 * On x86, AArch64, MIPS, SPARC and Alpha, gprof takes for a call what looks
 * like one; on x86 it takes displacements as unsigned, so that calls backwards
 * are not found, and on SPARC and Alpha as bytes, so that most are wrong.  Of
 * calls through registers it tells on MIPS and Alpha that there are some.
 * All other machines, and these where gprof's rules do not matter, are
 * disassembled.  Source: behaviour of GNU gprof 2.40. */
#ifndef GPTUI_STATIC_CALLS_H
#define GPTUI_STATIC_CALLS_H

#include <stdbool.h>

#include "model/rules.h"

struct arena;
struct image;
struct object;
struct records;

/* Finds calls of functions in code that the records' histograms cover; as
 * gprof does, where it does, or all there are.
 * NULL find: the machine's calls are not known.  Owner: the arena. */
struct call_finder static_calls_finder(const struct object *object,
                                       const struct image *image,
                                       const struct records *records,
                                       bool as_gprof, struct arena *arena);

#endif
