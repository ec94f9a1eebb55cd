/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "numbers.h"

uint64_t number_get(const uint8_t *at, unsigned size, bool is_big) {
	uint64_t number = 0;

	for (unsigned i = 0; i < size; i++)
		number = number << 8 | at[is_big ? i : size - 1 - i];
	return number;
}

void number_put(uint8_t *at, unsigned size, bool is_big, uint64_t number) {
	for (unsigned i = 0; i < size; i++) {
		at[is_big ? size - 1 - i : i] = (uint8_t)number;
		number >>= 8;
	}
}

size_t uleb_get(const uint8_t *at, size_t left, uint64_t *out) {
	*out = 0;
	for (size_t i = 0; i < left; i++) {
		if (i < 9)
			*out |= (uint64_t)(at[i] & 0x7f) << (7 * i);
		if (!(at[i] & 0x80))
			return i + 1;
	}
	return 0;
}

void uleb_put(uint8_t *at, size_t size, uint64_t number) {
	for (size_t i = 0; i < size; i++) {
		at[i] = (uint8_t)((number & 0x7f) | (i + 1 < size ? 0x80 : 0));
		number >>= 7;
	}
}

uint64_t number_odd(struct dice *dice) {
	switch (roll(dice, 6)) {
	case 0:
		return 0;
	case 1:
		return UINT64_MAX - roll(dice, 3);
	case 2:
		return ((uint64_t)1 << roll(dice, 64)) - roll(dice, 2);
	case 3:
		return (uint64_t)1 << roll(dice, 64);
	case 4:
		return roll(dice, 65536);
	default:
		return roll(dice, 16);
	}
}
