/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/compare/line_match.h"
#include "views/filtering.h"

static struct value get_calls_made(const struct field *field) {
	const struct figures *r = field->item;

	return r->line && r->line->calls ? count(r->line->calls) : no_value();
}

static struct value get_written_in(const struct field *field) {
	const struct table *t = field->table;
	const struct figures *r = field->item;

	if (!r->line || !r->line->inlined)
		return no_value();
	return text(names_make(t->data->names, r->line->inlined,
	                       t->query->display.names == NAME_RAW ? NAME_RAW : NAME_SHORT,
	                       t->arena));
}

static struct value get_source(const struct field *field) {
	const struct figures *r = field->item;
	const struct sources *sources = field->table->data->sources;
	const struct source_location *location = r->line ? &r->line->location : NULL;

	if (!sources || !location || !location->path)
		return no_value();
	const struct source *source = sources->get(sources->context, location->path);
	if (!location->line || location->line > source->n)
		return no_value();
	const char *line = source_line(source, location->line, field->table->arena);
	return text(line + strspn(line, " "));
}

/* How precise the samples of a line are. */
static const char *sharpness(const struct table *t, const struct code_line *l) {
	const double bytes = 2 * t->data->profile->bin_units;
	const double blurred = 1e-6 * l->ticks;
	const double added = func_profiler_ticks(t->data->profile, l->func);

	if (!l->location.path)
		return added > 0
		               ? say(t,
		                     "  %s of these are the function's part of the profiler's time; "
		                     "no line is known for the others.",
		                     said_samples(t, added))
		               : "  No line is known for the code that they fell into.";
	if (t->data->profile->paths)
		return "";
	if (l->most - l->least <= blurred)
		return say(
			t,
			"  A bin covers %.3g bytes; no other line has code in the bins of this one.",
			bytes);
	return say(
		t,
		"  A bin covers %.3g bytes.  Other lines have code in %s of the line's bins, too, "
		"so it had at least %s and at most %s.",
		bytes, l->least > 0 ? "some" : "all", said_samples(t, l->least),
		said_samples(t, l->most));
}

static const char *explain_line_self(const struct field *field) {
	const struct table *t = field->table;
	const struct figures *r = field->item;

	return !isnan(r->self)
	               ? say(t, "%s%s", explained_ticks(field, r->self), sharpness(t, r->line))
	               : NULL;
}

/* "~0.2 s for 40 of the 60 calls that main makes of walk"; or "": it passes no time on. */
static const char *said_passed(const struct table *t, const struct line_call *c) {
	return c->ticks > 0 ? say(t, "~%s for %s of the %s from %s to %s", said_time(t, c->ticks),
	                          said_count(t, c->calls), said_calls(t, c->arc->calls),
	                          said_name(t, c->arc->caller), said_name(t, c->arc->callee))
	                    : "";
}

static const char *said_made(const struct table *t, const struct line_call *c) {
	return say(t, "%s to %s", said_calls(t, c->calls), said_name(t, c->arc->callee));
}

/* The line's calls, by a member at an offset; `rest` stands for those not named. */
static const char *said_line_calls(const struct table *t, const struct code_line *line, size_t by,
                                   const char *(*words)(const struct table *t,
                                                        const struct line_call *c),
                                   const char *between, const char *rest) {
	enum { NAMED = 3 };
	const struct line_call *from = t->data->code_lines->calls + line->first_call;
	struct line_call *calls = arena_copy(t->arena, from, line->ncalls, sizeof *calls);
	const char *list = "", *one;
	uint32_t i;

	sort_falling(calls, line->ncalls, sizeof *calls, by, t->arena);
	for (i = 0; i < line->ncalls && i < NAMED && *(one = words(t, &calls[i])); i++)
		list = say(t, "%s%s%s", list, i ? between : "", one);
	return i < line->ncalls ? say(t, "%s%s", list, rest) : list;
}

static const char *explain_line_total(const struct field *field) {
	const struct table *t = field->table;
	const struct code_line *l = ((const struct figures *)field->item)->line;

	if (!l)
		return NULL;
	if (t->data->profile->paths)
		return explained_counted(t, field->item);
	if (l->passed <= 0)
		return "No call from here passes any time on, so it is the same as self.";
	return say(t,
	           "%s in itself and ~%s in what it calls: %s.  That is an estimate, as if each "
	           "call took as long.",
	           said_time(t, l->ticks), said_time(t, l->passed),
	           said_line_calls(t, l, offsetof(struct line_call, ticks), said_passed, "; ",
	                           "; the rest for other calls"));
}

static const char *explain_line_made_calls(const struct field *field) {
	const struct table *t = field->table;
	const struct code_line *l = ((const struct figures *)field->item)->line;

	if (!l || !l->calls)
		return NULL;
	return say(t, "It made %s.%s",
	           said_line_calls(t, l, offsetof(struct line_call, calls), said_made, ", ",
	                           ", and some to others"),
	           l->is_near ? "  Not all are certain: a record says only roughly where a call "
	                        "returns to, and nearby lines may have made some of them."
	                      : "");
}

