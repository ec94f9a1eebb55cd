/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gprof's -s: all profiles added up in the file gmon.sum. */
#ifndef GPTUI_SUM_H
#define GPTUI_SUM_H

#include <stdbool.h>
#include <stdio.h>

struct gprof_options;
struct image;
struct profile;
struct records;

/* Writes gmon.sum to the working directory, in the format that the options
 * name for profiles.  If a profile is given (it may be NULL), the calls it
 * marks as dropped are left out.  Returns false after a message. */
bool sum_write(const struct records *records, const struct profile *profile,
               const struct gprof_options *options, const struct image *image,
               FILE *messages);

#endif
