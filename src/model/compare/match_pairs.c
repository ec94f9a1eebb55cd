/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/match_pairs.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/index.h"
#include "model/compare/match_builder.h"
#include "model/compare/match_keys.h"
#include "model/dataset.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/short_name.h"

/* The functions of one side that have a name. */
struct named {
	uint32_t *items; /* rising; shape: [n] */
	size_t n;
	bool has_several; /* different ones */
};

/* A name that is looked up on one side. */
struct lookup {
	const struct match_keys *keys;
	const struct dataset *data;
	size_t first; /* item of its functions */
	const char *name;
	size_t len;
	uint32_t number; /* among the symbols, or NO_ITEM */
};

typedef bool is_named(const struct lookup *wanted, size_t item);

static const struct func *func_of(const struct lookup *w, size_t item)
{
	return &w->data->profile->funcs[item - w->first];
}

/* A clone, if its whole symbol was given. */
static bool is_clone(const struct lookup *w, size_t item)
{
	return w->keys->raw[item] == w->number && w->keys->stem[item] != w->number;
}

static bool is_stem(const struct lookup *w, size_t item)
{
	return w->keys->stem[item] == w->number;
}

/* Its readable name, without what is said of clones; NULL: it has none that
 * begins with the wanted one. */
static const char *readable(const struct lookup *w, size_t item)
{
	const char *name = w->data->names ? names_get(w->data->names, func_of(w, item), NAME_FULL)
	                                  : "";

	return strncmp(name, w->name, w->len) == 0 ? name : NULL;
}

static bool is_readable(const struct lookup *w, size_t item)
{
	static const char clone[] = " [clone ";
	const char *name = readable(w, item);

	return name && (!name[w->len] || !strncmp(name + w->len, clone, sizeof clone - 1));
}

static bool is_qualified(const struct lookup *w, size_t item)
{
	const char *name = readable(w, item);

	return name && name[w->len] == '(' && short_name_parameters(name) == w->len;
}

/* The functions that have the name in the first sense that any has. */
static struct named find(const struct lookup *w, struct arena *scratch)
{
	static is_named *const senses[] = { is_clone, is_stem, is_readable, is_qualified };
	const size_t high = w->first + w->data->profile->nfuncs;
	struct named out = { NULL, 0, false };
	size_t i, item;

	for (i = 0; i < sizeof senses / sizeof *senses && !out.n; i++)
		for (item = w->first; item < high; item++) {
			if ((i < 2 && w->number == NO_ITEM) || !senses[i](w, item))
				continue;
			out.items = arena_room(scratch, out.items, out.n, sizeof *out.items);
			out.items[out.n++] = (uint32_t)item;
			out.has_several |= w->keys->source[item] != w->keys->source[out.items[0]];
		}
	return out;
}

static struct named find_base(struct match_builder *b, const struct match_sides *sides,
                              const char *name, size_t len)
{
	return find(&(struct lookup){ b->keys, sides->base, 0, name, len,
	                              match_keys_symbol(b->keys, name, len) },
	            b->scratch);
}

static struct named find_new(struct match_builder *b, const struct match_sides *sides,
                             const char *name)
{
	const size_t len = strlen(name);

	return find(&(struct lookup){ b->keys, sides->new, b->keys->nbase, name, len,
	                              match_keys_symbol(b->keys, name, len) },
	            b->scratch);
}

static bool fail_named(const struct named *found, const char *side, const char *name, int len,
                       struct error *err)
{
	return fail(err,
	            found->n ? "in %s \"%.*s\" is the name of several "
	                       "functions: give its parameters"
	                     : "%s has no function \"%.*s\"",
	            side, len, name);
}

/* Matches what both names of a pair stand for. */
static bool match_named(struct match_builder *b, const struct named *base, const struct named *new,
                        struct error *err)
{
	const size_t n = base->n + new->n;
	uint32_t *items = arena_space(b->scratch, n, sizeof *items);

	memcpy(items, base->items, base->n * sizeof *items);
	memcpy(items + base->n, new->items, new->n * sizeof *items);
	if (match_left(b, items, n) < n)
		return fail(err, "a function is in two pairs");
	match_add(b, items, n, MATCH_USER);
	return true;
}

/* Names may contain "=", too: the first one at which both sides have what it
 * divides is meant. */
static bool match_pair(struct match_builder *b, const struct match_sides *sides, const char *pair,
                       struct error *err)
{
	const char *at = strchr(pair, '=');
	bool has_reason = false;

	if (!at)
		return fail(err, "there is no \"=\" between the names");
	for (; at; at = strchr(at + 1, '=')) {
		const int len = (int)(at - pair);
		const struct named base = find_base(b, sides, pair, (size_t)len);
		const struct named new = find_new(b, sides, at + 1);

		if (base.n && new.n && !base.has_several && !new.has_several)
			return match_named(b, &base, &new, err);
		if (base.n && !base.has_several)
			fail_named(&new, "the new side", at + 1, (int)strlen(at + 1), err);
		else if (!has_reason)
			fail_named(&base, "the base", pair, len, err);
		has_reason = true;
	}
	return false;
}

bool match_pairs(struct match_builder *b, const struct match_sides *sides, struct error *err)
{
	size_t i;

	for (i = 0; i < sides->npairs; i++)
		if (!match_pair(b, sides, sides->pairs[i], err))
			return fail_at(err, sides->pairs[i]);
	return true;
}