static const char *explain_written_in(const struct field *field) {
	const struct code_line *l = ((const struct figures *)field->item)->line;

	if (!l || !l->inlined)
		return NULL;
	return say(field->table,
	           "This code was inlined into %s.  Where it was inlined elsewhere, it has another "
	           "row.",
	           said_name(field->table, l->func));
}

static const char *explain_row(const struct table *t, const void *item, const struct column *c) {
	const struct figures *r = item;

	if (!r || !r->line)
		return "No row of the new side matches these lines, or its row has no "
		       "samples.  Right shows them, Left hides them.";
	const char *of =
		r->line->location.path ? "Enter opens the line in its file"
		: func_profiler_ticks(t->data->profile, r->line->func) > 0
			? "It stands for all code of the function whose line is not known, and for "
			  "its part of the profiler's time; Enter opens the call graph"
			: "It stands for all code of the function whose line is not known; Enter "
			  "opens the call graph";
	return say(t, "%s%s's own time is %s.  %s.", explained_faintness(t, r),
	           said_name(t, r->line->func), said_time(t, r->line->func->self_ticks), of);
}

/* The view being built. */
struct choosing {
	struct table *table;
	struct kept kept;

	/* Keys of the names that the previous line had. */
	const struct func *func;
	const char *path;
	uint64_t func_key, path_key;

	struct base_file base;
	const char *base_path; /* the file that it is of */
	bool *marks;           /* lines of the base that rows are; NULL: without a base */
};

/* Why there is nothing to show, or not yet. */
static void add_notice(struct table *t) {
	const struct dataset *d = t->data;

	t->is_pending = !d->sources || (d->line_times && !d->frames);
	t->is_notice = !t->is_pending;
	if (d->sources && d->line_times)
		figures_add_notice(t, sizeof(struct figures),
		                   d->frames
		                           ? "lines take too much memory; the health view says more"
		                           : "the lines of all functions are being found");
	else
		figures_add_reason(t, sizeof(struct figures));
}

/* The key of a line: names are hashed once for all their lines. */
static uint64_t key_of(struct choosing *c, const struct code_line *line) {
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
	uint64_t key = c->path_key + line->location.line * 0x9e3779b97f4a7c15u;
	return key ? key : 1;
}

static void set_base(struct choosing *c, struct figures *row) {
	const struct source_location *at = &row->line->location;

	if (at->path && !at->line)
		return;
	if (at->path != c->base_path) {
		c->base_path = at->path;
		c->base = figures_base_file(c->table, at->path);
	}
	figures_set_base(c->table, row, &c->base, row->line->func, at->line, c->marks);
}

/* Adds a line, if the filter keeps it: by its function, the line itself, or the function that it is
 * written in.  A line is the caller in its calls. */
static void add_line(struct choosing *c, const struct code_line *line) {
	struct table *t = c->table;
	struct filter_item as = { .func = line->func,
		                  .name = line->inlined,
		                  .location = &line->location,
		                  .has_func_location = true };
	struct figures item = figures_of_text(NULL);
	const struct line_call *calls;
	struct filter_call *list;

	item.func = line->func;
	item.line = line;
	item.calls = line->calls;
	item.id = key_of(c, line);
	if (line->ticks > 0) {
		item.self = line->ticks;
		item.variance = line->variance;
	}
	item.child = line->passed;
	set_base(c, &item);
	if (filter_asks_for_calls(t) && line->ncalls) {
		calls = t->data->code_lines->calls + line->first_call;
		list = arena_alloc(t->arena, line->ncalls, sizeof *list);
		for (uint32_t i = 0; i < line->ncalls; i++)
			list[i].callee = calls[i].arc->callee;
		as.calls = list;
		as.ncalls = line->ncalls;
	}
	kept_add(&c->kept, &item, &as);
}

static bool has_figures(const struct code_line *line) {
	return line->ticks > 0 || line->passed > 0 || line->calls;
}

/* Functions without time and calls have a line where they begin. */
static void add_zeros(struct choosing *c) {
	struct table *t = c->table;
	const struct profile *p = t->data->profile;
	const struct code_lines *lines = t->data->code_lines;
	bool *has_lines = arena_alloc(t->arena, p->nfuncs, 1);
	struct code_line *list = arena_alloc(t->arena, p->nfuncs, sizeof *list);

	for (size_t i = 0; i < lines->n; i++)
		has_lines[profile_number(p, lines->list[i].func)] |= has_figures(&lines->list[i]);
	for (size_t i = 0; i < p->nfuncs; i++) {
		if (has_lines[i])
			continue;
		list[i].func = &p->funcs[i];
		list[i].address = p->funcs[i].low;
		if (t->data->locations)
			list[i].location = t->data->locations->list[i];
		add_line(c, &list[i]);
	}
}

/* Lines of the base that no row is, those with the most time first; sets how many. */
static const struct keyed *lost_lines(const struct choosing *c, size_t *n) {
	const struct table *t = c->table;
	const struct code_lines *lines = c->marks ? t->data->base->code_lines : NULL;
	struct keyed *list = NULL;

	*n = 0;
	for (size_t i = 0; lines && i < lines->n; i++)
		if (lines->list[i].ticks > 0 && !c->marks[i])
			arena_append(
				t->arena, list, *n,
				(struct keyed){ sort_key_down(lines->list[i].ticks), (uint32_t)i });
	sort_keys(list, *n, t->arena);
	return list;
}

