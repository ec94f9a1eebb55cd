/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/source_view.h"

#include "model/compare/line_match.h"
#include "views/filtering.h"

/* The rows below a source line: what it calls, what was inlined into it, where it was inlined. */

/* The frames of one line, from frames->by_line. */
struct line_frames {
	const uint32_t *list; /* shape: [n] */
	size_t n;
};

enum { MOST_DEPTH = 64 };

/* A frame on the path inwards or outwards from one of the line's. */
struct call_path {
	uint32_t at;
	uint32_t from; /* whose ticks are shown */
};

/* Paths of a line that have reached one line of one function. */
struct group {
	const struct call_path *list; /* shape: [n] */
	size_t n;
	double ticks, variance;
};

/* The row that rows are added below. */
struct above {
	uint64_t key;
	unsigned line, depth;
	bool is_forced; /* it was opened with everything below it */
};

/* Ticks of code of other lines that was inlined into the line.  Code of an inlined function that is
 * on the line itself is the line's own. */
static double line_inlined(const struct frames *frames, struct line_frames line) {
	double all = 0, own = 0;

	for (size_t i = 0; i < line.n; i++) {
		const struct frame *f = &frames->list[line.list[i]];

		own += f->own;
		all += f->is_inside_itself ? 0 : f->ticks;
	}
	return all > own * (1 + 1e-9) ? all - own : 0;
}

/* The calls out of the line, for a filter; sets how many.  Owner: the arena. */
static const struct filter_call *line_calls(const struct frames *frames, struct line_frames line,
                                            size_t *n, struct arena *arena) {
	struct filter_call *list = NULL;

	*n = 0;
	for (size_t i = 0; i < line.n; i++) {
		const struct frame *frame = &frames->list[line.list[i]];

		for (size_t k = 0; k < frame->ncalls; k++) {
			const struct func *callee = frames->calls[frame->first_call + k].callee;

			if (!frame->func || !callee)
				continue;
			arena_append(arena, list, *n, (struct filter_call){ frame->func, callee });
		}
	}
	return list;
}

/* Whether there are rows below the line. */
static bool line_has_more(const struct frames *frames, struct line_frames line) {
	for (size_t i = 0; i < line.n; i++) {
		const struct frame *f = &frames->list[line.list[i]];

		if (f->ncalls || f->inner != NO_FRAME || f->outer != NO_FRAME)
			return true;
	}
	return false;
}

/* One step further inwards, or outwards, without paths that end.  Shape of the result: [*n]. */
static struct call_path *step(const struct frames *frames, bool inwards,
                              const struct call_path *paths, size_t npaths, size_t *n,
                              struct arena *arena) {
	struct call_path *out = NULL;
	size_t i;

	for (*n = 0, i = 0; i < npaths; i++) {
		const struct frame *f = &frames->list[paths[i].at];

		uint32_t next = inwards ? f->inner : f->outer;
		while (next != NO_FRAME) {
			arena_append(arena, out, *n,
			             (struct call_path){ next, inwards ? next : paths[i].from });
			next = inwards ? frames->list[next].next : NO_FRAME;
		}
	}
	return out;
}

static int by_line(const void *a, const void *b, const void *context) {
	const struct frames *frames = context;
	const struct frame *x = &frames->list[((const struct call_path *)a)->at];
	const struct frame *y = &frames->list[((const struct call_path *)b)->at];
	const int lines = order_of_lines(x->location.path, x->location.line, y->location.path,
	                                 y->location.line);

	return lines ? lines
	             : strcmp(x->function ? x->function : "", y->function ? y->function : "");
}

/* The hottest first. */
static struct group *group(const struct frames *frames, struct call_path *paths, size_t npaths,
                           size_t *n, struct arena *arena) {
	struct group *out = arena_alloc(arena, npaths, sizeof *out);
	size_t i;

	sort_stable(paths, npaths, sizeof *paths, by_line, frames, arena);
	for (*n = 0, i = 0; i < npaths; i++) {
		if (!i || by_line(&paths[i - 1], &paths[i], frames) != 0)
			out[(*n)++] = (struct group){ .list = &paths[i] };
		out[*n - 1].n++;
		out[*n - 1].ticks += frames->list[paths[i].from].ticks;
		out[*n - 1].variance += frames->list[paths[i].from].variance;
	}
	sort_falling(out, *n, sizeof *out, offsetof(struct group, ticks), arena);
	return out;
}

/* Sets the folding of the table's last row. */
static void source_row_fold(struct table *t, uint64_t key, bool is_forced) {
	struct row *row = &t->rows[t->nrows - 1];
	const struct query *query = t->query;

	row->fold = key;
	row->is_open = is_forced || query->open_below == key || query->open_below == FOLD_ALL;
	if (!row->is_open || t->nrows >= TABLE_OPEN_ROWS)
		row->is_open = folds_has(query->folds, key);
}

/* Adds a row; its key is made of the kind and `name`. */
static struct source_row *add(struct table *t, const struct above *above, enum source_kind kind,
                              const char *name) {
	struct source_row *item = arena_alloc(t->arena, 1, sizeof *item);

	item->figures = figures_of_text(NULL);
	item->kind = kind;
	item->path = t->source_path;
	item->line = above->line;
	table_add(t, (struct row){ .item = item,
	                           .depth = above->depth + 1,
	                           .id = fold_key(above->key, say(t, "%d %s", kind, name)) });
	return item;
}

