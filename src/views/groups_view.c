/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions by file, folder, class, section, object, thread or cycle: closed groups that have the
 * sums of what the filter keeps. */

#include "views/filtering.h"

static struct value get_functions(const struct field *field) {
	const struct figures *r = field->item;

	return figures_are_of_group(r) || field->table->query->is_whole ? count(r->group->nfuncs)
	                                                                : no_value();
}

/* What a group has of a cycle, or of a function in none. */
struct part {
	double share;    /* of its time: members, with what they call outside of it */
	double entered;  /* ticks of it that come in by them, or from callers in the group */
	double most;     /* the most of any of them */
	bool is_in;      /* it has members */
	bool has_others; /* they have callers that are not in the group */
	bool has_own;    /* callers in the group, but not in the cycle */
};

/* The table that is being made. */
struct building {
	struct table *table;
	const struct func_groups *groups;
	struct func_group *list; /* shape: [groups->n] */
	uint64_t key;            /* the view's */

	/* Functions that the filter keeps, by time; those of each group; and how many each has
	 * without the filter, of groups->n. */
	struct kept kept;
	const struct keyed *order;
	struct lists members;
	const bool *keeps; /* whether of groups->members[i] */
	size_t *nall;
	double *totals;     /* ticks; NULL: there are none; shape: [groups->n] */
	double *mosts;      /* of estimates, the upper bounds; or NULL */
	struct part *parts; /* while totals are estimated; shape: [groups->n + 1] */
};

/* Names groups for people: files by the last parts of the path, of which those that end alike have
 * more. */
static void name_groups(const struct building *b) {
	const struct display *d = &b->table->query->display;
	const bool is_short = (d->rows == ROWS_FILE || d->rows == ROWS_OBJECT) && !d->paths;
	struct arena *arena = b->table->arena;
	enum { MOST = 8 }; /* parts; then all of it */
	bool are_apart = false;

	for (size_t i = 0; i < b->groups->n; i++) {
		const char *name = b->groups->names[i];
		const char *end = is_short ? path_last(name) : name;

		b->list[i] = (struct func_group){ .name = end, .whole = name };
	}
	for (int parts = 1; !are_apart; parts++) {
		struct text_list ends = { .index.arena = arena };
		size_t *count = arena_alloc(arena, b->groups->n, sizeof *count);

		for (size_t i = 0; i < b->groups->n; i++)
			count[text_list_number(&ends, b->list[i].name)]++;
		are_apart = true;
		for (struct func_group *g = b->list; g < b->list + b->groups->n; g++) {
			if (g->name == g->whole || count[text_list_number(&ends, g->name)] == 1)
				continue;
			for (g->name--; g->name > g->whole && g->name[-1] != '/'; g->name--)
				;
			g->name = parts < MOST ? g->name : g->whole;
			are_apart = false;
		}
	}
}

/* A function that ran in several threads has the part of its samples, and of their noise, that fell
 * in each; whose calls were counted is not known. */
static struct figures figures_of_member(const struct building *b, const struct group_member *m) {
	struct figures item = figures_of_func(b->table, m->func);

	item.group = &b->list[m->group];
	if (b->table->query->display.rows != ROWS_THREAD)
		return item;
	item.variance *= item.self > 0 ? m->self / item.self : 0;
	item.self = m->self;
	item.child = m->child;
	item.calls = 0;
	item.is_counted = false;
	return item;
}