/* Adds one of them. */
static void add_lost(struct choosing *c, const struct code_line *line) {
	struct table *t = c->table;
	const struct comparison *all = t->data->comparison;
	struct figures item = figures_of_text(NULL);
	const char *name = comparison_base_name(all, line->func, t->query->display.names);

	item.func = comparison_counterpart(all, line->func);
	item.gone = line->func;
	item.edit = "-";
	item.text = say(t, "%s  %s of the base", name,
	                line->location.path ? location_text(t, &line->location) : "no known line");
	item.id = ~key_of(c, line);
	item.base = comparison_ticks(all, line->ticks);
	item.base_variance = comparison_variance(all, line->variance);
	kept_add(&c->kept, &item,
	         &(struct filter_item){ .func = item.func,
	                                .name = name,
	                                .location = &line->location,
	                                .has_func_location = true });
}

static bool is_lost(const struct field *field) {
	return ((const struct figures *)field->item)->gone;
}

static void build(struct table *t, const struct query *query) {
	const struct code_lines *lines = t->data->code_lines;
	const struct code_lines *base = t->data->base ? t->data->base->code_lines : NULL;
	struct choosing c = { .table = t };
	struct kept_below lost = { .row.id = fold_key(0, "lines not matched") };
	double sum = 0;
	size_t n;

	t->noun = "lines";
	if (!lines) {
		add_notice(t);
		return;
	}
	c.kept = kept_new(t, lines->n + t->data->profile->nfuncs + (base ? base->n : 0));
	if (base)
		c.marks = arena_alloc(t->arena, base->n, sizeof *c.marks);
	for (size_t i = 0; i < lines->n; i++)
		if (has_figures(&lines->list[i]))
			add_line(&c, &lines->list[i]);
	if (query->display.zeros)
		add_zeros(&c);
	const struct keyed *of_base = lost_lines(&c, &n);
	for (size_t i = 0; i < n; i++) {
		add_lost(&c, &base->list[of_base[i].index]);
		sum += base->list[of_base[i].index].ticks;
	}
	struct keyed *order = order_by_time(c.kept.items, c.kept.n, t->arena);
	lost.n = kept_fold(&c.kept, order, c.kept.n, 1, is_lost);
	if (lost.n)
		lost.row.label = say(t, "%s of the base, not matched",
		                     said_time(t, comparison_ticks(t->data->comparison, sum)));
	kept_show(&c.kept, order, &lost, 1);
	t->is_tree = t->is_list = n > 0; /* whether the filter shows them one by one or not */
}

static bool locate(const void *item, struct query *query) {
	const struct figures *r = item;

	if (r->line)
		*query = line_asked(query, r->line);
	return r->line != NULL;
}

/* To the line in its file; if that is not known, to the function. */
static const char *follow(const void *item, struct query *query) {
	const struct figures *r = item;

	if (r->gone)
		figures_ask(r, query);
	if (r->gone || !locate(item, query))
		return r->func || r->gone ? "source" : NULL;
	return r->line->location.path ? "source" : "graph";
}

static struct source_location location(const struct table *t, const void *item) {
	const struct figures *r = item;

	return r->line ? r->line->location : (struct source_location){ .path = NULL };
}

static const struct column list[] = {
	{ .name = "self%", .explain = explain_line_self },
	{ .name = "self", .spare = 3, .explain = explain_line_self },
	{ .name = "error", .spare = 6 },
	{ .name = "cumulative%", .spare = 1 },
	{ .name = "cumulative", .spare = 1 },
	{ .name = "base", .spare = 5 },
	{ .name = "delta", .spare = 1 },
	{ .name = "total%", .spare = 5, .explain = explain_line_total },
	{ .name = "total", .spare = 8, .explain = explain_line_total },
	{ "calls-made", .unit = UNIT_COUNT, .help = "Calls that the line makes.", .spare = 5,
	  .get = get_calls_made, .explain = explain_line_made_calls, .needs = NEEDS_CALLS },
	{ .name = "function", .least = 24 },
	{ "written-in", .help = "The function that the line is written in, if that was inlined.",
	  .spare = 7, .shorten = short_name_keeping, .get = get_written_in,
	  .explain = explain_written_in, .needs = NEEDS_INLINED },
	{ .name = "where", .spare = 1, .needs = NEEDS_NOTHING },
	{ .name = "source", .spare = 9, .is_extra = true, .get = get_source },
};

const struct view lines_view = {
	.name = "lines",
	.title = "Lines",
	.kind = VIEW_LINES,
	.help = "Which lines of the whole program did the time go to?",
	.rank = 15,
	.form_of = "flat",
	.rows = 1 << ROWS_LINE,
	.shows_frames = true,
	.columns = COLUMNS(list),
	.sort = "self%",
	.build = build,
	.follow = follow,
	.locate = locate,
	.explain = explain_row,
	.location = location,
};
