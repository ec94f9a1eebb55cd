/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Table k says what a byte does to the sum when k bytes follow it.
 *
 * Source: ISO 3309; Kounavis, Berry: "A systematic approach to building high
 * performance, software-based, CRC generators", 2005. */
#include "base/crc32.h"

enum { BYTES_AT_ONCE = 8 };

void crc32_begin(struct crc32 *crc)
{
	const uint32_t polynomial = 0xedb88320;
	uint32_t i;
	int k;

	for (i = 0; i < 256; i++) {
		uint32_t sum = i;

		for (k = 0; k < 8; k++)
			sum = sum >> 1 ^ (sum & 1 ? polynomial : 0);
		crc->tables[0][i] = sum;
	}
	for (i = 0; i < 256; i++)
		for (k = 1; k < BYTES_AT_ONCE; k++) {
			const uint32_t sum = crc->tables[k - 1][i];

			crc->tables[k][i] = sum >> 8 ^
			                    crc->tables[0][sum & 0xff];
		}
}

static uint32_t add_8(const struct crc32 *crc, uint32_t sum,
                      const unsigned char *p)
{
	const uint32_t low = sum ^ (uint32_t)bytes_little_4(p);
	const uint32_t high = (uint32_t)bytes_little_4(p + 4);

	return crc->tables[7][low & 0xff] ^ crc->tables[6][low >> 8 & 0xff] ^
	       crc->tables[5][low >> 16 & 0xff] ^ crc->tables[4][low >> 24] ^
	       crc->tables[3][high & 0xff] ^ crc->tables[2][high >> 8 & 0xff] ^
	       crc->tables[1][high >> 16 & 0xff] ^ crc->tables[0][high >> 24];
}

uint32_t crc32_add(const struct crc32 *crc, uint32_t sum, struct bytes bytes)
{
	const unsigned char *p = bytes.data, *const end = p + bytes.len;

	sum = ~sum;
	for (; end - p >= BYTES_AT_ONCE; p += BYTES_AT_ONCE)
		sum = add_8(crc, sum, p);
	for (; p < end; p++)
		sum = sum >> 8 ^ crc->tables[0][(sum ^ *p) & 0xff];
	return ~sum;
}
