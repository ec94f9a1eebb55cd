/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <math.h>

#include "base/sort.h"
#include "model/code_lines.h"
#include "model/compare/comparison.h"
#include "model/profile.h"
#include "model/rules.h"
#include "views/figures.h"
#include "views/diff_view.h"
#include "views/filtering.h"
#include "views/graph_rows.h"

/* Rows of arcs, to be sorted. */
struct rows {
	struct graph_row *list; /* shape: [n] */
	size_t n;
};

/* A caller or callee that an entry has in the base, for as many runs as the new side has. */
struct base_end {
	uint64_t key;                   /* by which they are sorted */
	const struct func *counterpart; /* on the new side; or NULL */
	const struct func *base;        /* the first of the base */
	double calls, ticks;            /* of the new side's rate */
	bool has_ticks;                 /* some of them hand time on */
	bool is_taken;                  /* by a row */
};

/* All of them, each once. */
struct base_ends {
	struct base_end *list; /* shape: [n] */
	size_t n;
};

static uint64_t key_of_end(const struct table *t, const struct func *counterpart,
                           const struct func *base) {
	const uint64_t behind = UINT64_C(1) << 32;

	return counterpart ? profile_number(t->data->profile, counterpart)
	                   : behind + profile_number(t->data->comparison->base->data.profile, base);
}

static void add_ends(const struct table *t, struct base_ends *ends, enum graph_part part,
                     const struct func *base) {
	const struct comparison *c = t->data->comparison;
	const bool up = part == GRAPH_CALLER;
	const size_t n = up ? base->ncallers : base->ncallees;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct arc *a = up ? base->callers[i] : base->callees[i];
		const struct func *f = up ? a->caller : a->callee;
		const struct func *counterpart = comparison_counterpart(c, f);

		ends->list = arena_room(t->arena, ends->list, ends->n, sizeof *ends->list);
		ends->list[ends->n++] = (struct base_end){
			.key = key_of_end(t, counterpart, f),
			.counterpart = counterpart,
			.base = f,
			.calls = comparison_calls(c, (double)a->calls),
			.ticks = comparison_ticks(c, a->self_ticks + a->descendant_ticks),
			.has_ticks = arc_hands_time(a),
		};
	}
}

/* Those of a function of the new side or, with `gone`, of one of the base; none without a base. */
static struct base_ends base_ends_of(const struct table *t, enum graph_part part,
                                     const struct func *f, const struct func *gone) {
	const struct comparison *c = t->data->comparison;
	struct base_ends all = { .n = 0 }, out = { .n = 0 };
	const uint32_t *shown = NULL;
	size_t n = 0, i;

	if (c && gone)
		add_ends(t, &all, part, gone);
	else if (c)
		shown = comparison_shown(c, f, &n);
	for (i = 0; i < n; i++)
		add_ends(t, &all, part, &c->base->data.profile->funcs[shown[i]]);
	if (!all.n)
		return out;
	out.list = sort_copy(all.list, all.n, sizeof *all.list, offsetof(struct base_end, key),
	                     t->arena);
	for (i = 0; i < all.n; i++) {
		const struct base_end *end = &out.list[i];
		struct base_end *last = out.n ? &out.list[out.n - 1] : NULL;

		if (last && last->key == end->key) {
			last->calls += end->calls;
			last->ticks += end->ticks;
			last->has_ticks |= end->has_ticks;
		} else {
			out.list[out.n++] = *end;
		}
	}
	return out;
}

static void set_base(struct figures *figures, bool has_ticks, double ticks, double calls) {
	figures->base_total = has_ticks ? ticks : NAN;
	figures->base_calls = calls > 0 ? calls : NAN;
}

/* Sets what the base has of a row that is a whole arc. */
static void set_base_end(const struct table *t, struct base_ends *ends, struct graph_row *row) {
	const uint64_t key = key_of_end(t, row->figures.func, NULL);
	const size_t at = lower_bound(ends->list, ends->n, sizeof *ends->list,
	                              offsetof(struct base_end, key), key);
	struct base_end *end;

	if (at == ends->n || ends->list[at].key != key)
		return;
	end = &ends->list[at];
	end->is_taken = true;
	set_base(&row->figures, end->has_ticks, end->ticks, end->calls);
}

