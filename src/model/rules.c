/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/rules.h"

#include <string.h>

#include "model/profile.h"

static void mark(const void *context, const struct func *funcs, size_t nfuncs, unsigned char *bits)
{
	size_t i;

	for (i = 0; i < nfuncs; i++)
		bits[i] = profiler_is_gprofs(funcs[i].name) ? DROP_GRAPH | DROP_TIME : SELECT_ALL;
}

const struct rules rules_exact = {
	.name = "exact",
};

const struct rules rules_gprof = {
	.name = "gprof",
	.symbols_of_gprof = true,
	.bins_of_gprof = true,
	.select = { .mark = mark },
};

struct rules rules_of(struct rule_choice choice)
{
	struct rules rules = choice.is_as_gprof ? rules_gprof : rules_exact;

	rules.opens_cycles = choice.opens_cycles;
	rules.profiler = choice.profiler;
	rules.measures_callers = choice.measures_callers;
	rules.repeats = choice.repeats;
	return rules;
}

const struct rules *rules_named(const char *name)
{
	if (!strcmp(name, rules_exact.name))
		return &rules_exact;
	return strcmp(name, rules_gprof.name) ? NULL : &rules_gprof;
}
