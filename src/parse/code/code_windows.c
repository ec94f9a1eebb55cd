/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/code_windows.h"

#include "base/arena.h"
#include "base/sort.h"
#include "model/build/bin_walk.h"
#include "model/code_map.h"

enum {
	BYTES_MOST = 1 << 18, /* of one function, to disassemble */
	WINDOW_BEHIND = 1024, /* bytes shown around samples */
	WINDOW_BEFORE = 1024, /* of which the first ... */
	WINDOW_RUN_UP = 64    /* ... synchronise the decoder */
};

/* Adds what bins count of a piece. */
static void add_shares(struct code_windows *w, const struct piece *piece)
{
	struct bin_walk bin = bin_walk_within(w->merged, w->map, piece->low,
	                                      piece->high);
	struct bin_share share;

	while (bin_walk_next(&bin))
		while (bin_walk_share(&bin, &share)) {
			if (share.piece != piece)
				continue;
			w->shares = arena_room(w->scratch, w->shares,
			                       w->nshares, sizeof *w->shares);
			w->shares[w->nshares++] = (struct code_share){
				share.low,
				share.high,
				share.ticks,
				bin.weight,
				share.high - share.low < bin.bytes,
			};
		}
}

static void add_window(struct code_windows *w, const struct piece *piece,
                       uint64_t low, uint64_t high)
{
	uint64_t before = low - piece->low;

	w->windows = arena_room(w->scratch, w->windows, w->nwindows,
	                        sizeof *w->windows);
	w->windows[w->nwindows++] = (struct code_window){
		low, high,
		low - (before < WINDOW_RUN_UP ? before : WINDOW_RUN_UP)
	};
}

/* Adds what is around an address.  It begins at a multiple of 16 bytes from
 * the piece's beginning, for machines with instructions of fixed size. */
static void add_around(struct code_windows *w, const struct piece *piece,
                       uint64_t address)
{
	uint64_t at = address - piece->low, size = piece->high - piece->low;
	uint64_t low = at > WINDOW_BEFORE ? (at - WINDOW_BEFORE) / 16 * 16 : 0;
	uint64_t high = size - at > WINDOW_BEHIND ? at + WINDOW_BEHIND : size;

	add_window(w, piece, piece->low + low, piece->low + high);
}

static int by_ticks(const void *a, const void *b, const void *context)
{
	const struct code_share *x = a, *y = b;

	return x->ticks * x->weight < y->ticks * y->weight
	               ? 1
	               : -(x->ticks * x->weight > y->ticks * y->weight);
}

/* Chooses what to disassemble of a piece: all of it, or what is around its
 * beginning, the address and the most sampled bins. */
static void choose(struct code_windows *w, const struct piece *piece,
                   size_t first_share, const uint64_t *address)
{
	const size_t most = BYTES_MOST / (WINDOW_BEFORE + WINDOW_BEHIND);
	size_t n = w->nshares - first_share, i;
	struct code_share *shares;

	if (piece->high - piece->low <= BYTES_MOST) {
		add_window(w, piece, piece->low, piece->high);
		return;
	}
	shares = arena_copy(w->scratch, w->shares + first_share, n,
	                    sizeof *shares);
	sort_stable(shares, n, sizeof *shares, by_ticks, NULL, w->scratch);
	add_around(w, piece, piece->low);
	if (address && *address >= piece->low && *address < piece->high)
		add_around(w, piece, *address);
	for (i = 0; i < n && i < most; i++)
		add_around(w, piece, shares[i].low);
}

/* Sorts the windows and joins those that touch. */
static void join_windows(struct code_windows *w)
{
	size_t i, kept = 0;

	w->windows = sort_copy(w->windows, w->nwindows, sizeof *w->windows,
	                       offsetof(struct code_window, low), w->scratch);
	for (i = 0; i < w->nwindows; i++) {
		struct code_window *last = kept ? &w->windows[kept - 1] : NULL;

		if (!last || w->windows[i].low > last->high)
			w->windows[kept++] = w->windows[i];
		else if (w->windows[i].high > last->high)
			last->high = w->windows[i].high;
	}
	w->nwindows = kept;
}

void code_windows_take(struct code_windows *w, const struct piece *piece,
                       const uint64_t *address)
{
	const size_t first = w->nshares;

	add_shares(w, piece);
	w->nwindows = 0;
	choose(w, piece, first, address);
	join_windows(w);
}
