/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/looks.h"

#include <math.h>

#include "base/probability.h"
#include "model/compare/changes.h"

/* Pairs of runs are made in an order that drift cannot bend two by two, so there is an even number
 * of them.  The last look comes not long after the one before. */
unsigned look_next(unsigned runs, unsigned most) {
	const unsigned next = runs < 2 ? 2 : (runs + (runs + 1) / 2 + 1) / 2 * 2;

	return next + next / 4 > most ? most : next;
}

/* The part of the level that is spent when so much of the runs is made: little at first, when
 * little is known. */
static double spent(unsigned runs, unsigned most) {
	const double part = (double)runs / (double)most;

	return CHANGE_LEVEL * part * part;
}

double look_level(const struct look *look) {
	return spent(look->runs, look->most) - spent(look->before, look->most);
}

/* That of the last look, if looks go on as they should. */
static double last_level(const struct look *look) {
	struct look at = *look;

	while (at.runs < at.most) {
		at.before = at.runs;
		at.runs = look_next(at.runs, at.most);
	}
	return look_level(&at);
}

/* With a flat prior the standardized difference after all runs is normal around z / sqrt(part). */
double look_doubt(const struct look *look, const struct changes *changes, const struct change *c) {
	const double part = (double)look->runs / (double)look->most, least_p = 1e-300;
	const double tests = changes->ntested ? (double)changes->ntested : 1;
	const double rank = ((double)changes->nfound + 1) / tests;
	const double limit = normal_limit(last_level(look) / 2 * (rank < 1 ? rank : 1));
	const double p = changes->has_typical && c->p_typical > c->p ? c->p_typical : c->p;

	if (look->runs >= look->most)
		return 0;
	double z = normal_limit((p > least_p ? p : least_p) / 2) / sqrt(part);
	double error = sqrt((1 - part) / part);
	if (c->kind == CHANGE_SLOWER || c->kind == CHANGE_FASTER)
		return 1 - normal_tail((limit - z) / error);
	return normal_tail((limit - z) / error) + normal_tail((limit + z) / error);
}
