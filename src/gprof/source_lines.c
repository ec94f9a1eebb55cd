/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/source_lines.h"

#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/path.h"
#include "base/search.h"
#include "model/image.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/dwarf/line_runs.h"
#include "parse/dwarf/lines.h"
#include "parse/dwarf/object_functions.h"
#include "parse/object/object.h"

struct source_lines {
	const struct object *object; /* NULL: no lines are known */
	bool as_gprof;               /* number files the way libbfd does */
	bool is_open;
	struct lines *lines;               /* or NULL */
	const struct line_runs *runs;      /* or NULL */
	struct dwarf_functions *functions; /* once it is asked */
	struct arena *arena;
};

struct source_lines *source_lines_new(const struct object *object, bool as_gprof,
                                      struct arena *arena)
{
	struct source_lines *s = arena_alloc(arena, 1, sizeof *s);

	*s = (struct source_lines){ .object = object, .as_gprof = as_gprof, .arena = arena };
	return s;
}

static struct lines *lines_of(struct source_lines *s)
{
	struct error ignored;

	if (s->object && !s->is_open)
		s->lines = lines_open(s->object, s->as_gprof, s->arena, NULL, &ignored);
	s->is_open = true;
	return s->lines;
}

const struct line_runs *source_lines_runs(struct source_lines *s)
{
	static const struct line_runs none = { .n = 0 };
	struct lines *lines = lines_of(s);

	if (!s->object)
		return NULL;
	if (lines && !s->runs)
		s->runs = line_runs_read(s->object, lines, s->arena, NULL);
	return lines ? s->runs : &none;
}

/* Whether gprof takes the line of code at the address: libbfd names the
 * function as well, but for COFF only if debug information does. */
static bool is_taken(struct source_lines *s, uint64_t address)
{
	const struct dwarf_function *f;
	uint64_t end;

	if (!s->as_gprof || !object_image(s->object)->is_coff)
		return true;
	if (!s->functions)
		s->functions = object_functions(s->object, true, s->arena);
	f = dwarf_functions_at(s->functions, address, &end);
	return f && f->name;
}

/* The run that begins at the address, or NULL. */
static const struct line_run *run_at(const struct line_runs *runs, uint64_t address)
{
	size_t i;

	if (!runs)
		return NULL;
	i = lower_bound(runs->list, runs->n, sizeof *runs->list, offsetof(struct line_run, low),
	                address);
	return i < runs->n && runs->list[i].low == address ? &runs->list[i] : NULL;
}

bool source_lines_at(struct source_lines *s, uint64_t address, struct source_location *out)
{
	struct lines *lines = lines_of(s);
	const struct line_run *run = run_at(s->runs, address);

	if (run) {
		const char *path = s->runs->paths[run->path];

		*out = (struct source_location){ path, path_last(path), run->line };
		return true;
	}
	return lines && lines_at(lines, address, out) && is_taken(s, address);
}
