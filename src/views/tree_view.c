/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/tree_view.h"

#include "views/filtering.h"

/* Rows below the same one, being made. */
struct making {
	const struct table *table;
	const struct tree_row *above; /* or NULL: roots */
	struct tree_row *rows;        /* of the table's arena */
	size_t n;
};

/* Of its own: others are shown further up, or pass none on. */
static bool has_time(const struct tree_row *row) {
	return !isnan(row->figures.self);
}

/* Its function, or the first one of its cycle. */
static const struct func *func_of(const struct tree_row *row) {
	return row->figures.cycle ? row->figures.cycle->members[0] : row->figures.func;
}

static uint64_t key_of(const struct tree_row *row, uint64_t above) {
	if (row->kind != TREE_CYCLE)
		return fold_key(above, row->figures.func->name);
	/* Its number may change from run to run. */
	return fold_key(fold_key(above, "<cycle>"), row->figures.cycle->members[0]->name);
}

/* What is known of a path's time whatever each call took: below a row it is at most that row's, and
 * time that is passed up is the first row's. */
static void set_bounds(const struct making *m, struct tree_row *row) {
	const struct figures *above = m->above ? &m->above->figures : NULL;
	const struct profile *p = m->table->data->profile;
	struct figures *r = &row->figures;

	if (row->is_measured && p->bounds) {
		r->least = r->most = figures_total(r);
		return;
	}
	figures_bound(r, p, r->func, r->cycle, row->leads_up ? 0 : row->part,
	              above ? above->most : NAN);
	if (row->leads_up)
		r->least = row->part < 1 ? 0 : above->least;
}

static void make(struct making *m, struct tree_row row) {
	row.above = m->above;
	row.leads_up = m->above && m->above->leads_up;
	row.depth = m->above ? m->above->depth + 1 : 0;
	set_bounds(m, &row);
	arena_append(m->table->arena, m->rows, m->n, row);
}

static int by_key(const void *a, const void *b, const void *context) {
	const struct tree_row *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->figures.func != y->figures.func) /* both point into the same array, or NULL */
		return x->figures.func < y->figures.func ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

/* Those below the limit, which become one row, last; the most time first, then the most calls,
 * then by address. */
static int by_time(const void *a, const void *b, const void *context) {
	const struct tree_row *x = a, *y = b;
	const struct table *t = context;
	const bool hides = limit_hides(t, figures_total(&x->figures));
	const int order = figures_order(&x->figures, x->calls, &y->figures, y->calls);

	if (hides != limit_hides(t, figures_total(&y->figures)))
		return hides ? 1 : -1;
	if (order)
		return order;
	return x->figures.func < y->figures.func ? -1 : x->figures.func > y->figures.func;
}

static void merge(struct tree_row *into, const struct tree_row *row) {
	into->is_measured &= row->is_measured;
	into->part += row->part;
	into->reach += row->reach;
	into->figures.least += row->figures.least;
	into->figures.most = fmax(into->figures.most, row->figures.most);
	into->figures.self += row->figures.self;
	into->figures.child += row->figures.child;
	into->calls += row->calls;
}

/* Arcs to the same function become one row, and functions with the same name get different keys:
 * the first one that of the name, as if it were alone, the others by their order in memory. */
static void tell_apart(struct making *m) {
	uint64_t name = 0;
	size_t n = 0;

	sort_stable(m->rows, m->n, sizeof *m->rows, by_key, NULL, m->table->arena);
	for (size_t i = 0; i < m->n; i++) {
		struct tree_row *last = n ? &m->rows[n - 1] : NULL;
		struct tree_row row = m->rows[i];

		if (last && name == row.key && last->figures.func == row.figures.func &&
		    last->kind == row.kind && last->figures.cycle == row.figures.cycle) {
			merge(last, &row);
			continue;
		}
		if (last && name == row.key)
			row.key = fold_key(last->key, "again");
		else
			name = row.key;
		m->rows[n++] = row;
	}
	m->n = n;
}

static struct tree_list finish(struct making *m, uint64_t above, double all) {
	enum { DEEPEST = 24 };

	for (size_t i = 0; i < m->n; i++)
		m->rows[i].key = key_of(&m->rows[i], above);
	tell_apart(m);
	sort_stable(m->rows, m->n, sizeof *m->rows, by_time, m->table, m->table->arena);
	/* A row is open at first if the one above is and it has a tenth of all, or the most of its
	 * siblings and a hundredth; down to a limit. */
	for (size_t i = 0; i < m->n; i++) {
		struct tree_row *row = &m->rows[i];
		const double time = figures_total(&row->figures);

		row->all = all;
		if (m->above && !m->above->opens)
			continue;
		row->opens = has_time(row) && row->depth < DEEPEST &&
		             (10 * time >= all || (!i && 100 * time >= all)) && time > 0;
	}
	return (struct tree_list){ m->rows, m->n };
}

