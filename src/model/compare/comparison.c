/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/comparison.h"

#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/compare/matching.h"
#include "model/profile.h"
#include "model/runs.h"

/* Functions of the new side whose match has several, by match and symbol; the
 * first of each symbol. */
struct members {
	const struct comparison *comparison;
	uint32_t *list; /* numbers of functions; shape: [index.n] */
	struct index index;
};

struct member {
	uint32_t match;
	const char *name;
};

static bool is_member(const void *items, uint32_t number, const void *wanted)
{
	const struct members *members = items;
	const struct comparison *c = members->comparison;
	const struct member *w = wanted;
	const uint32_t func = members->list[number];

	return c->matching->of_new[func] == w->match &&
	       !strcmp(c->new->data.profile->funcs[func].name, w->name);
}

static uint64_t hash_of(const struct member *member)
{
	return hash_text(hash_number(0, member->match), member->name);
}

static struct members find_members(const struct comparison *c, struct arena *scratch)
{
	const struct profile *p = c->new->data.profile;
	struct members out = { .comparison = c, .index = { .arena = scratch } };
	uint32_t i;

	out.list = arena_space(scratch, p->nfuncs, sizeof *out.list);
	for (i = 0; i < p->nfuncs; i++) {
		const struct member one = { c->matching->of_new[i], p->funcs[i].name };
		const uint64_t hash = hash_of(&one);

		if (c->matching->list[one.match].nnew < 2 ||
		    index_find(&out.index, hash, is_member, &out, &one) != NO_ITEM)
			continue;
		out.list[out.index.n] = i;
		index_add(&out.index, hash, (uint32_t)out.index.n);
	}
	return out;
}

/* A function of the base is shown by the member of its match that has its
 * symbol, else by the first. */
static uint32_t counterpart_of(const struct members *members, size_t base)
{
	const struct comparison *c = members->comparison;
	const struct member one = { c->matching->of_base[base],
		                    c->base->data.profile->funcs[base].name };
	const struct match *m = &c->matching->list[one.match];
	uint32_t found = NO_ITEM;

	if (m->nnew > 1)
		found = index_find(&members->index, hash_of(&one), is_member, members, &one);
	if (found != NO_ITEM)
		return members->list[found];
	return m->nnew ? m->new[0] : NO_FUNC;
}

static void find_counterparts(struct comparison *c, struct arena *arena)
{
	const size_t nbase = c->base->data.profile->nfuncs;
	const size_t nnew = c->new->data.profile->nfuncs;
	uint32_t *counterpart = arena_space(arena, nbase, sizeof *counterpart);
	uint32_t *shown = arena_space(arena, nbase, sizeof *shown);
	uint32_t *first = arena_alloc(arena, nnew + 2, sizeof *first);
	struct arena *scratch = arena_new();
	const struct members members = find_members(c, scratch);
	size_t i;

	c->counterpart = counterpart;
	for (i = 0; i < nbase; i++) {
		counterpart[i] = counterpart_of(&members, i);
		if (counterpart[i] != NO_FUNC)
			first[counterpart[i] + 2]++;
	}
	for (i = 2; i < nnew + 2; i++)
		first[i] += first[i - 1];
	for (i = 0; i < nbase; i++)
		if (counterpart[i] != NO_FUNC)
			shown[first[counterpart[i] + 1]++] = (uint32_t)i;
	c->shown = shown;
	c->first_shown = first;
	arena_free(scratch);
}

static double part_of(double figure, size_t n)
{
	return n ? figure / (double)n : figure;
}

double side_per_run(const struct side *side, double ticks)
{
	return part_of(ticks, side->runs->n);
}

double side_calls_per_run(const struct side *side, double calls)
{
	return part_of(calls, side->runs->ncounted);
}

static double all_calls(const struct side *side, const uint32_t *list, size_t n)
{
	const struct func *funcs = side->data.profile->funcs;
	double calls = 0;
	size_t i;

	for (i = 0; i < n; i++)
		calls += func_all_calls(&funcs[list[i]]);
	return side_calls_per_run(side, calls);
}

/* Apart, code that is inlined runs without being counted. */
static bool is_any_inlined(const struct side *side, const uint32_t *list, size_t n)
{
	size_t i;

	for (i = 0; i < n && !side->data.profile->funcs[list[i]].is_inlined; i++)
		;
	return i < n;
}