/* Sets what the base has of the function itself. */
static void set_base_self(const struct table *t, struct graph_row *row) {
	const struct comparison *c = t->data->comparison;
	struct base_figures figures;

	if (!c || (!row->figures.func && !row->figures.gone))
		return;
	figures = row->figures.func ? comparison_base(c, row->figures.func)
	                            : comparison_base_func(c, row->figures.gone);
	set_base(&row->figures, figures.is_there, figures.total,
	         figures.is_there ? figures.calls : 0);
}

/* Finds the row again when the entry is rebuilt. */
static uint64_t key_of(const struct table *t, const struct graph_row *row) {
	const struct code_line *line = row->figures.line;
	const struct func *f = row->figures.cycle  ? row->figures.cycle->members[0]
	                       : row->figures.gone ? row->figures.gone
	                                           : row->figures.func;
	const uint64_t key = fold_key((uint64_t)row->part + 1, f ? f->name : "");

	if (!line)
		return key;
	return fold_key(key, say(t, "%s:%u", line->location.path ? line->location.path : "",
	                         line->location.line));
}

static void add(struct table *t, struct graph_row row, unsigned depth) {
	struct graph_row *item = arena_alloc(t->arena, 1, sizeof *item);

	*item = row;
	graph_row_set_parent(item);
	t->nall++;
	table_add(t,
	          (struct row){ .item = item,
	                        .depth = depth,
	                        .id = key_of(t, &row),
	                        .is_subject = row.part == GRAPH_SELF || row.part == GRAPH_CYCLE });
}

/* Adds the row of a cycle, or without one that of a function. */
static void add_node(struct table *t, enum graph_part part, const struct func *f,
                     const struct cycle *c, unsigned depth) {
	struct graph_row row = { .part = part };
	double variance = 0;
	size_t i;

	row.figures = f ? figures_of_func(t, f) : figures_of_text(NULL);
	row.figures.self = c ? c->graph_self : f->graph_self;
	row.figures.child = c ? c->graph_child : f->graph_child;
	row.figures.cycle = c;
	figures_bound(&row.figures, t->data->profile, f, c, 1, NAN);
	for (i = 0; c && i < c->nmembers; i++)
		variance += c->members[i]->variance;
	if (c)
		row.figures.variance = variance;
	set_base_self(t, &row);
	add(t, row, depth);
}

/* What passes along an arc: nothing inside a cycle, otherwise by calls. */
static int by_weight(const void *a, const void *b, const void *context) {
	const struct graph_row *x = a, *y = b;
	const int order = figures_order(context, &x->figures, &y->figures);

	if (order)
		return order;
	return x->figures.calls > y->figures.calls ? -1 : x->figures.calls < y->figures.calls;
}

/* Adds the row of a function that only the base has. */
static void add_gone(struct table *t, const struct func *gone) {
	struct graph_row row = { .part = GRAPH_SELF, .figures = figures_of_text(NULL) };

	row.figures.gone = gone;
	set_base_self(t, &row);
	add(t, row, 0);
}

static void take(struct table *t, struct rows *rows, struct graph_row row) {
	rows->list = arena_room(t->arena, rows->list, rows->n, sizeof *rows->list);
	rows->list[rows->n++] = row;
}

/* What is known of what passes along an arc, whatever each call took; of a part of its calls. */
static void bound_arc(const struct profile *p, struct graph_row *row, double part_of) {
	const struct arc *a = row->arc;
	struct figures caller = { .child = 0, .most = NAN };

	if (caller_cost_of(p, a) && p->rules->measures_callers)
		return; /* it has an error of its own */
	figures_bound(&caller, p, a->caller, NULL, 1, NAN);
	figures_bound(&row->figures, p, a->callee, a->callee->cycle, a->share * part_of,
	              caller.most);
	if (a->is_inlined)
		row->figures.least = fmax(row->figures.least, part_of * a->inlined_ticks);
}

