/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/base_lines.h"

#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "model/code_lines.h"
#include "model/compare/comparison.h"
#include "model/profile.h"

/* The time of a line of the base. */
struct base_line {
	uint32_t func; /* its number; NO_FUNC: in all of them */
	unsigned line;
	const char *path;
	double ticks; /* of the base */
};

struct base_lines {
	const struct comparison *comparison;
	const struct line_match *match;
	struct base_line *list; /* shape: [index.n] */
	struct index index;
	struct arena *arena;
};

static uint64_t hash_of(uint64_t path, uint32_t func, unsigned line)
{
	return hash_number(path, (uint64_t)func << 32 | line);
}

static bool is_line(const void *items, uint32_t number, const void *wanted)
{
	const struct base_line *x = (const struct base_line *)items + number;
	const struct base_line *y = wanted;

	return x->func == y->func && x->line == y->line && !strcmp(x->path, y->path);
}

static void add(struct base_lines *b, uint64_t path, const struct base_line *line)
{
	const uint64_t hash = hash_of(path, line->func, line->line);
	const uint32_t found = index_find(&b->index, hash, is_line, b->list, line);
	const uint32_t number = (uint32_t)b->index.n;

	if (found != NO_ITEM) {
		b->list[found].ticks += line->ticks;
		return;
	}
	b->list = arena_room(b->arena, b->list, number, sizeof *b->list);
	b->list[number] = *line;
	index_add(&b->index, hash, number);
}

/* The lines of each function; those of a file follow each other. */
static void add_code_lines(struct base_lines *b, const struct dataset *base)
{
	const struct code_lines *lines = base->code_lines;
	const char *path = NULL;
	uint64_t hash = 0;
	size_t i;

	for (i = 0; lines && i < lines->n; i++) {
		const struct code_line *l = &lines->list[i];

		if (!l->location.path || l->ticks <= 0)
			continue;
		if (l->location.path != path)
			hash = hash_text(0, path = l->location.path);
		add(b, hash,
		    &(struct base_line){ (uint32_t)profile_number(base->profile, l->func),
		                         l->location.line, path, l->ticks });
	}
}

/* The lines of each file. */
static void add_line_times(struct base_lines *b, const struct dataset *base)
{
	const struct line_times *times = base->line_times;
	const char *path = NULL;
	uint64_t hash = 0;
	size_t i;

	for (i = 0; times && i < times->n; i++) {
		const struct line_ticks *l = &times->list[i];

		if (l->path != path)
			hash = hash_text(0, path = l->path);
		add(b, hash, &(struct base_line){ NO_FUNC, l->line, path, l->ticks });
	}
}

static bool is_same_program(const struct comparison *c)
{
	const char *base = c->base->files.executable;
	const char *new = c->new->files.executable;

	return base && new && !strcmp(base, new);
}

const struct base_lines *base_lines_new(const struct comparison *c, struct arena *arena)
{
	struct base_lines *b = arena_alloc(arena, 1, sizeof *b);

	b->comparison = c;
	b->arena = b->index.arena = arena;
	b->match = line_match_new(&c->base->data, &c->new->data,
	                          is_same_program(c) ? NULL : c->matching, arena);
	add_code_lines(b, &c->base->data);
	add_line_times(b, &c->base->data);
	return b;
}

bool base_lines_are_same(const struct base_lines *lines)
{
	return is_same_program(lines->comparison);
}

struct base_file base_lines_file(const struct base_lines *lines, const char *path)
{
	struct base_file file = { .match = { .path = NULL } };

	if (lines && path)
		file.match = line_match_file(lines->match, path);
	if (file.match.path)
		file.hash = hash_text(0, file.match.path);
	return file;
}

static double ticks_of(const struct base_lines *b, const struct base_file *file, uint32_t func,
                       unsigned line)
{
	const struct base_line wanted = { func, line, file->match.path, 0 };
	const uint32_t found = index_find(&b->index, hash_of(file->hash, func, line), is_line,
	                                  b->list, &wanted);

	return found == NO_ITEM ? 0 : b->list[found].ticks;
}

bool base_lines_ticks(const struct base_lines *lines, const struct base_file *file,
                      const struct func *f, unsigned line, double *ticks)
{
	const struct comparison *c = lines ? lines->comparison : NULL;
	const unsigned base = file->match.path ? file_match_line(&file->match, line) : 0;
	const struct dataset *data = c ? &c->base->data : NULL;
	const uint32_t *shown;
	size_t n, i;

	*ticks = 0;
	if (!c || !base || (f ? !data->code_lines : !data->line_times))
		return false;
	if (!f) {
		*ticks = comparison_ticks(c, ticks_of(lines, file, NO_FUNC, base));
		return true;
	}
	shown = comparison_shown(c, f, &n);
	for (i = 0; i < n; i++)
		*ticks += comparison_ticks(c, ticks_of(lines, file, shown[i], base));
	return n > 0;
}
