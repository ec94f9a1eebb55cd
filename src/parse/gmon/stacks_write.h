/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing recordings: many combined into one.
 *
 * Each run had its code at other addresses, so the sum has addresses of its own, and maps that say
 * where the code of each file is in them; equal stacks are added up. */
#pragma once

#include "base/base.h"

struct machine;
struct records;

/* Writes the samples of all files, whose addresses are as they were read; whole or not at all, see
 * gmon_write().  Some file has stacks.  Cost: linear in the addresses.
 * Errors: "PATH: reason"; a file has none, or other times of samples. */
bool stacks_write(const char *path, const struct records *records, const struct machine *machine,
                  const char **followed, struct arena *arena, struct error *err);
