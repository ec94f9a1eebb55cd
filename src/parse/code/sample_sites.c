/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/sample_sites.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/build/bin_walk.h"
#include "model/build/merged.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/code/instructions.h"
#include "parse/dwarf/lines.h"

enum { MOST_SITES = 64, STEP = 1024 };

struct finding {
	struct lines *lines;
	const struct profile *profile;
	struct instructions *instructions;
	struct bin_walk walk;
	uint32_t bin;             /* number of the one that it is at */
	struct sample_site *list; /* shape: [n] */
	size_t n;
	struct arena *arena;
};

/* Adds one of `among` addresses that share equally. */
static void add_site(struct finding *to, const struct bin_share *share, uint64_t address,
                     size_t among)
{
	const double weight = to->walk.weight;
	const double ticks = share->ticks / (double)among * weight;
	struct sample_site site = { .address = address,
		                    .func = share->piece->func,
		                    .bin = to->bin,
		                    .of_bin = to->walk.ticks * weight,
		                    .low = share->low,
		                    .high = share->high,
		                    .of_code = 1 / (double)among,
		                    .ticks = ticks };

	if (!lines_at(to->lines, address, &site.location))
		return;
	to->list = arena_room(to->arena, to->list, to->n, sizeof site);
	to->list[to->n++] = site;
}

/* If the machine's instructions are not known: at most MOST_SITES bytes. */
static void add_bytes(struct finding *to, const struct bin_share *share)
{
	uint64_t range = share->high - share->low;
	uint64_t step = range / MOST_SITES + (range % MOST_SITES != 0), i;
	size_t n = (size_t)((range + step - 1) / step);

	/* By offset: an address near the end of the address space would
	 * wrap. */
	for (i = 0; i < n; i++)
		add_site(to, share, share->low + i * step, n);
}

static void add_instructions(struct finding *to, const struct bin_share *share)
{
	const uint64_t *list;
	size_t n = instructions_in(to->instructions, share->low, share->high, &list);
	size_t i;

	for (i = 0; i < n; i++)
		add_site(to, share, list[i], n);
	if (!n)
		add_bytes(to, share);
}

static bool is_same_line(const struct sample_site *a, const struct sample_site *b)
{
	return a->location.path == b->location.path && a->location.line == b->location.line;
}

/* Sets the variances from site number i on.  How a bin is divided within a
 * line does not matter to the line, so its sites there have one variance
 * together. */
static void set_variances(struct finding *to, size_t i)
{
	const double weight = to->walk.weight;

	while (i < to->n) {
		const struct sample_site *line = &to->list[i];
		double ticks = 0, each;
		size_t last = i;

		while (last < to->n && is_same_line(&to->list[last], line))
			ticks += to->list[last++].ticks;
		each = bin_share_variance(&to->walk, ticks / weight) / ticks;
		for (; i < last; i++)
			to->list[i].variance = each * to->list[i].ticks;
	}
}

/* Adds where a function was sampled, unless its time went to others. */
static void add_share(struct finding *to, const struct bin_share *share)
{
	const struct profile *p = to->profile;
	const size_t first = to->n;

	if (func_gave_time(p, &p->funcs[share->piece->func]))
		return;
	add_instructions(to, share);
	set_variances(to, first);
}

static bool find_sites(struct finding *to, struct progress *progress)
{
	struct bin_share share;

	while (bin_walk_next(&to->walk)) {
		if (to->bin++ % STEP == 0 && !progress_wanted(progress))
			return false;
		while (bin_walk_share(&to->walk, &share))
			add_share(to, &share);
	}
	return !progress_is_cancelled(progress);
}

const struct sample_sites *sample_sites_find(const struct object *object, struct lines *lines,
                                             const struct profile *profile, struct arena *arena,
                                             struct progress *progress)
{
	struct arena *scratch = arena_new();
	struct finding to = {
		.lines = lines,
		.profile = profile,
		.instructions = instructions_new(object, lines, profile, scratch),
		.arena = arena,
	};
	const struct records *records = profile->records;
	const struct merged *merged = merged_new(records->histograms, records->nhistograms,
	                                         &profile->image->machine, scratch, progress);
	struct sample_sites *out = NULL;

	if (merged)
		to.walk = bin_walk_all(merged, profile->map, profile->splits);
	if (merged && find_sites(&to, progress)) {
		out = arena_alloc(arena, 1, sizeof *out);
		*out = (struct sample_sites){ to.list, to.n };
	}
	arena_free(scratch);
	return out;
}

/* Paths are interned: one file is one pointer. */
static int by_line(const void *a, const void *b, const void *context)
{
	const struct line_ticks *x = a, *y = b;

	if (x->path != y->path)
		return (uintptr_t)x->path < (uintptr_t)y->path ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Adds to the last line of the list, or a new one. */
static size_t add_line(struct line_ticks *list, size_t n, const struct line_ticks *add)
{
	if (!n || by_line(&list[n - 1], add, NULL)) {
		list[n] = *add;
		return n + 1;
	}
	list[n - 1].ticks += add->ticks;
	list[n - 1].variance += add->variance;
	return n;
}

const struct line_times *sample_sites_lines(const struct sample_sites *sites, struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct line_times *out = arena_alloc(arena, 1, sizeof *out);
	struct line_ticks *list = arena_space(scratch, sites->n, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < sites->n; i++) {
		const struct sample_site *site = &sites->list[i];

		n = add_line(list, n,
		             &(struct line_ticks){ site->location.path, site->location.line,
		                                   site->ticks, site->variance });
	}
	sort_stable(list, n, sizeof *list, by_line, NULL, scratch);
	for (i = 0; i < n; i++)
		out->n = add_line(list, out->n, &list[i]);
	out->list = arena_copy(arena, list, out->n, sizeof *list);
	arena_free(scratch);
	return out;
}
