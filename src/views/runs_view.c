/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/files_view.h"

#include <stddef.h>

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

static const struct spread *spread_of(const struct field *field) {
	return func_spread(field->table, ((const struct figures *)field->item)->func);
}

/* Whether what may be chance can be folded: with less than 1 % of all time. */
static bool is_rest(const struct field *field) {
	const struct dataset *data = field->table->data;
	const struct spread *s = spread_of(field);

	return s->pattern == SPREAD_NOISE &&
	       100 * s->mean * (double)data->runs->n < data->profile->total_ticks;
}

static void build(struct table *t, const struct query *query) {
	const struct profile *p = t->data->profile;
	struct row rest = { .id = fold_key(fold_key(0, "runs"), "within noise") };
	struct keyed *order;
	struct kept k;
	size_t nfolded, i;

	t->noun = "functions";
	group_files(t);
	if (!table_spreads(t)) {
		t->is_notice = true;
		t->notice = t->groups ? "all files that are on are of one group"
		                      : "one file is on; I lists the files";
		table_add(t, (struct row){ .label = t->notice, .is_notice = true });
		return;
	}
	k = kept_new(t, p->nfuncs);
	for (i = 0; i < p->nfuncs; i++) {
		const struct figures item = figures_of_func(t, &p->funcs[i]);

		if (func_spread(t, item.func))
			kept_add(&k, &item, &(struct filter_item){ .func = item.func });
	}
	order = order_of(k.items, k.n, t->arena);
	for (i = 0; i < k.n; i++) {
		const struct spread *s = func_spread(t, k.items[i].func);

		order[i].key = sort_key_down(s->max - s->mean);
	}
	sort_keys(order, k.n, t->arena);
	nfolded = kept_fold(&k, order, 1, is_rest);
	rest.label = say(t, "%zu within noise", nfolded);
	kept_show(&k, order, nfolded, rest);
	t->summary = files_summary(t);
}

static const char *explain(const struct table *t, const void *item) {
	return item ? explained_spread(t, ((const struct figures *)item)->func)
	            : "Each of them has little time, and no more differences between files than "
	              "samples make by chance.  Right shows them, Left hides them.";
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
		return with_decimals(percent(s->variation, 1), 2);
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
	{ "mean", .title = "mean @", .unit = UNIT_AMOUNT,
	  .help = "Own time in a file, on average over all files that are on.",
	  .number = offsetof(struct spread, mean), .get = get_ticks },
	{ "min", .title = "min @", .unit = UNIT_AMOUNT,
	  .help = "The least own time that a file has.", .spare = 4,
	  .number = offsetof(struct spread, min), .get = get_ticks },
	{ "median", .title = "median @", .unit = UNIT_AMOUNT,
	  .help = "Own time in the middle file: half of the files have more.", .spare = 5,
	  .number = offsetof(struct spread, median), .get = get_ticks },
	{ "max", .title = "max @", .unit = UNIT_AMOUNT,
	  .help = "The most own time that a file has.", .spare = 2,
	  .number = offsetof(struct spread, max), .get = get_ticks },
	{ "spread", .title = "spread%", .unit = UNIT_PERCENT,
	  .help = "How much files differ: their coefficient of variation, less what sampling adds; "
	          "~ where that may be all, \"one\" where a single file causes it.",
	  .spare = 1, .get = get_spread },
	{ .name = "imbalance" },
	{ .name = "now%", .spare = 1 },
	{ .name = "now", .spare = 2 },
	{ .name = "now-error", .spare = 3 },
	{ "pattern",
	  .help = "How files differ: ~, no more than by chance; one, by a single file; varies.",
	  .is_for_programs = true, .get = get_pattern },
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
