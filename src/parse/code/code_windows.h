/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which code of a function is worth reading, and how the bins of the
 * histograms relate to it.
 *
 * Functions may be larger than anyone will read: of those only what is around
 * the beginning, a given address and the most sampled bins is chosen. */
#ifndef GPTUI_CODE_WINDOWS_H
#define GPTUI_CODE_WINDOWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct code_map;
struct merged;
struct piece;

/* Code to disassemble: part of a piece of the function. */
struct code_window {
	uint64_t low, high; /* addresses, [low, high) */
	uint64_t run_up;    /* where decoding begins: at low or before */
};

/* What one bin counts of the function. */
struct code_share {
	uint64_t low, high;
	double ticks;
	double weight; /* of the histogram's ticks */
	bool is_split; /* other functions share it */
};

/* Initialised with the first three and zeros.  Owner of the lists: scratch. */
struct code_windows {
	const struct code_map *map;
	const struct merged *merged;
	struct arena *scratch;

	struct code_window *windows; /* by address; shape: [nwindows] */
	size_t nwindows;
	struct code_share *shares; /* shape: [nshares] */
	size_t nshares;
};

/* Adds what bins count of a piece, and replaces the windows by those of this
 * piece.  The address may be NULL. */
void code_windows_take(struct code_windows *w, const struct piece *piece,
                       const uint64_t *address);

#endif
