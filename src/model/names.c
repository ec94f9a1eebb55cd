/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/names.h"

#include <stdatomic.h>
#include <string.h>

#include "base/arena.h"
#include "base/progress.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/short_name.h"

/* Longer names are cut: some mangled names of 300 bytes mean 200 MB. */
enum { NAME_BYTES = 64 * 1024 };

/* A name's place is NULL until it was asked for.  Both twins may fill it at the
 * same time: with the same text, so whichever is found is right. */
struct names {
	const struct profile *profile;
	struct arena *arena;        /* of texts */
	const char *_Atomic *full;  /* shape: [nfuncs]; NULL: none needed yet */
	const char *_Atomic *brief; /* likewise */
	struct names *twin;         /* or NULL */
	char space[NAME_BYTES];
};

struct names *names_new(const struct profile *profile, struct arena *arena)
{
	struct names *names = arena_space(arena, 1, sizeof *names);

	names->profile = profile;
	names->arena = arena;
	names->full = names->brief = NULL;
	names->twin = NULL;
	return names;
}

/* A list is made when it is first needed. */
static void need_list(const struct names *names, const char *_Atomic **list)
{
	if (!*list)
		*list = arena_alloc(names->arena, names->profile->nfuncs,
		                    sizeof **list);
}

static void free_arena(void *what)
{
	arena_free(what);
}

struct names *names_twin(struct names *names)
{
	if (names->twin)
		return names->twin;
	need_list(names, &names->full);
	need_list(names, &names->brief);
	names->twin = arena_alloc(names->arena, 1, sizeof *names);
	names->twin->profile = names->profile;
	names->twin->full = names->full;
	names->twin->brief = names->brief;
	names->twin->arena = arena_new();
	arena_defer(names->arena, free_arena, names->twin->arena);
	return names->twin;
}

/* Demangled, with parameters; raw itself when it is not mangled. */
static const char *make_full(struct names *names, const char *raw,
                             struct arena *arena)
{
	const struct image *image = names->profile->image;

	if (!image->demangle ||
	    !image->demangle(names->space, sizeof names->space, raw))
		return raw;
	return arena_text(arena, names->space, strlen(names->space));
}

static const char *full(struct names *names, const struct func *f)
{
	const char *_Atomic *place;
	const char *name;

	need_list(names, &names->full);
	place = &names->full[f - names->profile->funcs];
	name = atomic_load_explicit(place, memory_order_acquire);
	if (name)
		return name;
	name = make_full(names, f->name, names->arena);
	atomic_store_explicit(place, name, memory_order_release);
	return name;
}

/* Without the parameters of a demangled name. */
static const char *make_brief(const char *whole, const char *raw,
                              struct arena *arena)
{
	size_t len = whole == raw ? strlen(whole)
	                          : short_name_parameters(whole);

	return len && whole[len] ? arena_text(arena, whole, len) : whole;
}

static const char *brief(struct names *names, const struct func *f)
{
	const char *_Atomic *place;
	const char *name;

	need_list(names, &names->brief);
	place = &names->brief[f - names->profile->funcs];
	name = atomic_load_explicit(place, memory_order_acquire);
	if (name)
		return name;
	name = make_brief(full(names, f), f->name, names->arena);
	atomic_store_explicit(place, name, memory_order_release);
	return name;
}

const char *names_get(struct names *names, const struct func *f,
                      enum name_style style)
{
	if (style == NAME_RAW)
		return f->name;
	return style == NAME_SHORT ? brief(names, f) : full(names, f);
}

void names_make_all(struct names *names, struct progress *progress)
{
	enum { STEPS = 1024 };
	const struct profile *p = names->profile;
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		if (i % STEPS == 0 && !progress_wanted(progress))
			return;
		full(names, &p->funcs[i]);
	}
}

const char *names_make(struct names *names, const char *raw,
                       enum name_style style, struct arena *arena)
{
	const char *whole;

	if (style == NAME_RAW)
		return raw;
	whole = make_full(names, raw, arena);
	return style == NAME_SHORT ? make_brief(whole, raw, arena) : whole;
}
