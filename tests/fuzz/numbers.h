/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in files, for mutators. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"

uint64_t number_get(const uint8_t *at, unsigned size, bool is_big);
void number_put(uint8_t *at, unsigned size, bool is_big, uint64_t number);

/* An LEB128: returns its bytes, 0 if it does not end within `left`. */
size_t uleb_get(const uint8_t *at, size_t left, uint64_t *out);

/* Writes it in exactly so many bytes; what does not fit is cut. */
void uleb_put(uint8_t *at, size_t size, uint64_t number);

/* A number at which programs fail: 0, -1, powers of 2 and those beside them;
 * or a small one. */
uint64_t number_odd(struct dice *dice);
