/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index of a .dwp file: which parts of its sections belong to which
 * unit. */
#ifndef GPTUI_DWARF_PACKAGES_H
#define GPTUI_DWARF_PACKAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

struct work;

/* Sections that units have parts of. */
enum dwarf_part_kind { PART_INFO, PART_ABBREV, PART_STR_OFFSETS, PART_RNGLISTS, PART_KINDS };

struct dwarf_part {
	uint64_t offset, size; /* size 0: the unit has none */
};

struct dwarf_package_unit {
	struct dwarf_part parts[PART_KINDS];
};

/* Finds a unit by its id in .debug_cu_index; false if it is not there, or the
 * index is invalid.  Cost: that of a hash table, within the work allowed. */
bool dwarf_package_find(struct bytes index, bool big_endian, uint64_t id, struct work *work,
                        struct dwarf_package_unit *out);

#endif
