/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/filtering.h"

/* Whether a function of the data, or of its base, has a name. */
static bool has_name(const void *of, const struct pattern *name) {
	const struct dataset *data = of;

	return data && (names_first(data->names, name) || has_name(data->base, name));
}

const struct filter *filter_for(const struct dataset *data, const char *text, struct arena *arena,
                                size_t *at, struct error *err) {
	return filter_new(text, &(struct filter_names){ data, has_name }, arena, at, err);
}

/* What was found out about functions, by their numbers; lists are made when first needed. */
struct filtering {
	signed char **fits;                          /* 1: matches half a term, -1: does not, 0: not
	                       known; shape: [2 * terms] */
	bool **ends;                                 /* of arcs that match a term; shape: [terms] */
	const struct func_groups *groups[ROWS_LINE]; /* by what they are of */
};

/* Whether half a term matches; a name is whole also without return type and parameters. */
static bool subject_fits(const struct table *t, const struct filter_half *half,
                         const struct func *f, struct filter_subject s) {
	const char *names[2];

	if (filter_half_fits(half, &s))
		return true;
	if (!half->is_whole || !f)
		return false;
	names[0] = names_get(t->data->names, f, NAME_SHORT);
	names[1] = names_get(t->data->names, f, NAME_FULL);
	size_t begin = short_name_begin(names[1]);
	for (size_t i = 0; i < 2; i++) {
		s.name = names[i];
		if (filter_half_fits(half, &s))
			return true;
		s.name += begin;
		if (begin && filter_half_fits(half, &s))
			return true;
	}
	return false;
}

/* Whether a group that a function is in has such a name. */
static bool group_fits(const struct table *t, const struct filter_half *half,
                       const struct func *f) {
	const struct func_groups **groups = &t->filtering->groups[half->of];
	const size_t number = profile_number(t->data->profile, f);

	if (!*groups)
		*groups = func_groups_find(t->data, half->of, t->arena);
	const struct func_groups *g = *groups;
	for (size_t i = g->first[number]; i < g->first[number + 1]; i++)
		if (pattern_finds(half->function, g->names[g->members[i].group], NULL, NULL))
			return true;
	return false;
}

static bool look_at_func(const struct table *t, const struct filter_half *half,
                         const struct func *f) {
	const struct source_location *location = dataset_location(t->data, f);
	struct filter_subject s = { .name = func_name(t, f), .raw = f->name };

	if (half->of)
		return group_fits(t, half, f);
	if (location) {
		s.path = location->path;
		s.line = location->line;
		s.last = t->data->locations->last[location - t->data->locations->list];
	}
	return subject_fits(t, half, f, s);
}

/* Each function is checked once, because it has many calls and lines. */
static bool func_fits(const struct table *t, const struct filter_half *half, const struct func *f) {
	signed char **list = &t->filtering->fits[half->number], *fits;

	if (!*list)
		*list = arena_alloc(t->arena, t->data->profile->nfuncs, 1);
	fits = *list + profile_number(t->data->profile, f);
	if (!*fits)
		*fits = look_at_func(t, half, f) ? 1 : -1;
	return *fits > 0;
}

/* Whether the name of a group fits, as it is shown; "libc.so.6" looks like that of a file. */
static bool names_group(const struct filter_half *half, const struct func_group *group) {
	const struct pattern *name = half->file ? half->file : half->function;

	return name && !half->line && (!half->file || !half->function) &&
	       pattern_finds(name, group->name, NULL, NULL);
}

static bool half_fits(const struct table *t, const struct filter_half *half,
                      const struct filter_item *item) {
	const struct func *f = item->func;
	const struct source_location *location = item->location;
	struct filter_subject own = { .name = item->name, .raw = item->name };

	if (item->group && half->of == t->query->display.rows)
		return pattern_finds(half->function, item->group->whole, NULL, NULL);
	if (half->of)
		return f && func_fits(t, half, f);
	if (item->group && names_group(half, item->group))
		return true;
	if (f && (!location || (item->has_func_location && !half->line)) && func_fits(t, half, f))
		return true;
	if (location) {
		own.path = location->path;
		own.line = own.last = location->line;
	}
	if (item->name && filter_half_fits(half, &own))
		return true;
	own.name = f ? func_name(t, f) : "";
	own.raw = f ? f->name : "";
	return location && subject_fits(t, half, f, own);
}

