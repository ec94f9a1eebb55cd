/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What functions are called: by their own entry, or by those it refers to, in
 * its file or in the one that dwz(1) moved what several files share to. */
#ifndef GPTUI_DWARF_NAMES_H
#define GPTUI_DWARF_NAMES_H

#include <stdbool.h>
#include <stdint.h>

struct dwarf_entries;

struct dwarf_name {
	const char *text;    /* raw, in its section; NULL: not told */
	bool is_linker_name; /* it is what the linker calls the function */
};

/* The name of the entry at the offset: the linker's wherever that is told.
 * shared: the entries of the alternate file, or NULL. */
struct dwarf_name dwarf_name_at(const struct dwarf_entries *entries,
                                const struct dwarf_entries *shared,
                                uint64_t offset);

/* Whether names in the language, DW_LANG_*, are what the linker sees: C and its
 * like. */
bool dwarf_language_is_plain(uint64_t language);

#endif
