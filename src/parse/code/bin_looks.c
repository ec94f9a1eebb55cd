/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/bin_looks.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/progress.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/build/merged.h"
#include "model/profile.h"
#include "parse/code/instruction_starts.h"
#include "parse/dwarf/lines.h"

enum { LOOKS = 64, STEP = 1024 };

struct looking {
	struct lines *lines;
	const struct profile *profile;
	struct instruction_starts *starts;
	uint32_t bin;          /* number of the one that is shared just now */
	double of_bin;         /* its ticks, weighted */
	struct bin_look *list; /* shape: [n] */
	size_t n;
	struct arena *arena;
};

/* What a function has of a bin. */
struct share {
	uint64_t low, high;
	uint32_t func;
	double ticks, weight;
};

/* Looks at one of `among` addresses that have equal parts of the share. */
static void look_at(struct looking *to, const struct share *share,
                    uint64_t address, size_t among)
{
	const double ticks = share->ticks / (double)among * share->weight;
	struct bin_look look = { .address = address,
		                 .func = share->func,
		                 .bin = to->bin,
		                 .of_bin = to->of_bin,
		                 .ticks = ticks,
		                 .variance = ticks * share->weight };

	if (!lines_at(to->lines, address, &look.place))
		return;
	to->list = arena_room(to->arena, to->list, to->n, sizeof look);
	to->list[to->n++] = look;
}

/* Where the machine's instructions are not known: at LOOKS bytes at most. */
static void look_at_bytes(struct looking *to, const struct share *share)
{
	uint64_t range = share->high - share->low;
	uint64_t step = range / LOOKS + (range % LOOKS != 0), i;
	size_t n = (size_t)((range + step - 1) / step);

	/* By offset: an address near the end of all would wrap. */
	for (i = 0; i < n; i++)
		look_at(to, share, share->low + i * step, n);
}

static void look_at_instructions(struct looking *to, const struct share *share)
{
	const uint64_t *list;
	size_t n = instruction_starts_in(to->starts, share->low, share->high,
	                                 &list);
	size_t i;

	for (i = 0; i < n; i++)
		look_at(to, share, list[i], n);
	if (!n)
		look_at_bytes(to, share);
}

/* Shares a bin among functions as the model does (model/ticks.c). */
static void share_bin(struct looking *to, uint64_t low, uint64_t high,
                      double ticks, double weight)
{
	const struct code_map *map = to->profile->map;
	size_t first = code_map_after(map, low), last, i;
	bool claimed;
	uint64_t bytes = code_map_meet(map, low, high, first, &last, &claimed);

	to->bin++;
	to->of_bin = ticks * weight;
	for (i = first; i < last; i++) {
		const struct piece *p = &map->pieces[i];
		uint64_t here = piece_overlap(p, low, high);
		struct share share = { low > p->low ? low : p->low,
			               high < p->high ? high : p->high, p->func,
			               ticks * (double)here / (double)bytes,
			               weight };

		if (here && (p->is_claimed || !claimed))
			look_at_instructions(to, &share);
	}
}

static bool look(struct looking *to, const struct merged *merged,
                 struct progress *progress)
{
	size_t i, k;

	for (i = 0; i < merged->n; i++) {
		const struct merged_histogram *h = &merged->list[i];

		for (k = 0; k < h->n; k++) {
			uint64_t low, high;

			if (k % STEP == 0 && !progress_wanted(progress))
				return false;
			merged_bin(h, h->sums[k].index, &low, &high);
			share_bin(to, low, high, (double)h->sums[k].count,
			          h->weight);
		}
	}
	return true;
}

const struct bin_looks *bin_looks_find(const struct object *object,
                                       struct lines *lines,
                                       const struct profile *profile,
                                       struct arena *arena,
                                       struct progress *progress)
{
	struct arena *scratch = arena_new();
	struct looking to = {
		.lines = lines,
		.profile = profile,
		.starts = instruction_starts_new(object, lines, profile,
		                                 scratch),
		.arena = arena,
	};
	const struct merged *merged = merged_new(
		profile->records, &profile->image->machine, scratch, progress);
	struct bin_looks *out = NULL;

	if (merged && look(&to, merged, progress)) {
		out = arena_alloc(arena, 1, sizeof *out);
		*out = (struct bin_looks){ to.list, to.n };
	}
	arena_free(scratch);
	return out;
}