static bool call_fits(const struct table *t, const struct filter_term *term,
                      const struct filter_item *item, const struct filter_call *call) {
	return func_fits(t, &term->right, call->callee) &&
	       (call->caller ? func_fits(t, &term->left, call->caller)
	                     : half_fits(t, &term->left, item));
}

static bool *find_ends(const struct table *t, const struct filter_term *term) {
	const struct profile *p = t->data->profile;
	bool *ends = arena_alloc(t->arena, p->nfuncs, sizeof *ends);

	/* Names are in memory in this order. */
	for (size_t i = 0; i < p->nfuncs; i++) {
		func_fits(t, &term->left, &p->funcs[i]);
		func_fits(t, &term->right, &p->funcs[i]);
	}
	for (size_t i = 0; i < p->narcs; i++) {
		const struct filter_call call = { p->arcs[i].caller, p->arcs[i].callee };

		if (call_fits(t, term, NULL, &call))
			ends[profile_number(p, call.caller)] =
				ends[profile_number(p, call.callee)] = true;
	}
	return ends;
}

/* Whether a function is an end of an arc that matches. */
static bool is_an_end(const struct table *t, const struct filter_term *term, const struct func *f) {
	bool **ends = &t->filtering->ends[term - t->query->filter->terms];

	if (!*ends)
		*ends = find_ends(t, term);
	return (*ends)[profile_number(t->data->profile, f)];
}

static bool calls_fit(const struct table *t, const struct filter_term *term,
                      const struct filter_item *item) {
	if (!item->calls && item->func && !item->location)
		return is_an_end(t, term, item->func);
	for (size_t i = 0; i < item->ncalls; i++)
		if (call_fits(t, term, item, &item->calls[i]))
			return true;
	return false;
}

/* A text of the row that contains the pattern, or without one the digits. */
static bool finds(const struct table *t, size_t row, const struct pattern *pattern,
                  const char *digits) {
	for (size_t c = 0; c < t->columns->n; c++) {
		struct value v = table_value(t, row, c);

		if (v.unit == UNIT_TEXT && (pattern ? pattern_finds(pattern, v.text, NULL, NULL)
		                                    : strstr(v.text, digits) != NULL))
			return true;
	}
	return false;
}

static bool text_fits(const struct table *t, const struct filter_half *half, size_t row) {
	char digits[16];

	snprintf(digits, sizeof digits, "%u", half->line);
	return (!half->function || finds(t, row, half->function, NULL)) &&
	       (!half->file || finds(t, row, half->file, NULL)) &&
	       (!half->line || finds(t, row, NULL, digits));
}

static bool term_fits(const struct table *t, const struct filter_term *term,
                      const struct filter_item *item) {
	for (size_t i = 0; i < item->ntexts; i++)
		if (text_fits(t, &term->left, item->texts[i]) &&
		    (!term->is_arc || text_fits(t, &term->right, item->texts[i])))
			return true;
	return term->is_arc ? calls_fit(t, term, item) : half_fits(t, &term->left, item);
}

bool filter_keeps(struct table *t, const struct filter_item *item) {
	const struct filter *filter = t->query->filter;
	bool kept = !filter || !filter->has_includes;

	if (filter && !t->filtering) {
		t->filtering = arena_alloc(t->arena, 1, sizeof *t->filtering);
		t->filtering->fits = arena_alloc(t->arena, 2 * filter->n, sizeof(signed char *));
		t->filtering->ends = arena_alloc(t->arena, filter->n, sizeof(bool *));
	}
	for (size_t i = 0; filter && i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];

		if ((kept && !term->excludes) || !term_fits(t, term, item))
			continue;
		if (term->excludes)
			return false;
		kept = true;
	}
	return kept;
}

