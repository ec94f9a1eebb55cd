/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where files were in a program that ran, by the text of Linux's /proc/self/maps. */
#pragma once

#include "base/base.h"

struct mapping;
struct profile_file;
struct records;

/* Adds the lines about code, "LOW-HIGH r-xp OFFSET DEVICE INODE PATH", to a file; others are
 * skipped.  Of lines about the same addresses the first counts. */
void mappings_read(struct bytes text, struct records *records, struct profile_file *file);

/* Reads a whole file that lies beside recordings, or lay there in their archive. */
bool beside_read(struct bytes *out, const struct records *records, const char *path,
                 struct arena *arena);

/* Adds those of the file beside a file, where a program that was killed left them, if that has
 * none. */
void mappings_complete(struct records *records, struct profile_file *file);

/* The mapping of an address, or NULL. */
const struct mapping *mapping_at(const struct profile_file *file, uint64_t address);
