/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "model/compare/comparison.h"
#include "model/compare/matching.h"
#include "model/profile.h"
#include "model/runs.h"
#include "table/filter.h"
#include "views/figures.h"
#include "views/diff_rows.h"
#include "views/filtering.h"

const struct differences *query_differences(const struct dataset *data, const struct query *query,
                                            struct arena *arena, struct error *err) {
	const struct display *display = &query->display;
	struct per_choice per = { .what = display->per };

	if (!data->comparison) {
		fail(err, "there is no base");
		return NULL;
	}
	if (per.what == PER_CALLS)
		per.func = names_find(data->names, display->per_function);
	if (per.what == PER_CALLS && !per.func) {
		fail(err, "no function \"%.200s\" to compare per calls of", display->per_function);
		return NULL;
	}
	return differences_find(data->comparison, per, arena, err);
}

/* A row of the table that is being made. */
struct building {
	struct table *table;
	const struct differences *all;
	uint64_t key; /* the view's */
	bool is_filtered;
	size_t nshown; /* functions */
};

/* The rest that a difference belongs to, because it may be noise. */
static enum diff_rest rest_of(const struct difference *d) {
	const bool is_new = d->verdict == VERDICT_NEW || d->verdict == VERDICT_GONE;

	if (is_new)
		return d->base.ticks + d->new.ticks > 0 ? REST_NONE : REST_UNTIMED;
	if (d->verdict == VERDICT_CALLS)
		return REST_CALLS;
	return d->verdict == VERDICT_NOISE ? REST_NOISE : REST_NONE;
}

static double delta(const struct difference *d) {
	return d->new.ticks - d->base.ticks;
}

/* The largest change first, then the most time. */
static int by_delta(const void *a, const void *b, const void *context) {
	const struct difference *x = *(const struct difference *const *)a;
	const struct difference *y = *(const struct difference *const *)b;
	const double dx = fabs(delta(x)), dy = fabs(delta(y));
	const double tx = x->base.ticks + x->new.ticks;
	const double ty = y->base.ticks + y->new.ticks;

	if (dx < dy || dx > dy)
		return dx > dy ? -1 : 1;
	return tx > ty ? -1 : tx < ty;
}

static struct diff_row *row_of(const struct building *b, enum diff_part part,
                               const struct difference *d) {
	const struct comparison *c = b->all->comparison;
	struct diff_row *row = arena_alloc(b->table->arena, 1, sizeof *row);

	*row = (struct diff_row){ .figures = figures_of_text(NULL), .part = part, .all = b->all };
	if (d)
		row->d = *d;
	if (d && d->match != NO_MATCH) {
		const struct match *m = &c->matching->list[d->match];

		if (m->nnew)
			row->new = &c->new->data.profile->funcs[m->new[0]];
		if (m->nbase)
			row->base = &c->base->data.profile->funcs[m->base[0]];
		row->figures.func = row->new;
		row->figures.gone = row->new ? NULL : row->base;
	}
	return row;
}

static uint64_t key_of(uint64_t above, const struct diff_row *row) {
	const struct func *f = row->new ? row->new : row->base;

	return fold_key(above, f                         ? f->name
	                       : row->label              ? row->label
	                       : row->part == DIFF_TOTAL ? "total"
	                                                 : "typical");
}

/* Whether its figures are of too few samples. */
static bool is_faint(const struct diff_row *row) {
	const double runs = (double)row->all->comparison->new->runs->n;

	return row->part >= DIFF_FUNCTION &&
	       (row->d.base.ticks + row->d.new.ticks) * runs < FEW_SAMPLES;
}

static struct row *add(const struct building *b, struct diff_row *row, unsigned depth,
                       uint64_t above) {
	table_add(b->table, (struct row){ .item = row,
	                                  .depth = depth,
	                                  .is_faint = is_faint(row),
	                                  .is_rest = row->part == DIFF_REST,
	                                  .id = key_of(above, row) });
	return &b->table->rows[b->table->nrows - 1];
}

