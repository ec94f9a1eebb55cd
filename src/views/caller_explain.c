/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include <math.h>

#include "base/arena.h"
#include "model/caller_costs.h"
#include "model/profile.h"
#include "model/rules.h"
#include "views/columns.h"
#include "views/graph_row.h"

/* What is called: a function, or the cycle that it is in. */
static const char *called_name(const struct table *t, const struct func *f)
{
	return f->cycle ? arena_format(t->arena, "<cycle %u>", f->cycle->number) : said_name(t, f);
}

static const char *unsure(const struct table *t, const struct caller_fit *fit, const char *name)
{
	const char *error = arena_format(t->arena,
	                                 "What each caller of %s costs would have errors of up to "
	                                 "%.0f %% of its time",
	                                 name, 100 * fit->worst);

	if (fit->state == CALLERS_BELOW)
		return arena_format(t->arena,
		                    "%s, because it is open how much of that is "
		                    "its own: it calls functions whose callers "
		                    "cannot be told apart, or shares bins.",
		                    error);
	if (fit->inflation > 2)
		return arena_format(t->arena,
		                    "%s, because the calls of a caller do not "
		                    "cost the same in all files.",
		                    error);
	return arena_format(t->arena,
	                    "%s.  More files, or longer runs, would "
	                    "help.",
	                    error);
}

static const char *alike(const struct table *t, const struct caller_fit *fit, const char *name)
{
	if (fit->nmixes > 1 && fit->nmixes < fit->nneeded)
		return arena_format(t->arena,
		                    "The mixes of the %zu files are too alike: there are "
		                    "%zu different ones of the calls of %s, and %zu are "
		                    "needed to tell what each caller costs.  Runs with "
		                    "other input would help.",
		                    fit->nfiles, fit->nmixes, name, fit->nneeded);
	return arena_format(t->arena,
	                    "The mixes of the %zu files are too alike: in all of them the "
	                    "callers made much the same parts of the calls of %s, so what "
	                    "each costs cannot be told.  Runs with other input would help.",
	                    fit->nfiles, name);
}

/* Why the files do not tell. */
static const char *reason(const struct table *t, const struct caller_fit *fit, const char *name)
{
	switch (fit->state) {
	case CALLERS_FEW_FILES:
		return arena_format(t->arena,
		                    "%s has %zu callers: to tell what each costs, it must "
		                    "be called in %zu files, of runs with different input; "
		                    "it is in %zu.",
		                    name, fit->ncallers, fit->nneeded, fit->nfiles);
	case CALLERS_MANY:
		return arena_format(t->arena,
		                    "%s has %zu callers with many calls, more "
		                    "than files can tell apart.",
		                    name, fit->ncallers);
	case CALLERS_FEW_SAMPLES:
		return arena_format(t->arena,
		                    "%s, with what it calls, has too few "
		                    "samples to tell what each caller costs: "
		                    "%.0f.",
		                    name, fit->ticks);
	case CALLERS_UNCOUNTED:
		return arena_format(t->arena,
		                    "%s took %s in files in which no call of it was "
		                    "counted, so what was not counted has some of its "
		                    "time.",
		                    name, said_time(t, fit->stray));
	case CALLERS_ALIKE:
		return alike(t, fit, name);
	case CALLERS_BELOW:
	case CALLERS_UNSURE:
		return unsure(t, fit, name);
	case CALLERS_MEASURED:
		break;
	}
	return arena_format(t->arena,
	                    "It is among %zu callers of %s with few calls, "
	                    "whose costs were measured as one.",
	                    fit->ntogether, name);
}

const char *explained_unmeasured(const struct table *t, const struct arc *a)
{
	const struct caller_fit *fit = caller_fit_of(t->data->profile, a->callee);

	if (!fit || !arc_hands_time(a) || caller_cost_of(t->data->profile, a))
		return NULL;
	return reason(t, fit, called_name(t, a->callee));
}

/* How well the costs fit. */
static const char *quality(const struct table *t, const struct caller_fit *fit)
{
	const char *fits = arena_format(t->arena, "chi2 is %.1f for %zu degrees of freedom",
	                                fit->chi2, fit->freedom);

	if (fit->inflation > 1.005)
		return arena_format(t->arena,
		                    "%s, so errors are %.2f times those of "
		                    "noise.",
		                    fits, fit->inflation);
	return arena_format(t->arena, "%s, no more than noise.", fits);
}

static const char *how(const struct table *t, const struct arc *a, const struct caller_cost *cost,
                       const struct caller_fit *fit)
{
	const double by_calls = (double)a->calls / (double)func_handing_calls(a->callee);
	const char *name = called_name(t, a->callee);

	return arena_format(t->arena,
	                    "In %zu files the %zu callers of %s made different parts of "
	                    "its calls.  What fits its time in all of them best: the %s "
	                    "by %s took %s +- %s of %s, with what it calls.  By the number "
	                    "of calls it would be %s.  %s%s",
	                    fit->nfiles, fit->ncallers, name, said_calls(t, a->calls),
	                    said_name(t, a->caller), said_time(t, cost->ticks),
	                    said_time(t, cost->error), said_time(t, fit->ticks),
	                    said_time(t, by_calls * fit->ticks), quality(t, fit),
	                    t->data->profile->rules->measures_callers
	                            ? ""
	                            : "  :set callers measured divides time by it.");
}

static const char *of_only_caller(const struct table *t, const struct arc *a,
                                  const struct caller_cost *cost)
{
	const char *name = called_name(t, a->callee);

	return arena_format(t->arena,
	                    "%s has no other caller, so all of its time is for "
	                    "%s.  With what it calls, as far as that was "
	                    "measured, it took %s +- %s.",
	                    name, said_name(t, a->caller), said_time(t, cost->ticks),
	                    said_time(t, cost->error));
}

static const char *how_measured(const struct table *t, const struct arc *a,
                                const struct caller_cost *cost)
{
	const struct caller_fit *fit = caller_fit_of(t->data->profile, a->callee);

	return fit ? how(t, a, cost, fit) : of_only_caller(t, a, cost);
}

const char *explain_arc_measured(const struct field *field)
{
	const struct table *t = field->table;
	const struct graph_row *r = field->item;
	const struct caller_cost *cost;

	if (!r->arc)
		return NULL;
	if (!arc_hands_time(r->arc))
		return "These calls pass no time on.";
	cost = caller_cost_of(t->data->profile, r->arc);
	if (cost)
		return r->line ? "It is known for all calls of the caller "
		                 "together, not for those of a line."
		               : how_measured(t, r->arc, cost);
	if (caller_fit_of(t->data->profile, r->arc->callee))
		return explained_unmeasured(t, r->arc);
	return "There is no other caller, so there is nothing to divide.";
}

const char *explain_arc_measured_error(const struct field *field)
{
	const struct graph_row *r = field->item;

	if (!r->arc || r->line || !caller_cost_of(field->table->data->profile, r->arc))
		return explain_arc_measured(field);
	return "It contains the noise of the samples, what the files do not "
	       "agree on, and what is not known about callees.";
}
