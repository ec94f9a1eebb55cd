/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What two sequences have in common, in order, as diff finds it (Myers, 1986). */
#pragma once

#include "base/arena.h"

/* Items that follow each other in both sequences. */
struct stretch {
	uint64_t a, b; /* the index of the first, in each */
	uint64_t n;
};

/* Stretches by `a`; shape: [n]. */
struct alignment {
	const struct stretch *list;
	size_t n;
};

#define NO_PARTNER UINT64_MAX

/* Aligns two sequences by their items; as few as possible are left over, unless that would take too
 * long: so stretches ascend in `b`, too.  Shapes: [na], [nb].  Owner: the arena.  Cost: linear in
 * the items, times at most some hundred differences in a row. */
struct alignment align(const uint64_t *a, size_t na, const uint64_t *b, size_t nb,
                       struct arena *arena);

/* The item of b that one of a is, or NO_PARTNER.  Cost: log n. */
uint64_t align_partner(const struct alignment *alignment, uint64_t a);

/* How many items that only b has, of nb, stand before one of a, which may be the end; sets the
 * first.  If others of a are between the same two stretches they follow.  Cost: log n. */
uint64_t align_gap(const struct alignment *alignment, uint64_t a, uint64_t nb, uint64_t *first);
