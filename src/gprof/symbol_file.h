/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols from a file other than the executable: gprof's -S. */
#ifndef GPTUI_SYMBOL_FILE_H
#define GPTUI_SYMBOL_FILE_H

struct arena;
struct error;
struct image;

/* The image with the symbols of a file made by nm instead of its own: lines
 * "ADDRESS TYPE NAME", of which types t and T count.
 * Owner: the arena.
 * Errors: "could not open PATH.", "file `PATH' has no symbols". */
const struct image *symbol_file_read(const struct image *image,
                                     const char *path, struct arena *arena,
                                     struct error *err);

#endif
