/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/spread_columns.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/own_files.h"
#include "base/sort.h"
#include "model/files/spreads.h"
#include "model/profile.h"
#include "model/runs.h"
#include "table/filter.h"
#include "views/columns.h"
#include "views/filtering.h"
#include "views/view.h"

/* Of a function's time, in percent of all: with less, what may be chance is
 * folded. */
static const double least_share = 1;

struct building {
	struct table *table;
	struct keyed *list; /* functions; shape: [n], those of the rest last */
	size_t n, nfirst;
	double ticks; /* of all of them */
};

static bool is_rest(const struct table *t, const struct spread *s)
{
	const double all = t->data->profile->total_ticks;
	const double files = (double)t->data->runs->n;

	return s->pattern == SPREAD_NOISE && 100 * s->mean * files < least_share * all;
}

static void choose(struct building *b)
{
	struct table *t = b->table;
	const struct profile *p = t->data->profile;
	struct keyed *rest = arena_space(t->arena, p->nfuncs, sizeof *rest);
	const bool folds = t->query->folds && !t->query->is_whole &&
	                   !(t->query->filter && t->query->filter->n);
	size_t nrest = 0, i;

	b->list = arena_space(t->arena, p->nfuncs, sizeof *b->list);
	for (i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const struct spread *s = func_spread(t, f);
		struct keyed item = { 0, (uint32_t)i };

		if (!s)
			continue;
		t->nall++;
		if (!filter_keeps(t, &(struct filter_item){ .func = f }) ||
		    limit_hides(t, f->self_ticks))
			continue;
		item.key = sort_key_down(s->max - s->mean);
		b->ticks += f->self_ticks;
		if (folds && is_rest(t, s))
			rest[nrest++] = item;
		else
			b->list[b->n++] = item;
	}
	sort_keys(b->list, b->n, t->arena);
	sort_keys(rest, nrest, t->arena);
	b->nfirst = b->n;
	memcpy(b->list + b->n, rest, nrest * sizeof *rest);
	b->n += nrest;
}

static void add(const struct building *b, size_t at, unsigned depth)
{
	const struct profile *p = b->table->data->profile;
	const struct func *f = &p->funcs[b->list[at].index];

	table_add(b->table,
	          (struct row){ .item = f,
	                        .depth = depth,
	                        .is_faint = is_faint_figure(f->self_ticks, f->variance) });
}

/* The closed row of those that may be alike and have little time; says whether
 * it is open. */
static bool add_rest(const struct building *b)
{
	struct table *t = b->table;
	const uint64_t key = fold_key(fold_key(0, "runs"), "within noise");
	struct row row = {
		.label = arena_format(t->arena, "%zu within noise", b->n - b->nfirst),
		.is_faint = true,
		.is_rest = true,
		.id = key,
		.fold = key,
		.is_open = query_opens(t->query, key, false),
	};

	t->is_tree = t->is_list = true;
	t->things = "rows";
	t->nrests = 1;
	table_add(t, row);
	return row.is_open;
}

static void build(struct table *t, const struct query *query)
{
	struct building b = { .table = t };
	size_t i;

	t->things = "functions";
	t->has_limit = query->display.limit > 0;
	if (!t->data->spreads) {
		t->is_notice = true;
		t->notice = "one file is on; I lists the files";
		table_add(t, (struct row){ .label = t->notice, .is_notice = true });
		return;
	}
	choose(&b);
	t->summary = files_summary(t);
	for (i = 0; i < b.nfirst; i++)
		add(&b, i, 0);
	if (b.n > b.nfirst && add_rest(&b))
		for (; i < b.n; i++)
			add(&b, i, 1);
	if (t->data->profile->total_ticks > 0)
		t->shown_share = 100 * b.ticks / t->data->profile->total_ticks;
}

/* How far samples alone would spread it, as a coefficient of variation. */
static double by_chance(const struct table *t, const struct spread *s)
{
	return sqrt(t->data->spreads->tick / s->mean);
}

const char *explained_spread(const struct table *t, const struct func *f)
{
	const struct spread *s = func_spread(t, f);
	const char *pattern;

	if (!s)
		return "";
	switch (s->pattern) {
	case SPREAD_VARIES:
		pattern = arena_format(t->arena,
		                       "Files vary by %.2g %% of the mean; samples alone "
		                       "would make that %.2g %%.",
		                       100 * s->variation, 100 * by_chance(t, s));
		break;
	case SPREAD_ONE:
		pattern = "Without a single file, samples would explain most "
			  "of the differences.";
		break;
	default:
		pattern = "Samples alone may make the differences.";
	}
	return arena_format(t->arena,
	                    "In %zu files it has %s on average, at most %s, in %s.  %s  "
	                    "Side by side: %s.  ",
	                    t->data->runs->n, said_time(t, s->mean), said_time(t, s->max),
	                    path_last(t->data->runs->list[s->most].path), pattern,
	                    spread_strip(t, s));
}

static const char *explain(const struct table *t, const void *item)
{
	return item ? explained_spread(t, item)
	            : "Each of them has little time, and no more differences "
	              "between files than samples make by chance.  Right shows "
	              "them, Left hides them.";
}

static const struct func *subject(const void *item)
{
	return item;
}

static const char *follow(const void *item, struct query *query)
{
	query->subject = item;
	return item ? "graph" : NULL;
}

const struct view runs_view = {
	.name = "runs",
	.title = "Functions by file",
	.kind = VIEW_FUNCTIONS,
	.help = "Do all files have the same time in each function?",
	.rank = 60,
	.is_tab = true,
	.missing = missing_files,
	.columns = &spread_columns,
	.sort = "wait",
	.inverse = "files",
	.shows_files = true,
	.build = build,
	.subject = subject,
	.follow = follow,
	.explain = explain,
};
