/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/nesting.h"

#include <math.h>

#include "base/arena.h"
#include "base/distributions.h"
#include "base/logarithms.h"
#include "model/build/call_lookup.h"
#include "model/records.h"

bool histogram_has_full_bin(const struct histogram *h)
{
	const uint64_t limit = histogram_limit(h);
	size_t i;

	for (i = 0; i < h->nused; i++)
		if (h->bins[i].count >= limit)
			return true;
	return false;
}

bool file_is_alike(const struct records *of_first, const struct profile_file *first,
                   const struct records *r, const struct profile_file *file)
{
	size_t i;

	if (file->is_cut || file->nblocks || file->nhistograms != first->nhistograms ||
	    file->ncalls >= NO_ITEM)
		return false;
	for (i = 0; i < file->nhistograms; i++) {
		const struct histogram *h = &file_histograms(r, file)[i];

		if (!histogram_is_like(h, &file_histograms(of_first, first)[i]) ||
		    histogram_has_full_bin(h))
			return false;
	}
	return true;
}

static bool bins_are_nested(const struct histogram *a, const struct histogram *b)
{
	size_t i, k = 0;

	for (i = 0; i < a->nused; i++) {
		while (k < b->nused && b->bins[k].index < a->bins[i].index)
			k++;
		if (k == b->nused || b->bins[k].index != a->bins[i].index ||
		    b->bins[k].count < a->bins[i].count)
			return false;
	}
	return true;
}

static bool calls_are_nested(const struct records *of_a, const struct profile_file *a,
                             const struct records *of_b, const struct profile_file *b,
                             struct arena *scratch)
{
	const struct call *from = file_calls(of_a, a), *to = file_calls(of_b, b);
	struct call_lookup lookup = call_lookup_in(to, b->ncalls, scratch);
	bool *is_used;
	size_t i;

	if (a->ncalls > b->ncalls)
		return false;
	is_used = arena_alloc(scratch, b->ncalls, sizeof *is_used);
	for (i = 0; i < a->ncalls; i++) {
		const uint32_t k = call_lookup_find(&lookup, &from[i]);

		if (k == NO_ITEM || is_used[k] || to[k].count < from[i].count)
			return false;
		is_used[k] = true;
	}
	return true;
}

bool file_bins_are_nested(const struct records *of_a, const struct profile_file *a,
                          const struct records *of_b, const struct profile_file *b)
{
	size_t i;

	for (i = 0; i < a->nhistograms; i++)
		if (!bins_are_nested(&file_histograms(of_a, a)[i], &file_histograms(of_b, b)[i]))
			return false;
	return true;
}

bool file_is_nested(const struct records *of_a, const struct profile_file *a,
                    const struct records *of_b, const struct profile_file *b, struct arena *scratch)
{
	return file_bins_are_nested(of_a, a, of_b, b) &&
	       calls_are_nested(of_a, a, of_b, b, scratch);
}

/* -ln P(Binomial(n, q) <= n / 2), for 0 < q <= 1/2: exactly for few, by the
 * normal distribution for many. */
static double half_evidence(double n, double q)
{
	enum { FEW = 16 };
	double p = 1, below = 0, k;

	if (n > FEW) {
		const double over = n / 2 + 0.5 - n * q;

		return -natural_log_1p(-normal_tail(over / sqrt(n * q * (1 - q))));
	}
	for (k = 0; k < n; k++)
		p *= 1 - q;
	for (k = 0; k <= n / 2; k++) {
		below += p;
		p *= (n - k) / (k + 1) * q / (1 - q);
	}
	return below < 1 ? -natural_log(below) : 0;
}

/* A stretch of the bins of two histograms, with enough ticks of the second
 * one to tell its share. */
struct stretch {
	size_t low, high; /* bins of the second one */
	size_t a_low;     /* the first bin of the other one from there on */
	double a, b;      /* ticks of each */
};

/* Finds the next stretch; false if there is none. */
static bool next_stretch(struct stretch *s, const struct histogram *a, const struct histogram *b)
{
	enum { ENOUGH = 32 };
	size_t i;

	while (s->a_low < a->nused && s->high < b->nused &&
	       a->bins[s->a_low].index < b->bins[s->high].index)
		s->a_low++;
	s->low = s->high;
	s->a = s->b = 0;
	while (s->high < b->nused && s->b < ENOUGH)
		s->b += (double)b->bins[s->high++].count;
	for (i = s->a_low;
	     s->high > s->low && i < a->nused && a->bins[i].index <= b->bins[s->high - 1].index;
	     i++)
		s->a += (double)a->bins[i].count;
	return s->high > s->low;
}

static double stretch_evidence(const struct stretch *s, const struct histogram *a,
                               const struct histogram *b)
{
	const double share = s->a / (s->a + s->b);
	double evidence = 0;
	size_t i, k = s->a_low;

	if (s->a <= 0)
		return 0;
	for (i = s->low; i < s->high; i++) {
		double both = (double)b->bins[i].count;

		if (k < a->nused && a->bins[k].index == b->bins[i].index)
			both += (double)a->bins[k++].count;
		evidence += half_evidence(both, share);
	}
	return evidence;
}

double nesting_evidence(const struct records *r, const struct profile_file *a,
                        const struct profile_file *b, double most)
{
	double evidence = 0;
	size_t i;

	for (i = 0; i < a->nhistograms; i++) {
		const struct histogram *x = &r->histograms[a->first_histogram + i];
		const struct histogram *y = &r->histograms[b->first_histogram + i];
		struct stretch s = { .high = 0 };

		while (evidence < most && next_stretch(&s, x, y))
			evidence += stretch_evidence(&s, x, y);
	}
	return evidence < most ? evidence : most;
}

void nesting_spread(const struct records *r, const struct profile_file *a,
                    const struct profile_file *b, struct spread *out)
{
	const double of_a = (double)file_sum_ticks(r, a);
	const double of_b = (double)file_sum_ticks(r, b);
	const double times = of_b / of_a, weight = (of_a + of_b) / (of_b - of_a);
	size_t i, n = 0;

	if (of_a <= 0)
		return;
	for (i = 0; i < a->nhistograms; i++) {
		const struct histogram *x = &r->histograms[a->first_histogram + i];
		const struct histogram *y = &r->histograms[b->first_histogram + i];
		struct stretch s = { .high = 0 };

		while (next_stretch(&s, x, y)) {
			/* Counts are whole: few may agree by chance. */
			const double off = s.b - times * s.a;

			out->chi2 += weight * (off * off + 0.25) / (times * (s.a + s.b));
			n++;
		}
	}
	if (n < 2)
		return;
	out->freedom += (double)n - 1;
	out->log_weights += ((double)n - 1) * natural_log(weight);
}
