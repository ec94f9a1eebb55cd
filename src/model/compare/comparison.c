/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/comparison.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "model/compare/changes.h"
#include "model/compare/matching.h"
#include "model/profile.h"
#include "model/runs.h"

static void find_shown(struct comparison *c, struct arena *arena) {
	const struct lists shown = lists_new(c->matching->counterpart,
	                                     c->base->data.profile->nfuncs,
	                                     c->new->data.profile->nfuncs, arena);

	c->shown = shown.list;
	c->first_shown = shown.first;
}

static double part_of(double figure, size_t n) {
	return n ? figure / (double)n : figure;
}

double side_per_run(const struct side *side, double ticks) {
	return part_of(ticks, side->runs->n);
}

double side_calls_per_run(const struct side *side, double calls) {
	return part_of(calls, side->runs->ncounted);
}

struct base_figures side_sum(const struct side *side, const uint32_t *list, size_t n) {
	struct base_figures sum = { .is_there = n > 0 };

	for (size_t i = 0; i < n; i++) {
		const struct func *f = &side->data.profile->funcs[list[i]];

		sum.self += f->self_ticks;
		sum.total += f->self_ticks + f->descendant_ticks;
		sum.variance += f->variance;
		sum.calls += func_all_calls(f);
		sum.is_counted |= func_is_counted(f);
		sum.is_inlined |= f->is_inlined;
	}
	return sum;
}

/* Apart, code that is inlined runs without being counted. */
static void compare_work(struct comparison *c) {
	for (size_t i = 0; i < c->matching->n; i++) {
		const struct match *m = &c->matching->list[i];
		const struct base_figures old = side_sum(c->base, m->base, m->nbase);
		const struct base_figures now = side_sum(c->new, m->new, m->nnew);
		const double base = side_calls_per_run(c->base, old.calls);
		const double new = side_calls_per_run(c->new, now.calls);

		if (!old.is_there || !now.is_there || base + new <= 0 || old.is_inlined ||
		    now.is_inlined)
			continue;
		c->work.all++;
		c->work.equal += fabs(base - new) <= 1e-9 * base;
	}
}

static bool can_be_compared(const struct side *base, const struct side *new, struct error *err) {
	const struct profile *b = base->data.profile, *n = new->data.profile;

	if (b->has_histogram && n->has_histogram && strcmp(b->dimension, n->dimension) != 0)
		return fail(err, "the base is in %.16s, %.200s is in %.16s", b->dimension,
		            new->files.executable, n->dimension);
	if (b->has_histogram != n->has_histogram)
		return fail(err, "%.200s: no time was measured on this side",
		            b->has_histogram ? new->files.files[0] : base->files.files[0]);
	if ((b->rate > 0) != (n->rate > 0))
		return fail(err,
		            "the ticks per second of %s are not known, so its times cannot be "
		            "compared",
		            b->rate > 0 ? "the new side" : "the base");
	return true;
}

static double ratio_of(size_t base, size_t new) {
	return base && new ? (double)new / (double)base : 1;
}

struct comparison *comparison_new(const struct side *base, const struct side *new,
                                  const char *const *pairs, size_t npairs, struct arena *arena,
                                  struct progress *progress, struct error *err) {
	struct comparison *c = arena_alloc(arena, 1, sizeof *c);
	const double base_rate = base->data.profile->rate;

	if (!can_be_compared(base, new, err))
		return NULL;
	c->base = base;
	c->new = new;
	c->level = CHANGE_LEVEL;
	c->tick = base_rate > 0 ? new->data.profile->rate / base_rate : 1;
	c->runs = ratio_of(base->runs->n, new->runs->n);
	c->call_runs = ratio_of(base->runs->ncounted, new->runs->ncounted);
	c->matching = matching_find(
		&(struct match_sides){
			.base = &base->data, .new = &new->data, .pairs = pairs, .npairs = npairs },
		arena, progress, err);
	if (!c->matching)
		return NULL;
	find_shown(c, arena);
	compare_work(c);
	return c;
}

const uint32_t *comparison_shown(const struct comparison *c, const struct func *f, size_t *n) {
	const size_t number = profile_number(c->new->data.profile, f);
	const uint32_t first = c->first_shown[number];

	*n = c->first_shown[number + 1] - first;
	return c->shown + first;
}

double comparison_ticks(const struct comparison *c, double ticks) {
	return ticks * (c->tick * c->runs);
}

double comparison_calls(const struct comparison *c, double calls) {
	return calls * c->call_runs;
}

/* For as many runs as the new side has. */
static struct base_figures converted(const struct comparison *c, struct base_figures sum) {
	sum.self = comparison_ticks(c, sum.self);
	sum.total = comparison_ticks(c, sum.total);
	sum.variance = comparison_ticks(c, comparison_ticks(c, sum.variance));
	sum.calls = comparison_calls(c, sum.calls);
	return sum;
}

struct base_figures comparison_base_func(const struct comparison *c, const struct func *base) {
	const uint32_t number = (uint32_t)profile_number(c->base->data.profile, base);

	return converted(c, side_sum(c->base, &number, 1));
}

struct base_figures comparison_base(const struct comparison *c, const struct func *f) {
	size_t n = 0;
	const uint32_t *shown = c ? comparison_shown(c, f, &n) : NULL;

	return n ? converted(c, side_sum(c->base, shown, n))
	         : (struct base_figures){ .is_there = false };
}

const char *comparison_base_name(const struct comparison *c, const struct func *base,
                                 enum name_style style) {
	return names_get(c->base->data.names, base, style);
}

void comparison_show(const struct comparison *c, struct dataset *data) {
	data->comparison = c;
	data->base = c ? &c->base->data : NULL;
	data->compare_notes = c ? c->notes : NULL;
	data->ncompare_notes = c ? c->nnotes : 0;
}

const struct func *comparison_counterpart(const struct comparison *c, const struct func *base) {
	const uint32_t number =
		c->matching->counterpart[profile_number(c->base->data.profile, base)];

	return number == NO_FUNC ? NULL : &c->new->data.profile->funcs[number];
}
