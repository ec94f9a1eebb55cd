/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for mutators: the same for the same seed. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct dice {
	uint64_t state;
};

/* A number less than n; n > 0.
 * Source: Marsaglia, Xorshift RNGs, 2003. */
static inline uint32_t roll(struct dice *dice, uint32_t n) {
	uint64_t x = dice->state ? dice->state : 88172645463325252ULL;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	dice->state = x;
	return (uint32_t)((x >> 32) % n);
}

static inline bool one_in(struct dice *dice, uint32_t n) {
	return roll(dice, n) == 0;
}
