/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <string.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/path.h"
#include "base/sort.h"
#include "model/bounds.h"
#include "model/func_groups.h"
#include "model/profile.h"
#include "table/folds.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/group_row.h"
#include "views/measured.h"

/* The table that is being made. */
struct building {
	struct table *table;
	const struct func_groups *groups;
	uint64_t key; /* the view's */
	double shown; /* ticks */
};

/* A group, and its functions that filter and limit keep. */
struct kept {
	struct group_row row;
	struct group_row *members; /* shape: [n] */
	size_t n;
	size_t nall; /* functions without filter and limit */
};

static bool is_text(const void *list, uint32_t number, const void *wanted)
{
	return !strcmp(((const char *const *)list)[number], wanted);
}

/* The names of groups for people: of files the last part of the path, unless
 * several end alike. */
static const char **labels(const struct building *b)
{
	const struct display *d = &b->table->query->display;
	const bool is_short = d->group == GROUP_FILE && !d->paths;
	struct arena *arena = b->table->arena;
	const size_t n = b->groups->n;
	const char **list = arena_alloc(arena, n, sizeof *list);
	const char **ends = arena_alloc(arena, n, sizeof *ends);
	struct index index = { .arena = arena };
	size_t i;

	for (i = 0; i < n; i++) {
		const char *name = b->groups->list[i].name;
		const char *end = is_short ? path_last(name) : name;
		const uint64_t hash = hash_text(0, end);
		const uint32_t first = index_find(&index, hash, is_text, ends, end);

		ends[i] = list[i] = end;
		if (first == NO_ITEM) {
			index_add(&index, hash, (uint32_t)i);
			continue;
		}
		list[first] = b->groups->list[first].name;
		list[i] = name;
	}
	return list;
}

static struct group_row row_of(const struct profile *p, const struct func *f, const char *group)
{
	const struct bounds *bounds = bounds_of(p, f);
	struct group_row row = { .func = f,
		                 .group = group,
		                 .nfuncs = 1,
		                 .measured = { .ticks = f->self_ticks, .variance = f->variance },
		                 .calls = f->calls,
		                 .is_counted = func_is_counted(f) };

	if (bounds) {
		row.has_bounds = true;
		row.least = bounds->least;
		row.most = bounds->most;
	}
	return row;
}

static void sum(struct group_row *to, const struct group_row *from)
{
	to->nfuncs++;
	to->measured.ticks += from->measured.ticks;
	to->measured.variance += from->measured.variance;
	to->calls += from->calls;
	to->is_counted |= from->is_counted;
	to->has_bounds = from->has_bounds;
	to->least = to->least > from->least ? to->least : from->least;
	to->most += from->most;
}

/* A group has at least its own time and what its largest member has, at most
 * all of its members' and all there is. */
static void end_sum(const struct profile *p, struct group_row *group)
{
	if (group->least < group->measured.ticks)
		group->least = group->measured.ticks;
	if (group->most > p->total_ticks)
		group->most = p->total_ticks;
	if (group->most < group->least)
		group->most = group->least; /* by rounding */
}

/* Adds up what the filter keeps; members with less than the limit count, but
 * have no row. */
static struct kept keep(const struct building *b, const struct func_group *g, const char *label)
{
	struct table *t = b->table;
	const struct profile *p = t->data->profile;
	struct kept kept = { .row.group = label };
	size_t i;

	kept.members = arena_space(t->arena, g->nfuncs, sizeof *kept.members);
	for (i = 0; i < g->nfuncs; i++) {
		const struct func *f = &p->funcs[g->funcs[i]];
		struct group_row row;

		if (!t->query->display.zeros && !func_has_figures(f))
			continue;
		kept.nall++;
		if (!filter_keeps(t, &(struct filter_item){ .func = f }))
			continue;
		row = row_of(p, f, label);
		sum(&kept.row, &row);
		if (!limit_hides(t, f->self_ticks))
			kept.members[kept.n++] = row;
	}
	end_sum(p, &kept.row);
	return kept;
}

/* The most time first, then the most calls. */
static int by_time(const void *a, const void *b, const void *context)
{
	const struct group_row *x = a, *y = b;

	if (x->measured.ticks < y->measured.ticks || x->measured.ticks > y->measured.ticks)
		return x->measured.ticks > y->measured.ticks ? -1 : 1;
	return x->calls > y->calls ? -1 : x->calls < y->calls;
}

static int by_group_time(const void *a, const void *b, const void *context)
{
	const struct kept *x = a, *y = b;

	return by_time(&x->row, &y->row, NULL);
}

