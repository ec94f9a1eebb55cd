/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/line_ticks.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/merged.h"
#include "model/places.h"
#include "model/profile.h"
#include "parse/lines.h"

enum { LOOKS = 64, STEP = 1024 };

struct finding {
	struct line_ticks *list;
	size_t n;
	struct lines *lines;
	const struct profile *profile;
	struct arena *scratch;
};

/* Paths are interned: one file is one pointer. */
static int by_line(const void *a, const void *b, const void *context)
{
	const struct line_ticks *x = a, *y = b;

	if (x->path != y->path)
		return (uintptr_t)x->path < (uintptr_t)y->path ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

static void add(struct finding *f, const struct place *place, double ticks,
                double weight)
{
	struct line_ticks *last = f->n ? &f->list[f->n - 1] : NULL;

	if (!last || last->path != place->path || last->line != place->line) {
		f->list = arena_room(f->scratch, f->list, f->n,
		                     sizeof *f->list);
		last = &f->list[f->n++];
		*last = (struct line_ticks){ place->path, place->line, 0, 0 };
	}
	last->ticks += ticks * weight;
	last->variance += ticks * weight * weight;
}

/* Looks at the bytes of a bin that functions own: each for its share. */
static void share_bin(struct finding *f, uint64_t low, uint64_t high,
                      double ticks, double weight)
{
	uint64_t range = high > low ? high - low : 0;
	uint64_t step = range / LOOKS + (range % LOOKS != 0);
	struct place places[LOOKS];
	size_t n = 0, i;

	/* By offset: an address near the end of all would wrap. */
	for (i = 0; i < LOOKS && i * step < range; i++)
		if (code_map_at(f->profile->map, low + i * step) != NO_FUNC &&
		    lines_at(f->lines, low + i * step, &places[n]))
			n++;
	for (i = 0; i < n; i++)
		add(f, &places[i], ticks / (double)n, weight);
}

static bool look_at_bins(struct finding *f, const struct merged *merged,
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
			share_bin(f, low, high, (double)h->sums[k].count,
			          h->weight);
		}
	}
	return true;
}

/* Sorts, and makes one entry of each line. */
static const struct line_times *gather(struct finding *f, struct arena *arena)
{
	struct line_times *out = arena_alloc(arena, 1, sizeof *out);
	struct line_ticks *list;
	size_t i;

	sort_stable(f->list, f->n, sizeof *f->list, by_line, NULL, f->scratch);
	list = arena_alloc(arena, f->n, sizeof *list);
	for (i = 0; i < f->n; i++) {
		if (i && !by_line(&list[out->n - 1], &f->list[i], NULL)) {
			list[out->n - 1].ticks += f->list[i].ticks;
			list[out->n - 1].variance += f->list[i].variance;
		} else {
			list[out->n++] = f->list[i];
		}
	}
	out->list = list;
	return out;
}

const struct line_times *line_ticks_find(struct lines *lines,
                                         const struct profile *profile,
                                         struct arena *arena,
                                         struct progress *progress)
{
	struct finding f = { .lines = lines,
		             .profile = profile,
		             .scratch = arena_new() };
	const struct merged *merged = merged_new(profile->records,
	                                         &profile->image->machine,
	                                         f.scratch, progress);
	const struct line_times *times = merged && look_at_bins(&f, merged,
	                                                        progress)
	                                         ? gather(&f, arena)
	                                         : NULL;

	arena_free(f.scratch);
	return times;
}
