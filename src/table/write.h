/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All writers, and files that they write. */
#pragma once

#include "base/base.h"
#include "table/writer.h"

extern const struct writer *const writers[]; /* ends with NULL */

/* The writer of that name, or NULL. */
const struct writer *writer_named(const char *name);

/* The writer for a file name's ending, in letters of either case; text where it has none.  Errors:
 * NULL, none has that ending. */
const struct writer *writer_for(const char *path, struct error *err);

/* Writes a new file, or replaces an old one, whole or not at all; see base/new_file.h.  Sets
 * `followed` to where it went if the path is a link, else to NULL; owner: the arena.
 * Errors: "PATH: reason"; the old file is then unchanged. */
bool write_file(const char *path, const struct writer *writer, const struct table *table,
                const struct caption *caption, const char **followed, struct arena *arena,
                struct error *err);