/* The rows of an arc: one, or one for each line that makes its calls. */
static void take_arc(struct table *t, struct rows *rows, enum graph_part part, const struct arc *a,
                     struct base_ends *base) {
	const struct code_lines *lines = t->data->code_lines;
	const size_t number = (size_t)(a - t->data->profile->arcs);
	struct graph_row row = { .part = part, .arc = a, .figures = figures_of_text(NULL) };
	size_t i;

	row.figures.func = part == GRAPH_CALLER ? a->caller : a->callee;
	row.figures.calls = a->calls;
	if (arc_hands_time(a)) {
		row.figures.self = a->self_ticks;
		row.figures.child = a->descendant_ticks;
		bound_arc(t->data->profile, &row, 1);
	}
	if (t->query->display.rows != ROWS_LINE || !lines || !a->calls) {
		set_base_end(t, base, &row);
		take(t, rows, row);
		return;
	}
	for (i = lines->first_of_arc[number]; i < lines->first_of_arc[number + 1]; i++) {
		const struct line_call *c = &lines->calls[lines->by_arc[i]];
		const double part_of = (double)c->calls / (double)a->calls;

		row.figures.line = &lines->list[c->line];
		row.figures.calls = c->calls;
		row.address = c->address;
		row.is_near = c->is_near;
		if (arc_hands_time(a)) {
			row.figures.self = a->self_ticks * part_of;
			row.figures.child = a->descendant_ticks * part_of;
			bound_arc(t->data->profile, &row, part_of);
		}
		take(t, rows, row);
	}
}

/* Adds a row unless filter or limit hide it. */
static void add_kept(struct table *t, const struct graph_row *row) {
	const struct filter_call call = { row->arc ? row->arc->caller : NULL,
		                          row->arc ? row->arc->callee : NULL };
	const struct filter_item item = {
		.func = row->figures.gone ? NULL : row->figures.func,
		.name = row->figures.gone ? base_name(t, row->figures.gone) : NULL,
		.calls = &call,
		.ncalls = row->arc != NULL,
	};

	if (!limit_hides(t, figures_total(&row->figures)) && filter_keeps(t, &item))
		add(t, *row, 1);
	else
		t->nall++;
}

/* The rows of callers or of callees, those that only the base has, too, starting with those that
 * matter most. */
static struct rows rows_of(struct table *t, enum graph_part part, const struct arc **arcs, size_t n,
                           struct base_ends base) {
	struct rows rows = { .n = 0 };
	size_t i;

	for (i = 0; i < n; i++)
		take_arc(t, &rows, part, arcs[i], &base);
	for (i = 0; i < base.n && t->query->display.rows != ROWS_LINE; i++) {
		const struct base_end *end = &base.list[i];
		struct graph_row row = { .part = part, .figures = figures_of_text(NULL) };

		if (end->is_taken)
			continue;
		row.figures.func = end->counterpart;
		row.figures.gone = end->base;
		set_base(&row.figures, end->has_ticks, end->ticks, end->calls);
		take(t, &rows, row);
	}
	sort_stable(rows.list, rows.n, sizeof *rows.list, by_weight, t->data->profile, t->arena);
	return rows;
}

/* The callers that matter most are next to the function. */
static void add_callers(struct table *t, const struct arc **arcs, size_t n, struct base_ends base) {
	const struct rows rows = rows_of(t, GRAPH_CALLER, arcs, n, base);
	size_t i;

	for (i = rows.n; i-- > 0;)
		add_kept(t, &rows.list[i]);
	if (!rows.n)
		add(t,
		    (struct graph_row){ .part = GRAPH_SPONTANEOUS,
		                        .figures = figures_of_text(NULL) },
		    1);
}

static void add_callees(struct table *t, const struct arc **arcs, size_t n, struct base_ends base) {
	const struct rows rows = rows_of(t, GRAPH_CALLEE, arcs, n, base);
	size_t i;

	for (i = 0; i < rows.n; i++)
		add_kept(t, &rows.list[i]);
}

