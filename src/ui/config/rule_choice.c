/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/rule_choice.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "model/caller_costs.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/rules.h"
#include "ui/session/session.h"

enum { TEXT = 160 };

bool rule_choice_is_same(struct rule_choice a, struct rule_choice b)
{
	return a.is_as_gprof == b.is_as_gprof && a.opens_cycles == b.opens_cycles &&
	       a.profiler == b.profiler && a.measures_callers == b.measures_callers &&
	       !memcmp(&a.repeats, &b.repeats, sizeof a.repeats);
}

struct rule_choice rule_choice_of(const struct rules *rules)
{
	return (struct rule_choice){ .is_as_gprof = rules->symbols_of_gprof,
		                     .opens_cycles = rules->opens_cycles,
		                     .profiler = rules->profiler,
		                     .measures_callers = rules->measures_callers,
		                     .repeats = rules->repeats };
}

static void tell_cycles(char *text, const struct profile *p)
{
	uint64_t calls = 0, cut = 0;
	char all[40], some[40];
	size_t i;

	for (i = 0; i < p->nopened; i++) {
		calls += p->opened[i].calls;
		cut += p->opened[i].cut_calls;
	}
	number_grouped(all, sizeof all, calls);
	number_grouped(some, sizeof some, cut);
	if (!p->rules->opens_cycles)
		snprintf(text, TEXT, "cycles whole: there %s %zu", p->ncycles == 1 ? "is" : "are",
		         p->ncycles);
	else if (!p->nopened)
		snprintf(text, TEXT, "cycles open: there is none");
	else
		snprintf(text, TEXT, "cycles open: %s of %s calls cut", some, all);
}

static void tell_callers(char *text, const struct profile *p)
{
	const struct caller_costs *costs = p->caller_costs;
	size_t n = 0, i;

	for (i = 0; costs && i < costs->nfits; i++)
		n += costs->fits[i].state == CALLERS_MEASURED;
	if (!p->rules->measures_callers)
		snprintf(text, TEXT, "callers by calls");
	else if (!n)
		snprintf(text, TEXT, "callers by calls: files do not tell");
	else
		snprintf(text, TEXT,
		         "callers measured: of %zu of %zu functions with "
		         "several",
		         n, costs->nfits);
}

/* What became of the profiler's own time, which may be not what was asked
 * for. */
static void tell_profiler(char *text, const struct profile *p)
{
	static const char *const uses[] = {
		[PROFILER_APART] = "apart", [PROFILER_SPREAD] = "spread", [PROFILER_OUT] = "out"
	};

	if (p->rules->symbols_of_gprof)
		snprintf(text, TEXT, "gprof's rules leave the profiler out");
	else if (p->profiler_ticks <= 0)
		snprintf(text, TEXT, "no sample is the profiler's");
	else
		snprintf(text, TEXT, "profiler %s: %.1f %% of the samples", uses[p->profiler],
		         profiler_share(p));
}

static const char *snapshots_text(const struct profile *p)
{
	if (p->records->are_intervals)
		return "snapshots count once";
	return p->records->are_snapshots ? "snapshots are added up"
	                                 : "no snapshots of one profile: files are added up";
}

/* What became of what files repeat. */
static void tell_repeats(char *text, const struct profile *p, const struct repeat_uses *now,
                         const struct repeat_uses *before)
{
	const struct records *r = p->records;
	size_t n = 0, i;

	if (p->rules->symbols_of_gprof) {
		snprintf(text, TEXT, "gprof's rules add all files up");
	} else if (now->snapshots != before->snapshots) {
		snprintf(text, TEXT, "%s", snapshots_text(p));
	} else if (now->common != before->common) {
		snprintf(text, TEXT, "what all files have in common %s",
		         r->is_common_once ? "counts once" : "is nothing, or is added up");
	} else {
		for (i = 0; i < r->noff; i++)
			n += r->off[i].repeats != NULL;
		snprintf(text, TEXT, "%zu file%s off that repeat%s others", n,
		         n == 1 ? " is" : "s are", n == 1 ? "s" : "");
	}
}

/* Adds one of several sentences. */
static void add(char *text, size_t size, const char *more)
{
	const size_t len = strlen(text);

	snprintf(text + len, size - len, "%s%s", len ? "; " : "", more);
}

void rule_choice_say(struct session *s, struct rule_choice before)
{
	const struct rule_choice now = s->preferences.rule_choice;
	char all[4 * TEXT] = "", one[TEXT];

	if (now.is_as_gprof != before.is_as_gprof)
		add(all, sizeof all,
		    now.is_as_gprof ? "read by gprof's rules" : "read as measured");
	if (now.opens_cycles != before.opens_cycles) {
		tell_cycles(one, s->data->profile);
		add(all, sizeof all, one);
	}
	if (now.profiler != before.profiler) {
		tell_profiler(one, s->data->profile);
		add(all, sizeof all, one);
	}
	if (now.measures_callers != before.measures_callers) {
		tell_callers(one, s->data->profile);
		add(all, sizeof all, one);
	}
	if (memcmp(&now.repeats, &before.repeats, sizeof now.repeats)) {
		tell_repeats(one, s->data->profile, &now.repeats, &before.repeats);
		add(all, sizeof all, one);
	}
	session_say(s, "%s", *all ? all : "read again");
}

void rule_choice_say_changes(struct session *session, const struct profile *before)
{
	const struct profile *now = session->data->profile;
	const double seen = 0.00005 * now->total_ticks;
	size_t changed = 0, i;

	for (i = 0; i < now->nfuncs && i < before->nfuncs; i++)
		changed += fabs(now->funcs[i].self_ticks - before->funcs[i].self_ticks) > seen;
	if (changed)
		session_say(session, "shared bins read: %zu figures changed", changed);
}

void rule_choice_say_first(struct session *s)
{
	const struct profile *p = s->data->profile;

	if (profiler_stands_out(p))
		session_say(s, "%.0f %% of time is the profiler's: set profiler",
		            profiler_share(p));
}

void rule_choice_changed(struct session *s)
{
	const struct rules *shown = s->data ? s->data->profile->rules : NULL;
	const struct rule_choice choice = s->preferences.rule_choice;

	if (shown && rule_choice_is_same(choice, rule_choice_of(shown)))
		s->wants_stop = true;
	else
		s->wants_reload = s->worker;
}
