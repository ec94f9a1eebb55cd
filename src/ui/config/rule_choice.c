/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/config/rule_choice.h"

#include <stdint.h>
#include <stdio.h>

#include "base/number.h"
#include "model/profile.h"
#include "ui/session/session.h"

enum { TEXT = 160 };

bool rule_choice_is_same(struct rule_choice a, struct rule_choice b)
{
	return a.is_as_gprof == b.is_as_gprof &&
	       a.opens_cycles == b.opens_cycles;
}

struct rule_choice rule_choice_of(const struct rules *rules)
{
	return (struct rule_choice){ .is_as_gprof = rules->symbols_of_gprof,
		                     .opens_cycles = rules->opens_cycles };
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
		snprintf(text, TEXT, "cycles whole: there %s %zu",
		         p->ncycles == 1 ? "is" : "are", p->ncycles);
	else if (!p->nopened)
		snprintf(text, TEXT, "cycles open: there is none");
	else
		snprintf(text, TEXT, "cycles open: %s of %s calls cut", some,
		         all);
}

void rule_choice_say(struct session *s, struct rule_choice before)
{
	const struct rule_choice now = s->preferences.rule_choice;
	bool has_rules = now.is_as_gprof != before.is_as_gprof;
	char cycles[TEXT] = "";

	if (rule_choice_is_same(now, before)) {
		session_say(s, "read again");
		return;
	}
	if (now.opens_cycles != before.opens_cycles)
		tell_cycles(cycles, s->data->profile);
	session_say(s, "%s%s%s",
	            !has_rules        ? ""
	            : now.is_as_gprof ? "read by gprof's rules"
	                              : "read as measured",
	            has_rules && *cycles ? "; " : "", cycles);
}
