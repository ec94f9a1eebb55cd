/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some bytes of .debug_info, for a sweep over all of it: the whole section if it
 * is in memory, else a piece of the file at a time. */
#ifndef GPTUI_DWARF_WINDOW_H
#define GPTUI_DWARF_WINDOW_H

#include <stddef.h>

#include "base/bytes.h"
#include "parse/dwarf/dwarf_cursor.h"
#include "parse/dwarf/dwarf_ranges.h"

struct dwarf_window {
	const struct dwarf_sections *sections;
	struct bytes_room room;
	struct bytes bytes; /* those at hand */
	size_t from;        /* their offset in the section */
	size_t total;       /* bytes of the section */
};

struct dwarf_window dwarf_window_open(const struct dwarf_sections *sections, struct arena *arena);

/* A cursor on the offset, with at least so many bytes if the section has them.
 * Those of before are gone. */
struct dwarf_cursor dwarf_window_at(struct dwarf_window *window, size_t offset, size_t len);

#endif
