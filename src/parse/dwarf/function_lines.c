/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/dwarf/function_lines.h"

#include "base/arena.h"
#include "base/progress.h"
#include "model/code_extents.h"
#include "model/locations.h"
#include "model/profile.h"
#include "parse/dwarf/lines.h"

enum { STEP_FUNCS = 1024 };

/* A function whose lines are being found. */
struct finding {
	struct extent_builder *extents;
	uint32_t func; /* its number */
	const char *path;
	unsigned last; /* line of that file in its code */
};

static bool take(void *context, uint64_t low, uint64_t high, const struct source_location *location)
{
	struct finding *f = context;

	if (location->path == f->path && location->line > f->last)
		f->last = location->line;
	extent_add(f->extents, location, f->func);
	return true;
}

/* Finds where a function begins, its last line in that file, and all lines
 * that it has code of. */
static void find_place(struct lines *lines, struct finding *finding, const struct func *f,
                       struct source_location *location)
{
	finding->path = NULL;
	finding->last = 0;
	if (lines_at(lines, f->low, location)) {
		finding->path = location->path;
		finding->last = location->line;
	}
	lines_within(lines, &(struct line_stretch){ f->low, f->high, take, finding });
}

const struct func_locations *lines_of_functions(struct lines *lines, const struct profile *profile,
                                                struct arena *arena, struct progress *progress)
{
	struct func_locations *out = arena_alloc(arena, 1, sizeof *out);
	struct arena *scratch = arena_new();
	const size_t n = profile->nfuncs;
	struct source_location *list = arena_alloc(arena, n, sizeof *list);
	unsigned *last = arena_alloc(arena, n, sizeof *last);
	struct finding finding = { .extents = extent_builder_new(profile, list, scratch) };
	bool wanted = true;
	size_t i;

	progress_stage(progress, "finding source lines", n);
	for (i = 0; i < n && wanted; i++) {
		finding.func = (uint32_t)i;
		find_place(lines, &finding, &profile->funcs[i], &list[i]);
		last[i] = finding.last;
		if (i % STEP_FUNCS == 0)
			wanted = progress_step(progress, i);
	}
	lines_drop_rows(lines);
	*out = (struct func_locations){ .list = list, .last = last, .n = n };
	out->extents = extent_builder_done(finding.extents, arena, &out->nextents);
	arena_free(scratch);
	return wanted && !progress_is_cancelled(progress) ? out : NULL;
}
