/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing profile files: many combined into one.
 *
 * Histograms with the same range, bins and rate are added up, and so are calls from one address to
 * another and executions of a block; they come in the order of their first appearance (blocks by
 * address).  A reader gets the figures of the inputs back, and so does gprof, because what does not
 * fit in a field is written as several records of the same address, which readers add up. */
#pragma once

#include "base/base.h"

struct machine;
struct records;

enum gmon_form {
	GMON_MAGIC, /* as GNU programs write it, version 1 */
	GMON_BSD,   /* the old header, or 4.4BSD's if the rate is not 100 */
	GMON_BSD44
};

/* Writes the file whole or not at all; see base/new_file.h.  Sets `followed` to where it went if
 * the path is a link, else to NULL; owner: the arena.  Cost: n log n in records.
 * Errors: "PATH: reason"; sums that the format cannot hold. */
bool gmon_write(const char *path, enum gmon_form form, const struct records *records,
                const struct machine *machine, const char **followed, struct arena *arena,
                struct error *err);

/* Writing recordings: many combined into one.
 *
 * Each run had its code at other addresses, so the sum has addresses of its own, and maps that say
 * where the code of each file is in them; equal stacks are added up. */

/* Writes the samples of all files, whose addresses are as they were read; whole or not at all, see
 * gmon_write().  Some file has stacks.  Cost: linear in the addresses.
 * Errors: "PATH: reason"; a file has none, or other times of samples. */
bool stacks_write(const char *path, const struct records *records, const struct machine *machine,
                  const char **followed, struct arena *arena, struct error *err);
