/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divides the bins that count code of several functions.
 *
 * Only where an instruction begins can there have been a sample.  How many of
 * them a part of the bin got, of two parts that have some, is not known, but
 * there is evidence: the calls of each function, and the samples of the
 * straight code around the part, which runs as often as the part does.  The
 * calls say how many ticks a byte of that code should have had; its own ticks
 * count against PRIOR ticks of that expectation:
 *
 *	rate = (PRIOR + ticks) / (PRIOR / (calls * per call) + bytes)
 *
 * where `per call` is that of all such code of the profile.  Without calls
 * (functions of assembly, callbacks from libraries) only the ticks count, and
 * UNSEEN ticks, so that no code is ruled out.  The weight of a part is its
 * rate times the instructions that begin in it; what waits for memory is
 * sampled more often (parse/code/shared_code.h).  This is a Poisson rate under
 * a gamma prior; the constants were chosen on programs whose samples were
 * recorded, and tested on others (doc/profiling.md). */
#include "model/build/building.h"

#include "base/arena.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/bin_splits.h"
#include "model/build/bin_walk.h"
#include "model/build/merged.h"
#include "model/image.h"

enum {
	MOST = 1 << 20, /* candidates; further bins are divided by bytes */
	AROUND = 64,    /* bytes around code that could not be read */
	INSTRUCTION = 4 /* bytes of one, about */
};

static const double prior = 8, unseen = 0.05; /* ticks */

/* A part of a bin, while evidence is gathered. */
struct candidate {
	const struct piece *piece;
	uint64_t low, high; /* bytes of it that the bin counts */
	struct part_code code;
	uint64_t calls;
	double ticks, bytes; /* of the straight code outside shared bins */
	double weight;
};

struct open_bin {
	uint64_t low, high;
	double ticks;
	size_t first, n; /* its candidates */
	bool is_read;
};

struct splitting {
	struct building *b;
	struct open_bin *bins;        /* shape: [n] */
	struct candidate *candidates; /* shape: [ncandidates] */
	size_t n, ncandidates;
	double per_call; /* ticks a byte */
};

/* Adds the bin if several pieces of code share it. */
static void add_bin(struct splitting *s, struct bin_walk *walk)
{
	const size_t first = s->ncandidates;
	struct bin_share share;

	while (bin_walk_share(walk, &share)) {
		s->candidates = arena_room(s->b->step, s->candidates, s->ncandidates,
		                           sizeof *s->candidates);
		s->candidates[s->ncandidates++] = (struct candidate){
			.piece = share.piece,
			.low = share.low,
			.high = share.high,
		};
	}
	if (s->ncandidates - first < 2) {
		s->ncandidates = first;
		return;
	}
	s->bins = arena_room(s->b->step, s->bins, s->n, sizeof *s->bins);
	s->bins[s->n++] = (struct open_bin){
		walk->low, walk->high, walk->ticks * walk->weight, first, s->ncandidates - first,
		false
	};
}

/* Bins of different histograms that count the same bytes become one. */
static void join_bins(struct splitting *s)
{
	size_t i, kept = 0;

	s->bins = sort_copy(s->bins, s->n, sizeof *s->bins, offsetof(struct open_bin, low),
	                    s->b->step);
	for (i = 0; i < s->n; i++)
		if (kept && s->bins[kept - 1].low == s->bins[i].low &&
		    s->bins[kept - 1].high == s->bins[i].high)
			s->bins[kept - 1].ticks += s->bins[i].ticks;
		else
			s->bins[kept++] = s->bins[i];
	s->n = kept;
}

/* Reads the code of a bin; false if it is not known where instructions
 * begin. */
static bool read_bin(struct splitting *s, const struct open_bin *bin)
{
	const struct code_reader *reader = &s->b->rules->code;
	double begins = 0;
	size_t i;

	for (i = bin->first; i < bin->first + bin->n; i++) {
		struct candidate *c = &s->candidates[i];

		if (!reader->read || !reader->read(reader->context, c->piece->low, c->piece->high,
		                                   c->low, c->high, &c->code))
			return false;
		begins += c->code.begins;
	}
	return begins > 0;
}

