/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/func_groups.h"

#include <string.h>

#include "base/arena.h"
#include "base/own_files.h"
#include "base/text.h"
#include "model/code_map.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/source.h"

bool rows_are_groups(enum row_kind rows) {
	return rows >= ROWS_FILE && rows <= ROWS_OBJECT;
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
	if (image->regions && f->low >= image->regions)
		return section_of(sections, f);
	return image->objects[image_object_at(image, f->low)].path;
}

const struct func_groups *func_groups_find(const struct dataset *data, enum row_kind by,
                                           struct arena *arena) {
	const struct profile *p = data->profile;
	struct func_groups *out = arena_alloc(arena, 1, sizeof *out);
	uint32_t *of = arena_space(arena, p->nfuncs, sizeof *of);
	struct text_list names = { .index.arena = arena };
	struct section_index sections = { .n = 0 };
	size_t i;

	if ((by == ROWS_SECTION || by == ROWS_OBJECT) && p->image)
		sections = section_index_new(p->image, false, arena);
	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		of[i] = text_list_number(&names, by == ROWS_CLASS     ? class_of(data, f, arena)
		                                 : by == ROWS_SECTION ? section_of(&sections, f)
		                                 : by == ROWS_OBJECT
		                                         ? object_of(p->image, &sections, f)
		                                         : file_of(data, f, by, arena));
	}
	*out = (struct func_groups){ names.texts, names.index.n, of };
	return out;
}
