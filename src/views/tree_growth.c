/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/tree_growth.h"

#include "base/arena.h"
#include "model/profile.h"
#include "table/filter.h"
#include "table/folds.h"
#include "views/filtering.h"
#include "views/measured.h"
#include "views/view.h"

/* Rows of one parent that are still to be added. */
struct level {
	struct tree_list list;
	size_t next;
	enum {
		LEVEL_SHOWN,
		LEVEL_REST,  /* below a row for the rest; counted already */
		LEVEL_HIDDEN /* by the filter: only counted */
	} kind;

	/* These are true of all levels below, too. */
	bool is_all_open;  /* as far as TABLE_OPEN_ROWS allows */
	bool has_no_limit; /* it is below a row for the rest */
};

struct growing {
	struct table *table;
	bool leads_up;
	uint64_t key;        /* the view's */
	double shown;        /* ticks of the paths that the limit leaves */
	bool *kept;          /* shape: [nfuncs]; NULL: there is no filter */
	bool *leads_to_kept; /* same */
	struct level *levels;
	size_t nlevels, most_levels; /* now; the most so far */
};

static const struct arc **arcs_of(const struct growing *g, const struct func *f, size_t *n)
{
	*n = g->leads_up ? f->ncallers : f->ncallees;
	return g->leads_up ? f->callers : f->callees;
}

/* Which functions the filter keeps, and which lead to one of them: found
 * backwards from those kept.  A path ends with an arc that is cut. */
static void find_kept(struct growing *g)
{
	struct table *t = g->table;
	const struct profile *p = t->data->profile;
	size_t *list, n = 0, done, i;

	if (!t->query->filter || !t->query->filter->n)
		return;
	list = arena_alloc(t->arena, p->nfuncs, sizeof *list);
	g->kept = arena_alloc(t->arena, p->nfuncs, sizeof *g->kept);
	g->leads_to_kept = arena_alloc(t->arena, p->nfuncs, sizeof(bool));
	for (i = 0; i < p->nfuncs; i++) {
		const struct filter_item item = { .func = &p->funcs[i] };

		g->kept[i] = g->leads_to_kept[i] = filter_keeps(t, &item);
		if (g->kept[i])
			list[n++] = i;
	}
	for (done = 0; done < n; done++) {
		const struct func *f = &p->funcs[list[done]];
		const struct arc **arcs = g->leads_up ? f->callees : f->callers;
		size_t narcs = g->leads_up ? f->ncallees : f->ncallers;

		for (i = 0; i < narcs; i++) {
			size_t from = profile_number(p, g->leads_up ? arcs[i]->callee
			                                            : arcs[i]->caller);

			if (arcs[i]->is_cut && !g->kept[list[done]])
				continue;
			if (!g->leads_to_kept[from])
				list[n++] = from;
			g->leads_to_kept[from] = true;
		}
	}
}

/* Whether the filter keeps a row, or one that may come below it. */
static bool keeps(const struct growing *g, const struct tree_row *row)
{
	const struct func *f = row->func ? row->func : row->cycle->members[0];
	size_t number;

	if (!g->leads_to_kept)
		return true;
	number = profile_number(g->table->data->profile, f);
	return row->kind == TREE_AGAIN ? g->kept[number] : g->leads_to_kept[number];
}

/* Whether a row for the far end of an arc is kept, or what may be below it. */
static bool leads(const struct growing *g, const struct arc *arc)
{
	const struct func *to = g->leads_up ? arc->caller : arc->callee;
	size_t number = profile_number(g->table->data->profile, to);

	return arc->is_cut ? g->kept[number] : g->leads_to_kept[number];
}

/* Whether there is anything below a row, without building it; with `hidden`
 * including what the filter hides. */
static bool has_more(const struct growing *g, const struct tree_row *row, bool hidden)
{
	const struct arc **arcs;
	size_t n, i;

	if (row->kind != TREE_FUNC)
		return row->kind == TREE_CYCLE || row->kind == TREE_MORE;
	arcs = arcs_of(g, row->func, &n);
	for (i = 0; i < n; i++)
		if (hidden || !g->leads_to_kept || leads(g, arcs[i]))
			return true;
	return g->leads_up && row->func->cycle != NULL;
}

static bool is_open(const struct growing *g, const struct tree_row *row, bool is_forced)
{
	const struct table *t = g->table;

	if (is_forced && t->nrows < TABLE_OPEN_ROWS)
		return true;
	return folds_has(t->query->folds, row->key) != row->opens;
}

static void push(struct growing *g, struct level level)
{
	if (g->nlevels == g->most_levels)
		g->levels = arena_room(g->table->arena, g->levels, g->most_levels++,
		                       sizeof *g->levels);
	g->levels[g->nlevels++] = level;
}

/* Counts what would be shown below a row without the filter, if it hides all
 * of that. */
