/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/comparison_notes.h"

#include <time.h>

#include "base/arena.h"
#include "model/compare/comparison.h"
#include "model/compare/differences.h"
#include "model/notes.h"
#include "model/profile.h"
#include "model/runs.h"

static void note_base(struct notes *notes, const struct comparison *c)
{
	const struct profile *p = c->base->data.profile;
	size_t i;

	for (i = 0; i < p->nnotes; i++)
		if (p->notes[i].severity >= NOTE_WARNING)
			notes_add(notes, p->notes[i].severity,
			          arena_format(notes->arena, "base: %s", p->notes[i].cause),
			          p->notes[i].evidence, p->notes[i].cure);
}

static const char *when(double seconds, struct arena *arena)
{
	const time_t clock = (time_t)seconds;
	struct tm tm;
	char text[32];

	if (!localtime_r(&clock, &tm))
		return "?";
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	return arena_format(arena, "%s", text);
}

/* Machines drift, so runs in blocks differ where the program does not. */
static void note_order(struct notes *notes, const struct comparison *c)
{
	const struct side_files *base = &c->base->files, *new = &c->new->files;

	if (base->newest <= 0 || new->oldest <= 0 || base->newest >= new->oldest)
		return;
	notes_add(notes, NOTE_FACT, "all runs of the base are older than the new ones",
	          arena_format(notes->arena, "base until %s, new from %s",
	                       when(base->newest, notes->arena), when(new->oldest, notes->arena)),
	          "machines drift: run both programs in turns");
}

static void note_rates(struct notes *notes, const struct comparison *c)
{
	const double base = c->base->data.profile->rate;
	const double new = c->new->data.profile->rate;

	if (base < new || base > new)
		notes_add(notes, NOTE_FACT, "the sides were sampled at different rates",
		          arena_format(notes->arena,
		                       "base %g Hz, new %g Hz; times are "
		                       "converted",
		                       base, new),
		          "none needed; the side with the lower rate has the "
		          "larger error");
}

static double percent_of(double ratio)
{
	return (ratio - 1) * 100;
}

static void note_noise(struct notes *notes, const struct differences *d)
{
	if (!d->changes)
		return;
	if (!d->changes->knows_noise)
		notes_add(notes, NOTE_WARNING, "the noise between runs is not known",
		          "there is one run on each side; 3 % is assumed",
		          "compare several runs of each: --base takes any "
		          "number of files");
	if (!d->changes->has_typical)
		notes_add(notes, NOTE_FACT, "there is no typical function to compare with",
		          arena_format(notes->arena,
		                       "fewer than %d functions have %d "
		                       "samples",
		                       CHANGE_LEAST_FUNCTIONS, CHANGE_LEAST_TICKS),
		          "slower and faster rest on the times alone: a slower "
		          "machine looks like a slower program");
}

/* Where even the typical function changed it was not the program, or all of
 * it. */
static void note_drift(struct notes *notes, const struct differences *d)
{
	enum { LEAST = 2 }; /* percent */
	const struct changes *changes = d->changes;

	if (!changes || !changes->has_typical ||
	    (changes->typical_low <= 1 && changes->typical_high >= 1) ||
	    (percent_of(changes->typical) < LEAST && percent_of(changes->typical) > -LEAST))
		return;
	notes_add(notes, NOTE_WARNING, "most functions changed alike",
	          arena_format(notes->arena, "the typical one by %+.1f %% (%+.1f to %+.1f)",
	                       percent_of(changes->typical), percent_of(changes->typical_low),
	                       percent_of(changes->typical_high)),
	          "the machine, its load, flags or input may differ; "
	          ":set per typical compares without that");
}

static void note_work(struct notes *notes, const struct comparison *c)
{
	const size_t differ = c->work.all - c->work.equal;

	if (!differ || c->work.equal >= differ)
		return;
	notes_add(notes, NOTE_FACT, "the sides did different work",
	          arena_format(notes->arena, "calls differ in %zu of %zu functions", differ,
	                       c->work.all),
	          ":set per calls FUNCTION compares for the same number of "
	          "its calls");
}

/* What snapshots add is no run. */
static void note_snapshots(struct notes *notes, const struct side *side, const char *which)
{
	const size_t n = side->runs->n;

	if (side->runs->are_intervals && n > 1)
		notes_add(notes, NOTE_WARNING,
		          arena_format(notes->arena,
		                       "the files of %s are snapshots of one "
		                       "run",
		                       which),
		          arena_format(notes->arena, "%zu intervals count as %zu runs", n, n),
		          "compare the last file of each run, or the shares: "
		          ":set per total");
}

void comparison_notes(struct comparison *c, struct arena *arena)
{
	struct notes notes = { .arena = arena };
	struct arena *scratch = arena_new();
	const struct per_choice per = { .what = PER_RUN };
	const struct differences *d = differences_find(c, per, scratch, NULL);

	note_base(&notes, c);
	note_snapshots(&notes, c->base, "the base");
	note_snapshots(&notes, c->new, "the new side");
	note_order(&notes, c);
	note_rates(&notes, c);
	note_noise(&notes, d);
	note_drift(&notes, d);
	note_work(&notes, c);
	arena_free(scratch);
	c->notes = notes.list;
	c->nnotes = notes.n;
}
