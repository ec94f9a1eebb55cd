/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/names.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "model/image.h"
#include "model/profile.h"

/* Longer names are cut: some mangled names of 300 bytes mean 200 MB. */
enum { NAME_BYTES = 64 * 1024 };

struct names {
	const struct profile *profile;
	struct arena *arena;
	const char **full;  /* NULL: not asked yet; shape: [nfuncs] */
	const char **brief; /* likewise */
	char space[NAME_BYTES];
};

struct names *names_new(const struct profile *profile, struct arena *arena)
{
	struct names *names = arena_alloc(arena, 1, sizeof *names);

	names->profile = profile;
	names->arena = arena;
	names->full = arena_alloc(arena, profile->nfuncs, sizeof *names->full);
	names->brief = arena_alloc(arena, profile->nfuncs,
	                           sizeof *names->brief);
	return names;
}

static const char *full(struct names *names, const struct func *f)
{
	const char **name = &names->full[f - names->profile->funcs];
	const struct image *image = names->profile->image;

	if (*name)
		return *name;
	*name = f->name;
	if (image->demangle &&
	    image->demangle(names->space, sizeof names->space, f->name))
		*name = arena_text(names->arena, names->space,
		                   strlen(names->space));
	return *name;
}

/* What may follow parameters: nothing, " const", " [clone .cold]".  Brackets
 * of "(anonymous namespace)::data" or "<(A, B) as C>::f" hold none. */
static bool ends_name(const char *rest)
{
	return !*rest || (*rest == ' ' && !strpbrk(rest, ":>}"));
}

/* Where the parameters begin: the bracket that the last one closes. */
static size_t parameters(const char *name)
{
	size_t at = strlen(name);
	int depth = 0;

	while (at > 0 && name[at - 1] != ')')
		at--;
	if (!ends_name(name + at))
		return strlen(name);
	while (at > 0) {
		at--;
		if (name[at] == ')')
			depth++;
		else if (name[at] == '(' && --depth == 0)
			return at;
	}
	return strlen(name);
}

static const char *brief(struct names *names, const struct func *f)
{
	const char **name = &names->brief[f - names->profile->funcs];
	const char *whole;
	size_t len;

	if (*name)
		return *name;
	whole = full(names, f);
	len = whole == f->name ? strlen(whole) : parameters(whole);
	*name = len && whole[len] ? arena_text(names->arena, whole, len)
	                          : whole;
	return *name;
}

const char *names_get(struct names *names, const struct func *f,
                      enum name_style style)
{
	if (style == NAME_RAW)
		return f->name;
	return style == NAME_SHORT ? brief(names, f) : full(names, f);
}
