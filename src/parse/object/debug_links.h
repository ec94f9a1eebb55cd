/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What files say of the files that hold the rest of their debug information:
 * sections of names and marks, from any bytes. */
#ifndef GPTUI_DEBUG_LINKS_H
#define GPTUI_DEBUG_LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

/* A build-id: the mark that the linker gives a build, and its separate files
 * keep.  Real ones have 8 to 32 bytes. */
enum { BUILD_ID_LEAST = 2, BUILD_ID_MOST = 64 };

/* Finds the build-id in .note.gnu.build-id; false when there is none. */
bool debug_link_build_id(struct bytes section, bool big_endian,
                         struct bytes *out);

/* Whether both are the same and not empty. */
bool debug_link_is_same(struct bytes a, struct bytes b);

/* .gnu_debuglink: the name of the separate file, and its CRC-32. */
struct debug_link {
	const char *name; /* in the section */
	uint32_t crc;
};

bool debug_link_read(struct bytes section, bool big_endian,
                     struct debug_link *out);

/* The file that several others share entries and texts of. */
struct debug_alternate {
	const char *name;      /* in the section */
	struct bytes build_id; /* its build-id, or checksum */
};

/* .gnu_debugaltlink, as dwz writes it. */
bool debug_link_alternate(struct bytes section, struct debug_alternate *out);

/* .debug_sup of DWARF 5.  Of the shared file itself the name is empty. */
bool debug_link_supplement(struct bytes section, bool big_endian,
                           struct debug_alternate *out);

#endif
