/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/inherited.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/logarithms.h"
#include "base/sort.h"
#include "model/build/call_lookup.h"
#include "model/build/intervals.h"
#include "model/build/nesting.h"
#include "model/build/repeats.h"
#include "model/file_notes.h"
#include "model/records.h"

/* A bin of any of the files. */
struct shared_bin {
	uint32_t index;
	bool is_equal;  /* in all files */
	uint64_t least; /* in any file */
};

struct shared_bins {
	struct shared_bin *list; /* by index; shape: [n] */
	size_t n, nequal;
};

/* Adds the bins of one more file; of the first one all are equal. */
static struct shared_bins add_bins(const struct shared_bins *to, const struct histogram *h,
                                   bool is_first, struct arena *arena)
{
	struct shared_bins out = { arena_space(arena, to->n + h->nused, sizeof *out.list), 0, 0 };
	size_t i = 0, k = 0;

	while (i < to->n || k < h->nused) {
		const bool is_old = i < to->n &&
		                    (k == h->nused || to->list[i].index <= h->bins[k].index);
		const bool is_new = k < h->nused &&
		                    (i == to->n || h->bins[k].index <= to->list[i].index);
		const uint64_t count = is_new ? h->bins[k].count : 0;
		struct shared_bin bin = { .is_equal = is_first, .least = is_first ? count : 0 };

		bin.index = is_new ? h->bins[k].index : to->list[i].index;
		if (is_old) {
			bin = to->list[i];
			bin.is_equal &= bin.least == count;
			bin.least = bin.least < count ? bin.least : count;
		}
		i += is_old;
		k += is_new;
		out.nequal += bin.is_equal;
		out.list[out.n++] = bin;
	}
	return out;
}

/* What is being looked for. */
struct finder {
	const struct records *r;
	const bool *is_off;
	struct shared_bins *bins; /* by histogram */
	size_t first, nfiles;     /* that are not off */
	struct arena *own;
};

static size_t count_equal(const struct finder *f)
{
	size_t n = 0, i;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		n += f->bins[i].nequal;
	return n;
}

/* Sums up bins of all files, as long as some are equal. */
static bool share_bins(struct finder *f)
{
	const struct records *r = f->r;
	struct arena *now = arena_within(f->own), *next = arena_within(f->own);
	size_t i, k;

	f->bins = arena_alloc(f->own, r->files[f->first].nhistograms, sizeof *f->bins);
	for (i = f->first; i < r->nfiles; i++) {
		struct arena *swap = now;

		if (f->is_off[i])
			continue;
		if (!file_is_alike(r, &r->files[f->first], r, &r->files[i]))
			return false;
		for (k = 0; k < r->files[i].nhistograms; k++)
			f->bins[k] = add_bins(&f->bins[k], &file_histograms(r, &r->files[i])[k],
			                      i == f->first, next);
		arena_reset(now);
		now = next;
		next = swap;
		if (!count_equal(f))
			return false;
	}
	return true;
}

/* ln of the likelihood ratio, at least, of bins some part of which are equal
 * because they were copied, against runs of their own. */
static double ratio_at(const struct finder *f, double nfiles, double part)
{
	double sum = 0;
	size_t i, k;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		for (k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];
			const double e = all_equal_evidence(nfiles, b->least);

			if (!b->is_equal)
				sum += natural_log_1p(-part);
			else if (e > 100)
				sum += e + natural_log(part);
			else
				sum += natural_log(part * natural_exp(e) + 1 - part);
		}
	return sum;
}

static uint64_t equal_ticks(const struct finder *f)
{
	uint64_t ticks = 0;
	size_t i, k;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		for (k = 0; k < f->bins[i].n; k++)
			if (f->bins[i].list[k].is_equal)
				ticks += f->bins[i].list[k].least;
	return ticks;
}

/* The best of several parts, weighed by how likely each is: children mostly
 * have no samples of their own, because they inherit no timer. */
static double evidence_of(const struct finder *f, size_t nfiles)
{
	static const struct {
		double part, weight;
	} parts[] = { { 0.999, 0.8 }, { 0.9, 0.05 }, { 0.5, 0.05 }, { 0.1, 0.05 }, { 0.02, 0.05 } };
	double best = 0;
	size_t i;

	for (i = 0; i < sizeof parts / sizeof *parts; i++) {
		const double here = ratio_at(f, (double)nfiles, parts[i].part) +
		                    natural_log(parts[i].weight);

		best = here > best ? here : best;
	}
	return best;
}

/* Calls of the first file, with the least count in any file; those that are not
 * equal in all are marked. */
static struct call *share_calls(const struct finder *f, bool *differs)
{
	const struct records *r = f->r;
	const struct profile_file *first = &r->files[f->first];
	struct call *least = arena_copy(f->own, file_calls(r, first), first->ncalls, sizeof *least);
	size_t i, k;

