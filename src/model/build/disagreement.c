/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much gprof's listing of the same records would differ. */
#include "model/build/disagreement.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/number.h"
#include "model/build/building.h"
#include "model/image.h"

/* Finds functions and their time in a building of their own. */
static bool find_times(struct building *out, const struct rules *base, const struct image *image,
                       const struct records *records, struct arena *scratch)
{
	struct rules *rules = arena_alloc(scratch, 1, sizeof *rules);
	struct error ignored;

	*rules = *base;
	rules->select = (struct selection){ NULL, NULL, NULL };
	*out = (struct building){
		.image = image,
		.records = records,
		.rules = rules,
		.arena = scratch,
		.scratch = scratch,
		.step = arena_within(scratch),
		.profile = arena_alloc(scratch, 1, sizeof *out->profile),
	};
	if (!functions_find(out, &ignored))
		return false;
	ticks_find(out);
	return true;
}

struct disagreement {
	double moved;   /* ticks that gprof credits elsewhere or loses */
	size_t dropped; /* functions with ticks that gprof does not have */
	double dropped_ticks;
	const struct func *worst;
	double worst_ticks; /* what gprof gives it */
};

/* Both lists are by address; functions are the same if they begin at the same
 * one. */
static struct disagreement compare(const struct building *b, const struct building *g)
{
	struct disagreement d = { 0 };
	double worst = 0;
	size_t i, k = 0;

	for (i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];
		const double own = f->self_ticks - func_profiler_ticks(b->profile, f);
		double theirs = 0, less;

		while (k < g->nfuncs && g->funcs[k].low < f->low)
			k++;
		if (k < g->nfuncs && g->funcs[k].low == f->low)
			theirs = g->funcs[k].self_ticks;
		else if (own > 0) {
			d.dropped++;
			d.dropped_ticks += own;
		}
		less = own - theirs;
		d.moved += less > 0 ? less : 0;
		if (less > worst || -less > worst) {
			worst = less > 0 ? less : -less;
			d.worst = f;
			d.worst_ticks = theirs;
		}
	}
	return d;
}

/* A readable name, short enough for a sentence. */
static const char *worst_name(const struct building *b, const struct disagreement *d)
{
	enum { LONGEST = 120 };
	const struct image *image = b->image;
	char name[LONGEST];

	if (!image->demangle || !image->demangle(name, sizeof name, d->worst->name, NULL))
		snprintf(name, sizeof name, "%s", d->worst->name);
	return arena_text(b->arena, name, strlen(name));
}

static const char *evidence(const struct building *b, const struct disagreement *d)
{
	return arena_format(
		b->arena,
		"%.1f of %s; functions with samples that "
		"gprof does not list: %zu (%.1f %%); most for %s: %.1f "
		"here, %.1f there",
		d->moved,
		number_counted(b->arena, number_rounded(b->profile->total_ticks), "sample"),
		d->dropped, 100 * d->dropped_ticks / b->profile->total_ticks, worst_name(b, d),
		d->worst->self_ticks, d->worst_ticks);
}

void disagreement_note(struct building *b)
{
	struct disagreement d;
	struct building g;

	if (b->profile->total_ticks <= 0 ||
	    !find_times(&g, &rules_gprof, b->image, b->records, b->scratch))
		return;
	d = compare(b, &g);
	if (!d.worst || d.moved < 0.0005 * b->profile->total_ticks)
		return;
	notes_add(&b->notes, NOTE_GPROF,
	          arena_format(b->arena,
	                       "gprof credits %.1f %% of the samples to "
	                       "another function, or loses them",
	                       100 * d.moved / b->profile->total_ticks),
	          evidence(b, &d),
	          "the figures here are what was measured; \"--rules gprof\" "
	          "shows gprof's");
}

double disagreement_share(const struct image *image, const struct records *records)
{
	struct arena *scratch = arena_new();
	struct building b, g;
	double share = 0;

	if (find_times(&b, &rules_exact, image, records, scratch) && b.profile->total_ticks > 0 &&
	    find_times(&g, &rules_gprof, image, records, scratch))
		share = compare(&b, &g).moved / b.profile->total_ticks;
	arena_free(scratch);
	return share;
}
