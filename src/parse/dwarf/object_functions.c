/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/object_functions.h"

#include "model/image.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/object/object.h"
#include "parse/dwarf/split_files.h"

struct dwarf_functions *object_functions(const struct object *object,
                                         bool as_libbfd, struct arena *arena)
{
	const struct machine *machine = &object_image(object)->machine;
	struct dwarf_sections s = { .big_endian = machine->big_endian,
		                    .sign_extends = machine->sign_extends,
		                    .as_libbfd = as_libbfd };
	struct dwarf_files files = { .shared = s };

	object_section(object, ".debug_info", &s.info, arena);
	object_section(object, ".debug_abbrev", &s.abbrev, arena);
	object_section(object, ".debug_ranges", &s.ranges, arena);
	object_section(object, ".debug_rnglists", &s.rnglists, arena);
	object_section(object, ".debug_addr", &s.addr, arena);
	object_section(object, ".debug_str", &s.texts.str, arena);
	object_section(object, ".debug_line_str", &s.texts.line_str, arena);
	object_section(object, ".debug_str_offsets", &s.texts.str_offsets,
	               arena);
	object_alternate_section(object, ".debug_info", &files.shared.info,
	                         arena);
	object_alternate_section(object, ".debug_abbrev", &files.shared.abbrev,
	                         arena);
	object_alternate_section(object, ".debug_str", &files.shared.texts.str,
	                         arena);
	s.texts.shared_str = files.shared.texts.str;
	files.own = s;
	if (!as_libbfd) {
		files.split = split_files_find;
		files.context = split_files_new(object, &files.own, arena);
	}
	return dwarf_functions_open(&files, arena);
}