static void keep_functions(struct building *b) {
	struct table *t = b->table;
	const struct profile *p = t->data->profile;
	const size_t nmembers = b->groups->first[p->nfuncs];
	bool *keeps = arena_alloc(t->arena, nmembers, sizeof *keeps);
	struct kept *k = &b->kept;

	b->keeps = keeps;
	*k = kept_new(t, nmembers);
	k->has_no_limit = true;
	for (size_t i = 0; i < nmembers; i++) {
		const struct group_member *m = &b->groups->members[i];
		const struct figures item = figures_of_member(b, m);

		if (!t->query->display.zeros && !func_has_figures(m->func))
			continue;
		b->nall[m->group]++;
		keeps[i] = kept_add(k, &item,
		                    &(struct filter_item){ .func = m->func, .group = item.group });
	}
	b->order = order_by_time(k->items, k->n, t->arena);
	uint32_t *numbers = arena_space(t->arena, k->n, sizeof *numbers);
	for (size_t i = 0; i < k->n; i++)
		numbers[i] = (uint32_t)(k->items[b->order[i].index].group - b->list);
	b->members = lists_new(numbers, k->n, b->groups->n, t->arena);
}

/* Whether the filter keeps the function of a path, as a member of the path's group. */
static bool keeps_path(const struct building *b, uint32_t path) {
	const uint32_t func = b->table->data->profile->paths[path].func;
	const struct func_groups *g = b->groups;

	for (size_t i = g->first[func]; i < g->first[func + 1]; i++)
		if (g->members[i].group == g->of_path[path])
			return b->keeps[i];
	return false;
}

/* Adds what is on a path to the total of its group, unless a path above is of that, too: each stack
 * counts once. */
static void count_totals(struct building *b) {
	const struct profile *p = b->table->data->profile;
	struct arena *arena = b->table->arena;
	uint32_t *inside = arena_alloc(arena, b->groups->n, sizeof *inside);

	b->totals = arena_alloc(arena, b->groups->n, sizeof *b->totals);
	for (size_t i = 0; i < p->npaths; i++) {
		if (p->paths[i].above != NO_PATH)
			continue;
		for (uint32_t at = (uint32_t)i; at != NO_PATH;) {
			const uint32_t group = b->groups->of_path[at];

			if (keeps_path(b, at) && !inside[group]++)
				b->totals[group] += p->paths[at].total;
			if (p->paths[at].below != NO_PATH) {
				at = p->paths[at].below;
				continue;
			}
			for (; at != NO_PATH; at = p->paths[at].above) {
				inside[b->groups->of_path[at]] -= keeps_path(b, at);
				if (p->paths[at].above != NO_PATH && p->paths[at].next != NO_PATH) {
					at = p->paths[at].next;
					break;
				}
			}
		}
	}
}

/* Functions that the filter leaves out are in one more group.  Not for threads. */
static size_t group_of(const struct building *b, const struct func *f) {
	const uint32_t i = b->groups->first[profile_number(b->table->data->profile, f)];

	return b->keeps[i] ? b->groups->members[i].group : b->groups->n;
}

/* All of what enters a cycle by calls of a member is its group's; of what enters elsewhere, or
 * nobody knows where, what the members in the group share.  What a caller in the group has is
 * there already.  A function in no cycle is a cycle of one. */
static void add_callers(struct building *b, const struct func *f) {
	const size_t to = group_of(b, f);
	struct part *parts = b->parts;

	for (uint32_t k = 0; k < f->ncallers; k++) {
		const struct arc *a = f->callers[k];
		const size_t from = group_of(b, a->caller);
		const double passed = a->self_ticks + a->descendant_ticks;

		parts[to].has_others |= from != to;
		if (!arc_hands_time(a))
			continue;
		parts[to].has_own |= from == to;
		parts[to].entered += passed;
		b->totals[from] -= passed * parts[from].share;
		if (from == to)
			continue;
		parts[from].entered += parts[from].is_in ? passed : 0;
		b->totals[to] += passed * (1 - parts[to].share);
	}
}

/* Adds a cycle, or a function in none, to the groups that have parts of it.  Stacks come into a
 * part where it has other callers, or none; so what these reach is all that the group reaches, and
 * all members of a cycle reach the same. */