static void compare_work(struct comparison *c)
{
	size_t i;

	for (i = 0; i < c->matching->n; i++) {
		const struct match *m = &c->matching->list[i];
		const double base = all_calls(c->base, m->base, m->nbase);
		const double new = all_calls(c->new, m->new, m->nnew);
		const double apart = base > new ? base - new : new - base;

		if (!m->nbase || !m->nnew || base + new <= 0 ||
		    is_any_inlined(c->base, m->base, m->nbase) ||
		    is_any_inlined(c->new, m->new, m->nnew))
			continue;
		c->work.all++;
		c->work.equal += apart <= 1e-9 * base;
	}
}

static bool can_be_compared(const struct side *base, const struct side *new, struct error *err)
{
	const struct profile *b = base->data.profile, *n = new->data.profile;

	if (b->has_histogram && n->has_histogram && strcmp(b->dimension, n->dimension) != 0)
		return fail(err, "the base is in %.16s, %.200s is in %.16s", b->dimension,
		            new->files.executable, n->dimension);
	if (b->has_histogram != n->has_histogram)
		return fail(err, "%.200s: no time was measured on this side",
		            b->has_histogram ? new->files.files[0] : base->files.files[0]);
	if ((b->rate > 0) != (n->rate > 0))
		return fail(err,
		            "the ticks per second of %s are not known, so its "
		            "times cannot be compared",
		            b->rate > 0 ? "the new side" : "the base");
	return true;
}

static double ratio_of(size_t base, size_t new)
{
	return base && new ? (double)new / (double)base : 1;
}

struct comparison *comparison_new(const struct side *base, const struct side *new,
                                  const char *const *pairs, size_t npairs, struct arena *arena,
                                  struct progress *progress, struct error *err)
{
	struct comparison *c = arena_alloc(arena, 1, sizeof *c);
	const double base_rate = base->data.profile->rate;

	if (!can_be_compared(base, new, err))
		return NULL;
	c->base = base;
	c->new = new;
	c->tick = base_rate > 0 ? new->data.profile->rate / base_rate : 1;
	c->runs = ratio_of(base->runs->n, new->runs->n);
	c->call_runs = ratio_of(base->runs->ncounted, new->runs->ncounted);
	c->matching = matching_find(
		&(struct match_sides){
			.base = &base->data, .new = &new->data, .pairs = pairs, .npairs = npairs },
		arena, progress, err);
	if (!c->matching)
		return NULL;
	find_counterparts(c, arena);
	compare_work(c);
	return c;
}

const uint32_t *comparison_shown(const struct comparison *c, const struct func *f, size_t *n)
{
	const size_t number = profile_number(c->new->data.profile, f);
	const uint32_t first = c->first_shown[number];

	*n = c->first_shown[number + 1] - first;
	return c->shown + first;
}

double comparison_ticks(const struct comparison *c, double ticks)
{
	return ticks * (c->tick * c->runs);
}

double comparison_calls(const struct comparison *c, double calls)
{
	return calls * c->call_runs;
}

struct base_figures comparison_base_func(const struct comparison *c, const struct func *base)
{
	const double total = base->self_ticks + base->descendant_ticks;

	return (struct base_figures){
		.is_there = true,
		.self = comparison_ticks(c, base->self_ticks),
		.total = comparison_ticks(c, total),
		.variance = comparison_ticks(c, comparison_ticks(c, base->variance)),
		.is_counted = func_is_counted(base),
		.is_inlined = base->is_inlined,
		.calls = comparison_calls(c, func_all_calls(base)),
	};
}

struct base_figures comparison_base(const struct comparison *c, const struct func *f)
{
	struct base_figures out = { .is_there = false };
	size_t n = 0, i;
	const uint32_t *shown = c ? comparison_shown(c, f, &n) : NULL;

	for (i = 0; i < n; i++) {
		const struct base_figures one = comparison_base_func(
			c, &c->base->data.profile->funcs[shown[i]]);

		out.is_there = true;
		out.self += one.self;
		out.total += one.total;
		out.variance += one.variance;
		out.is_counted |= one.is_counted;
		out.is_inlined |= one.is_inlined;
		out.calls += one.calls;
	}
	return out;
}

const char *comparison_base_name(const struct comparison *c, const struct func *base,
                                 enum name_style style)
{
	return names_get(c->base->data.names, base, style);
}

void comparison_show(const struct comparison *c, struct dataset *data)
{
	data->comparison = c;
	data->base = c ? &c->base->data : NULL;
	data->compare_notes = c ? c->notes : NULL;
	data->ncompare_notes = c ? c->nnotes : 0;
}

const struct func *comparison_twin(const struct comparison *c, const struct func *base)
{
	const uint32_t number = c->counterpart[profile_number(c->base->data.profile, base)];

	return number == NO_FUNC ? NULL : &c->new->data.profile->funcs[number];
}
