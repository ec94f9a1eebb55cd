/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/source_lines.h"

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "parse/lines.h"

struct source_lines {
	const struct object *object; /* NULL: opened, or nothing to open */
	struct lines *lines;         /* or NULL */
	struct arena *arena;
};

struct source_lines *source_lines_new(const struct object *object,
                                      struct arena *arena)
{
	struct source_lines *s = arena_alloc(arena, 1, sizeof *s);

	*s = (struct source_lines){ object, NULL, arena };
	return s;
}

bool source_lines_at(struct source_lines *s, uint64_t address,
                     struct place *out)
{
	struct error ignored;

	if (s->object) {
		s->lines = lines_open(s->object, true, s->arena, NULL,
		                      &ignored);
		s->object = NULL;
	}
	return s->lines && lines_at(s->lines, address, out);
}
