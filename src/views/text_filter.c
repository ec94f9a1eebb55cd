/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/text_filter.h"

#include <stdio.h>
#include <string.h>

#include "base/pattern.h"
#include "table/filter.h"
#include "views/view.h"

/* A text of the row in which a pattern, or without one the digits, is found. */
static bool finds(const struct table *t, size_t row,
                  const struct pattern *pattern, const char *digits)
{
	size_t c;

	for (c = 0; c < t->columns->n; c++) {
		struct value v = table_value(t, row, c);

		if (v.unit == UNIT_TEXT &&
		    (pattern ? pattern_finds(pattern, v.text, NULL, NULL)
		             : strstr(v.text, digits) != NULL))
			return true;
	}
	return false;
}

static bool half_fits(const struct table *t, size_t row,
                      const struct filter_half *half)
{
	char digits[16];

	snprintf(digits, sizeof digits, "%u", half->line);
	return (!half->function || finds(t, row, half->function, NULL)) &&
	       (!half->file || finds(t, row, half->file, NULL)) &&
	       (!half->line || finds(t, row, NULL, digits));
}

enum verdict { NOT_MEANT, INCLUDED, EXCLUDED };

static enum verdict judge(const struct table *t, size_t row)
{
	const struct filter *filter = t->query->filter;
	enum verdict verdict = NOT_MEANT;
	size_t i;

	for (i = 0; i < filter->n; i++) {
		const struct filter_term *term = &filter->terms[i];

		if (!half_fits(t, row, &term->left) ||
		    (term->is_arc && !half_fits(t, row, &term->right)))
			continue;
		if (term->excludes)
			return EXCLUDED;
		verdict = INCLUDED;
	}
	return verdict;
}

void text_filter(const struct view *view, struct table *t)
{
	const bool all = !t->query->filter->has_includes;
	enum verdict of_block = NOT_MEANT;
	struct row first = { 0 };
	bool is_first_added = true;
	size_t n = 0, i;

	for (i = 0; i < t->nrows; i++) {
		const struct row row = t->rows[i];
		enum verdict verdict = judge(t, i);

		if (view->begins(row.item)) {
			of_block = verdict;
			first = row;
			is_first_added = false;
		}
		if (of_block == EXCLUDED || verdict == EXCLUDED ||
		    (!all && of_block != INCLUDED && verdict != INCLUDED))
			continue;
		if (!is_first_added && !view->begins(row.item))
			t->rows[n++] = first; /* n is at most i - 1 here */
		is_first_added = true;
		t->rows[n++] = row;
	}
	t->nall = t->nrows;
	t->nrows = n;
}