static void count_below(struct growing *g, const struct tree_row *row, struct level below)
{
	if (!g->leads_to_kept || !has_more(g, row, true) || !is_open(g, row, below.is_all_open))
		return;
	below.kind = LEVEL_HIDDEN;
	below.list = tree_next(row, g->table->arena);
	push(g, below);
}

/* Adds a row, and queues what is below it. */
static void add(struct growing *g, const struct tree_row *row, struct level below)
{
	struct table *t = g->table;
	double ticks = row->self + row->child;
	bool has_fold = has_more(g, row, false), open;

	below.is_all_open |= t->query->open_below == row->key;
	open = has_fold && is_open(g, row, below.is_all_open);
	table_add(t, (struct row){
			     .item = row,
			     .depth = row->depth,
			     .id = row->key,
			     .fold = has_fold ? row->key : 0,
			     .is_open = open,
			     .opens = row->opens,
			     .is_subject = g->leads_up && !row->depth,
			     .is_faint = ticks < FEW_SAMPLES,
			     .is_empty = ticks <= 0,
			     .is_rest = row->kind == TREE_MORE,
		     });
	t->nrests += row->kind == TREE_MORE;
	if (row->kind == TREE_MORE && !open)
		g->shown -= ticks;
	if (!has_fold)
		count_below(g, row, below);
	if (!open)
		return;
	if (row->kind != TREE_MORE)
		below.list = tree_next(row, g->table->arena);
	below.next = 0;
	push(g, below);
}

/* The rows of a level from the next one on become one row if they are below
 * the limit.  They are sorted by time. */
static void add_rest(struct growing *g, const struct level *level)
{
	struct tree_row *rest = arena_alloc(g->table->arena, 1, sizeof *rest);
	struct tree_row *rows = level->list.rows + level->next;
	struct tree_list list = { rows, 0 };
	const struct tree_row *above = rows[0].above;
	size_t n = level->list.n - level->next, i;

	*rest = (struct tree_row){ .kind = TREE_MORE,
		                   .depth = rows[0].depth,
		                   .above = above,
		                   .leads_up = g->leads_up,
		                   .key = fold_key(above ? above->key : g->key, "<more>"),
		                   .all = rows[0].all };
	for (i = 0; i < n; i++) {
		if (!keeps(g, &rows[i]))
			continue;
		rest->self += rows[i].self;
		rest->child += rows[i].child;
		rest->calls += rows[i].calls;
		rest->has_figures |= rows[i].has_figures;
		rows[list.n] = rows[i];
		rows[list.n++].depth++;
	}
	rest->nmore = list.n;
	g->table->nall += n;
	if (list.n)
		add(g, rest, (struct level){ list, .kind = LEVEL_REST, .has_no_limit = true });
}

/* Adds the next row of the last level. */
static void add_next(struct growing *g)
{
	struct level *level = &g->levels[g->nlevels - 1];
	const struct tree_row *row = &level->list.rows[level->next];
	struct level below = { .is_all_open = level->is_all_open,
		               .has_no_limit = level->has_no_limit };
	bool is_first = g->leads_up && !row->depth;

	if (!level->has_no_limit && !is_first && limit_hides(g->table, row->self + row->child)) {
		struct level rest = *level;

		level->next = level->list.n;
		add_rest(g, &rest);
		return;
	}
	level->next++;
	g->table->nall += level->kind != LEVEL_REST;
	if (level->kind != LEVEL_HIDDEN && keeps(g, row))
		add(g, row, below);
	else
		count_below(g, row, below);
}

/* Going down, paths divide the time, so time below a row that stands for
 * others is hidden only once; going up, all rows stand for the first one's.
 * What a filter hides on the path to what it keeps is not counted. */
static void set_share(const struct growing *g)
{
	if (g->table->has_limit && !g->leads_up && !g->leads_to_kept)
		measured_share(g->table, g->shown > 0 ? g->shown : 0);
}

void tree_grow(struct table *t, struct tree_list roots, bool leads_up, uint64_t key)
{
	struct growing growing = { .table = t, .leads_up = leads_up, .key = key };
	struct growing *g = &growing;
	size_t i;

	t->is_tree = true;
	t->has_limit = t->query->display.limit > 0;
	for (i = 0; i < roots.n; i++)
		g->shown += roots.rows[i].self + roots.rows[i].child;
	find_kept(g);
	push(g, (struct level){ roots, .is_all_open = t->query->open_below == FOLD_ALL });
	while (g->nlevels) {
		const struct level *level = &g->levels[g->nlevels - 1];

		if (level->next == level->list.n)
			g->nlevels--;
		else
			add_next(g);
	}
	set_share(g);
}

const struct func *tree_subject(const void *item)
{
	const struct tree_row *row = item;

	return row->func;
}

const char *tree_follow(const void *item, struct query *query)
{
	const struct tree_row *row = item;

	query->subject = row->func;
	query->cycle = row->cycle;
	return row->kind == TREE_MORE ? NULL : "graph";
}