static void add_members(const struct building *b, struct diff_row *head, unsigned depth,
                        uint64_t key) {
	size_t i;

	for (i = 0; i < head->d.nmembers; i++) {
		const struct difference d = difference_of_match(b->all, head->d.members[i]);
		struct diff_row *row = row_of(b, DIFF_MEMBER, &d);

		row->head = head;
		add(b, row, depth, key);
	}
}

static void add_function(struct building *b, const struct difference *d, unsigned depth,
                         uint64_t above) {
	struct diff_row *item = row_of(b, DIFF_FUNCTION, d);
	const uint64_t key = key_of(above, item);
	struct row *row;

	b->nshown++;
	if (b->table->query->is_whole && d->nmembers > 1) {
		add_members(b, item, 0, key);
		return;
	}
	row = add(b, item, depth, above);
	if (d->nmembers < 2)
		return;
	row->fold = key;
	row->opens = true;
	row->is_open = query_opens(b->table->query, key, true);
	if (row->is_open)
		add_members(b, item, depth + 1, key);
}

static bool match_fits(struct table *t, const struct comparison *c, const struct match *m) {
	size_t i;

	for (i = 0; i < m->nnew; i++)
		if (filter_keeps(t, &(struct filter_item){
					    .func = &t->data->profile->funcs[m->new[i]] }))
			return true;
	for (i = 0; i < m->nbase && !m->nnew; i++) {
		const struct func *f = &c->base->data.profile->funcs[m->base[i]];
		const struct filter_item item = {
			.name = base_name(t, f),
			.location = dataset_location(&c->base->data, f),
		};

		if (filter_keeps(t, &item))
			return true;
	}
	return false;
}

static bool is_kept(struct table *t, const struct comparison *c, const struct difference *d) {
	const double run = c->new->runs->n ? (double)c->new->runs->n : 1;
	size_t i;

	if (limit_hides(t, delta(d) * run))
		return false;
	if (!t->query->filter || !t->query->filter->n)
		return true;
	for (i = 0; i < d->nmembers; i++)
		if (match_fits(t, c, &c->matching->list[d->members[i]]))
			return true;
	return false;
}

/* Differences that are shown, by what may be noise and by size. */
struct parts {
	const struct difference **list; /* shape: [n]; rest r begins at */
	size_t n, first[DIFF_RESTS + 1];
};

static struct parts choose(const struct building *b) {
	struct table *t = b->table;
	struct parts p = { .n = 0 };
	size_t i;
	int rest;

	p.list = arena_space(t->arena, b->all->n, sizeof *p.list);
	for (rest = REST_NONE; rest < DIFF_RESTS; rest++) {
		p.first[rest] = p.n;
		for (i = 0; i < b->all->n; i++) {
			const struct difference *d = &b->all->list[i];

			if ((int)rest_of(d) == rest && is_kept(t, b->all->comparison, d))
				p.list[p.n++] = d;
		}
		sort_stable(p.list + p.first[rest], p.n - p.first[rest], sizeof *p.list, by_delta,
		            NULL, t->arena);
	}
	p.first[DIFF_RESTS] = p.n;
	return p;
}

static void sum_sides(struct difference_side *to, const struct difference_side *from) {
	to->ticks += from->ticks;
	to->calls += from->calls;
	to->is_counted |= from->is_counted;
	to->is_there |= from->is_there;
}