/* Takes every byte for one where an instruction may begin. */
static void guess_bin(struct splitting *s, const struct open_bin *bin)
{
	size_t i;

	for (i = bin->first; i < bin->first + bin->n; i++) {
		struct candidate *c = &s->candidates[i];
		const uint64_t before = c->low - c->piece->low;
		const uint64_t behind = c->piece->high - c->high;

		c->code = (struct part_code){
			.begins = (double)(c->high - c->low),
			.low = c->low - (before < AROUND ? before : AROUND),
			.high = c->high + (behind < AROUND ? behind : AROUND),
		};
	}
}

/* The code of the most sampled bins first: there may not be time for all. */
static void read_code(struct splitting *s)
{
	struct keyed *order = arena_space(s->b->step, s->n, sizeof *order);
	size_t i;

	for (i = 0; i < s->n; i++)
		order[i] = (struct keyed){ sort_key_down(s->bins[i].ticks), (uint32_t)i };
	sort_keys(order, s->n, s->b->step);
	for (i = 0; i < s->n; i++) {
		struct open_bin *bin = &s->bins[order[i].index];

		bin->is_read = progress_wanted(s->b->progress) && read_bin(s, bin);
		if (!bin->is_read)
			guess_bin(s, bin);
	}
}

/* Counts the bins in the straight code around a candidate that are of its
 * function alone. */
static void weigh(struct splitting *s, struct candidate *c)
{
	const struct func *f = &s->b->funcs[c->piece->func];
	struct bin_walk walk = bin_walk_within(s->b->merged, &s->b->map, NULL, c->code.low,
	                                       c->code.high);

	c->calls = f->calls;
	c->bytes = (double)(c->code.high - c->code.low);
	while (bin_walk_next(&walk)) {
		const struct piece code = { .low = c->code.low, .high = c->code.high };
		const double all = (double)piece_overlap(c->piece, walk.low, walk.high);
		const double here = (double)piece_overlap(&code, walk.low, walk.high);

		if ((double)walk.bytes > all)
			c->bytes -= here;
		else if (all > 0)
			c->ticks += walk.ticks * walk.weight * here / all;
	}
	if (c->bytes < 0)
		c->bytes = 0;
}

static void gather_evidence(struct splitting *s)
{
	double ticks = 0, expected = 0;
	size_t i;

	for (i = 0; i < s->ncandidates; i++) {
		struct candidate *c = &s->candidates[i];

		if (!progress_wanted(s->b->progress))
			return;
		weigh(s, c);
		if (!c->calls)
			continue;
		ticks += c->ticks;
		expected += (double)c->calls * c->bytes;
	}
	s->per_call = expected > 0 ? (ticks + 1) / expected : 1;
}

static double weight_of(const struct splitting *s, const struct candidate *c)
{
	double rate;

	if (c->calls)
		rate = (prior + c->ticks) / (prior / (s->per_call * (double)c->calls) + c->bytes);
	else
		rate = (unseen + c->ticks) / (c->bytes + INSTRUCTION);
	return rate * c->code.begins;
}

static struct bin_split decide(const struct splitting *s, const struct open_bin *bin)
{
	struct candidate *c = &s->candidates[bin->first];
	struct split_part *parts = arena_space(s->b->arena, bin->n, sizeof *parts);
	struct bin_split split = { bin->low, bin->high, bin->ticks, parts, 0, bin->is_read };
	double all = 0;
	size_t i;

	for (i = 0; i < bin->n; i++)
		all += c[i].weight = weight_of(s, &c[i]);
	for (i = 0; i < bin->n; i++)
		if (c[i].code.begins > 0)
			parts[split.n++] =
				(struct split_part){ (uint32_t)(c[i].piece - s->b->map.pieces),
				                     c[i].piece->func, c[i].weight / all };
	return split;
}

void split_bins(struct building *b)
{
	struct bin_walk walk = bin_walk_all(b->merged, &b->map, NULL);
	struct splitting s = { .b = b };
	struct bin_splits *out = arena_alloc(b->arena, 1, sizeof *out);
	struct bin_split *list;
	size_t i;

	while (s.ncandidates < MOST / (b->merged->n + 1) && bin_walk_next(&walk))
		add_bin(&s, &walk);
	join_bins(&s);
	read_code(&s);
	gather_evidence(&s);
	list = arena_space(b->arena, s.n, sizeof *list);
	for (i = 0; i < s.n; i++)
		list[i] = decide(&s, &s.bins[i]);
	*out = (struct bin_splits){ list, s.n };
	b->profile->splits = out;
}