/* What the frames call, most often first. */
static void add_calls(struct table *t, const struct above *above, const struct call_path *paths,
                      size_t npaths) {
	const struct frames *frames = t->data->frames;
	struct frame_call *list = NULL;
	struct pairs callees = { .index.arena = t->arena };
	uint32_t number;
	size_t n = 0;

	for (size_t i = 0; i < npaths; i++) {
		const struct frame *f = &frames->list[paths[i].at];

		for (uint32_t k = 0; k < f->ncalls; k++) {
			const struct frame_call *call = &frames->calls[f->first_call + k];

			if (pairs_add(&callees, (uintptr_t)call->callee, 0, &number)) {
				arena_append(t->arena, list, n, *call);
				continue;
			}
			list[number].calls += call->calls;
			list[number].is_near |= call->is_near;
		}
	}
	sort_falling(list, n, sizeof *list, offsetof(struct frame_call, calls), t->arena);
	for (size_t i = 0; i < n; i++) {
		const struct frame_call *call = &list[i];
		const struct source_location *location = dataset_location(t->data, call->callee);
		struct source_row *row = add(t, above, SOURCE_CALLS, call->callee->name);

		row->figures.text = say(t, "%scalls %s", call->is_near ? "~" : "",
		                        func_name(t, call->callee));
		row->figures.func = call->callee;
		row->figures.calls = call->calls;
		row->figures.is_counted = true;
		row->is_near = call->is_near;
		row->is_bare = !location || !location->path;
	}
}

/* The function that a frame's line is in. */
static const char *function_name(struct table *t, const struct frame *f) {
	if (f->func && (f->outer == NO_FRAME || !f->function))
		return func_name(t, f->func);
	return f->function
	               ? names_make(t->data->names, f->function, t->query->display.names, t->arena)
	               : "?";
}

