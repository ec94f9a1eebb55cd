/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/view.h"

#include <assert.h>
#include <string.h>

#include "base/arena.h"
#include "base/sort.h"
#include "model/code_lines.h"
#include "model/compare/base_lines.h"
#include "model/profile.h"
#include "table/folds.h"
#include "views/columns.h"
#include "views/explain.h"
#include "views/filtering.h"
#include "views/line_row.h"

/* The view being built. */
struct choosing {
	struct table *table;
	bool by_total;          /* the limit also counts what callees took */
	struct line_row *items; /* shape: [n] */
	uint64_t *ids;          /* of their rows; shape: [n] */
	size_t n;
	double shown; /* ticks of them */

	/* Keys of the names that the previous line had. */
	const struct func *func;
	const char *path;
	uint64_t func_key, path_key;

	struct base_file base;
	const char *base_path; /* the file that it is of */
};

/* Why there is nothing to show, or not yet. */
static void add_notice(struct table *t)
{
	const struct dataset *d = t->data;

	t->is_pending = !d->sources || d->line_times;
	t->is_notice = !t->is_pending;
	if (d->sources && d->line_times)
		measured_add_notice(t, sizeof(struct line_row),
		                    "the lines of all functions are being found");
	else
		measured_add_reason(t, sizeof(struct line_row));
}

/* The key of a line: names are hashed once for all their lines. */
static uint64_t key_of(struct choosing *c, const struct code_line *line)
{
	uint64_t key;

	if (!c->func_key || c->func != line->func) {
		c->func = line->func;
		c->func_key = fold_key(fold_key(0, "lines"), line->func->name);
		c->path = NULL;
		c->path_key = c->func_key;
	}
	if (c->path != line->location.path) {
		c->path = line->location.path;
		c->path_key = fold_key(c->func_key, c->path ? c->path : "");
	}
	key = c->path_key + line->location.line * 0x9e3779b97f4a7c15u;
	return key ? key : 1;
}

static void set_base(struct choosing *c, struct line_row *row)
{
	const struct source_location *at = &row->line->location;

	if (!at->path)
		return;
	if (at->path != c->base_path) {
		c->base_path = at->path;
		c->base = measured_base_file(c->table, at->path);
	}
	measured_set_base(c->table, &row->measured, &c->base, row->line->func, at->line);
}

static void add_line(struct choosing *c, const struct code_line *line)
{
	struct line_row *item = &c->items[c->n];

	*item = (struct line_row){ .line = line };
	item->measured = (struct measured){ .is_known = line->ticks > 0,
		                            .ticks = line->ticks,
		                            .variance = line->variance };
	set_base(c, item);
	c->ids[c->n++] = key_of(c, line);
	c->shown += line->ticks;
}

/* Whether the filter keeps a line: by its function, the line itself, or the
 * function that it is written in.  A line is the caller in its calls. */
static bool is_kept(struct table *t, const struct code_line *line)
{
	struct filter_item item = { .func = line->func,
		                    .name = line->inlined,
		                    .location = &line->location,
		                    .has_func_location = true };
	const struct line_call *calls;
	struct filter_call *list;
	uint32_t i;

	if (filter_asks_for_calls(t) && line->ncalls) {
		calls = t->data->code_lines->calls + line->first_call;
		list = arena_alloc(t->arena, line->ncalls, sizeof *list);
		for (i = 0; i < line->ncalls; i++)
			list[i].callee = calls[i].arc->callee;
		item.calls = list;
		item.ncalls = line->ncalls;
	}
	return filter_keeps(t, &item);
}

static bool has_figures(const struct code_line *line)
{
	return line->ticks > 0 || line->calls;
}

static void choose_lines(struct choosing *c)
{
	const struct code_lines *lines = c->table->data->code_lines;
	size_t i;

	for (i = 0; i < lines->n; i++) {
		const struct code_line *l = &lines->list[i];
		const double ticks = l->ticks + (c->by_total ? l->passed : 0);

		if (!has_figures(l))
			continue;
		c->table->nall++;
		if (is_kept(c->table, l) && !limit_hides(c->table, ticks))
			add_line(c, l);
	}
}

