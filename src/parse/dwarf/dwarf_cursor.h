/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading DWARF data, number by number.
 *
 * Nothing is read beyond the end: a read that does not fit returns 0, moves
 * the cursor to the end and sets is_cut, which stays set.  So a caller can
 * read a whole header and check is_cut once. */
#ifndef GPTUI_DWARF_CURSOR_H
#define GPTUI_DWARF_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

/* Longest text taken for a name, with its NUL: no path can be longer. */
enum { DWARF_TEXT_MAX = 4096 };

struct dwarf_cursor {
	const unsigned char *at, *end;
	bool big_endian;
	bool is_cut; /* something read did not fit */
};

/* A cursor from the offset to the end; cut if there is no such offset. */
struct dwarf_cursor dwarf_cursor_at(struct bytes bytes, uint64_t offset, bool big_endian);

/* Lets it end after so many bytes from `begin` on, if it does not before. */
void dwarf_end_at(struct dwarf_cursor *in, const unsigned char *begin, size_t len);

size_t dwarf_left(const struct dwarf_cursor *in);
void dwarf_skip(struct dwarf_cursor *in, uint64_t len);

/* An unsigned number of `size` bytes, at most 8. */
uint64_t dwarf_number(struct dwarf_cursor *in, size_t size);

/* The number with the index in a list of numbers of `size` bytes, which begins
 * at `base`; false if there is none. */
bool dwarf_number_at(uint64_t *out, struct bytes section, uint64_t base, uint64_t index,
                     size_t size, bool big_endian);

/* A unit's length; sets the size of its offsets, 4 or 8 (DWARF64). */
uint64_t dwarf_unit_length(struct dwarf_cursor *in, unsigned *offset_size);

/* LEB128 numbers of more than one byte; bits above 64 are dropped. */
uint64_t dwarf_long_uleb(struct dwarf_cursor *in);
int64_t dwarf_sleb(struct dwarf_cursor *in);

/* A text up to its NUL, inside the section; NULL if there is no NUL within
 * DWARF_TEXT_MAX bytes, and then the cursor is cut. */
const char *dwarf_text(struct dwarf_cursor *in);

static inline unsigned dwarf_byte(struct dwarf_cursor *in)
{
	if (in->at == in->end) {
		in->is_cut = true;
		return 0;
	}
	return *in->at++;
}

static inline uint64_t dwarf_uleb(struct dwarf_cursor *in)
{
	if (in->at != in->end && *in->at < 0x80)
		return *in->at++;
	return dwarf_long_uleb(in);
}

#endif