static void add_node(struct building *b, const struct func *const *members, size_t n) {
	const struct profile *p = b->table->data->profile;
	const struct func *f = members[0];
	const struct cycle *c = f->cycle;
	const double ticks = c ? c->self_ticks + c->descendant_ticks
	                       : f->self_ticks + f->descendant_ticks;

	for (size_t i = 0; i < n; i++) {
		struct part *part = &b->parts[group_of(b, members[i])];
		const double own = c ? bounds_estimate(members[i]) : ticks;

		part->is_in = true;
		part->share = fmin(part->share + (ticks > 0 ? own / ticks : 0), 1);
		part->most = fmax(part->most, p->bounds ? bounds_of(p, members[i])->most : 0);
	}
	for (size_t i = 0; i < n; i++)
		add_callers(b, members[i]);
	/* What members in other groups called counts there already as far as the cycle does. */
	for (size_t i = 0; i < n && c && ticks > 0; i++)
		for (uint32_t k = 0; k < members[i]->ncallees; k++) {
			const struct arc *a = members[i]->callees[k];
			const size_t to = group_of(b, a->callee);

			if (arc_hands_time(a) && to != group_of(b, members[i]) &&
			    b->parts[to].is_in)
				b->totals[to] -= (a->self_ticks + a->descendant_ticks) *
				                 b->parts[to].entered / ticks;
		}
	for (size_t i = 0; i < n; i++) {
		const size_t group = group_of(b, members[i]);
		struct part *part = &b->parts[group];

		b->totals[group] += ticks * part->share;
		b->mosts[group] += part->has_others || !part->has_own ? part->most : 0;
		*part = (struct part){ .is_in = false };
	}
}

static void estimate_totals(struct building *b) {
	const struct profile *p = b->table->data->profile;
	struct arena *arena = b->table->arena;
	const size_t n = b->groups->n + 1;

	b->parts = arena_alloc(arena, n, sizeof *b->parts);
	b->totals = arena_alloc(arena, n, sizeof *b->totals);
	b->mosts = arena_alloc(arena, n, sizeof *b->mosts);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (!f->cycle)
			add_node(b, &f, 1);
		else if (f == f->cycle->members[0])
			add_node(b, f->cycle->members, f->cycle->nmembers);
	}
}

static const struct figures *member(const struct building *b, size_t i) {
	return &b->kept.items[b->order[b->members.list[i]].index];
}

static struct figures sum_of(const struct building *b, size_t number) {
	const struct profile *p = b->table->data->profile;
	struct func_group *group = &b->list[number];
	struct figures sum = figures_of_text(group->name);

	sum.group = group;
	sum.id = fold_key(b->key, group->name);
	for (size_t i = b->members.first[number]; i < b->members.first[number + 1]; i++) {
		figures_sum(&sum, member(b, i), p);
		group->nfuncs++;
	}
	if (b->mosts && b->mosts[number] > 0)
		sum.most = fmax(fmin(b->mosts[number], p->total_ticks), sum.least);
	if (b->totals)
		sum.child = fmin(fmax(b->totals[number], sum.least), sum.most) - sum.self;
	return sum;
}

static bool is_open(const struct building *b, const struct figures *group) {
	const struct query *q = b->table->query;

	return q->is_whole || query_opens(q, group->id, false);
}

/* Adds a group, and its functions if it is open; for programs those alone. */
static void add_group(const struct building *b, const struct figures *group) {
	const uint32_t *at = &b->members.first[group->group - b->list];
	const size_t first = at[0], end = at[1];
	const bool is_shown = !b->table->query->is_whole;
	struct row row = row_of_figures(group, 0);

	if (!limit_hides(b->table, member(b, first)->self)) {
		row.fold = group->id;
		row.is_open = is_open(b, group);
	}
	if (is_shown)
		table_add(b->table, row);
	/* Members with less than the limit count, but have no row. */
	for (size_t i = first; row.is_open && i < end; i++) {
		struct row of_member = row_of_figures(member(b, i), is_shown);

		if (limit_hides(b->table, member(b, i)->self))
			break;
		of_member.id = fold_key(group->id, member(b, i)->func->name);
		table_add(b->table, of_member);
	}
}

