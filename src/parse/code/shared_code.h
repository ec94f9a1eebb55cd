/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the code of bins that several functions share.
 *
 * An instruction behind one that read memory through a pointer counts ten
 * times: while the caches do not have it, the clock ticks there.  That is so
 * on x86, on all of the programs whose samples were recorded.
 * Only that code is read, and a few instructions around it.  The first screen
 * does not wait long for it: with a limit, reading ends when the thread has
 * used that much processor time, and the rest counts as not read. */
#ifndef GPTUI_SHARED_CODE_H
#define GPTUI_SHARED_CODE_H

#include <stdbool.h>

#include "model/rules.h"

struct arena;
struct object;
struct shared_code;

/* limit_ms: of processor time; 0: none.  The library is opened when the first
 * code is read.  Owner: the arena; the object must live as long. */
struct shared_code *shared_code_new(const struct object *object, unsigned limit_ms,
                                    struct arena *arena);

/* For the rules of a profile.  Valid as long as the reader. */
struct code_reader shared_code_reader(struct shared_code *code);

/* Whether there was no time for all of it. */
bool shared_code_is_unfinished(const struct shared_code *code);

#endif