/* Of a cycle, or without one of a function. */
static struct tree_row part_of(const struct func *f, const struct cycle *c, double part,
                               double reach, double calls) {
	struct tree_row row = {
		.kind = c ? TREE_CYCLE : TREE_FUNC,
		.part = part,
		.reach = reach,
		.calls = calls,
		.figures = figures_of_text(NULL),
	};

	row.figures.func = c ? NULL : f;
	row.figures.cycle = c;
	row.figures.self = part * (c ? c->self_ticks : f->self_ticks);
	row.figures.child = part * (c ? c->descendant_ticks : f->descendant_ticks);
	return row;
}

static struct tree_row part_of_func(const struct func *f) {
	return part_of(f, NULL, 1, 1, (double)(f->calls - f->cut_calls));
}

/* One end of an arc that passes no time on. */
static struct tree_row again(const struct arc *a, const struct func *f, double calls) {
	struct tree_row row = { .kind = TREE_AGAIN,
		                .figures = figures_of_text(NULL),
		                .is_other = a->caller != a->callee,
		                .cut = a->is_cut ? a : NULL,
		                .arc = a->is_cut ? a : NULL,
		                .calls = calls };

	row.figures.func = f;
	return row;
}

/* The arc, if a row says what it is. */
static const struct arc *marked(const struct arc *a) {
	return a->is_split || a->is_inlined ? a : NULL;
}

/* Whether its time is passed on to any function but itself. */
static bool is_called(const struct func *f) {
	for (size_t i = 0; i < f->ncallers; i++)
		if (arc_hands_time(f->callers[i]))
			return true;
	return false;
}

static bool cycle_is_called(const struct cycle *c) {
	for (size_t i = 0; i < c->nmembers; i++)
		if (is_called(c->members[i]))
			return true;
	return false;
}

/* Rows of paths: what was counted, of any functions, as one row for each. */

static int by_func(const void *a, const void *b, const void *context) {
	const struct path *paths = context;
	const uint32_t x = paths[((const struct tree_part *)a)->path].func;
	const uint32_t y = paths[((const struct tree_part *)b)->path].func;

	return x < y ? -1 : x > y;
}

static void make_paths(struct making *m, const struct profile *p, struct tree_part *parts,
                       size_t n) {
	size_t i;

	sort_stable(parts, n, sizeof *parts, by_func, p->paths, m->table->arena);
	for (size_t first = 0; first < n; first = i) {
		struct tree_row row = { .kind = TREE_FUNC,
			                .figures = figures_of_text(NULL),
			                .part = 1,
			                .is_measured = true,
			                .parts = &parts[first] };
		double total = 0;

		row.figures.func = &p->funcs[p->paths[parts[first].path].func];
		row.figures.self = 0;
		for (i = first; i < n && !by_func(&parts[first], &parts[i], p->paths); i++) {
			row.figures.self += parts[i].self;
			total += parts[i].total;
		}
		row.nparts = i - first;
		row.figures.child = total > row.figures.self ? total - row.figures.self : 0;
		make(m, row);
	}
}

static struct tree_part part_down(const struct profile *p, uint32_t path) {
	return (struct tree_part){ path, p->paths[path].self, p->paths[path].total };
}

/* One step further, down or up, of a row or (NULL) from the roots. */
static void step_on(struct making *m, const struct profile *p, const struct tree_row *row) {
	struct tree_part *parts = NULL;
	size_t n = 0;
	uint32_t path;

	for (size_t i = 0; !row && i < p->npaths; i++)
		if (p->paths[i].above == NO_PATH)
			arena_append(m->table->arena, parts, n, part_down(p, (uint32_t)i));
	for (size_t i = 0; row && i < row->nparts; i++) {
		const struct path *from = &p->paths[row->parts[i].path];

		for (path = row->leads_up ? from->above : from->below; path != NO_PATH;
		     path = row->leads_up ? NO_PATH : p->paths[path].next) {
			arena_put(m->table->arena, parts, n,
			          row->leads_up ? row->parts[i] : part_down(p, path));
			parts[n++].path = path;
		}
	}
	make_paths(m, p, parts, n);
}