void filter_texts(const struct view *view, struct table *t) {
	struct row *kept = arena_alloc(t->arena, t->nrows, sizeof *kept);
	size_t n = 0, texts[2] = { 0 };
	bool is_first_added = true;

	for (size_t i = 0; i < t->nrows; i++) {
		const bool begins = !view->begins || view->begins(t->rows[i].item);
		const struct filter_item item = { .texts = texts, .ntexts = 2 };

		texts[0] = i;
		if (begins || !i) {
			texts[1] = i;
			is_first_added = !begins;
		}
		if (!filter_keeps(t, &item))
			continue;
		if (!is_first_added && !begins)
			kept[n++] = t->rows[texts[1]];
		is_first_added = true;
		kept[n++] = t->rows[i];
	}
	t->nall = t->nrows;
	t->rows = kept;
	t->nrows = n;
}

bool filter_asks_for_calls(const struct table *t) {
	return t->query->filter && t->query->filter->has_calls;
}

bool limit_hides(const struct table *t, double ticks) {
	return 100 * fabs(ticks) < t->query->display.limit * t->data->profile->total_ticks;
}

struct kept kept_new(struct table *t, size_t room) {
	const char *sort = t->query->sort;

	t->has_limit = t->query->display.limit > 0;
	return (struct kept){
		.table = t,
		.by_total = sort && table_column(t, sort) == table_column(t, "total%"),
		.items = arena_space(t->arena, room, sizeof(struct figures)),
		.room = room,
	};
}

bool kept_add(struct kept *k, const struct figures *item, const struct filter_item *as) {
	const double self = ticks_known(item->self);
	const double ticks = self + (k->by_total ? ticks_known(item->child) : 0);
	const bool is_kept = filter_keeps(k->table, as) &&
	                     (k->has_no_limit || !limit_hides(k->table, ticks));

	k->items[is_kept ? k->n++ : k->room - ++k->nhidden] = *item;
	k->shown += is_kept ? self : 0;
	return is_kept;
}

struct keyed *order_of(const struct figures *items, size_t n, struct arena *arena) {
	struct keyed *list = arena_space(arena, n, sizeof *list);

	assert(n <= UINT32_MAX);
	for (size_t i = 0; i < n; i++)
		list[i] = (struct keyed){ ~items[i].calls, (uint32_t)i };
	return list;
}

/* Stable sorts, in reverse. */
struct keyed *order_by_time(const struct figures *items, size_t n, struct arena *arena) {
	struct keyed *list = order_of(items, n, arena);
	bool has_calls = false;

	for (size_t i = 0; i < n; i++)
		has_calls |= items[i].calls > 0;
	for (size_t i = 0; i < n && !has_calls; i++)
		list[i].key = sort_key_down(figures_total(&items[i]));
	sort_keys(list, n, arena);
	for (size_t i = 0; i < n; i++)
		list[i].key = sort_key_down(ticks_known(items[list[i].index].self));
	sort_keys(list, n, arena);
	return list;
}

struct row row_of_figures(const struct figures *item, unsigned depth) {
	return (struct row){ .item = item,
		             .depth = depth,
		             .id = item->id,
		             .is_faint = figures_are_faint(item),
		             .is_empty = ticks_known(item->variance) <= 0 };
}

size_t kept_fold(const struct kept *k, struct keyed *order, size_t n, size_t fewest,
                 bool (*is_aside)(const struct field *field)) {
	const struct table *t = k->table;
	const struct query *query = t->query;
	const size_t number = query->sort ? table_column(t, query->sort) : t->columns->n;
	struct field field = { .table = t };
	size_t nfirst = 0, naside = 0;

	if (query->is_whole || (query->filter && query->filter->n))
		return 0;
	if (number < t->columns->n)
		field.column = &t->columns->list[number];
	struct keyed *first = arena_space(t->arena, n, sizeof *first);
	struct keyed *aside = arena_space(t->arena, n, sizeof *aside);
	for (size_t i = 0; i < n; i++) {
		field.item = &k->items[order[i].index];
		if (is_aside(&field))
			aside[naside++] = order[i];
		else
			first[nfirst++] = order[i];
	}
	if (naside < fewest)
		return 0;
	memcpy(order, first, nfirst * sizeof *first);
	memcpy(order + nfirst, aside, naside * sizeof *aside);
	return naside;
}

/* Adds rows of items that are below a row, or (NULL) not, behind n others. */
static size_t put_items(const struct kept *k, const struct keyed *order, size_t nitems,
                        const struct row *above, size_t n) {
	struct row *rows = k->table->rows + n;

	for (size_t i = 0; i < nitems; i++)
		rows[i] = row_of_figures(&k->items[order[i].index], above != NULL);
	return n + nitems;
}

