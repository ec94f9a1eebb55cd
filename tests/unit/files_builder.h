/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profile files of one program, for tests. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile_builder.h"

enum { MOST_FUNCTIONS = 20 };

/* Adds the functions main, f1, f2... of a program, n in all. */
void add_functions(struct builder *b, size_t n);

/* A file with these ticks of each function; calls are added after it. */
void add_file(struct builder *b, bool is_first, const uint64_t *ticks, size_t n);

/* Adds calls of one function by another, unless there are none. */
void add_calls(struct builder *b, size_t from, size_t to, uint64_t n);
