/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ELF files made of sections. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

struct made_section {
	const char *name;
	struct bytes bytes; /* empty: it is left out */
	bool is_note;
};

/* Writes an executable without code, and returns its size; at most 16
 * sections, of which those that there is no room for are left out. */
size_t made_elf(uint8_t *out, size_t room, const struct made_section *sections, size_t n,
                bool is_narrow, bool is_big);
