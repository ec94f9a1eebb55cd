/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers of blocks in .xz files. */
#ifndef GPTUI_XZ_BLOCK_H
#define GPTUI_XZ_BLOCK_H

#include <stdbool.h>

#include "base/bytes.h"

enum { XZ_BLOCK_HEADER = 1024 /* bytes, at most */ };

bool xz_is_one(struct bytes start);

/* Whether a part of the file has the header of a block that needs a dictionary
 * of more than 128 MiB: twice that of xz -9.  Blocks begin at multiples of 4,
 * and the part does; where is known only from what is before them. */
bool xz_block_is_large(struct bytes part);

#endif