static struct row row_above(const struct table *t, const struct kept_below *b) {
	struct row row = b->row;

	row.is_rest = !row.item;
	row.is_faint = row.is_rest || figures_are_faint(row.item);
	row.fold = t->query->folds && b->n ? row.id : 0;
	row.is_open = row.fold && query_opens(t->query, row.fold, row.opens);
	return row;
}

/* Whether the row comes before an item that the default order has there. */
static bool comes_before(const struct kept_below *b, const struct figures *item) {
	return b->row.item && ((const struct figures *)b->row.item)->self > item->self;
}

void kept_show(const struct kept *k, const struct keyed *order, const struct kept_below *below,
               size_t nbelow) {
	struct table *t = k->table;
	struct row *above = arena_alloc(t->arena, nbelow, sizeof *above);
	size_t nfirst = k->n, n = 0, nfolded = 0, nhidden, item, number = 0;

	for (size_t i = 0; i < nbelow; i++) {
		nfirst -= below[i].n;
		t->nrests += below[i].n || below[i].row.item;
		above[i] = row_above(t, &below[i]);
		nfolded += above[i].is_open ? 0 : below[i].n;
	}
	t->nall = k->n + k->nhidden;
	t->nmeasured = t->nall + t->nrests;
	t->rows = arena_space(t->arena, t->nmeasured, sizeof *t->rows);
	t->nrows = nhidden = k->n + t->nrests - nfolded;
	item = nfirst;
	for (size_t i = 0; i <= nfirst; i++) {
		while (number < nbelow &&
		       (i == nfirst || comes_before(&below[number], &k->items[order[i].index]))) {
			const struct row *row = &above[number];
			size_t *at = row->is_open ? &n : &nhidden;

			if (below[number].n || row->item)
				t->rows[n++] = *row;
			*at = put_items(k, order + item, below[number].n, row, *at);
			item += below[number++].n;
		}
		if (i < nfirst)
			n = put_items(k, order + i, 1, NULL, n);
	}
	for (size_t i = 0; i < k->nhidden; i++)
		t->rows[nhidden++] = row_of_figures(&k->items[k->room - k->nhidden + i], 0);
	table_share(t, k->shown);
	if (t->nrests) {
		t->is_tree = t->is_list = true;
		t->noun = "rows";
	}
}

const char *filter_term_of(const struct view *view, const struct table *t, const void *item) {
	const struct figures *r = item;
	const enum row_kind kind = t->query->display.rows;

	if (!item || !view->form_of)
		return NULL;
	if (figures_are_of_group(r) && kind == ROWS_THREAD)
		return say(t, "=\"%s\"", r->group->whole);
	if (figures_are_of_group(r))
		return say(t, "@%s:=\"%s\"", row_words[kind], r->group->whole);
	return r->line && r->line->location.path
	               ? say(t, "=\"%s\":%u", r->line->location.path, r->line->location.line)
	               : NULL;
}

const char *threads_missing(const struct dataset *data) {
	return data && data->profile && data->profile->image && data->profile->image->threads
	               ? NULL
	               : "there is no recording of several threads";
}

static const char *file_of(const struct dataset *data, const struct func *f, enum row_kind by,
                           struct arena *arena) {
	const struct source_location *at = dataset_location(data, f);

	if (!at || !at->path)
		return "no known file";
	if (by == ROWS_FILE)
		return at->path;
	const size_t len = (size_t)(path_last(at->path) - at->path);
	return len ? arena_text(arena, at->path, len) : ".";
}

static const char *class_of(const struct dataset *data, const struct func *f, struct arena *arena) {
	const char *name = names_get(data->names, f, NAME_SHORT);
	const size_t size = strlen(name) + 1;
	char *out = arena_space(arena, size, 1);

	return scope_name(out, size, name) ? out : "no class";
}

static const char *section_of(const struct image *image, const struct section_index *sections,
                              const struct func *f) {
	const struct section *section = section_index_at(sections, f->low);

	return image_is_thread(image, f->low) ? "threads" : section ? section->name : "no section";
}

