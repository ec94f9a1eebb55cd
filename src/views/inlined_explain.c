/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "views/explain.h"

#include "base/arena.h"
#include "model/profile.h"

const char *explained_inlined(const struct table *t, const struct arc *a)
{
	const double all = a->self_ticks + a->descendant_ticks;
	const char *calls = "", *below = "";

	if (a->calls)
		calls = arena_format(t->arena,
		                     "  It was also called: %s, whose time is "
		                     "estimated.",
		                     said_calls(t, a->calls));
	else if (all > a->inlined_ticks * (1 + 1e-9))
		below = arena_format(t->arena,
		                     "  What it calls there makes ~%s, by the "
		                     "number of calls.",
		                     said_time(t, all - a->inlined_ticks));
	return arena_format(t->arena,
	                    "%s was inlined into %s.  Its code there, with "
	                    "what was inlined into that, was sampled for %s; "
	                    "how often it ran is not counted.%s%s",
	                    said_name(t, a->callee), said_name(t, a->caller),
	                    said_time(t, a->inlined_ticks), calls, below);
}

/* The functions with most of its inlined code, by name. */
static const char *named_hosts(const struct table *t, const struct func *f, size_t *n)
{
	enum { NAMED = 3 };
	const struct arc *most[NAMED + 1];
	size_t kept = 0, i, k;
	const char *names = "";

	for (i = *n = 0; i < f->ncallers; i++) {
		const struct arc *a = f->callers[i];

		if (!a->is_inlined)
			continue;
		for (k = kept; k && most[k - 1]->inlined_ticks < a->inlined_ticks; k--)
			most[k] = most[k - 1];
		most[k] = a;
		kept += kept < NAMED;
		++*n;
	}
	for (i = 0; i < kept; i++)
		names = arena_format(t->arena, "%s%s%s", names, i ? ", " : "",
		                     said_name(t, most[i]->caller));
	return names;
}

const char *explained_copies(const struct table *t, const struct func *f)
{
	size_t n;
	const char *names;

	if (!f->is_inlined)
		return "";
	names = named_hosts(t, f, &n);
	return arena_format(t->arena,
	                    "  %s of it was sampled where the function was "
	                    "inlined, into %zu other%s%s: %s.",
	                    said_time(t, f->inlined_ticks), n, n == 1 ? "" : "s",
	                    n > 3 ? ", most of it" : "", names);
}