/* Those that end in a function, each once: what is in it again is the outer one's. */
static struct tree_row row_of_paths(const struct profile *p, const struct func *f,
                                    struct arena *arena) {
	const uint32_t number = profile_number(p, f);
	struct tree_part *parts = NULL, *part_of = arena_alloc(arena, p->npaths, sizeof *part_of);
	struct tree_row row = part_of_func(f);

	for (size_t i = 0; i < p->npaths; i++) {
		uint32_t at = (uint32_t)i;

		if (p->paths[i].func != number)
			continue;
		while (!p->paths[at].is_outermost || p->paths[at].func != number)
			at = p->paths[at].above;
		part_of[at].self += p->paths[i].self;
		part_of[at].total += at == i ? p->paths[i].total : 0;
	}
	for (size_t i = 0; i < p->npaths; i++)
		if (p->paths[i].func == number && p->paths[i].is_outermost) {
			part_of[i].path = (uint32_t)i;
			arena_append(arena, parts, row.nparts, part_of[i]);
		}
	row.parts = parts;
	row.is_measured = true;
	return row;
}

/* Where trees begin, the most time first: functions and cycles without known callers.  `key` is the
 * view's. */
static struct tree_list tree_roots(const struct table *t, uint64_t key) {
	const struct profile *p = t->data->profile;
	struct making m = { .table = t };

	if (p->paths)
		step_on(&m, p, NULL);
	for (size_t i = 0; !p->paths && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		if (f->cycle || is_called(f))
			continue;
		if (t->query->display.zeros || f->ncallees ||
		    f->self_ticks + f->descendant_ticks > 0)
			make(&m, part_of(f, NULL, 1, 1, 0));
	}
	for (size_t i = 0; i < p->ncycles; i++)
		if (!cycle_is_called(&p->cycles[i]))
			make(&m, part_of(NULL, &p->cycles[i], 1, 1, 0));
	return finish(&m, key, p->total_ticks);
}

/* The tree that leads up from a function. */
static struct tree_row tree_root_above(const struct table *t, const struct func *f, uint64_t key) {
	const struct profile *p = t->data->profile;
	struct tree_row row = p->paths ? row_of_paths(p, f, t->arena) : part_of_func(f);

	figures_bound(&row.figures, p, f, NULL, 1, NAN);
	row.all = figures_total(&row.figures);
	row.key = key_of(&row, key);
	row.opens = true;
	row.leads_up = true;
	return row;
}

static void make_callee(struct making *m, const struct arc *a) {
	const struct func *to = a->callee;
	double calls = m->above->reach * (double)a->calls, part, reach;

	if (!arc_hands_time(a)) {
		make(m, again(a, to, calls));
		return;
	}
	part = m->above->part * a->share;
	reach = m->above->reach * arc_part_of_calls(a);
	if (a->self_ticks + a->descendant_ticks <= 0)
		part = reach = 0;
	struct tree_row row = part_of(to, to->cycle, part, reach, calls);
	row.arc = marked(a);
	if (a->is_inlined) { /* the same in sum, but measured there */
		row.figures.self = m->above->part * a->self_ticks;
		row.figures.child = m->above->part * a->descendant_ticks;
		row.is_measured = m->above->part >= 1 &&
		                  a->self_ticks + a->descendant_ticks <= a->inlined_ticks;
	}
	make(m, row);
}

/* They share the time of the cycle, so each has what its own calls make. */
static void make_members(struct making *m, const struct cycle *c) {
	const double part = m->above->part, reach = m->above->reach;

	for (size_t i = 0; i < c->nmembers; i++) {
		const struct func *f = c->members[i];
		struct tree_row row = part_of(f, NULL, part, reach, reach * (double)f->calls);

		row.figures.child = part * (bounds_estimate(f) - f->self_ticks);
		make(m, row);
	}
}

/* The caller of an arc, or without one a cycle, on whose behalf part of the time above is spent. */
static void make_caller(struct making *m, const struct arc *a, const struct cycle *c) {
	const struct tree_row *above = m->above;
	const double part = a ? a->share : 1, calls = a ? arc_part_of_calls(a) : 1;

	struct tree_row row = part_of(a ? a->caller : NULL, c, above->part * part,
	                              above->reach * calls, above->calls * calls);

	row.arc = a ? marked(a) : NULL;
	row.figures.self = above->figures.self * part;
	row.figures.child = above->figures.child * part;
	make(m, row);
}

static void make_callers(struct making *m, const struct func *f) {
	if (f->cycle && cycle_is_called(f->cycle)) /* entered through it */
		make_caller(m, NULL, f->cycle);
	for (size_t i = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (!arc_hands_time(a))
			make(m, again(a, a->caller, (double)a->calls));
		else if (!f->cycle)
			make_caller(m, a, NULL);
	}
}

