/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/line_filter.h"

#include "base/arena.h"
#include "model/code_lines.h"
#include "model/profile.h"
#include "table/filter.h"
#include "views/columns.h"
#include "views/filtering.h"
#include "views/view.h"

/* Half a term being held against lines; each function is looked at once, for
 * lines come by function. */
struct holding {
	const struct table *table;
	const struct filter_half *half;
	const struct func *func; /* the last one */
	bool fits;               /* it did */
};

static bool func_fits(struct holding *h, const struct func *f)
{
	if (h->func != f)
		h->fits = filter_fits_func(h->table, h->half, f);
	h->func = f;
	return h->fits;
}

/* What a line is by itself, as a part of a function. */
static bool own_fits(const struct holding *h, const struct code_line *l,
                     const char *name, const char *raw)
{
	const struct filter_subject own = { .name = name,
		                            .raw = raw,
		                            .path = l->place.path,
		                            .line = l->place.line,
		                            .last = l->place.line };

	return filter_half_fits(h->half, &own);
}

static bool line_fits(struct holding *h, const struct code_line *l)
{
	const struct filter_half *half = h->half;

	if (!half->line && func_fits(h, l->func))
		return true;
	if (half->function && l->inlined &&
	    own_fits(h, l, l->inlined, l->inlined))
		return true;
	return (half->line || half->file) &&
	       own_fits(h, l, func_name(h->table, l->func), l->func->name);
}

/* Callees being held against the right half of a term. */
struct callees {
	const struct table *table;
	const struct filter_half *half;
	signed char *fits; /* 1, -1: does not, 0: not known; shape: [nfuncs] */
};

static bool callee_fits(struct callees *c, const struct func *f)
{
	signed char *fits =
		&c->fits[profile_number(c->table->data->profile, f)];

	if (!*fits)
		*fits = filter_fits_func(c->table, c->half, f) ? 1 : -1;
	return *fits > 0;
}

static bool calls_fit(struct callees *c, const struct code_line *l)
{
	const struct line_call *calls = c->table->data->code_lines->calls;
	uint32_t i;

	for (i = 0; i < l->ncalls; i++)
		if (callee_fits(c, calls[l->first_call + i].arc->callee))
			return true;
	return false;
}

static void mark_term(const struct table *t, const struct filter_term *term,
                      bool *marks, struct arena *scratch)
{
	const struct code_lines *lines = t->data->code_lines;
	struct holding left = { .table = t, .half = &term->left };
	struct callees right = { t, &term->right, NULL };
	size_t i;

	if (term->is_arc)
		right.fits = arena_alloc(scratch, t->data->profile->nfuncs, 1);
	for (i = 0; i < lines->n; i++)
		if (!marks[i] && line_fits(&left, &lines->list[i]))
			marks[i] = !term->is_arc ||
			           calls_fit(&right, &lines->list[i]);
}

const bool *line_filter_kept(const struct table *t, struct arena *arena)
{
	const struct filter *filter = t->query->filter;
	const size_t n = t->data->code_lines->n;
	struct arena *scratch = arena_new();
	bool *kept = arena_alloc(arena, n, sizeof *kept);
	bool *left_out = arena_alloc(scratch, n, sizeof *left_out);
	size_t i;

	for (i = 0; i < filter->n; i++)
		mark_term(t, &filter->terms[i],
		          filter->terms[i].excludes ? left_out : kept, scratch);
	for (i = 0; i < n; i++)
		kept[i] = (kept[i] || !filter->has_includes) && !left_out[i];
	arena_free(scratch);
	return kept;
}

struct held_line {
	const struct table *table;
	const struct code_line *line;
};

/* A line without calls fits no term about calls. */
static bool held_line_fits(const void *context, const struct filter_term *term)
{
	const struct held_line *h = context;
	struct holding left = { .table = h->table, .half = &term->left };

	return !term->is_arc && line_fits(&left, h->line);
}

bool line_filter_keeps(const struct table *t, const struct code_line *line)
{
	const struct held_line held = { t, line };

	return filter_keeps(t->query->filter, held_line_fits, &held);
}