static void add(const struct building *b, const struct group_row *item, unsigned depth, uint64_t id)
{
	table_add(b->table, (struct row){ .item = item,
	                                  .depth = depth,
	                                  .is_faint = is_faint_figure(item->measured.ticks,
	                                                              item->measured.variance),
	                                  .is_empty = item->measured.variance <= 0,
	                                  .id = id });
}

static void add_members(const struct building *b, const struct kept *kept, unsigned depth,
                        uint64_t key)
{
	size_t i;

	sort_stable(kept->members, kept->n, sizeof *kept->members, by_time, NULL, b->table->arena);
	for (i = 0; i < kept->n; i++)
		add(b, &kept->members[i], depth, fold_key(key, kept->members[i].func->name));
}

static uint64_t key_of(const struct building *b, const struct kept *kept)
{
	return fold_key(b->key, kept->row.group);
}

static bool is_open(const struct building *b, const struct kept *kept)
{
	const struct query *q = b->table->query;

	return q->is_whole || query_opens(q, key_of(b, kept), false);
}

/* Adds a group, and its functions if it is open; for programs those alone. */
static void add_group(struct building *b, const struct kept *kept)
{
	struct table *t = b->table;
	const uint64_t key = key_of(b, kept);
	struct row *row;

	b->shown += kept->row.measured.ticks;
	if (t->query->is_whole) {
		add_members(b, kept, 0, key);
		return;
	}
	add(b, &kept->row, 0, key);
	if (!kept->n)
		return;
	row = &t->rows[t->nrows - 1];
	row->fold = key;
	row->is_open = is_open(b, kept);
	if (row->is_open)
		add_members(b, kept, 1, key);
}

static void add_groups(struct building *b)
{
	struct table *t = b->table;
	const char **names = labels(b);
	struct kept *list = arena_alloc(t->arena, b->groups->n, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < b->groups->n; i++) {
		const struct kept kept = keep(b, &b->groups->list[i], names[i]);

		if (!kept.nall)
			continue;
		t->nall += (t->query->is_whole ? 0 : 1) + (is_open(b, &kept) ? kept.nall : 0);
		if (kept.row.nfuncs && !limit_hides(t, kept.row.measured.ticks))
			list[n++] = kept;
	}
	sort_stable(list, n, sizeof *list, by_group_time, NULL, t->arena);
	for (i = 0; i < n; i++)
		add_group(b, &list[i]);
}

static void build(struct table *t, const struct query *query)
{
	const enum group_by asked = query->display.group;
	const enum group_by by = asked == GROUP_NONE ? GROUP_FILE : asked;
	static const char *const keys[] = { [GROUP_FILE] = "file",
		                            [GROUP_FOLDER] = "folder",
		                            [GROUP_CLASS] = "class",
		                            [GROUP_SECTION] = "section" };
	struct building b = { .table = t };

	t->things = query->is_whole ? "functions" : "rows";
	t->has_limit = query->display.limit > 0;
	if ((by == GROUP_FILE || by == GROUP_FOLDER) && !t->data->locations) {
		t->is_pending = !t->data->debug;
		t->is_notice = !t->is_pending;
		measured_add_reason(t, sizeof(struct group_row));
		return;
	}
	t->is_tree = !query->is_whole;
	b.key = fold_key(fold_key(0, "groups"), keys[by]);
	b.groups = func_groups_find(t->data, by, t->arena);
	add_groups(&b);
	measured_share(t, b.shown);
}

static const struct func *subject(const void *item)
{
	const struct group_row *r = item;

	return r->func;
}

static const char *follow(const void *item, struct query *query)
{
	const struct group_row *r = item;

	query->subject = r->func;
	return r->func ? "graph" : NULL;
}

static const char *explain(const struct table *t, const void *item)
{
	const struct group_row *r = item;

	if (r->func)
		return explain_func(t, r->func);
	if (!r->group)
		return "";
	return arena_format(t->arena, "%s stands for %s functions, and unfolds.", r->group,
	                    said_count(t, r->nfuncs));
}

const struct view groups_view = {
	.name = "groups",
	.title = "Groups",
	.kind = VIEW_FUNCTIONS,
	.help = "Which files, classes or sections did the time go to?",
	.rank = 12,
	.opens_in_reports = true,
	.columns = &group_columns,
	.sort = "self%",
	.build = build,
	.subject = subject,
	.follow = follow,
	.explain = explain,
};
