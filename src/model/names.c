/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/names.h"

#include <string.h>

#include "base/arena.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/short_name.h"

/* Longer names are cut: some mangled names of 300 bytes mean 200 MB. */
enum { NAME_BYTES = 64 * 1024 };

struct names {
	const struct profile *profile;
	struct arena *arena;
	const char **full;  /* NULL: none was asked for; shape: [nfuncs] */
	const char **brief; /* likewise */
	char space[NAME_BYTES];
};

struct names *names_new(const struct profile *profile, struct arena *arena)
{
	struct names *names = arena_space(arena, 1, sizeof *names);

	names->profile = profile;
	names->arena = arena;
	names->full = names->brief = NULL;
	return names;
}

/* A function's place in a list that is made when it is first needed. */
static const char **place_of(struct names *names, const char ***list,
                             const struct func *f)
{
	const struct profile *p = names->profile;

	if (!*list)
		*list = arena_alloc(names->arena, p->nfuncs, sizeof **list);
	return &(*list)[f - p->funcs];
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
	const char **name = place_of(names, &names->full, f);

	if (!*name)
		*name = make_full(names, f->name, names->arena);
	return *name;
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
	const char **name = place_of(names, &names->brief, f);

	if (!*name)
		*name = make_brief(full(names, f), f->name, names->arena);
	return *name;
}

const char *names_get(struct names *names, const struct func *f,
                      enum name_style style)
{
	if (style == NAME_RAW)
		return f->name;
	return style == NAME_SHORT ? brief(names, f) : full(names, f);
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
