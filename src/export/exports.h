/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All exporters, and how they write. */
#pragma once

#include "export/exporter.h"

extern const struct exporter *const exporters[]; /* ends with NULL */

/* The exporter of that name.  Errors: NULL; there is none, or its program is not installed. */
const struct exporter *exporter_named(const char *name, struct error *err);

/* Writes to an open file.  Errors: the program that draws pictures failed; errors of writing are
 * left to the file. */
bool export_write(const struct exporter *exporter, const struct export *what, FILE *file,
                  struct error *err);

/* Writes a new file, or replaces an old one, whole or not at all.
 * Errors: "PATH: reason"; the old file is then unchanged. */
bool export_file(const char *path, const struct exporter *exporter, const struct export *what,
                 struct error *err);
