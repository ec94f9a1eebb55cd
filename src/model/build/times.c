/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and the time of each, under either kind of rules. */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/build/building.h"
#include "model/build/merged.h"
#include "model/image.h"
#include "model/records.h"
#include "model/rules.h"

static void select_functions(struct building *b)
{
	const struct selection *s = &b->rules->select;

	b->bits = arena_alloc(b->scratch, b->nfuncs, 1);
	if (s->mark)
		s->mark(s->context, b->funcs, b->nfuncs, b->bits);
	else
		memset(b->bits, SELECT_ALL, b->nfuncs);
}

static bool find_exact(struct building *b, struct error *err)
{
	struct profile *p = b->profile;

	b->merged = merged_new(b->records->histograms, b->records->nhistograms, &b->image->machine,
	                       b->scratch, b->progress);
	if (!b->merged)
		return fail(err, "cancelled");
	p->samples = b->merged->samples;
	p->rate = b->merged->rate;
	if (!functions_exact(b, err))
		return false;
	arena_reset(b->step);
	functions_add_gaps(b);
	arena_reset(b->step);
	select_functions(b);
	return true;
}

static bool find_gprof(struct building *b, struct error *err)
{
	const struct records *r = b->records;
	size_t i, k;

	if (!functions_gprof(b, err))
		return false;
	select_functions(b);
	b->profile->rate = r->nhistograms ? r->histograms[0].rate : 0;
	for (i = 0; i < r->nhistograms; i++)
		for (k = 0; k < r->histograms[i].nused; k++)
			b->profile->samples += r->histograms[i].bins[k].count;
	return true;
}

bool functions_find(struct building *b, struct error *err)
{
	return b->rules->symbols_of_gprof ? find_gprof(b, err) : find_exact(b, err);
}

void ticks_find(struct building *b)
{
	if (b->rules->bins_of_gprof) {
		ticks_gprof(b);
		return;
	}
	split_bins(b);
	arena_reset(b->step);
	ticks_exact(b);
}
