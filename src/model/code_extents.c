/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/code_extents.h"

#include "base/arena.h"
#include "base/index.h"
#include "base/sort.h"
#include "model/profile.h"

enum { LINES = 16 }; /* of a stretch */

/* Consecutive lines of a file; the first is a multiple of their number. */
struct stretch {
	const char *path;
	unsigned first;
	uint32_t funcs[LINES]; /* plus 1; 0: none */
	bool is_shared[LINES];
};

struct extent_builder {
	const struct profile *profile;
	const struct source_location *begins;
	struct arena *arena;
	struct stretch *list; /* as they came; shape: [n] */
	size_t n;
	uint32_t last; /* the one used last */
	struct index index;
};

struct extent_builder *extent_builder_new(const struct profile *profile,
                                          const struct source_location *begins, struct arena *arena)
{
	struct extent_builder *b = arena_alloc(arena, 1, sizeof *b);

	b->profile = profile;
	b->begins = begins;
	b->arena = b->index.arena = arena;
	return b;
}

static bool is_stretch(const void *list, uint32_t number, const void *wanted)
{
	const struct stretch *x = (const struct stretch *)list + number;
	const struct stretch *y = wanted;

	return x->path == y->path && x->first == y->first;
}

/* The stretch of a line, a new one if need be. */
static struct stretch *stretch_of(struct extent_builder *b, const struct source_location *line)
{
	const struct stretch new = { .path = line->path, .first = line->line - line->line % LINES };
	uint64_t hash;

	if (b->n && is_stretch(b->list, b->last, &new))
		return &b->list[b->last];
	hash = hash_number(hash_number(0, (uintptr_t) new.path), new.first);
	b->last = index_find(&b->index, hash, is_stretch, b->list, &new);
	if (b->last == NO_ITEM) {
		b->last = (uint32_t)b->n++;
		b->list = arena_room(b->arena, b->list, b->last, sizeof *b->list);
		b->list[b->last] = new;
		index_add(&b->index, hash, b->last);
	}
	return &b->list[b->last];
}

/* The line that a function begins at, if that is in the line's file and not
 * below it; else 0. */
static unsigned begin_above(const struct extent_builder *b, const struct source_location *line,
                            uint32_t func)
{
	const struct source_location *begin = &b->begins[func];

	return begin->path == line->path && begin->line <= line->line ? begin->line : 0;
}

static bool is_better(const struct extent_builder *b, const struct source_location *line,
                      uint32_t new, uint32_t kept)
{
	const unsigned new_begin = begin_above(b, line, new);
	const unsigned kept_begin = begin_above(b, line, kept);

	if (new_begin != kept_begin)
		return new_begin > kept_begin;
	return b->profile->funcs[new].self_ticks > b->profile->funcs[kept].self_ticks;
}

void extent_add(struct extent_builder *b, const struct source_location *line, uint32_t func)
{
	struct stretch *s = stretch_of(b, line);
	const unsigned i = line->line % LINES;
	const uint32_t kept = s->funcs[i];

	if (kept == func + 1)
		return;
	s->is_shared[i] = kept != 0;
	if (!kept || is_better(b, line, func, kept - 1))
		s->funcs[i] = func + 1;
}

static int by_line(const void *a, const void *b, const void *context)
{
	const struct stretch *list = context;
	const struct stretch *x = &list[*(const uint32_t *)a];
	const struct stretch *y = &list[*(const uint32_t *)b];

	if (x->path != y->path)
		return (uintptr_t)x->path < (uintptr_t)y->path ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Extents, of which there are n. */
struct extents {
	struct code_extent *list;
	size_t n;
};

/* Adds lines of code, which extend the last extent if it is alike. */
static void add_lines(struct extents *out, const struct stretch *s, struct arena *arena)
{
	unsigned i;

	for (i = 0; i < LINES; i++) {
		const unsigned line = s->first + i;
		struct code_extent *last = out->n ? &out->list[out->n - 1] : NULL;

		if (!s->funcs[i])
			continue;
		if (last && last->path == s->path && last->func == s->funcs[i] - 1 &&
		    last->is_shared == s->is_shared[i]) {
			last->last = line;
			continue;
		}
		out->list = arena_room(arena, out->list, out->n, sizeof *out->list);
		out->list[out->n++] = (struct code_extent){ s->path, line, line, s->funcs[i] - 1,
			                                    s->is_shared[i] };
	}
}

const struct code_extent *extent_builder_done(struct extent_builder *b, struct arena *arena,
                                              size_t *n)
{
	uint32_t *order = arena_space(b->arena, b->n, sizeof *order);
	struct extents out = { .n = 0 };
	size_t i;

	for (i = 0; i < b->n; i++)
		order[i] = (uint32_t)i;
	sort_stable(order, b->n, sizeof *order, by_line, b->list, b->arena);
	for (i = 0; i < b->n; i++)
		add_lines(&out, &b->list[order[i]], arena);
	*n = out.n;
	return out.list;
}

/* The index of the first extent that begins after the line. */
static size_t first_after(const struct func_locations *locations, const char *path, unsigned line)
{
	size_t low = 0, high = locations->nextents;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct code_extent *e = &locations->extents[middle];

		if (e->path != path ? (uintptr_t)e->path < (uintptr_t)path : e->first <= line)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

enum extent_side extent_find(const struct func_locations *locations, const char *path,
                             unsigned line, const struct code_extent **out)
{
	const size_t i = first_after(locations, path, line);
	const struct code_extent *list = locations->extents;
	const bool has_above = i && list[i - 1].path == path;
	const bool has_below = i < locations->nextents && list[i].path == path;
	const bool is_here = has_above && list[i - 1].last >= line;
	const bool follows = has_above && list[i - 1].last + 1 == line &&
	                     !(has_below && list[i].first == line + 1);

	*out = NULL;
	if (is_here || follows || (has_above && !has_below))
		*out = &list[i - 1];
	else if (has_below)
		*out = &list[i];
	if (!*out)
		return EXTENT_NONE;
	if (is_here)
		return EXTENT_HERE;
	return (*out)->last < line ? EXTENT_ABOVE : EXTENT_BELOW;
}