static void make_callers_of_cycle(struct making *m, const struct cycle *c) {
	for (size_t k = 0; k < c->nmembers; k++)
		for (size_t i = 0; i < c->members[k]->ncallers; i++) {
			const struct arc *a = c->members[k]->callers[i];

			if (a->caller->cycle != c)
				make_caller(m, a, NULL);
		}
}

/* What a row calls, for trees that lead down; its callers, for those that lead up.  The most time
 * first.  Owner: the arena.  Cost: n log n in the row's arcs. */
static struct tree_list tree_next(const struct table *t, const struct tree_row *row) {
	struct making m = { .table = t, .above = row };

	if (row->parts)
		step_on(&m, t->data->profile, row);
	else if (row->kind == TREE_FUNC && row->leads_up)
		make_callers(&m, row->figures.func);
	else if (row->kind == TREE_FUNC)
		for (size_t i = 0; i < row->figures.func->ncallees; i++)
			make_callee(&m, row->figures.func->callees[i]);
	else if (row->kind == TREE_CYCLE && row->leads_up)
		make_callers_of_cycle(&m, row->figures.cycle);
	else if (row->kind == TREE_CYCLE)
		make_members(&m, row->figures.cycle);
	return finish(&m, row->key, row->all);
}

/* The table of the base, for its rows. */
static struct table table_of_base(const struct table *t) {
	struct table of = *t;

	of.data = &t->data->comparison->base->data;
	return of;
}

/* By which rows of both sides are found: a function of the new side, or its cycle's first. */
static uint64_t key_of_place(const struct table *t, const struct func *f, bool is_cycle) {
	const struct func *of = is_cycle && f->cycle ? f->cycle->members[0] : f;

	return (uint64_t)profile_number(t->data->profile, of) << 1 | is_cycle;
}

/* Gives rows those of the base in the same place.  Cost: n log n. */
static void give_base(const struct table *t, struct tree_list rows, struct tree_list base) {
	const struct comparison *c = t->data->comparison;
	struct keyed *places = arena_space(t->arena, rows.n, sizeof *places);
	size_t n = 0;

	for (size_t i = 0; i < rows.n; i++)
		if (has_time(&rows.rows[i]))
			places[n++] = (struct keyed){ key_of_place(t, func_of(&rows.rows[i]),
				                                   rows.rows[i].figures.cycle),
				                      (uint32_t)i };
	sort_keys(places, n, t->arena);
	for (size_t i = 0; i < base.n; i++) {
		const struct figures *of = &base.rows[i].figures;
		const struct func *f = comparison_counterpart(c, func_of(&base.rows[i]));
		const uint64_t key = f ? key_of_place(t, f, of->cycle) : 0;
		const size_t at = lower_bound(places, n, sizeof *places, 0, key);

		if (!f || !has_time(&base.rows[i]) || at == n || places[at].key != key)
			continue;
		struct tree_row *r = &rows.rows[places[at].index];
		arena_append(t->arena, r->base.rows, r->base.n, base.rows[i]);
		r->figures.base_total = ticks_known(r->figures.base_total) +
		                        comparison_ticks(c, figures_total(of));
	}
}

/* What is below a row, on both sides. */
static struct tree_list rows_below(const struct table *t, const struct tree_row *row) {
	const struct tree_list rows = tree_next(t, row);

	for (size_t i = 0; i < row->base.n; i++) {
		const struct table base = table_of_base(t);

		give_base(t, rows, tree_next(&base, &row->base.rows[i]));
	}
	return rows;
}

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
	bool *path_leads;    /* to a function that is kept; shape: [npaths] */
	struct level *levels;
	size_t nlevels, most_levels; /* now; the most so far */
};

/* Which functions the filter keeps, and which lead to one of them: found backwards from those kept.
 * A path ends with an arc that is cut. */