static const char *object_of(const struct image *image, const struct section_index *sections,
                             const struct func *f) {
	if (f->kind == FUNC_OUTSIDE || !image || !image->nobjects)
		return "no object";
	if (image_is_thread(image, f->low) || (image->regions && f->low >= image->regions))
		return section_of(image, sections, f);
	return image->objects[image_object_at(image, f->low)].path;
}

/* "<cycle 2>", or whether it calls itself, as arcs or paths tell. */
static const char *cycle_of(const struct profile *p, const struct func *f, struct arena *arena) {
	bool is_again = f->is_again;
	const struct opened_cycle *opened = profile_opened(p, f);
	const size_t number = f->cycle ? f->cycle->number
	                      : opened ? (size_t)(opened - p->opened) + 1
	                               : 0;

	if (number)
		return arena_format(arena, "<cycle %zu>", number);
	for (uint32_t i = 0; i < f->ncallers; i++)
		is_again |= f->callers[i]->caller == f;
	return is_again ? "<recursive>" : "no recursion";
}

/* What each thread has of each function, by the paths, which begin with their threads. */
static void find_threads(struct func_groups *out, struct text_list *names, const struct profile *p,
                         struct arena *arena) {
	uint32_t *group = arena_space(arena, p->npaths, sizeof *group), number;
	struct pairs pairs = { .index.arena = arena };
	struct group_member *list = NULL;
	size_t n = 0;

	for (size_t i = 0; i < p->npaths; i++) {
		const struct path *path = &p->paths[i];
		const struct func *f = &p->funcs[path->func];

		group[i] = path->above != NO_PATH
		                   ? group[path->above]
		                   : text_list_number(names, image_is_thread(p->image, f->low)
		                                                     ? f->name
		                                                     : "no known thread");
		if (image_is_thread(p->image, f->low))
			continue;
		if (pairs_add(&pairs, path->func, group[i], &number))
			arena_append(arena, list, n,
			             (struct group_member){ .func = f, .group = group[i] });
		list[number].self += path->self;
		list[number].child += (path->is_outermost ? path->total : 0) - path->self;
	}
	uint32_t *funcs = arena_space(arena, n, sizeof *funcs);
	for (size_t i = 0; i < n; i++)
		funcs[i] = (uint32_t)pairs.list[i].first;
	struct lists by_func = lists_new(funcs, n, p->nfuncs, arena);
	struct group_member *members = arena_space(arena, n, sizeof *members);
	for (size_t i = 0; i < n; i++)
		members[i] = list[by_func.list[i]];
	*out = (struct func_groups){ names->texts, names->index.n, members, by_func.first, group };
}

const struct func_groups *func_groups_find(const struct dataset *data, enum row_kind by,
                                           struct arena *arena) {
	const struct profile *p = data->profile;
	struct func_groups *out = arena_alloc(arena, 1, sizeof *out);
	struct text_list names = { .index.arena = arena };
	struct section_index sections = { .n = 0 };

	if (by == ROWS_THREAD) {
		find_threads(out, &names, p, arena);
		return out;
	}
	struct group_member *members = arena_space(arena, p->nfuncs, sizeof *members);
	uint32_t *first = arena_space(arena, p->nfuncs + 1, sizeof *first);
	uint32_t *of_path = p->paths ? arena_space(arena, p->npaths, sizeof *of_path) : NULL;

	if ((by == ROWS_SECTION || by == ROWS_OBJECT) && p->image)
		sections = section_index_new(p->image, false, arena);
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];

		first[i] = (uint32_t)i;
		members[i] = (struct group_member){
			f,
			text_list_number(&names,
			                 by == ROWS_CLASS     ? class_of(data, f, arena)
			                 : by == ROWS_CYCLE   ? cycle_of(p, f, arena)
			                 : by == ROWS_SECTION ? section_of(p->image, &sections, f)
			                 : by == ROWS_OBJECT  ? object_of(p->image, &sections, f)
			                                      : file_of(data, f, by, arena)),
			f->self_ticks, f->descendant_ticks
		};
	}
	first[p->nfuncs] = (uint32_t)p->nfuncs;
	for (size_t i = 0; i < p->npaths; i++)
		of_path[i] = members[p->paths[i].func].group;
	*out = (struct func_groups){ names.texts, names.index.n, members, first, of_path };
	return out;
}
