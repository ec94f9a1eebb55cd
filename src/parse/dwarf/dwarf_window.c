/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_window.h"

struct dwarf_window dwarf_window_open(const struct dwarf_sections *sections, struct arena *arena)
{
	return (struct dwarf_window){
		.sections = sections,
		.room.arena = arena,
		.bytes = sections->info,
		.total = sections->info.data ? sections->info.len : sections->info_part.len,
	};
}

struct dwarf_cursor dwarf_window_at(struct dwarf_window *w, size_t offset, size_t len)
{
	enum { AT_ONCE = 1 << 14 };
	const size_t rest = w->total - offset;

	len = len < rest ? len : rest;
	if (offset - w->from + len > w->bytes.len) {
		len = len < AT_ONCE ? AT_ONCE : len;
		len = len < rest ? len : rest;
		bytes_make_room(&w->room, len);
		if (!file_part_read(&w->sections->info_part, w->room.data, len, offset))
			len = 0;
		w->bytes = (struct bytes){ w->room.data, len };
		w->from = offset;
	}
	return dwarf_cursor_at(w->bytes, offset - w->from, w->sections->big_endian);
}
