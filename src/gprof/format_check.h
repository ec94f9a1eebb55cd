/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explaining a profile file field by field, for those who write one. */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"

/* Prints what a file holds, what is wrong with it, and what gprof would do; *is_right tells whether
 * nothing is.  The executable says how wide addresses are and in which byte order; without it
 * (NULL), what fits the file is taken.
 * Errors: "PATH: reason": one of them cannot be read, or is something else. */
bool format_check(const char *path, const char *executable, FILE *out, bool *is_right,
                  struct arena *arena, struct error *err);
