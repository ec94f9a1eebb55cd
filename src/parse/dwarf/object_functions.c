/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/object_functions.h"

#include "model/image.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/object/object.h"
#include "parse/dwarf/split_files.h"

static void fetch(struct bytes *out, const struct object *object,
                  const char *name, struct arena *arena)
{
	if (!object_section(object, name, out, arena))
		*out = (struct bytes){ NULL, 0 };
}

static void fetch_shared(struct bytes *out, const struct object *object,
                         const char *name, struct arena *arena)
{
	if (!object_alternate_section(object, name, out, arena))
		*out = (struct bytes){ NULL, 0 };
}

struct dwarf_functions *object_functions(const struct object *object,
                                         bool as_libbfd, struct arena *arena)
{
	const struct machine *machine = &object_image(object)->machine;
	struct dwarf_sections s = { .big_endian = machine->big_endian,
		                    .sign_extends = machine->sign_extends,
		                    .as_libbfd = as_libbfd };
	struct dwarf_files files = { .shared = s };

	fetch(&s.info, object, ".debug_info", arena);
	fetch(&s.abbrev, object, ".debug_abbrev", arena);
	fetch(&s.ranges, object, ".debug_ranges", arena);
	fetch(&s.rnglists, object, ".debug_rnglists", arena);
	fetch(&s.addr, object, ".debug_addr", arena);
	fetch(&s.texts.str, object, ".debug_str", arena);
	fetch(&s.texts.line_str, object, ".debug_line_str", arena);
	fetch(&s.texts.str_offsets, object, ".debug_str_offsets", arena);
	fetch_shared(&files.shared.info, object, ".debug_info", arena);
	fetch_shared(&files.shared.abbrev, object, ".debug_abbrev", arena);
	fetch_shared(&files.shared.texts.str, object, ".debug_str", arena);
	s.texts.shared_str = files.shared.texts.str;
	files.own = s;
	if (!as_libbfd) {
		files.split = split_files_find;
		files.context = split_files_new(object, &files.own, arena);
	}
	return dwarf_functions_open(&files, arena);
}