	for (i = f->first + 1; i < r->nfiles; i++) {
		struct arena *scratch;
		struct call_lookup lookup;

		if (f->is_off[i])
			continue;
		scratch = arena_new();
		lookup = call_lookup_in(file_calls(r, &r->files[i]), r->files[i].ncalls, scratch);
		for (k = 0; k < first->ncalls; k++) {
			const uint32_t at = call_lookup_find(&lookup, &least[k]);
			const uint64_t count = at == NO_ITEM ? 0 : lookup.calls[at].count;

			differs[k] |= count != least[k].count;
			if (count < least[k].count)
				least[k].count = count;
		}
		arena_free(scratch);
	}
	return least;
}

/* A file that has no more than all have: the parent, which waits.  Of ticks,
 * or of calls; or nfiles. */
static size_t find_parent(const struct finder *f, uint64_t least, bool of_calls)
{
	size_t i;

	for (i = f->first; i < f->r->nfiles; i++) {
		const struct profile_file *file = &f->r->files[i];

		if (!f->is_off[i] &&
		    least == (of_calls ? file_sum_calls(f->r, file) : file_sum_ticks(f->r, file)))
			return i;
	}
	return f->r->nfiles;
}

static void add_common_bins(const struct finder *f, struct common *out)
{
	const struct profile_file *first = &f->r->files[f->first];
	const struct histogram *like = file_histograms(f->r, first);
	struct arena *arena = out->part->arena;
	uint64_t least = 0;
	bool has_parent;
	size_t i, k;

	for (i = 0; i < first->nhistograms; i++)
		for (k = 0; k < f->bins[i].n; k++)
			least += f->bins[i].list[k].least;
	has_parent = find_parent(f, least, false) < f->r->nfiles;
	for (i = 0; i < first->nhistograms; i++) {
		struct histogram h = like[i];

		h.nused = h.room = 0;
		h.bins = arena_space(arena, f->bins[i].n, sizeof *h.bins);
		for (k = 0; k < f->bins[i].n; k++) {
			const struct shared_bin *b = &f->bins[i].list[k];

			if (b->least && (b->is_equal || has_parent))
				h.bins[h.nused++] = (struct bin){ b->least, b->index };
		}
		records_add_histogram(out->part, h);
	}
}

static void add_common_calls(const struct finder *f, struct common *out)
{
	const struct profile_file *first = &f->r->files[f->first];
	bool *differs = arena_alloc(f->own, first->ncalls, sizeof *differs);
	const struct call *least = share_calls(f, differs);
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < first->ncalls; i++)
		sum += least[i].count;
	out->keeper = find_parent(f, sum, true);
	for (i = 0; i < first->ncalls; i++)
		if (least[i].count && (!differs[i] || out->keeper < f->r->nfiles))
			records_add_call(out->part, least[i]);
	if (out->keeper == f->r->nfiles)
		out->keeper = f->first;
}

static uint64_t hash_of(const struct records *r, const struct profile_file *file)
{
	const struct histogram *h = file_histograms(r, file);
	uint64_t hash = 0;
	size_t i, k;

	for (i = 0; i < file->nhistograms; i++)
		for (k = 0; k < h[i].nused; k++)
			hash = hash_number(hash_number(hash, h[i].bins[k].index),
			                   h[i].bins[k].count);
	return hash_number(hash, file_sum_calls(r, file));
}

/* How many files are no copies of others. */
static size_t count_different(const struct finder *f)
{
	struct keyed *keys = arena_space(f->own, f->nfiles, sizeof *keys);
	size_t n = 0, different = 0, i;

	for (i = f->first; i < f->r->nfiles; i++)
		if (!f->is_off[i])
			keys[n++].key = hash_of(f->r, &f->r->files[i]);
	sort_keys(keys, n, f->own);
	for (i = 0; i < n; i++)
		different += !i || keys[i].key != keys[i - 1].key;
	return different;
}

/* Files that differ must show it by themselves; or, if they have nearly no other
 * samples, all together, which then are no mere copies.  That as many samples
 * are in all of them may be no chance. */
static void judge(const struct finder *f, size_t ndifferent, struct common *out)
{
	const double one_in_hundred = 4.6;
	const size_t nequal = count_equal(f);
	size_t nbins = 0, nfiles, i;
	double evidence;

	for (i = 0; i < f->r->files[f->first].nhistograms; i++)
		nbins += f->bins[i].n;
	nfiles = nbins - nequal <= 1 + nequal / 8 ? f->nfiles : ndifferent;
	evidence = evidence_of(f, nfiles);
	out->is_likely = evidence >= one_in_hundred;
	out->is_sure = evidence - all_equal_evidence((double)nfiles, equal_ticks(f)) >=
	               repeats_enough;
}

struct common common_find(const struct records *r, const bool *is_off, struct arena *arena)
{
	struct finder f = { .r = r, .is_off = is_off, .first = r->nfiles };
	struct common out = { .part = NULL };
	const struct profile_file *part;
	size_t different, i;

