/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/matching.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/compare/match_builder.h"
#include "model/compare/match_hosts.h"
#include "model/compare/match_keys.h"
#include "model/compare/match_names.h"
#include "model/compare/match_pairs.h"
#include "model/dataset.h"
#include "model/profile.h"

/* Each match's numbers in profile->funcs.  Items of the new side become them in
 * place. */
static struct match finished(const struct match_builder *b, const struct made_match *made)
{
	uint32_t *items = b->items + made->first;
	size_t i;

	for (i = made->nbase; i < made->nbase + made->nnew; i++)
		items[i] -= (uint32_t)b->keys->nbase;
	return (struct match){ .base = items,
		               .nbase = made->nbase,
		               .new = items + made->nbase,
		               .nnew = made->nnew,
		               .how = made->how,
		               .host = NO_MATCH };
}

static const struct matching *finish(struct match_builder *b, const struct match_sides *sides)
{
	const size_t nbase = b->keys->nbase;
	struct matching *out = arena_alloc(b->arena, 1, sizeof *out);
	struct match *list = arena_space(b->arena, b->n, sizeof *list);
	uint32_t *of = arena_space(b->arena, b->keys->n, sizeof *of);
	struct keyed *order = arena_space(b->scratch, b->n, sizeof *order);
	size_t i, j;

	for (i = 0; i < b->n; i++)
		order[i] = (struct keyed){ b->items[b->list[i].first], (uint32_t)i };
	sort_keys(order, b->n, b->scratch);
	for (i = 0; i < b->n; i++) {
		list[i] = finished(b, &b->list[order[i].index]);
		for (j = 0; j < list[i].nbase; j++)
			of[list[i].base[j]] = (uint32_t)i;
		for (j = 0; j < list[i].nnew; j++)
			of[nbase + list[i].new[j]] = (uint32_t)i;
	}
	*out = (struct matching){ list, b->n, of, of + nbase };
	match_hosts(list, out, b->keys, sides->base_parts, sides->new_parts, b->scratch);
	return out;
}

const struct matching *matching_find(const struct match_sides *sides, struct arena *arena,
                                     struct progress *progress, struct error *err)
{
	struct arena *scratch = arena_new();
	const struct matching *out = NULL;
	const struct match_keys *keys;
	struct match_builder *b;

	progress_stage(progress, "matching functions", 0);
	keys = match_keys_new(sides->base, sides->new, scratch, progress);
	b = keys ? match_builder_new(keys, arena, scratch) : NULL;
	if (!b) {
		fail(err, "cancelled");
	} else if (match_pairs(b, sides, err)) {
		match_by_names(b);
		match_by_parameters(b);
		match_by_last_words(b);
		match_rest(b);
		out = finish(b, sides);
	}
	arena_free(scratch);
	return out;
}

static bool has_time(const struct dataset *data, const uint32_t *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (data->profile->funcs[list[i]].self_ticks > 0)
			return true;
	return false;
}

enum match_need matching_needs(const struct matching *matching, const struct match_sides *sides)
{
	static const enum match_need needs[] = {
		[MATCH_NONE] = MATCH_NEEDS_FRAMES,
		[MATCH_SUM] = MATCH_NEEDS_LINES,
		[MATCH_ALIKE] = MATCH_NEEDS_LINES,
	};
	enum match_need need = MATCH_NEEDS_NOTHING;
	size_t i;

	for (i = 0; i < matching->n; i++) {
		const struct match *m = &matching->list[i];

		if (needs[m->how] > need && (has_time(sides->base, m->base, m->nbase) ||
		                             has_time(sides->new, m->new, m->nnew)))
			need = needs[m->how];
	}
	return need;
}
