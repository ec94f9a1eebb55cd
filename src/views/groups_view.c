/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/groups_view.h"

#include <string.h>

#include "base/arena.h"
#include "base/own_files.h"
#include "base/sort.h"
#include "model/func_groups.h"
#include "model/profile.h"
#include "table/filter.h"
#include "views/figures.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/view.h"

static bool is_group(const struct field *field)
{
	return !((const struct group_row *)field->item)->figures.func;
}

static const char *explain_group_total(const struct field *field)
{
	return is_group(field) ? "The estimates of functions that call each other do not add up; "
	                         "the bounds, least and most, hold for the group, too."
	                       : explain_total(field);
}

static struct value get_least(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->has_bounds ? ticks_value(field, r->least) : no_value();
}

static struct value get_most(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->has_bounds ? ticks_value(field, r->most) : no_value();
}

static const char *explain_group_bounds(const struct field *field)
{
	const struct group_row *r = field->item;

	if (!is_group(field))
		return explain_bounds(field);
	return arena_format(field->table->arena,
	                    "With all that they call, these functions took at least %s, their own "
	                    "time or what the largest of them took at least; and at most %s, what "
	                    "all of them can have taken, or all time.",
	                    said_time(field->table, r->least), said_time(field->table, r->most));
}

static struct value get_functions(const struct field *field)
{
	const struct group_row *r = field->item;

	return is_group(field) && r->nfuncs ? count(r->nfuncs) : no_value();
}

static struct value get_name(const struct field *field)
{
	const struct group_row *r = field->item;

	if (r->figures.func)
		return text(func_label(field->table, r->figures.func));
	return text(r->group ? r->group : r->figures.text);
}

static struct value get_group(const struct field *field)
{
	const struct group_row *r = field->item;

	return r->group ? text(r->group) : no_value();
}

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

/* The names of groups for people: of files the last part of the path, unless several end alike. */
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

static struct group_row row_of(const struct table *t, const struct func *f, const char *group)
{
	const struct bounds *bounds = bounds_of(t->data->profile, f);
	struct group_row row = { .figures = figures_of_func(t, f), .group = group, .nfuncs = 1 };

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
	to->figures.self = ticks_known(to->figures.self) + from->figures.self;
	to->figures.variance = ticks_known(to->figures.variance) + from->figures.variance;
	to->figures.calls += from->figures.calls;
	to->figures.is_counted |= from->figures.is_counted;
	to->has_bounds = from->has_bounds;
	to->least = to->least > from->least ? to->least : from->least;
	to->most += from->most;
}

/* A group has at least its own time and what its largest member has, at most all of its members'
 * and all there is. */
static void end_sum(const struct profile *p, struct group_row *group)
{
	if (group->least < group->figures.self)
		group->least = group->figures.self;
	if (group->most > p->total_ticks)
		group->most = p->total_ticks;
	if (group->most < group->least)
		group->most = group->least; /* by rounding */
}

/* Adds up what the filter keeps; members with less than the limit count, but have no row. */
static struct kept keep(const struct building *b, const struct func_group *g, const char *label)
{
	struct table *t = b->table;
	const struct profile *p = t->data->profile;
	struct kept kept = { .row = { .figures = figures_of_text(NULL), .group = label } };
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
		row = row_of(t, f, label);
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

	if (x->figures.self < y->figures.self || x->figures.self > y->figures.self)
		return x->figures.self > y->figures.self ? -1 : 1;
	return x->figures.calls > y->figures.calls ? -1 : x->figures.calls < y->figures.calls;
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
	                                  .is_faint = figures_are_faint(&item->figures),
	                                  .is_empty = item->figures.variance <= 0,
	                                  .id = id });
}

static void add_members(const struct building *b, const struct kept *kept, unsigned depth,
                        uint64_t key)
{
	size_t i;

	sort_stable(kept->members, kept->n, sizeof *kept->members, by_time, NULL, b->table->arena);
	for (i = 0; i < kept->n; i++)
		add(b, &kept->members[i], depth,
		    fold_key(key, kept->members[i].figures.func->name));
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

	b->shown += kept->row.figures.self;
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
		if (kept.row.nfuncs && !limit_hides(t, kept.row.figures.self))
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
		figures_add_reason(t, sizeof(struct group_row));
		return;
	}
	t->is_tree = !query->is_whole;
	b.key = fold_key(fold_key(0, "groups"), keys[by]);
	b.groups = func_groups_find(t->data, by, t->arena);
	add_groups(&b);
	table_share(t, b.shown);
}

static const char *explain(const struct table *t, const void *item)
{
	const struct group_row *r = item;

	if (r->figures.func)
		return explain_func(t, r->figures.func);
	if (!r->group)
		return "";
	return arena_format(t->arena, "%s stands for %s functions, and unfolds.", r->group,
	                    said_count(t, r->nfuncs));
}

static const struct column list[] = {
	{ .name = "self%" },
	{ .name = "self", .spare = 2 },
	{ .name = "error", .spare = 4 },
	{ .name = "total%", .spare = 6, .explain = explain_group_total },
	{ .name = "least", .spare = 3, .get = get_least, .explain = explain_group_bounds },
	{ .name = "most", .spare = 3, .get = get_most, .explain = explain_group_bounds },
	{ .name = "calls", .spare = 5 },
	{ .name = "functions",
	  .unit = UNIT_COUNT,
	  .help = "How many functions the group has.",
	  .spare = 7,
	  .is_for_people = true,
	  .get = get_functions },
	{ .name = "function", .title = "group, function", .least = 30, .get = get_name },
	{ .name = "group", .is_for_programs = true, .get = get_group },
	{ .name = "where", .spare = 8 },
};

static const struct columns columns = { list, sizeof list / sizeof *list };

const struct view groups_view = {
	.name = "groups",
	.title = "Groups",
	.kind = VIEW_FUNCTIONS,
	.help = "Which files, classes or sections did the time go to?",
	.rank = 12,
	.opens_in_reports = true,
	.columns = &columns,
	.sort = "self%",
	.build = build,
	.explain = explain,
};
