/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/source_functions.h"

#include <string.h>

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/code_extents.h"
#include "model/dataset.h"
#include "model/frames.h"
#include "model/line_owners.h"
#include "model/locations.h"
#include "model/profile.h"
#include "table/table.h"
#include "views/source_row.h"

/* The functions of the file by their first lines; sets how many. */
static struct keyed *functions_of(const struct dataset *data, const char *path, size_t *n,
                                  struct arena *arena)
{
	struct keyed *list = NULL;
	size_t i;

	*n = 0;
	for (i = 0; i < data->locations->n; i++) {
		const struct source_location *location = &data->locations->list[i];

		if (!location->path || !location->line || strcmp(location->path, path) != 0)
			continue;
		list = arena_room(arena, list, *n, sizeof *list);
		list[(*n)++] = (struct keyed){ location->line, (uint32_t)i };
	}
	if (*n)
		sort_keys(list, *n, arena);
	return list;
}

const struct beginning *source_beginnings(const struct dataset *data, const char *path,
                                          const struct func *subject, size_t *nbegins,
                                          struct arena *arena)
{
	size_t n, i;
	const struct keyed *list = functions_of(data, path, &n, arena);
	struct beginning *out = arena_alloc(arena, n, sizeof *out);
	struct beginning *here = NULL;

	*nbegins = 0;
	for (i = 0; i < n; i++) {
		const struct func *f = &data->profile->funcs[list[i].index];

		if (!here || here->line != list[i].key) {
			here = &out[(*nbegins)++];
			here->line = list[i].key;
		}
		if (!here->func || f == subject ||
		    (here->func != subject && f->self_ticks > here->func->self_ticks))
			here->func = f;
		here->nfuncs++;
		here->calls += f->calls;
		here->is_called |= func_is_counted(f);
	}
	return out;
}

/* What begins at a line, or NULL. */
static const struct beginning *beginning_at(const struct beginning *list, size_t n, unsigned line)
{
	const size_t i = lower_bound(list, n, sizeof *list, offsetof(struct beginning, line), line);

	return i < n && list[i].line == line ? &list[i] : NULL;
}

/* The inlined function that a line is written in, or NULL. */
static const char *inlined_from(const struct frames *frames, struct line_frames line)
{
	size_t i;

	for (i = 0; i < line.n; i++)
		if (frames->list[line.list[i]].outer != NO_FRAME)
			return frames->list[line.list[i]].function;
	return NULL;
}

void source_row_belong(struct table *t, struct source_row *row, const struct beginning *list,
                       size_t n, struct line_frames line)
{
	const struct beginning *begins = beginning_at(list, n, row->line);
	const struct frames *frames = t->data->frames;

	if (line.n) {
		row->inlined_from = inlined_from(frames, line);
		row->owners = frames_owners(frames, line.list, line.n, t->arena);
	}
	row->side = extent_find(t->data->locations, row->path, row->line, &row->extent);
	if (begins) {
		row->begins = begins->func;
		row->nbegin = begins->nfuncs;
		row->calls = begins->calls;
		row->is_called = begins->is_called;
	}
	if (row->owners.n)
		row->func = row->owners.list[0].func;
	else if (begins)
		row->func = begins->func;
	else if (row->extent)
		row->func = &t->data->profile->funcs[row->extent->func];
}

bool source_row_has_code(const struct source_row *row)
{
	return row->owners.n || row->begins || row->side == EXTENT_HERE;
}