static void find_kept(struct growing *g) {
	struct table *t = g->table;
	const struct profile *p = t->data->profile;
	size_t n = 0;

	if (!t->query->filter || !t->query->filter->n)
		return;
	size_t *list = arena_alloc(t->arena, p->nfuncs, sizeof *list);
	g->kept = arena_alloc(t->arena, p->nfuncs, sizeof *g->kept);
	g->leads_to_kept = arena_alloc(t->arena, p->nfuncs, sizeof(bool));
	for (size_t i = 0; i < p->nfuncs; i++) {
		g->kept[i] = filter_keeps(t, &(struct filter_item){ .func = &p->funcs[i] });
		g->leads_to_kept[i] = g->kept[i];
		if (g->kept[i])
			list[n++] = i;
	}
	for (size_t done = 0; done < n; done++) {
		const struct func *f = &p->funcs[list[done]];
		const struct arc **arcs = g->leads_up ? f->callees : f->callers;
		size_t narcs = g->leads_up ? f->ncallees : f->ncallers;

		for (size_t i = 0; i < narcs; i++) {
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

/* Which paths do, further inwards or, going up, further out. */
static void find_paths(struct growing *g) {
	const struct profile *p = g->table->data->profile;

	g->path_leads = arena_alloc(g->table->arena, p->npaths, sizeof *g->path_leads);
	for (size_t i = 0; i < p->npaths; i++) {
		g->path_leads[i] = g->kept[p->paths[i].func];
		if (g->leads_up && p->paths[i].above != NO_PATH)
			g->path_leads[i] |= g->path_leads[p->paths[i].above];
	}
	for (size_t i = p->npaths; !g->leads_up && i-- > 0;)
		if (p->paths[i].above != NO_PATH)
			g->path_leads[p->paths[i].above] |= g->path_leads[i];
}

/* Whether any path of a row leads to what is kept; `further`: beyond the row. */
static bool parts_lead(const struct growing *g, const struct tree_row *row, bool further,
                       bool hidden) {
	const struct path *paths = g->table->data->profile->paths;
	uint32_t path;

	for (size_t i = 0; i < row->nparts; i++) {
		path = row->parts[i].path;
		if (further)
			path = g->leads_up ? paths[path].above : paths[path].below;
		for (; path != NO_PATH; path = further && !g->leads_up ? paths[path].next : NO_PATH)
			if (hidden || !g->path_leads || g->path_leads[path])
				return true;
	}
	return false;
}

/* Whether the filter keeps a row, or one that may come below it. */
static bool keeps(const struct growing *g, const struct tree_row *row) {
	if (!g->leads_to_kept)
		return true;
	if (row->parts)
		return parts_lead(g, row, false, false);
	size_t number = profile_number(g->table->data->profile, func_of(row));
	return row->kind == TREE_AGAIN ? g->kept[number] : g->leads_to_kept[number];
}

/* Whether a row for the far end of an arc is kept, or what may be below it. */
static bool leads(const struct growing *g, const struct arc *arc) {
	const struct func *to = g->leads_up ? arc->caller : arc->callee;
	size_t number = profile_number(g->table->data->profile, to);

	return arc->is_cut ? g->kept[number] : g->leads_to_kept[number];
}

/* Whether there is anything below a row, without building it; with `hidden` including what the
 * filter hides. */
static bool has_more(const struct growing *g, const struct tree_row *row, bool hidden) {
	const struct func *f = row->figures.func;

	if (row->parts)
		return parts_lead(g, row, true, hidden);
	if (row->kind != TREE_FUNC)
		return row->kind == TREE_CYCLE || row->kind == TREE_MORE;
	for (size_t i = 0; i < (g->leads_up ? f->ncallers : f->ncallees); i++)
		if (hidden || !g->leads_to_kept ||
		    leads(g, g->leads_up ? f->callers[i] : f->callees[i]))
			return true;
	return g->leads_up && f->cycle != NULL;
}

static bool is_open(const struct growing *g, const struct tree_row *row, bool is_forced) {
	const struct table *t = g->table;

	if (is_forced && t->nrows < TABLE_OPEN_ROWS)
		return true;
	return folds_has(t->query->folds, row->key) != row->opens;
}

static void push(struct growing *g, struct level level) {
	if (g->nlevels == g->most_levels)
		g->levels = arena_room(g->table->arena, g->levels, g->most_levels++,
		                       sizeof *g->levels);
	g->levels[g->nlevels++] = level;
}

/* Counts what would be shown below a row without the filter, if it hides all of that. */
static void count_below(struct growing *g, const struct tree_row *row, struct level below) {
	if (!g->leads_to_kept || !has_more(g, row, true) || !is_open(g, row, below.is_all_open))
		return;
	below.kind = LEVEL_HIDDEN;
	below.list = tree_next(g->table, row);
	push(g, below);
}

/* Adds a row, and queues what is below it.  The parent of a root is itself. */
static void add(struct growing *g, struct tree_row *row, struct level below) {
	struct table *t = g->table;
	double ticks = figures_total(&row->figures);
	bool has_fold = has_more(g, row, false);

	row->figures.parent = figures_total(row->above ? &row->above->figures : &row->figures);
	t->most_parent = fmax(t->most_parent, row->figures.parent);
	row->figures.calls = number_rounded(row->calls); /* as calls are */
	row->figures.is_counted = row->calls > 0;        /* those of a root are not known */
	below.is_all_open |= t->query->open_below == row->key;
	bool open = has_fold && is_open(g, row, below.is_all_open);
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
		below.list = rows_below(g->table, row);
	below.next = 0;
	push(g, below);
}

/* The rows of a level from the next one on, which are below the limit, become one row. */
static void add_rest(struct growing *g, const struct level *level) {
	struct tree_row *rest = arena_alloc(g->table->arena, 1, sizeof *rest);
	struct tree_row *rows = level->list.rows + level->next;
	struct tree_list list = { rows, 0 };
	const struct tree_row *above = rows[0].above;
	size_t n = level->list.n - level->next;

	*rest = (struct tree_row){ .kind = TREE_MORE,
		                   .figures = figures_of_text(NULL),
		                   .depth = rows[0].depth,
		                   .above = above,
		                   .leads_up = g->leads_up,
		                   .key = fold_key(above ? above->key : g->key, "<more>"),
		                   .all = rows[0].all };
	for (size_t i = 0; i < n; i++) {
		if (!keeps(g, &rows[i]))
			continue;
		if (has_time(&rows[i])) {
			struct figures *to = &rest->figures, *from = &rows[i].figures;

			to->self = ticks_known(to->self) + from->self;
			to->child = ticks_known(to->child) + from->child;
			if (!isnan(from->base_total))
				to->base_total = ticks_known(to->base_total) + from->base_total;
		}
		rest->calls += rows[i].calls;
		rows[list.n] = rows[i];
		rows[list.n++].depth++;
	}
	rest->nmore = list.n;
	g->table->nall += n;
	if (list.n)
		add(g, rest, (struct level){ list, .kind = LEVEL_REST, .has_no_limit = true });
}

/* Adds the next row of the last level. */
static void add_next(struct growing *g) {
	struct level *level = &g->levels[g->nlevels - 1];
	struct tree_row *row = &level->list.rows[level->next];
	struct level below = { .is_all_open = level->is_all_open,
		               .has_no_limit = level->has_no_limit };
	bool is_first = g->leads_up && !row->depth;

	if (!level->has_no_limit && !is_first &&
	    limit_hides(g->table, figures_total(&row->figures))) {
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

/* Adds the roots and everything open below them; `leads_up` to callers, else to callees.  The
 * filter keeps rows that match and those leading to them; those below the limit are one row, which
 * opens.  `key` is the view's.  Cost: linear in the rows and their arcs, and with a filter in the
 * profile. */
static void tree_grow(struct table *t, struct tree_list roots, bool leads_up, uint64_t key) {
	struct growing growing = { .table = t, .leads_up = leads_up, .key = key };
	struct growing *g = &growing;

	t->is_tree = true;
	t->has_limit = t->query->display.limit > 0;
	for (size_t i = 0; i < roots.n; i++)
		g->shown += figures_total(&roots.rows[i].figures);
	find_kept(g);
	if (g->kept && t->data->profile->paths)
		find_paths(g);
	push(g, (struct level){ roots, .is_all_open = t->query->open_below == FOLD_ALL });
	while (g->nlevels) {
		const struct level *level = &g->levels[g->nlevels - 1];

		if (level->next == level->list.n)
			g->nlevels--;
		else
			add_next(g);
	}
	/* Going down, paths divide the time, so time below a row that stands for others is hidden only
	 * once; going up, all rows stand for the first one's.  What a filter hides on the path to what it
	 * keeps is not counted. */
	if (g->table->has_limit && !g->leads_up && !g->leads_to_kept)
		table_share(g->table, g->shown > 0 ? g->shown : 0);
}

/* Only what no division by calls has touched is measured. */
static struct value get_estimate(const struct field *field) {
	const struct tree_row *r = field->item;
	bool is_measured = r->is_measured || (r->part >= 1 && r->figures.child <= 0);

	return text(!has_time(r)                                                 ? ""
	            : figures_are_wide(field->table->data->profile, &r->figures) ? "?"
	            : is_measured                                                ? ""
	                                                                         : "~");
}

static struct value get_function(const struct field *field) {
	const struct table *t = field->table;
	const struct tree_row *r = field->item;

	if (r->kind == TREE_CYCLE)
		return text(say(t, "<cycle %u as a whole>", r->figures.cycle->number));
	if (r->kind == TREE_MORE)
		return text(say(t, "[%zu more below %g %%]", r->nmore, t->query->display.limit));
	if (r->kind == TREE_AGAIN && !r->is_other && !r->cut)
		return text(say(t, "%s <recursive>", func_label(t, r->figures.func)));
	return text(node_label(t, r->figures.func, r->arc));
}

static struct value get_depth(const struct field *field) {
	const struct tree_row *r = field->item;

	return count(r->depth);
}

static const char *name_of(const struct table *t, const struct tree_row *r) {
	if (r->kind == TREE_CYCLE)
		return say(t, "<cycle %u>", r->figures.cycle->number);
	return said_name(t, r->figures.func);
}

/* How the total came about, from that of the function that calls lead up to, or of its own. */
static const char *said_total(const struct table *t, const struct tree_row *r) {
	const struct tree_row *of = r;

	while (r->leads_up && of->above)
		of = of->above;
	const char *name = name_of(t, of);
	const char *times = say(t, "%s in itself", said_time(t, of->figures.self));
	if (of->figures.child > 0)
		times = say(t, "%s and ~%s in what it calls", times,
		            said_time(t, of->figures.child));
	if (!r->above && r->leads_up)
		return say(t,
		           "%s has %s.  Below, that is divided among its callers by their calls.",
		           name, times);
	if (!r->above)
		return say(t, "No caller of %s is known, so all of its time is here: %s.", name,
		           times);
	if (t->data->profile->rules->choice.measures_callers)
		return say(t,
		           "%s of the time of %s is on this path, as far as the files and call "
		           "counts show: %s.  That is an estimate.",
		           said_share(t, r->part), name, times);
	if (r->leads_up)
		return say(t,
		           "%.3g %% of the calls to %s were made for %s along this path, as far as "
		           "calls show, so it gets that share of the callee's time (%s): ~%s.",
		           100 * r->part, name, name_of(t, r), times,
		           said_time(t, figures_total(&r->figures)));
	return say(t,
	           "%s of the time of %s is on this path, as far as calls show: %s.  That is an "
	           "estimate, as if each call took as long.",
	           said_share(t, r->part), name, times);
}

static const char *explain_tree_total(const struct field *field) {
	const struct table *t = field->table;
	const struct tree_row *r = field->item;

	if (r->kind == TREE_MORE)
		return say(t,
		           "%zu row%s together; each has less than %g %% of the time, the limit "
		           "that L sets.",
		           r->nmore, r->nmore == 1 ? "" : "s", t->query->display.limit);
	if (!has_time(r))
		return r->cut ? explained_cut(t, r->cut)
		              : "Its time is shown further up on this path.";
	return say(t, "%s%s%s", r->above ? explained_parent(field, name_of(t, r->above)) : "",
	           r->parts ? explained_counted(t, &r->figures) : said_total(t, r),
	           r->parts ? "" : explained_range(t, &r->figures));
}

static const char *explain_tree_estimate(const struct field *field) {
	const struct rules *rules = field->table->data->profile->rules;
	const struct tree_row *r = field->item;

	if (!has_time(r) || r->kind == TREE_MORE)
		return NULL;
	if (r->part < 1 && rules->choice.measures_callers)
		return "Its time is divided among callers by what their calls were measured to "
		       "cost, or by calls.";
	if (r->part < 1)
		return say(field->table,
		           "%.3g %% of the calls came along this path, so the same share of the "
		           "time is assumed here.",
		           100 * r->part);
	if (figures_are_wide(field->table->data->profile, &r->figures))
		return explained_range(field->table, &r->figures) + 2;
	return r->figures.child > 0 && !r->is_measured
	               ? "What it calls may be called by others, too, and its time is "
	                 "divided by calls."
	               : "It is measured: nothing was divided by calls.";
}

static const char *explain_tree_self(const struct field *field) {
	const struct tree_row *r = field->item;

	if (!has_time(r))
		return NULL;
	return r->figures.func && r->part >= 1 && !(r->leads_up && r->above)
	               ? explained_self(field->table, r->figures.func)
	               : explained_time(field->table, r->figures.self);
}

static const char *explain_tree_calls(const struct field *field) {
	const struct table *t = field->table;
	const struct tree_row *r = field->item;

	if (r->cut)
		return explained_cut(t, r->cut);
	if (r->calls <= 0 || !r->above || r->kind == TREE_MORE)
		return NULL;
	if (r->leads_up)
		return say(t, "%s to %s, on this path.", said_calls(t, r->figures.calls),
		           name_of(t, r->above));
	uint64_t all = r->kind == TREE_CYCLE ? r->figures.cycle->calls
	                                     : r->figures.func->calls - r->figures.func->cut_calls;
	return say(t, "%s of the %s to %s%s%s.", said_count(t, r->figures.calls),
	           said_calls(t, all), name_of(t, r),
	           r->figures.func && r->figures.func->cut_calls ? " that are not cut" : "",
	           r->above->part < 1 ? ", divided like the time of the row above" : "");
}

static const char *explain_row(const struct table *t, const void *item, const struct column *c) {
	const struct tree_row *r = item;

	if (r->cut)
		return explained_cut(t, r->cut);
	if (r->kind == TREE_AGAIN)
		return say(t, "%s %s.  Such calls pass no time on, and the path ends here.",
		           name_of(t, r),
		           r->is_other ? "belongs to a cycle that is on this path already"
		                       : "calls itself");
	if (r->kind == TREE_CYCLE)
		return explained_cycle(t, r->figures.cycle);
	if (r->kind == TREE_MORE)
		return "+ shows them.";
	const double ticks = figures_total(&r->figures);
	return say(t, "%s%s",
	           ticks > 0 && ticks < FEW_SAMPLES
	                   ? say(t, "Its figures are dimmed: %s only.  ",
	                         ticks < 1 ? "part of a sample" : said_samples(t, ticks))
	                   : "",
	           r->arc ? explained_arc(t, r->arc) : explain_func(t, r->figures.func, c));
}

static const struct column list[] = {
	{ .name = "total%", .explain = explain_tree_total, .needs = NEEDS_NO_PARENT },
	{ .name = "parent%", .explain = explain_tree_total },
	{ "estimate", .is_mark = true,
	  .help = "~: the total is an estimate, as time was divided among callers in proportion to "
	          "their calls.  ?: uncertain, as its bounds, least and most, are far apart.",
	  .spare = 1, .get = get_estimate, .explain = explain_tree_estimate,
	  .needs = NEEDS_NO_PATHS },
	{ .name = "least", .spare = 9, .is_extra = true },
	{ .name = "most", .spare = 9, .is_extra = true },
	{ .name = "total",
	  .spare = 3,
	  .explain = explain_tree_total,
	  .needs = NEEDS_NOTHING,
	  .keeps_time = true },
	{ .name = "~base", .spare = 6 },
	{ .name = "~delta" },
	{ .name = "self", .spare = 2, .explain = explain_tree_self, .needs = NEEDS_NOTHING },
	{ .name = "calls", .spare = 2, .explain = explain_tree_calls, .needs = NEEDS_NO_PATHS },
	{ .name = "function", .least = 36, .get = get_function },
	{ .name = "where", .spare = 5 },
	{ "depth", .unit = UNIT_COUNT, .help = "Its level in the tree; in CSV and JSON only.",
	  .is_for_programs = true, .get = get_depth },
};

static void build_down(struct table *t, const struct query *query) {
	const uint64_t key = fold_key(0, "tree");
	const struct tree_list roots = tree_roots(t, key);

	if (t->data->comparison) {
		const struct table base = table_of_base(t);

		give_base(t, roots, tree_roots(&base, key));
	}
	tree_grow(t, roots, false, key);
}

const struct view tree_view = {
	.name = "tree",
	.title = "Call tree",
	.kind = VIEW_CALLS,
	.help = "Where does the time go, from the program's start down?",
	.rank = 30,
	.is_tab = true,
	.columns = COLUMNS(list),
	.sort = "total%",
	.inverse = "callers",
	.build = build_down,
	.explain = explain_row,
};

static void build_up(struct table *t, const struct query *query) {
	const struct func *f = query->subject ? query->subject : profile_hottest(t->data->profile);
	struct tree_row *root = arena_alloc(t->arena, 1, sizeof *root);
	const struct comparison *c = t->data->comparison;
	const uint64_t key = fold_key(0, "callers");
	size_t n = 0;

	if (!f)
		return;
	const struct tree_list roots = { root, 1 };
	*root = tree_root_above(t, f, key);
	const uint32_t *shown = c ? comparison_shown(c, f, &n) : NULL;
	for (size_t i = 0; i < n; i++) {
		const struct table base = table_of_base(t);
		struct tree_row row = tree_root_above(&base, &base.data->profile->funcs[shown[i]],
		                                      key);

		give_base(t, roots, (struct tree_list){ &row, 1 });
	}
	tree_grow(t, roots, true, key);
}

const struct view callers_view = {
	.name = "callers",
	.title = "Callers' tree",
	.kind = VIEW_CALLS,
	.help = "For which callers does a function spend its time?",
	.rank = 35,
	.is_of_function = true,
	.leads_up = true,
	.columns = COLUMNS(list),
	.sort = "total%",
	.inverse = "tree",
	.build = build_up,
	.explain = explain_row,
};
