/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/func_groups.h"

#include <string.h>

#include "base/own_files.h"
#include "base/sort.h"
#include "base/text.h"
#include "model/code_map.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"

bool knows_threads(const struct dataset *data) {
	return data && data->profile && data->profile->image && data->profile->image->threads;
}

static const char *folder_of(const char *path, struct arena *arena) {
	const size_t len = (size_t)(path_last(path) - path);

	return len ? arena_text(arena, path, len) : ".";
}

static const char *file_of(const struct dataset *data, const struct func *f, enum row_kind by,
                           struct arena *arena) {
	const struct source_location *at = dataset_location(data, f);

	if (!at || !at->path)
		return "no known file";
	return by == ROWS_FILE ? at->path : folder_of(at->path, arena);
}

static const char *class_of(const struct dataset *data, const struct func *f, struct arena *arena) {
	const char *name = names_get(data->names, f, NAME_SHORT);
	const size_t size = strlen(name) + 1;
	char *out = arena_space(arena, size, 1);

	return scope_name(out, size, name) ? out : "no class";
}

static const char *section_of(const struct section_index *sections, const struct func *f) {
	const struct section *section = section_index_at(sections, f->low);

	return section ? section->name : "no section";
}

static const char *object_of(const struct image *image, const struct section_index *sections,
                             const struct func *f) {
	if (f->kind == FUNC_OUTSIDE || !image || !image->nobjects)
		return "no object";
	if (image_is_thread(image, f->low))
		return "threads";
	if (image->regions && f->low >= image->regions)
		return section_of(sections, f);
	return image->objects[image_object_at(image, f->low)].path;
}

static bool is_member(const void *members, uint32_t number, const void *wanted) {
	const struct group_member *x = (const struct group_member *)members + number, *y = wanted;

	return x->func == y->func && x->group == y->group;
}

/* What each thread has of each function, by the paths, which begin with their threads. */
static void find_threads(struct func_groups *out, struct text_list *names, const struct profile *p,
                         struct arena *arena) {
	uint32_t *group = arena_space(arena, p->npaths, sizeof *group), number;
	struct index index = { .arena = arena };
	struct group_member *list = NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->npaths; i++) {
		const struct path *path = &p->paths[i];
		const struct func *f = &p->funcs[path->func];
		struct group_member new = { .func = f };

		group[i] = path->above != NO_PATH
		                   ? group[path->above]
		                   : text_list_number(names, image_is_thread(p->image, f->low)
		                                                     ? f->name
		                                                     : "no known thread");
		if (image_is_thread(p->image, f->low))
			continue;
		new.group = group[i];
		if (index_append(&index, hash_number(path->func, new.group), is_member, list, &new,
		                 &number))
			arena_append(arena, list, n, new);
		list[number].self += path->self;
		list[number].child += (path->is_outermost ? path->total : 0) - path->self;
	}
	uint32_t *funcs = arena_space(arena, n, sizeof *funcs);
	for (size_t i = 0; i < n; i++)
		funcs[i] = (uint32_t)profile_number(p, list[i].func);
	struct lists by_func = lists_new(funcs, n, p->nfuncs, arena);
	struct group_member *members = arena_space(arena, n, sizeof *members);
	for (size_t i = 0; i < n; i++)
		members[i] = list[by_func.list[i]];
	*out = (struct func_groups){ names->texts, names->index.n, members, by_func.first, group };
}

const struct func_groups *func_groups_find(const struct dataset *data, enum row_kind by,
                                           struct arena *arena) {
	const struct profile *p = data->profile;
	struct func_groups *out = arena_alloc(arena, 1, sizeof *out);
	struct text_list names = { .index.arena = arena };
	struct section_index sections = { .n = 0 };

	if (by == ROWS_THREAD) {
		find_threads(out, &names, p, arena);
		return out;
	}
	struct group_member *members = arena_space(arena, p->nfuncs, sizeof *members);
	uint32_t *first = arena_space(arena, p->nfuncs + 1, sizeof *first);
	uint32_t *of_path = p->paths ? arena_space(arena, p->npaths, sizeof *of_path) : NULL;

	if ((by == ROWS_SECTION || by == ROWS_OBJECT) && p->image)
		sections = section_index_new(p->image, false, arena);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		first[i] = (uint32_t)i;
		members[i] = (struct group_member){
			f,
			text_list_number(&names, by == ROWS_CLASS     ? class_of(data, f, arena)
			                         : by == ROWS_SECTION ? section_of(&sections, f)
			                         : by == ROWS_OBJECT
			                                 ? object_of(p->image, &sections, f)
			                                 : file_of(data, f, by, arena)),
			f->self_ticks, f->descendant_ticks
		};
	}
	first[p->nfuncs] = (uint32_t)p->nfuncs;
	for (size_t i = 0; i < p->npaths; i++)
		of_path[i] = members[p->paths[i].func].group;
	*out = (struct func_groups){ names.texts, names.index.n, members, first, of_path };
	return out;
}
