/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of the profiler's own functions: mcount() and what it calls.
 *
 * Each call of a function that was compiled with -pg calls mcount() once,
 * whoever made it.  So each function caused the part of that time which it has
 * of all calls, its own to itself included. */
#include "model/build/building.h"

#include "base/arena.h"
#include "base/number.h"

/* What the profiler's functions have. */
struct cost {
	double ticks, variance;
	double calls; /* of all other functions */
};

static struct cost find_cost(struct building *b)
{
	struct cost cost = { 0 };
	size_t i;

	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->is_profiler = (f->kind == FUNC_SYMBOL || f->kind == FUNC_PLT) &&
		                 profiler_has(f->name);
		if (f->is_profiler) {
			cost.ticks += f->self_ticks;
			cost.variance += f->variance;
		} else {
			cost.calls += func_all_calls(f);
		}
	}
	return cost;
}

static void take_away(struct building *b)
{
	size_t i;

	for (i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].is_profiler)
			b->funcs[i].self_ticks = b->funcs[i].variance = 0;
}

static void hand_out(struct building *b, const struct cost *cost)
{
	size_t i;

	for (i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];
		const double part = func_all_calls(f) / cost->calls;

		if (f->is_profiler)
			continue;
		f->self_ticks += part * cost->ticks;
		f->variance += part * part * cost->variance;
	}
}

void profiler_place(struct building *b)
{
	struct profile *p = b->profile;
	struct cost cost;

	if (b->rules->symbols_of_gprof)
		return;
	cost = find_cost(b);
	p->profiler_ticks = cost.ticks;
	p->profiler_calls = cost.calls < 0x1p64 ? (uint64_t)cost.calls : UINT64_MAX;
	if (cost.ticks <= 0 || b->rules->profiler == PROFILER_APART ||
	    (b->rules->profiler == PROFILER_SPREAD && cost.calls <= 0))
		return;
	p->profiler = b->rules->profiler;
	take_away(b);
	if (p->profiler == PROFILER_SPREAD)
		hand_out(b, &cost);
	else
		p->total_ticks -= cost.ticks;
}

/* "; mcount 12, mcount@plt 3": the first few of them. */
static const char *listed(struct building *b)
{
	enum { MOST = 4 };
	const char *list = "";
	size_t n = 0, i;

	for (i = 0; i < b->nfuncs && n < MOST; i++) {
		const struct func *f = &b->funcs[i];

		if (!f->is_profiler || f->self_ticks <= 0)
			continue;
		list = arena_format(b->arena, "%s%s %s %.4g", list, n ? "," : ";", f->name,
		                    f->self_ticks);
		n++;
	}
	return list;
}

static void note_apart(struct building *b, double share)
{
	const struct profile *p = b->profile;
	const double rest = p->total_ticks - p->profiler_ticks;

	notes_add(&b->notes, profiler_stands_out(p) ? NOTE_WARNING : NOTE_FACT,
	          arena_format(b->arena,
	                       "the profiler's own functions have %.1f %% of "
	                       "the samples",
	                       share),
	          arena_format(b->arena,
	                       "%s of %s; what has 10 %% of them all has "
	                       "%.1f %% of the others%s",
	                       number_text(b->arena, number_rounded(p->profiler_ticks)),
	                       number_counted(b->arena, number_rounded(p->total_ticks), "sample"),
	                       rest > 0 ? 10 * p->total_ticks / rest : 0, listed(b)),
	          p->profiler_calls ? "without -pg the program does not spend that "
	                              "time; \"set profiler spread\" hands it to the "
	                              "functions by their calls, \"set profiler out\" "
	                              "leaves it out of what counts as 100 %"
	                            : "no call was counted by which it could be handed "
	                              "to functions, so it stays apart; \"set profiler "
	                              "out\" leaves it out of what counts as 100 %");
}

void profiler_note(struct building *b)
{
	const struct profile *p = b->profile;
	const char *shown = "\"set profiler apart\" shows it in rows of its own";
	const char *samples;
	double share;

	if (p->profiler_ticks <= 0)
		return;
	share = profiler_share(p);
	samples = number_counted(b->arena, number_rounded(p->profiler_ticks), "sample");
	if (p->profiler == PROFILER_APART)
		note_apart(b, share);
	else if (p->profiler == PROFILER_SPREAD)
		notes_add(&b->notes, NOTE_FACT,
		          "the profiler's own time is handed to functions by "
		          "their calls",
		          arena_format(b->arena, "%s, %.1f %% of all, for %s", samples, share,
		                       number_counted(b->arena, p->profiler_calls, "call")),
		          shown);
	else
		notes_add(&b->notes, NOTE_FACT, "the profiler's own time is left out of the 100 %",
		          arena_format(b->arena, "%s, %.1f %% of all that were taken", samples,
		                       share),
		          shown);
}
