/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/xz_block.h"

#include <string.h>
#include <unistd.h>

#include "base/progress.h"

enum { BLOCK_HEADER = 1024 /* bytes, at most */ };

/* CRC-32 of the .xz format. */
static uint32_t checksum(const unsigned char *data, size_t len)
{
	uint32_t crc = UINT32_MAX;
	size_t i;
	int bit;

	for (i = 0; i < len; i++) {
		crc ^= data[i];
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

/* LZMA2 is the last filter, and zeros follow it.
 * Source: the .xz format, 3.1 and 5.3.1. */
static bool is_large(struct bytes b)
{
	enum { ID = 0x21, RESERVED = 0x3c, MOST_128_MIB = 30, CRC = 4 };
	const size_t len = b.len ? (b.data[0] + 1U) * 4 - CRC : 0;
	size_t i = len;

	if (len < 8 || b.len < len + CRC || b.data[1] & RESERVED)
		return false;
	while (--i > 4 && !b.data[i])
		;
	return b.data[i] > MOST_128_MIB && b.data[i - 1] == 1 && b.data[i - 2] == ID &&
	       checksum(b.data, len) == bytes_little_4(b.data + len);
}

static bool is_one(struct bytes start)
{
	static const unsigned char magic[] = { 0xfd, '7', 'z', 'X', 'Z', 0 };

	return start.len >= sizeof magic && !memcmp(start.data, magic, sizeof magic);
}

/* Blocks begin at multiples of 4, and the part does; where is known only from
 * what is before them. */
static bool has_large(struct bytes part)
{
	size_t i;

	for (i = 0; i < part.len; i += 4)
		if (is_large((struct bytes){ part.data + i, part.len - i }))
			return true;
	return false;
}

bool xz_is_large(struct bytes file)
{
	return is_one(file) && has_large(file);
}

bool xz_file_is_large(int fd, unsigned char *block, size_t size, struct progress *progress)
{
	uint64_t at = 0;
	ssize_t n;

	do {
		struct bytes part = { block, 0 };

		n = pread(fd, block, size, (off_t)at);
		part.len = n > 0 ? (size_t)n : 0;
		if (!at && !is_one(part))
			return false;
		if (has_large(part))
			return true;
		at += size - BLOCK_HEADER;
	} while (n == (ssize_t)size && progress_wanted(progress));
	return false;
}
