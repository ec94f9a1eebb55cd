/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/files_view.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/files/spreads.h"
#include "model/profile.h"
#include "model/runs.h"
#include "table/filter.h"
#include "views/figures.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/view.h"

/* Of a function's time, in percent of all: with less, what may be chance is folded. */
static const double least_share = 1;

struct building {
	struct table *table;
	struct keyed *list; /* functions; shape: [n], those of the rest last */
	size_t n, nfirst;
	double ticks; /* of all of them */
};

static bool is_rest(const struct table *t, const struct spread *s) {
	const double all = t->data->profile->total_ticks;
	const double files = (double)t->data->runs->n;

	return s->pattern == SPREAD_NOISE && 100 * s->mean * files < least_share * all;
}

static void choose(struct building *b) {
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

static void add(const struct building *b, size_t at, unsigned depth) {
	struct table *t = b->table;

	figures_add_func(t, &t->data->profile->funcs[b->list[at].index], depth);
}

/* The closed row of those that may be alike and have little time; says whether it is open. */
static bool add_rest(const struct building *b) {
	struct table *t = b->table;
	const uint64_t key = fold_key(fold_key(0, "runs"), "within noise");
	struct row row = {
		.label = say(t, "%zu within noise", b->n - b->nfirst),
		.is_faint = true,
		.is_rest = true,
		.id = key,
		.fold = key,
		.is_open = query_opens(t->query, key, false),
	};

	t->is_tree = t->is_list = true;
	t->noun = "rows";
	t->nrests = 1;
	table_add(t, row);
	return row.is_open;
}

static void build(struct table *t, const struct query *query) {
	struct building b = { .table = t };
	size_t i;

	t->noun = "functions";
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
	table_share(t, b.ticks);
}

static const char *explain(const struct table *t, const void *item) {
	return item ? explained_spread(t, ((const struct figures *)item)->func)
	            : "Each of them has little time, and no more differences between files than "
	              "samples make by chance.  Right shows them, Left hides them.";
}

static const struct spread *spread_of(const struct field *field) {
	return func_spread(field->table, ((const struct figures *)field->item)->func);
}

static struct value get_ticks(const struct field *field) {
	const struct spread *s = spread_of(field);

	return s ? ticks_value(field, *(const double *)((const char *)s + field->column->number))
	         : no_value();
}

/* Of what may be chance no figure is shown, and of one file none that means all. */
static struct value get_spread(const struct field *field) {
	const struct spread *s = spread_of(field);

	if (!s)
		return no_value();
	if (s->pattern == SPREAD_VARIES || field->table->query->is_whole)
		return percent(s->variation, 1);
	return text(s->pattern == SPREAD_ONE ? "one" : "~");
}

static struct value get_pattern(const struct field *field) {
	static const char *const names[] = {
		[SPREAD_NOISE] = "~",
		[SPREAD_ONE] = "one",
		[SPREAD_VARIES] = "varies",
	};
	const struct spread *s = spread_of(field);

	return s ? text(names[s->pattern]) : no_value();
}

static const struct column list[] = {
	{ .name = "mean",
	  .title = "mean @",
	  .unit = UNIT_AMOUNT,
	  .help = "Own time in a file, on average over all files that are on.",
	  .number = offsetof(struct spread, mean),
	  .get = get_ticks },
	{ .name = "min",
	  .title = "min @",
	  .unit = UNIT_AMOUNT,
	  .help = "The least own time that a file has.",
	  .spare = 4,
	  .number = offsetof(struct spread, min),
	  .get = get_ticks },
	{ .name = "median",
	  .title = "median @",
	  .unit = UNIT_AMOUNT,
	  .help = "Own time of the file in the middle: half of the files have more.",
	  .spare = 5,
	  .number = offsetof(struct spread, median),
	  .get = get_ticks },
	{ .name = "max",
	  .title = "max @",
	  .unit = UNIT_AMOUNT,
	  .help = "The most own time that a file has.",
	  .spare = 2,
	  .number = offsetof(struct spread, max),
	  .get = get_ticks },
	{ .name = "spread",
	  .title = "spread%",
	  .unit = UNIT_PERCENT,
	  .help = "How far files are apart: their coefficient of variation, less what sampling "
	          "makes of it; ~ where that may be all, \"one\" where a single file makes it.",
	  .spare = 1,
	  .get = get_spread },
	{ .name = "imbalance" },
	{ .name = "now%", .spare = 1 },
	{ .name = "now", .spare = 2 },
	{ .name = "now-error", .spare = 3 },
	{ .name = "pattern",
	  .unit = UNIT_TEXT,
	  .help = "How files differ: ~ no more than by chance, one by a single file, varies.",
	  .is_for_programs = true,
	  .get = get_pattern },
	{ .name = "sparkline", .spare = 3 },
	{ .name = "function", .least = 20 },
	{ .name = "where", .spare = 6 },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view runs_view = {
	.name = "runs",
	.title = "Functions by file",
	.kind = VIEW_FUNCTIONS,
	.help = "Do all files have the same time in each function?",
	.rank = 60,
	.is_tab = true,
	.missing = missing_files,
	.columns = &columns,
	.sort = "imbalance",
	.inverse = "files",
	.shows_files = true,
	.build = build,
	.explain = explain,
};
