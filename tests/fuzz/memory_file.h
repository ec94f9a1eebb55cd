/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file in memory that has a path. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { MEMORY_FILES = 2, MEMORY_PATH = 64 };

/* Replaces the contents of a file, of which there are a few; its path is
 * always the same. */
const char *memory_file(size_t number, const uint8_t *data, size_t size);

/* A folder in memory, which goes with the process. */
const char *memory_folder(void);

/* The path of a file in it; valid until asked again. */
const char *memory_folder_path(const char *name);

/* Replaces the contents of a file in it; names are constants, and few. */
void memory_folder_file(const char *name, const uint8_t *data, size_t size);
