/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers of blocks in .xz files. */
#ifndef GPTUI_XZ_BLOCK_H
#define GPTUI_XZ_BLOCK_H

#include <stdbool.h>

#include "base/bytes.h"

struct progress;

/* Whether an .xz file has a block that needs a dictionary of more than 128 MiB:
 * twice that of xz -9.  libarchive has no limit for that.  The file is read
 * through a block of `size` bytes, until the job is cancelled. */
bool xz_is_large(struct bytes file);
bool xz_file_is_large(int fd, unsigned char *block, size_t size, struct progress *progress);

#endif
