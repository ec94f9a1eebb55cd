/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs_simulator.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

static size_t times(void) {
	const char *given = getenv("SIMULATED");

	return given ? strtoul(given, NULL, 10) : 0;
}

bool is_simulated(size_t i) {
	return times() || i % 6 == 0;
}

size_t simulated_sets(size_t sets) {
	return times() ? sets * times() : sets;
}

/* Source: Vigna, "An experimental exploration of Marsaglia's xorshift
 * generators, scrambled", 2016. */
static uint64_t draw_bits(struct simulation *s) {
	s->random ^= s->random >> 12;
	s->random ^= s->random << 25;
	s->random ^= s->random >> 27;
	return s->random * UINT64_C(2685821657736338717);
}

/* Above 0, below 1. */
static double draw_unit(struct simulation *s) {
	return ((double)(draw_bits(s) >> 12) + 0.5) * 0x1p-52;
}

/* Source: Marsaglia and Bray, 1964. */
static double draw_normal(struct simulation *s) {
	double x, r;

	do {
		x = 2 * draw_unit(s) - 1;
		double y = 2 * draw_unit(s) - 1;
		r = x * x + y * y;
	} while (r >= 1);
	return x * sqrt(-2 * log(r) / r);
}

/* A factor of mean 1 and coefficient of variation cv < 1: gamma.
 * Source: Marsaglia and Tsang, "A Simple Method for Generating Gamma
 * Variables", 2000. */
static double draw_factor(struct simulation *s, double cv) {
	const double shape = 1 / (cv * cv), d = shape - 1.0 / 3;
	const double c = 1 / sqrt(9 * d);

	for (;;) {
		const double x = draw_normal(s), v = 1 + c * x;
		const double cube = v * v * v;

		if (v > 0 && log(draw_unit(s)) < x * x / 2 + d - d * cube + d * log(cube))
			return d * cube / shape;
	}
}

/* Goes from the likeliest number to both sides until the probabilities add up
 * to a random part of 1. */
static double draw_poisson(struct simulation *s, double mean) {
	double up = (double)(uint64_t)mean, down = up, unit = draw_unit(s);
	double p = exp(up * log(mean) - mean - lgamma(up + 1));
	double q = p;

	unit -= p;
	while (unit > 0 && (p > 0 || q > 0)) {
		p *= mean / ++up;
		unit -= p;
		if (unit <= 0)
			return up;
		q *= down > 0 ? down / mean : 0;
		down -= down > 0;
		unit -= q;
	}
	return down;
}

/* Half of twice as many chances, one of them less than a whole one. */
static double draw_regular(struct simulation *s, double mean) {
	double count = 0, chances = 2 * mean;
	uint64_t bits = 0;

	for (; chances >= 1; chances--) {
		bits = bits > 1 ? bits : draw_bits(s) | UINT64_C(1) << 63;
		count += (double)(bits & 1);
		bits >>= 1;
	}
	return count + (draw_unit(s) < chances / 2);
}

static double draw_ticks(struct simulation *s, double mean) {
	if (!(mean > 0))
		return 0;
	return s->is_regular ? draw_regular(s, mean) : draw_poisson(s, mean);
}

void simulation_begin(struct simulation *s, size_t nfuncs, double ticks, size_t base_runs,
                      size_t new_runs) {
	double sum = 0;

	assert(nfuncs <= MOST_SIMULATED);
	assert(base_runs <= MOST_RUNS && new_runs <= MOST_RUNS);
	memset(s, 0, sizeof *s);
	s->random = UINT64_C(88172645463325252);
	s->nfuncs = nfuncs;
	s->ticks = ticks;
	s->drift = 1;
	s->nruns[0] = base_runs;
	s->nruns[1] = new_runs;
	for (size_t i = 0; i < nfuncs; i++)
		sum += 1 / (double)(i + 1);
	for (size_t i = 0; i < nfuncs; i++) {
		s->share[i] = 1 / (double)(i + 1) / sum;
		s->change[i] = 1;
	}
}

static void draw_run(struct simulation *s, int side, size_t run) {
	const double all = (s->common > 0 ? draw_factor(s, s->common) : 1) * s->ticks *
	                   (side ? s->drift : 1);

	for (size_t i = 0; i < s->nfuncs; i++) {
		const double mean = all * s->share[i] * (side ? s->change[i] : 1);
		const double factor = s->spread > 0 ? draw_factor(s, s->spread) : 1;

		s->y[side][i][run] = draw_ticks(s, mean * factor);
	}
}

void simulation_draw(struct simulation *s) {
	for (int side = 0; side < 2; side++)
		for (size_t run = 0; run < s->nruns[side]; run++)
			draw_run(s, side, run);
	simulation_add_up(s);
}

static void add(struct change_ticks *t, double y) {
	t->ticks += y;
	t->squares += y * y;
}

void simulation_add_up(struct simulation *s) {
	memset(s->items, 0, sizeof s->items);
	memset(&s->total, 0, sizeof s->total);
	for (int side = 0; side < 2; side++) {
		s->sides[side] = (struct change_side){ .nruns = s->nruns[side],
			                               .exposure = (double)s->nruns[side] };
		for (size_t run = 0; run < s->nruns[side]; run++) {
			double sum = 0;

			for (size_t i = 0; i < s->nfuncs; i++) {
				const double y = s->y[side][i][run];

				add(side ? &s->items[i].new : &s->items[i].base, y);
				sum += y;
			}
			add(side ? &s->total.new : &s->total.base, sum);
		}
	}
}

const struct noise_kind noise_kinds[NOISE_KINDS] = {
	{ "Poisson", 0, 0, 1, false },
	{ "5 % spread of each function", 0.05, 0, 1, false },
	{ "5 % spread of whole runs", 0, 0.05, 1, false },
	{ "half of Poisson's variance", 0, 0, 1, true },
	[ALL_FASTER] = { "all 8 % faster", 0, 0, 0.92, false },
};

void simulation_take(struct simulation *s, const struct noise_kind *kind) {
	s->spread = kind->spread;
	s->common = kind->common;
	s->drift = kind->drift;
	s->is_regular = kind->is_regular;
}

int fixture_begin(void **state) {
	struct arena *arena = arena_new();
	struct fixture *f = arena_alloc(arena, 1, sizeof *f);

	f->arena = arena;
	*state = f;
	return 0;
}

int fixture_end(void **state) {
	struct fixture *f = *state;

	arena_free(f->arena);
	return 0;
}

void fixture_find(struct fixture *f, double level, struct arena *arena) {
	const struct simulation *s = &f->runs;

	changes_find(&f->found, s->items, s->nfuncs, &s->total, &s->sides[0], &s->sides[1], level,
	             arena);
}

bool is_found(const struct change *c) {
	return c->kind == CHANGE_SLOWER || c->kind == CHANGE_FASTER;
}
