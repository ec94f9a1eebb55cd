/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/filtering.h"

#include "model/places.h"
#include "model/profile.h"
#include "table/filter.h"
#include "views/columns.h"
#include "views/view.h"

static struct filter_subject subject_of(const struct table *t,
                                        const struct func *f)
{
	const struct profile *p = t->profile;
	struct filter_subject s = { .name = func_name(t, f), .raw = f->name };

	if (p->places && p->places->n == p->nfuncs) {
		const size_t number = profile_number(p, f);

		s.path = p->places->list[number].path;
		s.line = p->places->list[number].line;
		s.last = p->places->last[number];
	}
	return s;
}

static bool fits(const struct table *t, const struct filter_half *half,
                 const struct func *f)
{
	struct filter_subject s = subject_of(t, f);

	return filter_half_fits(half, &s);
}

static bool arc_fits(const struct table *t, const struct filter_term *term,
                     const struct func *caller, const struct func *callee)
{
	return fits(t, &term->left, caller) && fits(t, &term->right, callee);
}

/* Whether the function is an end of an arc that fits. */
static bool is_an_end(const struct table *t, const struct filter_term *term,
                      const struct func *f)
{
	size_t i;

	if (fits(t, &term->left, f))
		for (i = 0; i < f->ncallees; i++)
			if (fits(t, &term->right, f->callees[i]->callee))
				return true;
	if (fits(t, &term->right, f))
		for (i = 0; i < f->ncallers; i++)
			if (fits(t, &term->left, f->callers[i]->caller))
				return true;
	return false;
}

bool filter_keeps_func(const struct table *t, const struct func *f)
{
	const struct filter *filter = t->query->filter;
	bool kept = !filter || !filter->has_includes;
	size_t i;

	for (i = 0; filter && i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];
		bool fit;

		if (kept && !term->excludes)
			continue;
		fit = term->is_arc ? is_an_end(t, term, f)
		                   : fits(t, &term->left, f);
		if (fit && term->excludes)
			return false;
		kept |= fit;
	}
	return kept;
}

bool filter_keeps_arc(const struct table *t, const struct func *caller,
                      const struct func *callee, const struct func *other)
{
	const struct filter *filter = t->query->filter;
	bool kept = !filter || !filter->has_includes;
	size_t i;

	for (i = 0; filter && i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];
		bool fit = term->is_arc ? arc_fits(t, term, caller, callee)
		                        : fits(t, &term->left, other);

		if (fit && term->excludes)
			return false;
		kept |= fit;
	}
	return kept;
}

/* Whether a term is about lines of the file. */
static bool is_of_lines(const struct filter_term *term, const char *path)
{
	const struct filter_subject file = { .name = "", .path = path };
	struct filter_half half = term->left;

	half.line = 0;
	return !term->is_arc && term->left.line && path &&
	       filter_half_fits(&half, &file);
}

bool filter_keeps_line(const struct table *t, const char *path, unsigned line)
{
	const struct filter *filter = t->query->filter;
	bool kept = false, is_chosen = false;
	size_t i;

	for (i = 0; filter && i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];

		if (!is_of_lines(term, path))
			continue;
		if (term->left.line == line && term->excludes)
			return false;
		is_chosen |= !term->excludes;
		kept |= term->left.line == line;
	}
	return kept || !is_chosen;
}
