/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layouts, sizes in bytes:
 *
 *	.note.gnu.build-id   length of owner 4, of content 4, type 4 (3);
 *	                     owner "GNU\0", content; each padded to 4
 *	.gnu_debuglink       name with NUL, padded to 4; CRC-32 of the file 4
 *	.gnu_debugaltlink    name with NUL; build-id of the file, to the end
 *	.debug_sup           version 2, is the shared file 1, name with NUL,
 *	                     length of checksum LEB128, checksum
 *
 * Source: the ELF gABI (notes); GDB's manual, "Debugging Information in
 * Separate Files"; dwz(1); DWARF 5, section 7.3.6. */
#include "parse/object/debug_links.h"

#include <string.h>

#include "parse/object/dwarf_cursor.h"

static uint64_t padded(uint64_t size)
{
	return (size + 3) & ~(uint64_t)3;
}

/* Splits off the next `len` bytes; empty when they are not there. */
static struct bytes take(struct dwarf_cursor *in, uint64_t len)
{
	struct bytes out = { in->at, 0 };

	dwarf_skip(in, len);
	if (!in->is_cut)
		out.len = (size_t)len;
	return out;
}

static bool can_be_build_id(struct bytes id)
{
	return id.len >= BUILD_ID_LEAST && id.len <= BUILD_ID_MOST;
}

bool debug_link_build_id(struct bytes section, bool big_endian,
                         struct bytes *out)
{
	static const char owner[] = "GNU";
	enum { TYPE_BUILD_ID = 3 };
	struct dwarf_cursor in = dwarf_cursor_at(section, 0, big_endian);

	while (dwarf_left(&in)) {
		uint64_t owner_len = dwarf_number(&in, 4);
		uint64_t len = dwarf_number(&in, 4);
		uint64_t type = dwarf_number(&in, 4);
		struct bytes name = take(&in, padded(owner_len));

		*out = take(&in, len);
		dwarf_skip(&in, padded(len) - len);
		if (type == TYPE_BUILD_ID && owner_len == sizeof owner &&
		    name.len && !memcmp(name.data, owner, sizeof owner) &&
		    can_be_build_id(*out))
			return true;
	}
	return false;
}

bool debug_link_is_same(struct bytes a, struct bytes b)
{
	return a.len && a.len == b.len && !memcmp(a.data, b.data, a.len);
}

bool debug_link_read(struct bytes section, bool big_endian,
                     struct debug_link *out)
{
	struct dwarf_cursor in = dwarf_cursor_at(section, 0, big_endian);

	out->name = dwarf_text(&in);
	if (in.is_cut || !*out->name)
		return false;
	dwarf_skip(&in, padded(strlen(out->name) + 1) - strlen(out->name) - 1);
	out->crc = (uint32_t)dwarf_number(&in, 4);
	return !in.is_cut;
}

bool debug_link_alternate(struct bytes section, struct debug_alternate *out)
{
	struct dwarf_cursor in = dwarf_cursor_at(section, 0, false);

	out->name = dwarf_text(&in);
	out->build_id = take(&in, dwarf_left(&in));
	return out->name && *out->name && can_be_build_id(out->build_id);
}

bool debug_link_supplement(struct bytes section, bool big_endian,
                           struct debug_alternate *out)
{
	struct dwarf_cursor in = dwarf_cursor_at(section, 0, big_endian);

	dwarf_skip(&in, 3);
	out->name = dwarf_text(&in);
	out->build_id = take(&in, dwarf_uleb(&in));
	return out->name && can_be_build_id(out->build_id);
}
