/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What building a profile finds odd about its records. */
#include "model/building.h"

#include <inttypes.h>

#include "base/arena.h"
#include "model/image.h"
#include "model/merged.h"
#include "model/records.h"

static void add(struct building *b, enum severity severity, const char *cause,
                const char *evidence, const char *cure)
{
	notes_add(&b->notes, (struct note){ severity, cause, evidence, cure });
}

static double share(const struct building *b, double ticks)
{
	return b->profile->total_ticks > 0
	               ? 100 * ticks / b->profile->total_ticks
	               : 0;
}

static void note_empty(struct building *b)
{
	const struct profile *p = b->profile;

	if (p->samples)
		return;
	add(b, NOTE_FAULT, "no time was measured",
	    p->has_histogram ? "there is a histogram, but all its bins are 0"
	                     : "the files hold no histogram",
	    p->has_histogram
	            ? "the program ran for less than a clock tick, or its "
	              "profile clock did not run; run it longer"
	            : "call counts alone can be shown; press z for them");
}

static void note_unclaimed(struct building *b)
{
	double gaps = 0, plt = 0, outside = 0;
	size_t i;

	for (i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];

		gaps += f->kind == FUNC_GAP ? f->self_ticks : 0;
		plt += f->kind == FUNC_PLT ? f->self_ticks : 0;
		outside += f->kind == FUNC_OUTSIDE ? f->self_ticks : 0;
	}
	if (gaps > 0)
		add(b,
		    gaps > 0.05 * b->profile->total_ticks ? NOTE_WARNING
		                                          : NOTE_FACT,
		    "samples in code that no symbol names",
		    arena_format(b->arena, "%.0f samples, %.1f %%", gaps,
		                 share(b, gaps)),
		    "they have rows of their own, named [section address]; "
		    "keep the symbols (no strip) to know more");
	if (outside > 0)
		add(b, NOTE_WARNING, "samples outside the code of this file",
		    arena_format(b->arena, "%.0f samples, %.1f %%", outside,
		                 share(b, outside)),
		    "they have a row of their own; does the profile belong "
		    "to this executable?");
	if (plt > 0)
		add(b, NOTE_FACT,
		    "samples in the PLT, on the way to a "
		    "shared library",
		    arena_format(b->arena, "%.0f samples, %.1f %%", plt,
		                 share(b, plt)),
		    "gprof adds them to the function before the PLT");
}

static bool is_named(const struct building *b, uint32_t func)
{
	return func != NO_FUNC && b->funcs[func].kind != FUNC_GAP &&
	       b->funcs[func].kind != FUNC_OUTSIDE;
}

static void note_calls(struct building *b)
{
	const struct records *r = b->records;
	uint64_t records = 0, calls = 0;
	size_t i;

	for (i = 0; i < r->ncalls; i++) {
		if (is_named(b, calls_caller(b, r->calls[i].from)) &&
		    is_named(b, calls_callee(b, r->calls[i].to)))
			continue;
		records++;
		calls += r->calls[i].count;
	}
	if (records)
		add(b, NOTE_FACT, "calls from or to code that no symbol names",
		    arena_format(b->arena,
		                 "%" PRIu64 " of %zu records, %" PRIu64
		                 " calls",
		                 records, r->ncalls, calls),
		    b->rules->symbols_of_gprof
		            ? "they are dropped, as gprof does; \"--rules "
		              "exact\" keeps them"
		            : "gprof drops them; here they stay, with the "
		              "code's section and address for a name");
	if (!r->ncalls)
		add(b, NOTE_FACT, "no calls were counted",
		    "the files hold no call records",
		    "compile with -pg, not only link with it");
	if (b->image->has_threads && r->ncalls)
		add(b, NOTE_FACT, "call counts may be too low",
		    "the program uses threads, and mcount does not count "
		    "while another thread is counting",
		    "take them for lower bounds; times are not affected");
}

static void note_rates(struct building *b)
{
	const struct merged *m = b->merged;
	bool differ = false, unknown = false;
	size_t i;

	for (i = 0; m && i < m->n; i++) {
		differ |= m->list[i].shape->rate != m->list[0].shape->rate;
		unknown |= m->list[i].writer == WRITER_UNKNOWN;
	}
	if (differ)
		add(b, NOTE_WARNING, "the files have different clock rates",
		    arena_format(b->arena, "%u Hz and others",
		                 m->list[0].shape->rate),
		    "each file's samples count by its own rate; gprof takes "
		    "the first file's for all");
	if (unknown)
		add(b, NOTE_FACT, "it is not known who wrote the histogram",
		    "its range does not part evenly into its bins",
		    "the bins are spread evenly, so a sample may be a few "
		    "bytes off");
}

/* What the executable and the files had to say comes first. */
static void take_notes(struct building *b)
{
	size_t i;

	for (i = 0; i < b->records->notes.n; i++)
		notes_add(&b->notes, b->records->notes.list[i]);
	for (i = 0; i < b->image->nnotes; i++)
		notes_add(&b->notes, b->image->notes[i]);
}

void build_notes(struct building *b)
{
	take_notes(b);
	note_empty(b);
	note_rates(b);
	note_unclaimed(b);
	note_calls(b);
}
