/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/names.h"

#include <string.h>

#include "base/arena.h"
#include "base/progress.h"
#include "base/work.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/short_name.h"

/* Longer names are cut: some mangled names of 300 bytes expand to 200 MB. */
enum { NAME_BYTES = 16 * 1024 };

/* A name's entry is NULL until it is first asked for. */
struct names {
	const struct profile *profile;
	struct arena *arena; /* of texts */
	const char **full;   /* shape: [nfuncs]; NULL: none needed yet */
	const char **brief;  /* same */
	struct work work;    /* what making them may take */
	char space[NAME_BYTES];
};

struct work names_work(const struct profile *profile)
{
	enum { MOST = 4096, A_THIRD = 3 };
	struct work work = { .left = 0 };
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < profile->nfuncs; i++)
		bytes += strnlen(profile->funcs[i].name, MOST);
	work_allow(&work, bytes / A_THIRD);
	return work;
}

struct names *names_new(const struct profile *profile, struct arena *arena)
{
	struct names *names = arena_space(arena, 1, sizeof *names);

	names->profile = profile;
	names->arena = arena;
	names->full = names->brief = NULL;
	names->work = names_work(profile);
	return names;
}

/* Demangled, with parameters; raw itself if it is not mangled. */
static const char *make_full(const struct profile *profile, const char *raw, char space[NAME_BYTES],
                             struct work *work, struct arena *arena)
{
	const struct image *image = profile->image;

	if (!image->demangle || !image->demangle(space, NAME_BYTES, raw, work))
		return raw;
	return arena_text(arena, space, strlen(space));
}

/* A name's entry in a list, which is made when first needed. */
static const char **slot_in(const struct names *names, const char ***list, const struct func *f)
{
	const struct profile *p = names->profile;

	if (!*list)
		*list = arena_alloc(names->arena, p->nfuncs, sizeof **list);
	return &(*list)[f - p->funcs];
}

/* A demangled name without its parameters. */
static const char *make_brief(const char *whole, const char *raw, struct arena *arena)
{
	size_t len = whole == raw ? strlen(whole) : short_name_parameters(whole);

	return len && whole[len] ? arena_text(arena, whole, len) : whole;
}

const char *names_get(struct names *names, const struct func *f, enum name_style style)
{
	const bool is_short = style == NAME_SHORT;
	const char **slot;

	if (style == NAME_RAW)
		return f->name;
	slot = slot_in(names, is_short ? &names->brief : &names->full, f);
	if (!*slot && is_short)
		*slot = make_brief(names_get(names, f, NAME_FULL), f->name, names->arena);
	else if (!*slot)
		*slot = make_full(names->profile, f->name, names->space, &names->work,
		                  names->arena);
	return *slot;
}

const struct func *names_find(struct names *names, const char *name)
{
	const struct profile *p = names->profile;
	size_t i;
	int style;

	for (style = NAME_FULL; style <= NAME_RAW; style++)
		for (i = 0; i < p->nfuncs; i++)
			if (!strcmp(names_get(names, &p->funcs[i], (enum name_style)style), name))
				return &p->funcs[i];
	return NULL;
}

const char **names_list(const struct profile *p, struct arena *arena, struct progress *progress)
{
	enum { STEPS = 1024 };
	const char **list = arena_alloc(arena, p->nfuncs, sizeof *list);
	char *space = arena_space(arena, NAME_BYTES, 1);
	struct work work = names_work(p);
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		if (i % STEPS == 0 && !progress_wanted(progress))
			break;
		list[i] = make_full(p, p->funcs[i].name, space, &work, arena);
	}
	return list;
}

void names_take(struct names *names, const char **list)
{
	size_t i;

	for (i = 0; names->full && i < names->profile->nfuncs; i++)
		if (names->full[i])
			list[i] = names->full[i];
	names->full = list;
}

const char *names_make(struct names *names, const char *raw, enum name_style style,
                       struct arena *arena)
{
	const char *whole;

	if (style == NAME_RAW)
		return raw;
	whole = make_full(names->profile, raw, names->space, NULL, arena);
	return style == NAME_SHORT ? make_brief(whole, raw, arena) : whole;
}