/* A closed row for those that may be noise, with their sum; below it they are. */
static void add_rest(struct building *b, const struct parts *p, enum diff_rest rest) {
	static const char *const labels[] = {
		[REST_CALLS] = ", calls differ",
		[REST_UNTIMED] = " new or gone, no time",
		[REST_NOISE] = " within noise",
	};
	static const enum verdict verdicts[] = {
		[REST_CALLS] = VERDICT_CALLS,
		[REST_UNTIMED] = VERDICT_NOISE,
		[REST_NOISE] = VERDICT_NOISE,
	};
	const size_t end = p->first[rest + 1];
	struct diff_row *item = row_of(b, DIFF_REST, NULL);
	uint64_t key;
	struct row *row;
	size_t i;

	if (p->first[rest] == end)
		return;
	item->label = labels[rest];
	item->nrest = end - p->first[rest];
	item->d.match = NO_MATCH;
	item->d.verdict = verdicts[rest];
	for (i = p->first[rest]; i < end; i++) {
		sum_sides(&item->d.base, &p->list[i]->base);
		sum_sides(&item->d.new, &p->list[i]->new);
	}
	key = key_of(b->key, item);
	row = add(b, item, 0, b->key);
	row->fold = key;
	/* They were asked for, or calls are all that there is. */
	row->opens = b->is_filtered || !b->table->data->profile->has_histogram;
	row->is_open = query_opens(b->table->query, key, row->opens);
	for (i = p->first[rest]; row->is_open && i < end; i++)
		add_function(b, p->list[i], 1, key);
}

static void add_typical(const struct building *b) {
	const struct changes *changes = b->all->changes;
	struct diff_row *row;
	struct change *change;

	if (!changes || !changes->has_typical)
		return;
	change = arena_alloc(b->table->arena, 1, sizeof *change);
	change->ratio = changes->typical;
	change->low = changes->typical_low;
	change->high = changes->typical_high;
	row = row_of(b, DIFF_TYPICAL, NULL);
	row->d.match = NO_MATCH;
	row->d.change = change;
	add(b, row, 0, b->key);
}

static const char *work_words(const struct comparison *c, struct arena *arena) {
	const struct same_work work = c->work;

	if (!work.all)
		return "calls were not counted";
	if (work.equal == work.all)
		return "same work: all calls equal";
	return arena_format(arena, "%s: calls equal in %zu of %zu",
	                    2 * work.equal >= work.all ? "same work" : "different work", work.equal,
	                    work.all);
}

static void build(struct table *t, const struct query *query) {
	struct building b = {
		.table = t,
		.key = fold_key(0, "diff"),
		.is_filtered = query->filter && query->filter->n,
	};
	struct error err;
	struct parts parts;
	size_t i;
	int rest;

	t->noun = "rows";
	t->has_limit = query->display.limit > 0;
	b.all = query->differences ? query->differences
	                           : query_differences(t->data, query, t->arena, &err);
	if (!b.all) {
		t->notice = arena_text(t->arena, err.reason, strlen(err.reason));
		return;
	}
	t->is_tree = !query->is_whole;
	t->summary = work_words(b.all->comparison, t->arena);
	add(&b, row_of(&b, DIFF_TOTAL, &b.all->total), 0, b.key);
	add_typical(&b);
	parts = choose(&b);
	for (i = 0; i < parts.first[REST_NONE + 1]; i++)
		add_function(&b, parts.list[i], 0, b.key);
	for (rest = REST_NONE + 1; rest < DIFF_RESTS; rest++) {
		if (!query->is_whole)
			add_rest(&b, &parts, (enum diff_rest)rest);
		for (i = parts.first[rest]; query->is_whole && i < parts.first[rest + 1]; i++)
			add_function(&b, parts.list[i], 0, b.key);
	}
	t->nall = b.all->n;
	t->nrests = t->nrows > b.nshown ? t->nrows - b.nshown : 0;
}

static const char *missing(const struct dataset *data) {
	return data->comparison ? NULL : "a base (--base, :base)";
}

const struct view diff_view = {
	.name = "diff",
	.title = "Comparison",
	.kind = VIEW_FUNCTIONS,
	.help = "What became faster or slower than in the base?",
	.rank = 70,
	.is_tab = true,
	.missing = missing,
	.columns = &diff_columns,
	.sort = "delta",
	.build = build,
	.explain = explain_diff,
};