/* Functions without time and calls have a line where they begin. */
static void choose_zeros(struct choosing *c)
{
	struct table *t = c->table;
	const struct profile *p = t->data->profile;
	const struct code_lines *lines = t->data->code_lines;
	bool *has_lines = arena_alloc(t->arena, p->nfuncs, 1);
	struct code_line *list = arena_alloc(t->arena, p->nfuncs, sizeof *list);
	size_t i;

	for (i = 0; i < lines->n; i++)
		has_lines[profile_number(p, lines->list[i].func)] |= has_figures(&lines->list[i]);
	for (i = 0; i < p->nfuncs; i++) {
		if (has_lines[i])
			continue;
		t->nall++;
		list[i].func = &p->funcs[i];
		list[i].address = p->funcs[i].low;
		if (t->data->locations)
			list[i].location = t->data->locations->list[i];
		if (is_kept(t, &list[i]) && !limit_hides(t, 0))
			add_line(c, &list[i]);
	}
}

/* The most time first, then the most calls: stable sorts, in reverse. */
static struct keyed *sort_by_time(const struct choosing *c)
{
	struct arena *arena = c->table->arena;
	struct keyed *list = arena_alloc(arena, c->n, sizeof *list);
	size_t i;

	assert(c->n <= UINT32_MAX);
	for (i = 0; i < c->n; i++)
		list[i] = (struct keyed){ ~c->items[i].line->calls, (uint32_t)i };
	sort_keys(list, c->n, arena);
	for (i = 0; i < c->n; i++)
		list[i].key = sort_key_down(c->items[list[i].index].measured.ticks);
	sort_keys(list, c->n, arena);
	return list;
}

static void add_rows(const struct choosing *c)
{
	struct table *t = c->table;
	const struct keyed *order = sort_by_time(c);
	size_t i;

	t->rows = arena_alloc(t->arena, c->n, sizeof *t->rows);
	t->nrows = c->n;
	for (i = 0; i < c->n; i++) {
		const struct line_row *item = &c->items[order[i].index];
		const double variance = item->measured.variance;

		t->rows[i] = (struct row){ .item = item,
			                   .id = c->ids[order[i].index],
			                   .is_faint = is_faint_figure(item->measured.ticks,
			                                               variance),
			                   .is_empty = variance <= 0 };
	}
}

static void build(struct table *t, const struct query *query)
{
	const struct profile *p = t->data->profile;
	struct choosing c = { .table = t };
	size_t most;

	t->things = "lines";
	if (!t->data->code_lines) {
		add_notice(t);
		return;
	}
	t->has_limit = query->display.limit > 0;
	c.by_total = query->sort && !strcmp(query->sort, "total%");
	most = t->data->code_lines->n + (query->display.zeros ? p->nfuncs : 0);
	c.items = arena_space(t->arena, most, sizeof *c.items);
	c.ids = arena_space(t->arena, most, sizeof *c.ids);
	choose_lines(&c);
	if (query->display.zeros)
		choose_zeros(&c);
	add_rows(&c);
	if (c.n < t->nall)
		measured_share(t, c.shown);
}

static const struct func *subject(const void *item)
{
	const struct line_row *r = item;

	return r->line ? r->line->func : NULL;
}

static bool locate(const void *item, struct query *query)
{
	const struct line_row *r = item;

	if (r->line)
		*query = line_asked(query, r->line);
	return r->line != NULL;
}

/* To the line in its file; if that is not known, to the function. */
static const char *follow(const void *item, struct query *query)
{
	const struct line_row *r = item;

	if (!locate(item, query))
		return NULL;
	return r->line->location.path ? "source" : "graph";
}

static struct source_location location(const struct table *t, const void *item)
{
	const struct line_row *r = item;

	return r->line ? r->line->location : (struct source_location){ .path = NULL };
}

const struct view lines_view = {
	.name = "lines",
	.title = "Lines",
	.kind = VIEW_LINES,
	.help = "Which lines of the whole program did the time go to?",
	.rank = 15,
	.shows_frames = true,
	.columns = &line_columns,
	.sort = "self%",
	.build = build,
	.subject = subject,
	.follow = follow,
	.locate = locate,
	.explain = explain_line_row,
	.location = location,
};
