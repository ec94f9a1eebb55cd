/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/dwarf_names.h"

#include <stddef.h>

#include "parse/dwarf/dwarf_entries.h"

enum { MAX_STEPS = 16 /* from an entry to the one that has the name */ };

/* Source: DWARF 5, section 7.12, and the numbers that vendors use. */
bool dwarf_language_is_plain(uint64_t language)
{
	switch (language) {
	case 0x01:   /* C89 */
	case 0x02:   /* C */
	case 0x05:   /* Cobol74 */
	case 0x06:   /* Cobol85 */
	case 0x07:   /* Fortran77 */
	case 0x09:   /* Pascal83 */
	case 0x0c:   /* C99 */
	case 0x0f:   /* PLI */
	case 0x12:   /* UPC */
	case 0x1d:   /* C11 */
	case 0x8001: /* Mips_Assembler */
	case 0x8765: /* Upc */
		return true;
	default:
		return false;
	}
}

struct dwarf_name dwarf_name_at(const struct dwarf_entries *entries,
                                const struct dwarf_entries *shared,
                                uint64_t offset)
{
	struct dwarf_name out = { NULL, false };
	uint64_t language = 0; /* shared units need not tell it */
	struct dwarf_entry entry;
	int i;

	for (i = 0; i < MAX_STEPS && entries; i++) {
		const struct dwarf_info_unit *unit = dwarf_entry_at(
			&entry, entries, offset);
		const char *linkage, *name;

		if (!unit)
			return out;
		linkage = dwarf_entry_text(&entry.linkage_name, entries, unit);
		if (linkage)
			return (struct dwarf_name){ linkage, true };
		name = dwarf_entry_text(&entry.name, entries, unit);
		language = unit->language ? unit->language : language;
		if (name && !out.text)
			out = (struct dwarf_name){
				name, dwarf_language_is_plain(language)
			};
		if (!entry.origin && !entry.origin_is_shared)
			return out;
		offset = entry.origin;
		if (entry.origin_is_shared)
			entries = shared;
	}
	return out;
}
