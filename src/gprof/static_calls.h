/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that the code holds, whether they happened or not: gprof's -c.
 *
 * What looks like a call instruction of a known function counts as one.
 * Source: behaviour of GNU gprof 2.40; on x86 it takes displacements as
 * unsigned, so calls backwards are not found. */
#ifndef GPTUI_STATIC_CALLS_H
#define GPTUI_STATIC_CALLS_H

#include "model/rules.h"

struct arena;
struct image;
struct object;
struct records;

/* Reads the code.  The result is for rules_gprof and reads code that the
 * records' histograms cover.  NULL find: the machine's calls are not known.
 * Owner: the arena. */
struct call_finder static_calls_finder(const struct object *object,
                                       const struct image *image,
                                       const struct records *records,
                                       struct arena *arena);

#endif