static void add_groups(struct building *b) {
	struct table *t = b->table;
	struct figures *list = arena_alloc(t->arena, b->groups->n, sizeof *list);
	double shown = 0;
	size_t n = 0;

	for (size_t i = 0; i < b->groups->n; i++) {
		list[n] = sum_of(b, i);
		if (!b->nall[i])
			continue;
		t->nall += (t->query->is_whole ? 0 : 1) + (is_open(b, &list[n]) ? b->nall[i] : 0);
		if (b->list[i].nfuncs && !limit_hides(t, list[n].self)) {
			shown += list[n].self;
			n++;
		}
	}
	const struct keyed *order = order_by_time(list, n, t->arena);
	for (size_t i = 0; i < n; i++)
		add_group(b, &list[order[i].index]);
	table_share(t, shown);
}

static void build(struct table *t, const struct query *query) {
	const enum row_kind rows = query->display.rows;
	struct building b = { .table = t };

	t->noun = query->is_whole ? "functions" : "rows";
	t->has_limit = query->display.limit > 0;
	if ((rows == ROWS_FILE || rows == ROWS_FOLDER) && !t->data->locations) {
		t->is_pending = !t->data->debug;
		t->is_notice = !t->is_pending;
		figures_add_reason(t, sizeof(struct figures));
		return;
	}
	if (rows == ROWS_THREAD && threads_missing(t->data)) {
		figures_add_notice(t, sizeof(struct figures), threads_missing(t->data));
		return;
	}
	t->is_tree = !query->is_whole;
	b.key = fold_key(fold_key(0, "groups"), row_words[rows]);
	b.groups = func_groups_find(t->data, rows, t->arena);
	b.list = arena_alloc(t->arena, b.groups->n, sizeof *b.list);
	b.nall = arena_alloc(t->arena, b.groups->n, sizeof *b.nall);
	name_groups(&b);
	keep_functions(&b);
	if (b.groups->of_path)
		count_totals(&b);
	else if (profile_has_totals(t->data->profile))
		estimate_totals(&b);
	add_groups(&b);
}

static const char *explain(const struct table *t, const void *item, const struct column *c) {
	const struct figures *r = item;

	if (r->func)
		return say(t, "%s%s", explained_func_faintness(t, r->func),
		           explain_func(t, r->func, c));
	return r->group ? say(t, "%s is a group of %s functions; Right shows them.", r->text,
	                      said_count(t, r->group->nfuncs))
	                : "";
}

static const struct column list[] = {
	{ .name = "self%" },
	{ .name = "self", .spare = 2 },
	{ .name = "error", .spare = 4 },
	{ .name = "base", .spare = 7 },
	{ .name = "delta", .spare = 1 },
	{ .name = "total%", .spare = 3 },
	{ .name = "wide", .spare = 5 },
	{ .name = "least", .spare = 6 },
	{ .name = "most", .spare = 6 },
	{ .name = "calls", .spare = 4 },
	{ "functions", .unit = UNIT_COUNT, .help = "How many functions the group has.", .spare = 7,
	  .get = get_functions },
	{ .name = "function", .least = 30 },
	{ .name = "group", .is_for_programs = true },
	{ .name = "where", .spare = 8 },
};

const struct view groups_view = {
	.name = "groups",
	.title = "Groups",
	.kind = VIEW_FUNCTIONS,
	.help = "Which files, classes, libraries or cycles took the time?",
	.rank = 12,
	.form_of = "flat",
	.rows = 1 << ROWS_FILE | 1 << ROWS_FOLDER | 1 << ROWS_CLASS | 1 << ROWS_SECTION |
	        1 << ROWS_OBJECT | 1 << ROWS_THREAD | 1 << ROWS_CYCLE,
	.opens_in_reports = true,
	.columns = COLUMNS(list),
	.sort = "self%",
	.build = build,
	.explain = explain,
};