	for (i = r->nfiles; i-- > 0;)
		if (!is_off[i]) {
			f.first = i;
			f.nfiles++;
		}
	out.nfiles = f.nfiles;
	if (f.nfiles < 2)
		return out;
	f.own = arena_new();
	different = share_bins(&f) ? count_different(&f) : 1;
	if (different > 1) {
		out.part = records_new(arena);
		judge(&f, different, &out);
		records_add_file(out.part, r->files[f.first].path, r->files[f.first].format);
		add_common_bins(&f, &out);
		add_common_calls(&f, &out);
		part = &out.part->files[0];
		out.ticks = file_sum_ticks(out.part, part);
		out.calls = file_sum_calls(out.part, part);
	}
	arena_free(f.own);
	return out;
}

struct records *common_counted_once(const struct records *r, const struct common *common,
                                    const bool *is_off, struct arena *arena)
{
	const struct records *part = common->part;
	struct records *out = records_new(arena);
	struct arena *scratch = arena_new();
	size_t i;

	notes_add_all(&out->notes, r->notes.list, r->notes.n);
	out->off = r->off;
	out->noff = r->noff;
	for (i = 0; i < r->nfiles; i++) {
		arena_reset(scratch);
		records_add_interval(out, part,
		                     i == common->keeper || is_off[i] ? NULL : &part->files[0], r,
		                     &r->files[i], scratch);
	}
	out->is_common_once = true;
	arena_free(scratch);
	return out;
}

void common_note(struct records *r, const struct common *c, const bool *is_off)
{
	uint32_t *files;
	size_t n = 0, i;

	if (!c->is_likely)
		return;
	files = arena_space(r->arena, r->nfiles, sizeof *files);
	for (i = 0; i < r->nfiles; i++)
		if (!is_off[i])
			files[n++] = (uint32_t)i;
	notes_add(&r->notes, c->is_sure ? NOTE_WARNING : NOTE_FACT,
	          arena_format(r->arena,
	                       "%s %s samples in common, as children of "
	                       "fork() have those of their parent",
	                       file_notes_names(r, files, n), c->is_sure ? "have" : "may have"),
	          arena_format(r->arena,
	                       "the same in each: %" PRIu64 " samples, %" PRIu64
	                       " calls; the chance of that in runs of their "
	                       "own is below one in a %s",
	                       c->ticks, c->calls, c->is_sure ? "million" : "hundred"),
	          c->is_sure ? "they count once; \"set common added\" counts "
	                       "them in each file, as gprof's listings and -s do"
	                     : "they count in each file; \"set common once\" "
	                       "counts them once");
}

/* Whether n records of `size` bytes are `times` times the same. */
static bool is_period(const void *list, size_t n, size_t size, size_t times)
{
	const size_t part = n / times * size;
	size_t i;

	for (i = 1; i < times; i++)
		if (part && memcmp(list, (const char *)list + i * part, part))
			return false;
	return true;
}

/* Whether histograms count the same. */
static bool is_equal(const struct histogram *a, const struct histogram *b)
{
	size_t i;

	if (!histogram_is_like(a, b) || a->nused != b->nused)
		return false;
	for (i = 0; i < a->nused; i++)
		if (a->bins[i].index != b->bins[i].index || a->bins[i].count != b->bins[i].count)
			return false;
	return true;
}

/* How many times a file has all its records; a part of a sum too large for one
 * record has full bins. */
static size_t times_of(const struct records *r, const struct profile_file *file)
{
	const struct histogram *h = file_histograms(r, file);
	size_t times, part, i;

	for (times = file->nhistograms; times > 1; times--) {
		part = file->nhistograms / times;
		if (file->nhistograms % times || file->ncalls % times || file->nblocks ||
		    !is_period(file_calls(r, file), file->ncalls, sizeof(struct call), times))
			continue;
		for (i = part; i < file->nhistograms; i++)
			if (!is_equal(&h[i - part], &h[i]) || histogram_has_full_bin(&h[i]))
				break;
		if (i == file->nhistograms)
			return times;
	}
	return 1;
}

struct records *records_without_appended(struct records *r, struct arena *arena)
{
	struct arena *scratch = arena_new();
	struct records all = *r, *out = r;
	uint32_t *list = arena_space(arena, r->nfiles, sizeof *list);
	size_t most = 1, n = 0, i;

	all.files = arena_copy(scratch, r->files, r->nfiles, sizeof *r->files);
	for (i = 0; i < r->nfiles; i++) {
		const size_t times = times_of(r, &r->files[i]);

		all.files[i].nhistograms /= times;
		all.files[i].ncalls /= times;
		most = times > most ? times : most;
		if (times > 1)
			list[n++] = (uint32_t)i;
	}
	if (n) {
		notes_add(&r->notes, NOTE_WARNING,
		          arena_format(r->arena, "%s: the same records %zu times",
		                       file_notes_names(r, list, n), most),
		          "a file that is appended to itself counts all again",
		          "they count once; \"set copies added\" counts all, "
		          "as gprof's listings and -s do");
		out = records_new(arena);
		notes_add_all(&out->notes, r->notes.list, r->notes.n);
		out->off = r->off;
		out->noff = r->noff;
		for (i = 0; i < r->nfiles; i++)
			records_add_interval(out, r, NULL, &all, &all.files[i], scratch);
	}
	arena_free(scratch);
	return out;
}
