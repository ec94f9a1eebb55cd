/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kept_objects.h"

#include <stdio.h>
#include <string.h>

#include "parse/object/object.h"

enum {
	SETS = 24,
	MOST_USES = 64, /* what reading adds to an object stays with it */
	OBJECTS = 8,    /* of which the first is a program, so that what the others share lives as
	                   long as they */
	MOST_PATH = 64
};

struct kept {
	const struct object *object;
	struct work *work, as_opened;
	char path[MOST_PATH];
};

/* What was opened of the same files. */
struct set {
	struct arena *arena; /* made between inputs, so that an input that takes too much memory
	                        does not free it */
	struct kept list[OBJECTS];
	size_t n, ntried;
	uint64_t contents;
	unsigned uses;
};

static struct set sets[SETS], *now;

static void renew(struct set *set, uint64_t contents) {
	if (set->arena)
		arena_free(set->arena);
	*set = (struct set){ .arena = arena_new(), .contents = contents };
}

void kept_objects_begin(uint64_t contents) {
	size_t i;

	now = &sets[contents % SETS];
	if (!now->arena || now->contents != contents || now->uses++ == MOST_USES ||
	    now->ntried > now->n)
		renew(now, contents);
	for (i = 0; i < now->n; i++) {
		*now->list[i].work = now->list[i].as_opened;
		object_debug_files(now->list[i].object)->work = now->list[i].work;
	}
}

const struct object *__real_object_open(const char *path, const struct debug_search *search,
                                        struct arena *arena, struct error *err);
const struct object *__wrap_object_open(const char *path, const struct debug_search *search,
                                        struct arena *arena, struct error *err);

const struct object *__wrap_object_open(const char *path, const struct debug_search *search,
                                        struct arena *arena, struct error *err) {
	struct kept *kept;
	size_t i;

	for (i = 0; now && i < now->n; i++)
		if (!strcmp(now->list[i].path, path))
			return now->list[i].object;
	if (!now || now->n == OBJECTS || now->ntried > now->n || strlen(path) >= MOST_PATH)
		return __real_object_open(path, search, arena, err);
	kept = &now->list[now->n];
	snprintf(kept->path, sizeof kept->path, "%s", path);
	now->ntried++; /* also if this does not return */
	kept->object = __real_object_open(kept->path, search, now->arena, err);
	if (!kept->object)
		return NULL;
	kept->work = object_debug_files(kept->object)->work;
	kept->as_opened = *kept->work;
	now->n++;
	return kept->object;
}
