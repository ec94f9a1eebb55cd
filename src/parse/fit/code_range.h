/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The addresses of the code in an executable that a profile covers. */
#ifndef GPTUI_CODE_RANGE_H
#define GPTUI_CODE_RANGE_H

#include <stdbool.h>
#include <stdint.h>

struct image;

struct code_range {
	uint64_t low, high; /* around all code sections */
	uint64_t start;     /* __executable_start; on Windows __eprol */
	uint64_t etext;
	bool has_start, has_etext;
	bool is_windows; /* with mingw-w64's profiler, or Cygwin's */
	bool is_named;   /* there is a full symbol table */
};

/* Cost: linear in sections and symbols. */
struct code_range code_range_find(const struct image *image);

/* The range that the program profiles, rounded to 4 bytes.
 * Source: glibc gmon/gmon.c, __monstartup(); Cygwin gcrt0.c and gmon.c, which
 * are mingw-w64's, too. */
uint64_t code_range_profiled_low(const struct code_range *code);
uint64_t code_range_profiled_high(const struct code_range *code);

#endif
