/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/filtering.h"

#include <string.h>

#include "base/arena.h"
#include "model/places.h"
#include "model/profile.h"
#include "table/filter.h"
#include "views/columns.h"
#include "views/view.h"

static struct filter_subject subject_of(const struct table *t,
                                        const struct func *f)
{
	const struct place *place = dataset_place(t->data, f);
	struct filter_subject s = { .name = func_name(t, f), .raw = f->name };

	if (place) {
		s.path = place->path;
		s.line = place->line;
		s.last = t->data->places->last[place - t->data->places->list];
	}
	return s;
}

/* A whole name is one with or without its parameters. */
static bool fits_as(const struct table *t, const struct filter_half *half,
                    const struct func *f, struct filter_subject s)
{
	if (filter_half_fits(half, &s))
		return true;
	if (!half->is_whole || !f)
		return false;
	s.name = names_get(t->data->names, f, NAME_SHORT);
	return filter_half_fits(half, &s);
}

bool filter_fits_func(const struct table *t, const struct filter_half *half,
                      const struct func *f)
{
	return fits_as(t, half, f, subject_of(t, f));
}

static bool arc_fits(const struct table *t, const struct filter_term *term,
                     const struct func *caller, const struct func *callee)
{
	return filter_fits_func(t, &term->left, caller) &&
	       filter_fits_func(t, &term->right, callee);
}

/* All functions being held against the terms of a filter. */
struct marking {
	const struct table *table;
	struct arena *scratch;
	bool *marks; /* shape: [nfuncs] */
};

static void mark_func_term(const struct marking *m,
                           const struct filter_term *term)
{
	const struct profile *p = m->table->data->profile;
	size_t i;

	for (i = 0; i < p->nfuncs; i++)
		if (!m->marks[i])
			m->marks[i] = filter_fits_func(m->table, &term->left,
			                               &p->funcs[i]);
}

/* Each name is looked at once, not once for each arc. */
static void mark_arc_term(const struct marking *m,
                          const struct filter_term *term)
{
	const struct profile *p = m->table->data->profile;
	bool *left = arena_alloc(m->scratch, p->nfuncs, sizeof *left);
	bool *right = arena_alloc(m->scratch, p->nfuncs, sizeof *right);
	size_t i;

	for (i = 0; i < p->nfuncs; i++) {
		left[i] = filter_fits_func(m->table, &term->left, &p->funcs[i]);
		right[i] = filter_fits_func(m->table, &term->right,
		                            &p->funcs[i]);
	}
	for (i = 0; i < p->narcs; i++) {
		size_t from = profile_number(p, p->arcs[i].caller);
		size_t to = profile_number(p, p->arcs[i].callee);

		if (left[from] && right[to])
			m->marks[from] = m->marks[to] = true;
	}
}

/* Marks what the terms of one kind fit. */
static void mark_terms(const struct marking *m, bool excluding)
{
	const struct filter *filter = m->table->query->filter;
	size_t i;

	for (i = 0; i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];

		if (term->excludes != excluding)
			continue;
		if (term->is_arc)
			mark_arc_term(m, term);
		else
			mark_func_term(m, term);
	}
}

const bool *filter_kept(const struct table *t, struct arena *arena)
{
	const struct filter *filter = t->query->filter;
	const size_t n = t->data->profile->nfuncs;
	struct marking m = { t, arena_new(), NULL };
	bool *kept = arena_alloc(arena, n, sizeof *kept);
	bool *left_out = arena_alloc(m.scratch, n, sizeof *left_out);
	size_t i;

	m.marks = kept;
	if (filter && filter->has_includes)
		mark_terms(&m, false);
	else
		memset(kept, true, n);
	m.marks = left_out;
	if (filter)
		mark_terms(&m, true);
	for (i = 0; i < n; i++)
		kept[i] = kept[i] && !left_out[i];
	arena_free(m.scratch);
	return kept;
}

/* An arc in an entry of the graph, and the end that the row is about. */
struct held_arc {
	const struct table *table;
	const struct func *caller, *callee, *other;
};

static bool held_arc_fits(const void *context, const struct filter_term *term)
{
	const struct held_arc *h = context;

	return term->is_arc ? arc_fits(h->table, term, h->caller, h->callee)
	                    : filter_fits_func(h->table, &term->left, h->other);
}

bool filter_keeps_arc(const struct table *t, const struct func *caller,
                      const struct func *callee, const struct func *other)
{
	const struct held_arc held = { t, caller, callee, other };

	return filter_keeps(t->query->filter, held_arc_fits, &held);
}

bool limit_hides(const struct table *t, double ticks)
{
	return 100 * ticks <
	       t->query->display.limit * t->data->profile->total_ticks;
}

bool filter_asks_for_calls(const struct table *t)
{
	const struct filter *filter = t->query->filter;
	size_t i;

	for (i = 0; filter && i < filter->n; i++)
		if (filter->terms[i].is_arc)
			return true;
	return false;
}

static bool makes_call(const struct table *t, const struct filter_term *term,
                       const struct filter_line *line)
{
	size_t i;

	for (i = 0; i < line->ncalls; i++)
		if (line->calls[i].caller && line->calls[i].callee &&
		    arc_fits(t, term, line->calls[i].caller,
		             line->calls[i].callee))
			return true;
	return false;
}

struct held_line {
	const struct table *table;
	const struct filter_line *line;
	struct filter_subject subject; /* what it is without its calls */
};

static bool held_line_fits(const void *context, const struct filter_term *term)
{
	const struct held_line *h = context;

	return term->is_arc ? makes_call(h->table, term, h->line)
	                    : fits_as(h->table, &term->left, h->line->func,
	                              h->subject);
}

bool filter_keeps_line(const struct table *t, const struct filter_line *line)
{
	const struct func *f = line->func;
	const struct held_line held = {
		.table = t,
		.line = line,
		.subject = { .name = f ? func_name(t, f) : "",
		             .raw = f ? f->name : "",
		             .path = line->path,
		             .line = line->line,
		             .last = line->line },
	};

	return filter_keeps(t->query->filter, held_line_fits, &held);
}