/* Sets the functions that have the samples of paths. */
static void set_owners(const struct table *t, struct source_row *row, const struct call_path *paths,
                       size_t n) {
	uint32_t *list = arena_alloc(t->arena, n, sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = paths[i].from;
	row->owners = frames_owners(t->data->frames, list, n, t->arena);
	row->figures.func = row->owners.n ? row->owners.list[0].func : NULL;
}

/* Adds the row of a group. */
static void add_group(struct table *t, const struct above *above, enum source_kind kind,
                      const struct group *g) {
	const struct frame *f = &t->data->frames->list[g->list->at];
	const char *place = f->location.path ? location_text(t, &f->location) : "no known line";
	const char *name = say(t, "%s:%u %s", f->location.path ? f->location.path : "",
	                       f->location.line, f->function ? f->function : "");
	struct source_row *row = add(t, above, kind, name);

	row->figures.text = say(t, "%s %s  %s", kind == SOURCE_INLINED ? "inlined" : "inlined into",
	                        function_name(t, f), place);
	set_owners(t, row, g->list, g->n);
	row->to = f->location;
	figures_set(t, &row->figures, g->ticks, g->variance);
	if (g->ticks <= 0)
		row->figures.self = row->figures.variance = NAN;
}

static bool leads_on(const struct frames *frames, enum source_kind kind, const struct group *g) {
	for (size_t i = 0; i < g->n; i++) {
		const struct frame *f = &frames->list[g->list[i].at];

		if (kind == SOURCE_INTO ? f->outer != NO_FRAME : f->inner != NO_FRAME || f->ncalls)
			return true;
	}
	return false;
}

static void add_paths(struct table *t, const struct above *above, enum source_kind kind,
                      const struct call_path *from, size_t nfrom);

/* Adds the row of a group and, if it is open, what is below it.  Goes no deeper than MOST_DEPTH. */
static void add_branch(struct table *t, const struct above *above, enum source_kind kind,
                       const struct group *g) {
	struct above here = *above;

	add_group(t, above, kind, g);
	here.depth++;
	here.key = t->rows[t->nrows - 1].id;
	here.is_forced |= t->query->open_below == here.key;
	if (here.depth >= MOST_DEPTH || !leads_on(t->data->frames, kind, g))
		return;
	source_row_fold(t, here.key, here.is_forced);
	if (!t->rows[t->nrows - 1].is_open)
		return;
	if (kind == SOURCE_INLINED)
		add_calls(t, &here, g->list, g->n);
	add_paths(t, &here, kind, g->list, g->n);
}

static void add_paths(struct table *t, const struct above *above, enum source_kind kind,
                      const struct call_path *from, size_t nfrom) {
	const struct frames *frames = t->data->frames;
	size_t npaths, n;
	struct call_path *paths = step(frames, kind == SOURCE_INLINED, from, nfrom, &npaths,
	                               t->arena);
	struct group *groups = group(frames, paths, npaths, &n, t->arena);

	for (size_t i = 0; i < n; i++)
		add_branch(t, above, kind, &groups[i]);
}

/* Shows which samples of an inlined line were not inlined. */
static void add_own(struct table *t, const struct above *above, const struct call_path *paths,
                    size_t n) {
	const struct frames *frames = t->data->frames;
	struct call_path *own = arena_alloc(t->arena, n, sizeof *own);
	double ticks = 0, variance = 0;
	size_t nown = 0;

	for (size_t i = 0; i < n; i++) {
		const struct frame *f = &frames->list[paths[i].at];

		if (f->outer != NO_FRAME)
			continue;
		own[nown++] = paths[i];
		ticks += f->ticks;
		variance += f->variance;
	}
	if (ticks <= 0)
		return;
	struct source_row *row = add(t, above, SOURCE_OWN, "");
	set_owners(t, row, own, nown);
	row->figures.text = say(t, "not inlined  %s",
	                        row->figures.func ? func_name(t, row->figures.func) : "?");
	figures_set(t, &row->figures, ticks, variance);
}

/* The inlined function that a line is written in, or NULL; not those that are inlined into it. */
static const char *inlined_from(const struct frames *frames, struct line_frames line) {
	for (size_t i = 0; i < line.n; i++) {
		const struct frame *f = &frames->list[line.list[i]];

		if (f->outer != NO_FRAME && !f->is_inside_itself)
			return f->function;
	}
	return NULL;
}

/* Adds the rows below the table's last row, which is the line's.  Cost: the frames of the line, and
 * of what is open below it. */
static void source_frames_add(struct table *t, struct line_frames line) {
	const struct row *last = &t->rows[t->nrows - 1];
	const struct source_row *item = last->item;
	const struct above above = {
		.key = last->fold,
		.line = item->line,
		.depth = last->depth,
		.is_forced = t->query->open_below == last->fold || t->query->open_below == FOLD_ALL,
	};
	struct call_path *paths = arena_alloc(t->arena, line.n, sizeof *paths);
	size_t n = 0;

	for (size_t i = 0; i < line.n; i++)
		if (!t->data->frames->list[line.list[i]].is_inside_itself)
			paths[n++] = (struct call_path){ line.list[i], line.list[i] };
	add_calls(t, &above, paths, n);
	add_paths(t, &above, SOURCE_INLINED, paths, n);
	add_paths(t, &above, SOURCE_INTO, paths, n);
	if (inlined_from(t->data->frames, line))
		add_own(t, &above, paths, n);
}

/* The functions of source lines: what begins at a line, and what its code is part of. */

/* A line where functions begin: one, or the instances of a template. */
struct beginning {
	uint64_t line;
	const struct func *func; /* the one asked for, else the hottest */
	size_t nfuncs;
	uint64_t calls; /* of all of them */
	bool is_called; /* a call was counted */
};

/* The functions of the file by their first lines; sets how many. */
static struct keyed *functions_of(const struct dataset *data, const char *path, size_t *n,
                                  struct arena *arena) {
	struct keyed *list = NULL;

	*n = 0;
	for (size_t i = 0; i < data->locations->n; i++) {
		const struct source_location *location = &data->locations->list[i];

		if (!location->path || !location->line || strcmp(location->path, path) != 0)
			continue;
		arena_append(arena, list, *n, (struct keyed){ location->line, (uint32_t)i });
	}
	if (*n)
		sort_keys(list, *n, arena);
	return list;
}

/* Where the functions of a file begin, by ascending line; sets how many. */
static const struct beginning *source_beginnings(const struct dataset *data, const char *path,
                                                 const struct func *subject, size_t *nbegins,
                                                 struct arena *arena) {
	size_t n;
	const struct keyed *list = functions_of(data, path, &n, arena);
	struct beginning *out = arena_alloc(arena, n, sizeof *out);
	struct beginning *here = NULL;

	*nbegins = 0;
	for (size_t i = 0; i < n; i++) {
		const struct func *f = &data->profile->funcs[list[i].index];

		if (!here || here->line != list[i].key) {
			here = &out[(*nbegins)++];
			here->line = list[i].key;
		}
		if (!here->func || f == subject ||
		    (here->func != subject && f->self_ticks > here->func->self_ticks))
			here->func = f;
		here->nfuncs++;
		here->calls += f->calls;
		here->is_called |= func_is_counted(f);
	}
	return out;
}

/* A file while the view is built: its functions and its lines with samples. */
struct file {
	const char *path;
	const struct beginning *begins; /* by ascending line */
	size_t nbegins;
	const struct line_ticks *ticks; /* by ascending line; shape: [nticks] */
	size_t nticks;
	const struct source *source;
	const struct frames *frames; /* or NULL */
	struct base_file base;
	size_t low, high;           /* lines to show; low 0: all */
	uint64_t key;               /* of folds */
	unsigned hot_low, hot_high; /* lines among which to start on the hottest */
	size_t nhidden;             /* lines that the filter hides */
	double shown;               /* ticks of the others */
};

/* What begins at a line or first below it, or NULL. */
static const struct beginning *beginning_from(const struct file *file, unsigned line) {
	const size_t i = lower_bound(file->begins, file->nbegins, sizeof *file->begins,
	                             offsetof(struct beginning, line), line);

	return i < file->nbegins ? &file->begins[i] : NULL;
}

/* Sets what a row of a line belongs to: the functions whose code has its samples, else the one that
 * begins there or has its code; for a line without code, that of the next code below, else
 * above. */
static void source_row_belong(struct table *t, struct source_row *row, const struct file *file,
                              struct line_frames line) {
	const struct beginning *begins = beginning_from(file, row->line);
	const struct frames *frames = t->data->frames;

	if (line.n) {
		row->inlined_from = inlined_from(frames, line);
		row->owners = frames_owners(frames, line.list, line.n, t->arena);
	}
	row->side = extent_find(t->data->locations, row->path, row->line, &row->extent);
	begins = begins && begins->line == row->line ? begins : NULL;
	if (begins) {
		row->begins = begins->func;
		row->nbegin = begins->nfuncs;
		row->figures.calls = begins->calls;
		row->figures.is_counted = begins->is_called;
	}
	if (row->owners.n)
		row->figures.func = row->owners.list[0].func;
	else if (begins)
		row->figures.func = begins->func;
	else if (row->extent)
		row->figures.func = &t->data->profile->funcs[row->extent->func];
}

/* Without a function: the hottest one whose line is known. */
static const struct func *first_function(const struct dataset *data) {
	const struct profile *p = data->profile;
	const struct func *best = NULL;

	for (size_t i = 0; i < p->nfuncs; i++)
		if (data->locations->list[i].path &&
		    (!best || p->funcs[i].self_ticks > best->self_ticks))
			best = &p->funcs[i];
	return best;
}

/* The line that is asked for, or those of the function: up to the next one's first. */
static void find_extent(struct file *file, const struct query *query,
                        const struct source_location *first) {
	unsigned line = query->position.path ? query->position.line : first->line;

	file->hot_low = line;
	file->hot_high = line + 1;
	if (query->position.path)
		return;
	const struct beginning *next = beginning_from(file, line + 1);
	file->hot_high = next ? (unsigned)next->line : UINT32_MAX;
}

/* The lines of an excerpt: the function's, and some around them. */
static void find_excerpt(struct file *file, const struct query *query, const struct dataset *d,
                         const struct func *f, const struct source_location *first) {
	enum { BEFORE = 4, BEHIND = 2, UNKNOWN = 20 };
	const unsigned last = d->locations->last[profile_number(d->profile, f)];

	file->high = file->source->n;
	if (!query->is_excerpt || query->position.path || !first->line)
		return;
	file->low = first->line > BEFORE ? first->line - BEFORE : 1;
	if (file->high > (last ? last + BEHIND : first->line + UNKNOWN))
		file->high = last ? last + BEHIND : first->line + UNKNOWN;
}

static struct line_frames frames_of(const struct file *file, unsigned line) {
	size_t first;

	if (!file->frames)
		return (struct line_frames){ .n = 0 };
	const size_t end = frames_at(file->frames, file->path, line, &first);
	return (struct line_frames){ file->frames->by_line + first, end - first };
}

/* A line's key: the file's plus its number, because hashing names of 200,000 lines takes time. */
static uint64_t line_key(const struct file *file, unsigned line) {
	uint64_t key = file->key + line * 0x9e3779b97f4a7c15u;

	return key && key != FOLD_ALL ? key : 1;
}

/* Whether the filter keeps a line: by the function that owns it, or that it is written in. */
static bool is_kept(struct table *t, const struct file *file, const struct source_row *row,
                    struct line_frames frames) {
	const struct source_location location = { .path = file->path, .line = row->line };
	const bool has_code = row->owners.n || row->begins || row->side == EXTENT_HERE;
	struct filter_item item = { .func = has_code ? row->figures.func : NULL,
		                    .name = row->inlined_from,
		                    .location = &location };

	if (filter_asks_for_calls(t))
		item.calls = line_calls(file->frames, frames, &item.ncalls, t->arena);
	return filter_keeps(t, &item);
}

/* Takes the ticks of a line; lines are asked for in order. */
static const struct line_ticks *take_ticks(struct file *file, unsigned line) {
	while (file->nticks && file->ticks->line < line) {
		file->ticks++;
		file->nticks--;
	}
	return file->nticks && file->ticks->line == line ? file->ticks : NULL;
}

/* Sets whose code a line of the base is, on either side. */
static void set_base_owner(struct figures *r, const struct dataset *d, const struct file *file,
                           unsigned line) {
	const struct code_extent *extent = NULL;

	if (d->base->locations)
		extent_find(d->base->locations, file->base.match.path, line, &extent);
	if (!extent)
		return;
	r->gone = &d->base->profile->funcs[extent->func];
	r->func = comparison_counterpart(d->comparison, r->gone);
}

/* Adds a line that only the base has, or for a function that is gone one that is near it. */
static void add_base_line(struct table *t, const struct file *file, unsigned line, unsigned depth) {
	const struct base_time time = base_lines_time(t->data->comparison->lines,
	                                              file->base.match.path, line);
	const struct source_location location = { .path = file->base.match.path, .line = line };
	struct source_row found = { .figures = figures_of_text(NULL),
		                    .kind = SOURCE_BASE,
		                    .base_line = line,
		                    .path = file->path,
		                    .source = file->base.source };

	const bool is_near = t->query->gone && (line < file->hot_low || line >= file->hot_high);
	set_base_owner(&found.figures, t->data, file, line);
	found.figures.edit = is_near ? NULL : "-";
	if (time.ticks > 0 && !is_near) {
		found.figures.base = time.ticks;
		found.figures.base_variance = time.variance;
	}
	if (!found.source)
		found.figures.text = say(t, "line %u of the base", line);
	if (!filter_keeps(
		    t, &(struct filter_item){ .func = found.figures.func, .location = &location }))
		return;
	struct source_row *row = figures_add(t, sizeof *row, NULL);
	*row = found;
	t->rows[t->nrows - 1].id = ~line_key(file, line);
	t->rows[t->nrows - 1].depth = depth;
}

/* Adds those that stand before a line, if all are known. */
static void add_base_lines(struct table *t, const struct file *file, size_t line) {
	const size_t n = file->base.source ? file->base.source->n : 0;
	uint64_t first, gap = align_gap(&file->base.match.lines, line, n + 1, &first);

	for (; n && gap && t->query->display.sides != SIDES_NEW; gap--)
		if (!base_file_has_partner(&file->base, (unsigned)first++))
			add_base_line(t, file, (unsigned)first - 1, 0);
}

/* Without the base's text there is a row for the time of all lines that were not found. */
static void add_rest(struct table *t, const struct file *file) {
	const size_t n = file->base.source ? 0 : file->base.end - file->base.first, at = t->nrows;
	const struct line_ticks *times = n ? &t->data->base->line_times->list[file->base.first]
	                                   : NULL;
	const uint64_t key = fold_key(file->key, "base");
	struct line_ticks sum = { .line = 0 };
	size_t i;

	for (i = 0; i < n; i++)
		if (!base_file_has_partner(&file->base, times[i].line)) {
			sum.ticks += times[i].ticks;
			sum.variance += times[i].variance;
		}
	if (sum.ticks <= 0 || t->query->display.sides == SIDES_NEW)
		return;
	const double ticks = comparison_ticks(t->data->comparison, sum.ticks);
	struct source_row *row = figures_add(
		t, sizeof *row, say(t, "%s of the base, not matched", said_time(t, ticks)));
	row->kind = SOURCE_REST;
	row->path = file->path;
	row->figures.base = ticks;
	row->figures.base_variance = comparison_variance(t->data->comparison, sum.variance);
	t->is_tree = true;
	t->rows[at].id = key;
	source_row_fold(t, key, false);
	for (i = 0; t->rows[at].is_open && i < n; i++)
		if (!base_file_has_partner(&file->base, times[i].line))
			add_base_line(t, file, times[i].line, 1);
}

static void add_line(struct table *t, struct file *file, unsigned line) {
	const struct line_ticks *ticks = take_ticks(file, line);
	const struct line_frames frames = frames_of(file, line);
	const unsigned base_line = base_file_line(&file->base, line).line;
	struct source_row *row, found = { .figures = figures_of_text(file->source->n ? NULL : ""),
		                          .source = file->source,
		                          .line = line,
		                          .base_line = base_line,
		                          .path = file->path };

	if (t->query->gone) {
		add_base_line(t, file, line, 0);
		return;
	}
	add_base_lines(t, file, line);
	if (t->query->display.sides == SIDES_BASE && !base_line)
		return;
	if (file->base.match.is_whole && !base_line)
		found.figures.edit = "+";
	else if (base_line != file_match_line(&file->base.match, line))
		found.figures.edit = ">";
	t->nall++;
	source_row_belong(t, &found, file, frames);
	const bool has_more = frames.n && line_has_more(file->frames, frames);
	t->is_tree |= has_more;
	if (!is_kept(t, file, &found, frames)) {
		file->nhidden++;
		return;
	}
	file->shown += ticks ? ticks->ticks : 0;
	row = figures_add(t, sizeof *row, NULL);
	*row = found;
	if (ticks)
		figures_set(t, &row->figures, ticks->ticks, ticks->variance);
	const struct code_lines *lines = frames.n ? t->data->code_lines : NULL;
	const double total = lines && lines->on_stacks
	                             ? lines->on_stacks[frames.list - file->frames->by_line]
	                             : 0;
	if (total > 0)
		row->figures.child = total - ticks_known(row->figures.self);
	figures_set_base(t, &row->figures, &file->base, NULL, line, NULL);
	t->rows[t->nrows - 1].id = line_key(file, line);
	if (!has_more)
		return;
	row->inlined = line_inlined(file->frames, frames);
	source_row_fold(t, line_key(file, line), false);
	if (t->rows[t->nrows - 1].is_open)
		source_frames_add(t, frames);
}

/* The first line from this one on that has samples or calls, or UINT_MAX. */
static unsigned next_line(struct file *file, unsigned from) {
	const struct frames *frames = file->frames;
	unsigned line = UINT_MAX;
	size_t i;

	take_ticks(file, from);
	if (frames && (frames_at(frames, file->path, from, &i), i < frames->n) &&
	    frames->list[frames->by_line[i]].location.path == file->path)
		line = frames->list[frames->by_line[i]].location.line;
	return file->nticks && file->ticks->line < line ? file->ticks->line : line;
}

/* The lines of a very long file: those near samples and functions. */
static void add_landmarks(struct table *t, struct file *file, size_t most) {
	enum { AROUND = 1000 };
	const size_t n = file->source->n;
	const size_t known = 1 + file->nticks + file->nbegins +
	                     (file->frames ? file->frames->n : 0);
	const size_t near = most / known < AROUND ? most / known : AROUND;
	size_t last = 0, end;

	for (size_t line = 1; line <= n; line = end) {
		const struct beginning *begins = beginning_from(file, (unsigned)line);
		size_t next = next_line(file, (unsigned)line);
		if (begins && begins->line < next)
			next = begins->line;
		if (next <= line + near)
			last = next + near;
		end = line <= last ? line + 1 : next - near < n ? next - near : n + 1;
		if (end == line + 1) {
			add_line(t, file, (unsigned)line);
			continue;
		}
		figures_add(t, sizeof(struct source_row),
		            say(t, "... %s lines without samples are left out",
		                number_text(t->arena, end - line)));
		t->rows[t->nrows - 1].is_notice = true;
	}
}

static void add_source(struct table *t, struct file *file) {
	enum { ALL = 400000 };
	size_t line;

	if (!file->low && file->source->n > ALL) {
		add_landmarks(t, file, ALL);
		return;
	}
	for (line = file->low ? file->low : 1; line <= file->high; line++)
		add_line(t, file, (unsigned)line);
	if (line > file->source->n)
		add_base_lines(t, file, line);
}

/* Without the file there are still those lines. */
static void add_known(struct table *t, struct file *file) {
	unsigned line = 0;

	figures_add_notice(t, sizeof(struct source_row),
	                   file->source->reason ? file->source->reason : "the file is empty");
	figures_add_notice(t, sizeof(struct source_row), "v asks where it is; or --map OLD=NEW");
	while ((line = next_line(file, line + 1)) < UINT_MAX)
		add_line(t, file, line);
}

/* What a line costs itself, inlined code included; of one that calls at least a twentieth of its
 * total, so that in functions that only call it is the calls. */
static double cost(const void *item) {
	enum { CALLED = 20 };
	const struct source_row *r = item;

	if (r->kind != SOURCE_LINE)
		return 0;
	const double own = ticks_known(r->figures.self) + r->inlined;
	return isnan(r->figures.child) ? own : fmax(own, figures_total(&r->figures) / CALLED);
}

/* The greater is the better to open on: by how much it changed, if that is asked for; else
 * by what the command "hottest" goes by, which other views have in a column. */
static int by_heat(const struct table *t, const struct source_row *a, const struct source_row *b) {
	const double x = t->query->by_change ? figures_heat(&a->figures, true) : cost(a);
	const double y = t->query->by_change ? figures_heat(&b->figures, true) : cost(b);

	return x < y ? -1 : x > y ? 1 : (a->inlined > b->inlined) - (a->inlined < b->inlined);
}

/* The view opens on the function's line that costs most, else on its first; if that is asked for,
 * on the one with the largest change, which may be of code inlined into it. */
static void mark_subject(struct table *t, const struct file *file) {
	const bool by_change = t->query->by_change && !t->query->position.path;
	const struct func *f = by_change ? t->query->subject : NULL;
	struct row *best = NULL;
	unsigned line = 0;

	for (size_t i = 0; i < t->nrows; i++) {
		const struct source_row *r = t->rows[i].item;

		if (r->kind == SOURCE_LINE)
			line = r->line;
		else if (r->kind != SOURCE_BASE)
			continue;
		else if (t->query->gone)
			line = r->base_line;
		if (((line >= file->hot_low && line < file->hot_high) ||
		     (f && r->owners.n && r->figures.func == f)) &&
		    (!best || by_heat(t, r, best->item) > 0))
			best = &t->rows[i];
	}
	if (best)
		best->is_subject = true;
}

static void build(struct table *t, const struct query *query) {
	const struct dataset *d = query->gone ? t->data->base : t->data;
	const struct func *f = query->gone ? query->gone : query->subject;
	const struct comparison *c = query->position.path ? NULL : d->comparison;
	const struct source_location *first = NULL;
	struct file file = { 0 };

	t->noun = "lines";
	/* Without inlined code it is not known what lines cost, and which changed most. */
	t->is_part = d->line_times && !(c ? c->new->data.frames : d->frames) &&
	             (!query->position.path || filter_asks_for_calls(t));
	t->is_pending = !d->sources || t->is_part;
	if (!d->sources || !d->locations) {
		t->is_notice = !t->is_pending;
		figures_add_reason(t, sizeof(struct source_row));
		return;
	}
	f = f ? f : first_function(d);
	first = f ? dataset_location(d, f) : NULL;
	file.path = query->position.path ? query->position.path : first ? first->path : NULL;
	if (!file.path) {
		t->is_notice = true;
		figures_add_notice(t, sizeof(struct source_row),
		                   "no line is known for this function");
		return;
	}
	file.begins = source_beginnings(d, file.path, f, &file.nbegins, t->arena);
	for (size_t i = 0; d->line_times && i < d->line_times->n; i++)
		if (!strcmp(d->line_times->list[i].path, file.path) && !file.nticks++)
			file.ticks = &d->line_times->list[i];
	file.key = fold_key(fold_key(0, "source"), file.path);
	file.frames = d->frames;
	file.source = d->sources->get(d->sources->context, file.path);
	find_extent(&file, query, first);
	if (query->gone) {
		file.base.match.path = file.path;
		file.base.source = file.source->n ? file.source : NULL;
		file.hot_high = d->locations->last[profile_number(d->profile, f)] + 1;
	} else {
		file.base = figures_base_file(t, file.path);
	}
	find_excerpt(&file, query, d, f, first);
	t->source_path = file.path;
	t->about = query->display.paths ? file.path : path_last(file.path);
	t->source_is_missing = !file.source->found;
	t->remark = source_remark(file.source);
	if (file.source->n)
		add_source(t, &file);
	else
		add_known(t, &file);
	add_rest(t, &file);
	if (file.nhidden)
		table_share(t, file.shown);
	mark_subject(t, &file);
}

static struct line_owners owners(const void *item) {
	return ((const struct source_row *)item)->owners;
}

/* Instructions open on those of the line in the function that owns it. */
static bool locate(const void *item, struct query *query) {
	const struct source_row *r = item;
	const bool is_other = r->to.path != NULL;

	if (!r->figures.func || r->kind == SOURCE_CALLS || !r->line)
		return false;
	query->subject = r->figures.func;
	query->position = (struct code_position){
		.path = is_other ? r->to.path : r->path,
		.line = is_other ? r->to.line : r->line,
	};
	if (r->owners.n) {
		query->position.has_address = r->owners.list[0].address != 0;
		query->position.address = r->owners.list[0].address;
	}
	return true;
}

/* Rows below a line lead to the line that they are about, or into what is called. */
static const char *follow(const void *item, struct query *query) {
	const struct source_row *r = item;

	figures_ask(&r->figures, query);
	if (r->to.path)
		query->position = (struct code_position){ .path = r->to.path, .line = r->to.line };
	if (r->to.path || (r->kind == SOURCE_CALLS && !r->is_bare))
		return "source";
	return query->subject || query->gone ? "graph" : NULL;
}

/* For inlined code, the line that it is from. */
static struct source_location location(const struct table *t, const void *item) {
	const struct source_row *r = item;

	if (r->to.path || !r->line)
		return r->to;
	return (struct source_location){ .path = t->source_path, .line = r->line };
}

static struct value get_source(const struct field *field) {
	const struct source_row *r = field->item;

	if (r->figures.text || !r->source)
		return text(r->figures.text);
	return text(source_line(r->source, r->kind == SOURCE_BASE ? r->base_line : r->line,
	                        field->table->arena));
}

static struct value get_base_line(const struct field *field) {
	const struct source_row *r = field->item;

	return r->base_line ? line_number(r->base_line) : no_value();
}

static struct value get_line(const struct field *field) {
	const struct source_row *r = field->item;

	if (field->table->query->gone && r->base_line)
		return line_number(r->base_line);
	return r->line && r->kind == SOURCE_LINE ? line_number(r->line) : no_value();
}

static struct value get_inlined(const struct field *field) {
	const struct source_row *r = field->item;

	return r->inlined > 0 ? ticks_value(field, r->inlined) : no_value();
}

static const char *explain_inlined(const struct field *field) {
	const struct source_row *r = field->item;

	if (r->inlined <= 0)
		return NULL;
	return say(field->table,
	           "%s fell into code of other lines that was inlined into this one; its self "
	           "does not include them.  Right shows them.",
	           said_samples(field->table, r->inlined));
}

static const char *calls_below(const struct table *t, const struct source_row *r) {
	const char *calls = said_calls(t, r->figures.calls);
	const char *callee = said_name(t, r->figures.func);

	if (!r->is_near)
		return say(t,
		           "Line %u made %s to %s: its code has a call that ends where the record "
		           "says.",
		           r->line, calls, callee);
	return say(t,
	           "Line %u or one near it made %s to %s.  A record says only roughly where a call "
	           "returns to, and several lines there make such a call, or none was found.",
	           r->line, calls, callee);
}

static const char *explain_line_calls(const struct field *field) {
	const struct table *t = field->table;
	const struct source_row *r = field->item;

	if (r->kind == SOURCE_CALLS)
		return calls_below(t, r);
	if (r->nbegin <= 1)
		return r->nbegin ? explained_func_calls(t, r->begins) : NULL;
	return say(t,
	           "%zu functions begin here, such as instances of a template; other functions "
	           "made %s to them.",
	           r->nbegin, said_calls(t, r->figures.calls));
}

/* "main (0.12 s), walk (0.03 s), eval (0.01 s) and 2 more" */
static const char *said_owners(const struct table *t, const struct line_owners *owners) {
	enum { NAMED = 3 };
	const size_t rest = owners->n > NAMED ? owners->n - NAMED : 0;
	const char *list = "";

	for (size_t i = 0; i < owners->n - rest; i++)
		list = say(t, "%s%s%s (%s)", list,
		           !i                                   ? ""
		           : i + 1 == owners->n - rest && !rest ? " and "
		                                                : ", ",
		           said_name(t, owners->list[i].func), said_time(t, owners->list[i].ticks));
	return rest ? say(t, "%s and %zu more", list, rest) : list;
}

/* ", in f, which was inlined," or "" */
static const char *said_inlined(const struct table *t, const struct source_row *r) {
	enum { WIDEST = 60 }; /* cells */
	char name[VALUE_TEXT];

	if (!r->inlined_from)
		return "";
	short_name(name, sizeof name,
	           names_make(t->data->names, r->inlined_from, t->query->display.names, t->arena),
	           WIDEST);
	return say(t, ", in %s, which was inlined,", name);
}

/* Whose code has the samples of a line. */
static const char *of_samples(const struct table *t, const struct source_row *r) {
	const struct line_owner *first = r->owners.list;

	if (r->owners.n > 1)
		return say(t, "The code of line %u%s is part of %zu functions: %s.", r->line,
		           said_inlined(t, r), r->owners.n, said_owners(t, &r->owners));
	return say(t, "The code of line %u%s is part of %s, whose own time is %s.", r->line,
	           said_inlined(t, r), said_name(t, first->func),
	           said_time(t, first->func->self_ticks));
}

/* Where a line without samples belongs. */
static const char *of_code(const struct table *t, const struct source_row *r) {
	const struct code_extent *e = r->extent;

	if (!e)
		return "";
	const char *name = said_name(t, r->figures.func);
	if (r->side == EXTENT_HERE)
		return say(t,
		           "Line %u has no samples.  The code here is part of %s, whose own time "
		           "is %s%s.",
		           r->line, name, said_time(t, r->figures.func->self_ticks),
		           e->is_shared ? ", and of other functions" : "");
	return say(t,
	           "Line %u has no code.  The nearest code %s is that of line %u, which is part of "
	           "%s.",
	           r->line, r->side == EXTENT_BELOW ? "below" : "above",
	           r->side == EXTENT_BELOW ? e->first : e->last, name);
}

static const char *of_line(const struct table *t, const struct source_row *r) {
	const bool is_begin = r->nbegin && !r->inlined_from;
	const char *begins = "";

	if (!r->line)
		return "";
	if (is_begin)
		begins = say(t, "%s begins at line %u; its own time is %s.",
		             said_name(t, r->begins), r->line, said_time(t, r->begins->self_ticks));
	if (is_begin && (!r->owners.n || (r->owners.n == 1 && r->figures.func == r->begins)))
		return say(t, "%s%s", explained_faintness(t, &r->figures), begins);
	return say(t, "%s%s%s%s", explained_faintness(t, &r->figures), begins, *begins ? "  " : "",
	           r->owners.n ? of_samples(t, r) : of_code(t, r));
}

/* Code of which the line need not be known. */
static const char *said_place(const struct table *t, const struct source_location *at) {
	return at->line   ? say(t, "line %u of %s", at->line, at->path)
	       : at->path ? say(t, "an unknown line of %s", at->path)
	                  : "an unknown line";
}

static const char *explain_row(const struct table *t, const void *item, const struct column *c) {
	const struct source_row *r = item;
	const char *faint = explained_faintness(t, &r->figures);

	switch (r->kind) {
	case SOURCE_CALLS:
		return r->is_bare ? "The callee's source is not known; Enter opens its call graph."
		                  : "Enter opens the callee's source.";
	case SOURCE_INLINED:
		return say(t,
		           "%sCode of %s was inlined here: it runs as part of the line above, "
		           "without a call.  %s",
		           faint, said_place(t, &r->to),
		           r->to.line == r->line && r->to.path && strcmp(r->to.path, r->path) == 0
		                   ? "What the compiler counts as code of that line is in the "
		                     "line's self."
		                   : "Enter goes to that line.");
	case SOURCE_INTO:
		return say(t,
		           "%sLine %u was inlined into %s; the samples are those it has there.  "
		           "Enter goes to that line.",
		           faint, r->line, said_place(t, &r->to));
	case SOURCE_OWN:
		return say(t, "%sThese are the samples of line %u where it was not inlined.", faint,
		           r->line);
	case SOURCE_BASE:
		return say(t, "Line %u of the base%s.", r->base_line,
		           r->figures.edit ? ", which is not on the new side" : "");
	case SOURCE_REST:
		return "The source of the base is not available as it was compiled, so its lines "
		       "are matched only by where functions begin and end.  Enter or Right shows "
		       "those that were not found.";
	case SOURCE_LINE:
		break;
	}
	return of_line(t, r);
}

static const struct column list[] = {
	{ .name = "self%" },
	{ "self", .spare = 3 },
	{ "error", .spare = 5 },
	{ "base", .spare = 3 },
	{ .name = "delta" },
	{ "delta-error", .spare = 4 },
	{ "inlined%", .unit = UNIT_PERCENT,
	  .help = "Share of all samples in code of other lines that was inlined into it.",
	  .spare = 2, .get = get_inlined, .explain = explain_inlined,
	  .needs = NEEDS_FRAMES | NEEDS_INLINED },
	{ "total%", .spare = 1, .needs = NEEDS_PATHS },
	{ "calls", .spare = 7, .explain = explain_line_calls, .needs = NEEDS_NOTHING },
	{ "base-line", .unit = UNIT_LINE, .help = "Number of the line in the base.", .spare = 6,
	  .get = get_base_line, .needs = NEEDS_BASE },
	{ "line", .unit = UNIT_LINE, .help = "Number of the line in its file.", .get = get_line },
	{ .name = "edit" },
	{ "source", .is_name = true, .least = 40, .get = get_source },
};

const struct view source_view = {
	.name = "source",
	.title = "Source",
	.kind = VIEW_LINES,
	.help = "Which lines did the time go to?",
	.rank = 40,
	.is_tab = true,
	.is_of_function = true,
	.shows_frames = true,
	.columns = COLUMNS(list),
	.build = build,
	.owners = owners,
	.follow = follow,
	.locate = locate,
	.explain = explain_row,
	.location = location,
	.cost = cost,
};
