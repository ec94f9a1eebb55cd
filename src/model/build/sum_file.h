/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is the sum of all others, as gprof -s writes gmon.sum: beside
 * its parts it counts everything twice.  It is told by what it holds. */
#ifndef GPTUI_SUM_FILE_H
#define GPTUI_SUM_FILE_H

#include <stddef.h>

struct records;

/* The number of the file that is exactly the sum of the others, of which there
 * are two or more, where that is no chance; nfiles if none is.
 * Cost: linear in the records, where the sums of all counts could be right;
 * else these sums. */
size_t sum_file_find(const struct records *records);

/* Adds a note about it. */
void sum_file_note(struct records *records, size_t file);

#endif
