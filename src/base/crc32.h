/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checksum of ISO 3309, as .gnu_debuglink has it (and zlib, PNG). */
#ifndef GPTUI_CRC32_H
#define GPTUI_CRC32_H

#include <stdint.h>

#include "base/bytes.h"

/* Tables for the sum of 8 bytes at a time. */
struct crc32 {
	uint32_t tables[8][256];
};

/* Cost: some thousand steps, worth it for files. */
void crc32_begin(struct crc32 *crc);

/* The sum of what `sum` is of, at first 0, and the bytes behind it. */
uint32_t crc32_add(const struct crc32 *crc, uint32_t sum, struct bytes bytes);

#endif
