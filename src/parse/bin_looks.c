/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/bin_looks.h"

#include <stddef.h>

#include "base/arena.h"
#include "base/progress.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/merged.h"
#include "model/profile.h"
#include "parse/lines.h"

enum { LOOKS = 64, STEP = 1024 };

struct looking {
	struct lines *lines;
	const struct profile *profile;
	void (*visit)(void *context, const struct bin_look *look);
	void *context;
};

/* Looks at the bytes of a bin that functions own: each for its share. */
static void share_bin(const struct looking *to, uint64_t low, uint64_t high,
                      double ticks, double weight)
{
	uint64_t range = high > low ? high - low : 0;
	uint64_t step = range / LOOKS + (range % LOOKS != 0);
	struct bin_look looks[LOOKS];
	size_t n = 0, i;

	/* By offset: an address near the end of all would wrap. */
	for (i = 0; i < LOOKS && i * step < range; i++) {
		struct bin_look *look = &looks[n];

		look->address = low + i * step;
		look->func = code_map_at(to->profile->map, look->address);
		if (look->func != NO_FUNC &&
		    lines_at(to->lines, look->address, &look->place))
			n++;
	}
	for (i = 0; i < n; i++) {
		looks[i].ticks = ticks / (double)n * weight;
		looks[i].variance = looks[i].ticks * weight;
		to->visit(to->context, &looks[i]);
	}
}

static bool look(const struct looking *to, const struct merged *merged,
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

bool bin_looks_each(struct lines *lines, const struct profile *profile,
                    void (*visit)(void *context, const struct bin_look *look),
                    void *context, struct progress *progress)
{
	const struct looking to = { lines, profile, visit, context };
	struct arena *scratch = arena_new();
	const struct merged *merged = merged_new(
		profile->records, &profile->image->machine, scratch, progress);
	bool ok = merged && look(&to, merged, progress);

	arena_free(scratch);
	return ok;
}
