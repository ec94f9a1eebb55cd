/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An executable and a profile made of the bytes of an input, without libbfd
 * and without files.  made_object.c stands in for parse/object/object.c: it
 * defines the same functions.
 *
 * An input: a byte that chooses the machine; the lengths of eleven parts, 2
 * bytes each, little-endian; the parts, of which the last ones may be cut off:
 * code, symbols, calls, bins, and sections of debug information.
 *	symbol  offset in the code (2 bytes), size (1), kind and name (1)
 *	call    offsets of both ends (2 each), count (1)
 *	bin     its count (1), for 4 bytes of code each */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/records.h"
#include "parse/object/object.h"

/* Where the code is. */
enum { MADE_LOW = 0x401000 };

struct made {
	const struct object *object;
	struct records *records;
};

/* Owner: the arena. */
struct made made_read(const uint8_t *data, size_t size, struct arena *arena);
