/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_cursor.h"

#include <string.h>

struct dwarf_cursor dwarf_cursor_at(struct bytes bytes, uint64_t offset, bool big_endian)
{
	static const unsigned char nothing[1];
	struct dwarf_cursor in = { nothing, nothing, big_endian, true };

	if (bytes.data && offset <= bytes.len) {
		in.at = bytes.data + offset;
		in.end = bytes.data + bytes.len;
		in.is_cut = false;
	}
	return in;
}

void dwarf_end_at(struct dwarf_cursor *in, const unsigned char *begin, size_t len)
{
	if (!in->is_cut && len < (size_t)(in->end - begin))
		in->end = begin + len;
}

size_t dwarf_left(const struct dwarf_cursor *in)
{
	return (size_t)(in->end - in->at);
}

static void cut(struct dwarf_cursor *in)
{
	in->at = in->end;
	in->is_cut = true;
}

void dwarf_skip(struct dwarf_cursor *in, uint64_t len)
{
	if (len > dwarf_left(in))
		cut(in);
	else
		in->at += len;
}

uint64_t dwarf_number(struct dwarf_cursor *in, size_t size)
{
	struct bytes rest = { in->at, dwarf_left(in) };
	uint64_t number = 0;

	if (!bytes_take_number(&rest, size, in->big_endian, &number))
		cut(in);
	else
		in->at = rest.data;
	return number;
}

bool dwarf_number_at(uint64_t *out, struct bytes section, uint64_t base, uint64_t index,
                     size_t size, bool big_endian)
{
	struct dwarf_cursor in = dwarf_cursor_at(section, base, big_endian);

	if (index > dwarf_left(&in) / size)
		return false;
	dwarf_skip(&in, index * size);
	*out = dwarf_number(&in, size);
	return !in.is_cut;
}

uint64_t dwarf_unit_length(struct dwarf_cursor *in, unsigned *offset_size)
{
	uint64_t length = dwarf_number(in, 4);

	*offset_size = 4;
	if (length == 0xffffffff) {
		*offset_size = 8;
		return dwarf_number(in, 8);
	}
	if (length >= 0xfffffff0) /* reserved */
		cut(in);
	return length;
}

/* A LEB128 number as if unsigned, and its last byte; `bits` becomes the number
 * of its bits. */
static inline uint64_t take_leb(struct dwarf_cursor *in, unsigned *bits, unsigned *last)
{
	uint64_t number = 0;
	unsigned shift = 0, byte;

	do {
		byte = dwarf_byte(in);
		if (shift < 64)
			number |= (uint64_t)(byte & 0x7f) << shift;
		shift += shift < 64 ? 7 : 0;
	} while (byte & 0x80);
	*bits = shift;
	*last = byte;
	return number;
}

uint64_t dwarf_long_uleb(struct dwarf_cursor *in)
{
	unsigned bits, last;

	return take_leb(in, &bits, &last);
}

int64_t dwarf_sleb(struct dwarf_cursor *in)
{
	unsigned bits, last;
	uint64_t number = take_leb(in, &bits, &last);

	if (last & 0x40 && bits < 64)
		number |= UINT64_MAX << bits;
	return (int64_t)number;
}

const char *dwarf_text(struct dwarf_cursor *in)
{
	const char *text = (const char *)in->at;
	size_t room = dwarf_left(in);
	const char *end;

	if (room > DWARF_TEXT_MAX)
		room = DWARF_TEXT_MAX;
	end = room ? memchr(text, 0, room) : NULL;
	if (!end) {
		cut(in);
		return NULL;
	}
	in->at += end - text + 1;
	return text;
}