static void build_function(struct table *t, const struct func *f) {
	add_callers(t, f->callers, f->ncallers, base_ends_of(t, GRAPH_CALLER, f, NULL));
	add_node(t, GRAPH_SELF, f, NULL, 0);
	add_callees(t, f->callees, f->ncallees, base_ends_of(t, GRAPH_CALLEE, f, NULL));
	if (f->cycle)
		add_node(t, GRAPH_CYCLE, NULL, f->cycle, 0);
}

static void build_gone(struct table *t, const struct func *gone) {
	add_callers(t, NULL, 0, base_ends_of(t, GRAPH_CALLER, NULL, gone));
	add_gone(t, gone);
	add_callees(t, NULL, 0, base_ends_of(t, GRAPH_CALLEE, NULL, gone));
}

static void build_cycle(struct table *t, const struct cycle *c) {
	const struct arc **arcs = NULL;
	size_t n = 0, m, i;

	for (m = 0; m < c->nmembers; m++)
		for (i = 0; i < c->members[m]->ncallers; i++) {
			const struct arc *a = c->members[m]->callers[i];

			if (a->caller->cycle == c)
				continue;
			arcs = arena_room(t->arena, arcs, n, sizeof *arcs);
			arcs[n++] = a;
		}
	add_callers(t, arcs, n, (struct base_ends){ .n = 0 });
	add_node(t, GRAPH_CYCLE, NULL, c, 0);
	for (m = 0; m < c->nmembers; m++) {
		const struct func *f = c->members[m];

		if (limit_hides(t, f->self_ticks + f->descendant_ticks))
			t->nall++;
		else
			add_node(t, GRAPH_MEMBER, f, NULL, 1);
	}
}

/* Without a function: the one with the most time in it. */
static const struct func *first_function(const struct profile *p) {
	size_t i;

	for (i = 0; i < p->nindexes; i++)
		if (p->by_index[i])
			return p->by_index[i];
	return NULL;
}

static void build_entry(struct table *t, const struct func *f) {
	const size_t from = t->nrows;
	size_t i;

	build_function(t, f);
	for (i = from; i < t->nrows; i++) {
		struct graph_row *row = arena_copy(t->arena, t->rows[i].item, 1, sizeof *row);

		row->entry = f;
		t->rows[i].item = row;
	}
}

/* Parted by empty lines. */
static void build_functions(struct table *t, const struct query *query) {
	size_t i;

	for (i = 0; i < query->nsubjects; i++) {
		if (i)
			table_add(t, (struct row){ .label = "", .is_notice = true });
		build_entry(t, query->subjects[i]);
	}
}

static void build(struct table *t, const struct query *query) {
	const struct func *f = query->subject ? query->subject : first_function(t->data->profile);
	const struct caller_fit *fit = f ? caller_fit_of(t->data->profile, f) : NULL;

	t->noun = "rows";
	t->has_limit = query->display.limit > 0;
	if (fit && fit->state != CALLERS_MEASURED && !query->cycle && !query->nsubjects)
		t->summary = "no cost per caller: K says why";
	if (query->gone && t->data->comparison)
		build_gone(t, query->gone);
	else if (query->cycle)
		build_cycle(t, query->cycle);
	else if (query->nsubjects)
		build_functions(t, query);
	else if (f)
		build_entry(t, f);
}

/* To the line that makes the calls, and its instruction. */
static bool locate(const void *item, struct query *query) {
	const struct graph_row *r = item;

	if (!r->figures.line)
		return false;
	*query = line_asked(query, r->figures.line);
	query->position.address = r->address;
	query->position.has_address = r->address > 0;
	return true;
}

const struct view graph_view = {
	.name = "graph",
	.title = "Call graph",
	.kind = VIEW_CALLS,
	.help = "Who calls this function, what does it call, at what cost?",
	.rank = 20,
	.is_tab = true,
	.is_of_function = true,
	.takes_many = true,
	.columns = &graph_columns,
	.build = build,
	.explain = explain_graph_row,
	.locate = locate,
	.rows = 1 << ROWS_FUNCTION | 1 << ROWS_LINE,
};
