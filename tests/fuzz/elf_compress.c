/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed sections that a mutator can write: the bytes are stored, not
 * deflated.
 * Source: System V ABI, chapter 4; RFC 1950; RFC 1951, 3.2.4. */
#include "elf_layout.h"

#include <stdlib.h>
#include <string.h>

#include "numbers.h"

enum {
	COMPRESSED = 0x800,
	BEFORE = 2 + 5, /* of zlib's stream, and of the only block */
	AFTER = 4
};

static uint32_t checksum(const uint8_t *data, size_t len) {
	uint32_t a = 1, b = 0;

	for (size_t i = 0; i < len; i++) {
		a = (a + data[i]) % 65521;
		b = (b + a) % 65521;
	}
	return b << 16 | a;
}

/* The header of a compressed section; returns its size. */
static size_t put_header(const struct elf_layout *elf, uint8_t *out, size_t len) {
	const bool is_big = elf->is_big;
	const unsigned word = elf->is_wide ? 8 : 4;
	size_t at = word;

	memset(out, 0, 24);
	number_put(out, 4, is_big, 1);
	number_put(out + at, word, is_big, len);
	at += word;
	number_put(out + at, word, is_big, 1);
	return at + word;
}

static void wrap(struct elf_layout *elf, const struct elf_part *part) {
	const size_t flags = part->header + elf_fields(elf)->flags;
	const uint8_t *from = elf->file->data + part->at;
	uint8_t *out = malloc(24 + BEFORE + part->len + AFTER);

	if (!out)
		abort();
	size_t at = put_header(elf, out, part->len);
	memcpy(out + at, "\x78\x01\x01", 3);
	number_put(out + at + 3, 2, false, part->len);
	number_put(out + at + 5, 2, false, ~part->len);
	at += BEFORE;
	memcpy(out + at, from, part->len);
	at += part->len;
	number_put(out + at, 4, true, checksum(from, part->len));
	elf_put_word(elf, flags, elf_word(elf, flags) | COMPRESSED);
	if (!elf_splice(elf, part, 0, part->len, out, at + AFTER))
		elf_put_word(elf, flags, elf_word(elf, flags) & ~(uint64_t)COMPRESSED);
	free(out);
}

void elf_compress(struct elf_layout *elf, const struct elf_part *part, struct dice *dice) {
	const size_t head = elf->is_wide ? 24 : 12;
	uint8_t *data = elf->file->data + part->at;
	size_t len;

	if (!part->is_compressed) {
		if (part->len <= UINT16_MAX && !part->is_loaded)
			wrap(elf, part);
		return;
	}
	if (part->len <= head + BEFORE + AFTER || memcmp(data + head, "\x78\x01\x01", 3) ||
	    one_in(dice, 8)) {
		mutate_bytes(data, part->len, dice);
		return;
	}
	len = part->len - head - BEFORE - AFTER;
	mutate_bytes(data + head + BEFORE, len, dice);
	number_put(data + head + BEFORE + len, 4, true, checksum(data + head + BEFORE, len));
}
