/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/func_groups.h"

#include <string.h>

#include "base/arena.h"
#include "base/own_files.h"
#include "base/sort.h"
#include "model/code_map.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"

/* Groups being made. */
struct grouping {
	const struct dataset *data;
	enum group_by by;
	struct section_index sections;
	struct arena *arena;
	struct func_group *list; /* shape: [n] */
	size_t n;
	struct index index;
};

/* The name of a group: its bytes need not end with NUL. */
struct group_name {
	const char *text;
	size_t len;
};

static struct group_name named(const char *text)
{
	return (struct group_name){ text, strlen(text) };
}

static struct group_name file_of(const struct grouping *g, const struct func *f)
{
	const struct source_location *at = dataset_location(g->data, f);

	if (!at || !at->path)
		return named("no known file");
	if (g->by == GROUP_FILE)
		return named(at->path);
	if (path_last(at->path) == at->path)
		return named(".");
	return (struct group_name){ at->path, (size_t)(path_last(at->path) - at->path) };
}

static struct group_name class_of(const struct grouping *g, const struct func *f,
                                  struct arena *scratch)
{
	const char *name = names_get(g->data->names, f, NAME_SHORT);
	const size_t size = strlen(name) + 1;
	char *out = arena_space(scratch, size, 1);

	return scope_name(out, size, name) ? named(out) : named("no class");
}

static struct group_name section_of(const struct grouping *g, const struct func *f)
{
	const struct section *section = section_index_at(&g->sections, f->low);

	return named(section ? section->name : "no section");
}

static struct group_name group_of(const struct grouping *g, const struct func *f,
                                  struct arena *scratch)
{
	switch (g->by) {
	case GROUP_CLASS:
		return class_of(g, f, scratch);
	case GROUP_SECTION:
		return section_of(g, f);
	case GROUP_FILE:
	case GROUP_FOLDER:
	case GROUP_NONE:
		break;
	}
	return file_of(g, f);
}

static bool is_group(const void *list, uint32_t number, const void *wanted)
{
	const struct func_group *x = (const struct func_group *)list + number;
	const struct group_name *y = wanted;

	return !strncmp(x->name, y->text, y->len) && !x->name[y->len];
}

/* The number of the group, a new one if need be. */
static uint32_t find_group(struct grouping *g, struct group_name name)
{
	const uint64_t hash = hash_bytes(0, name.text, name.len);
	uint32_t number;

	if (!index_append(&g->index, hash, is_group, g->list, &name, &number))
		return number;
	g->list = arena_room(g->arena, g->list, g->n++, sizeof *g->list);
	g->list[number] = (struct func_group){ .name = arena_text(g->arena, name.text, name.len) };
	return number;
}

/* Gives each group its functions, which were counted. */
static void list_members(struct grouping *g, const uint32_t *of, size_t n)
{
	uint32_t *all = arena_space(g->arena, n, sizeof *all), *next = all;
	size_t *taken = arena_alloc(g->arena, g->n, sizeof *taken);
	uint32_t **list = arena_alloc(g->arena, g->n, sizeof *list);
	size_t i;

	for (i = 0; i < g->n; i++) {
		g->list[i].funcs = list[i] = next;
		next += g->list[i].nfuncs;
	}
	for (i = 0; i < n; i++)
		list[of[i]][taken[of[i]]++] = (uint32_t)i;
}

const struct func_groups *func_groups_find(const struct dataset *data, enum group_by by,
                                           struct arena *arena)
{
	struct arena *scratch = arena_new();
	const struct profile *p = data->profile;
	struct func_groups *out = arena_alloc(arena, 1, sizeof *out);
	uint32_t *of = arena_space(arena, p->nfuncs, sizeof *of);
	struct grouping g = { .data = data, .by = by, .arena = arena, .index.arena = scratch };
	size_t i;

	if (by == GROUP_SECTION && p->image)
		g.sections = section_index_new(p->image, false, scratch);
	for (i = 0; i < p->nfuncs; i++) {
		of[i] = find_group(&g, group_of(&g, &p->funcs[i], scratch));
		g.list[of[i]].nfuncs++;
	}
	list_members(&g, of, p->nfuncs);
	*out = (struct func_groups){ g.list, g.n, of };
	arena_free(scratch);
	return out;
}
