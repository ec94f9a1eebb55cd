/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/run_finder.h"

#include "base/arena.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/build/apart_nodes.h"
#include "model/build/bins.h"
#include "model/code_map.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "model/runs.h"

static double tick_of(const struct merged *merged, double rate)
{
	return merged->rate > 0 && rate > 0 ? rate / merged->rate : 1;
}

/* Divides what a function's code has of a bin. */
static void add_code(const struct tick_rules *rules, const struct bin_share *share, double ticks,
                     void (*add)(void *context, uint32_t func, double ticks), void *context)
{
	const double rounding = 1e-9;
	const struct inlined_share *list;
	double left = 1;
	size_t n = 0, i;

	list = inlined_shares_of(rules->inlined, share->low, share->high, &n);
	for (i = 0; i < n; i++) {
		add(context, list[i].func, list[i].part * ticks);
		left -= list[i].part;
	}
	if (left > rounding)
		add(context, share->piece->func, left * ticks);
}

bool file_ticks(const struct tick_rules *rules, const struct profile_file *file, double *tick,
                void (*add)(void *context, uint32_t func, double ticks), void *context,
                struct arena *scratch, struct progress *progress)
{
	const struct merged *merged = merged_new(file_histograms(rules->records, file),
	                                         file->nhistograms, &rules->image->machine, scratch,
	                                         progress);
	struct bin_walk bin;
	struct bin_share share;

	if (!merged)
		return false;
	*tick = tick_of(merged, rules->rate);
	bin = bin_walk_all(merged, rules->map, rules->splits);
	while (bin_walk_next(&bin)) {
		const double weight = bin.weight * *tick;

		while (bin_walk_share(&bin, &share))
			add_code(rules, &share, share.ticks * weight, add, context);
		if (!bin.bytes && rules->outside != NO_FUNC)
			add(context, rules->outside, bin.ticks * weight);
	}
	return true;
}

/* Runs being found. */
struct finding {
	const struct profile *profile;
	struct tick_rules rules;
	double *ticks;  /* of the run under way; shape: [nfuncs] */
	double *all;    /* of all runs; shape: [nfuncs] */
	uint32_t *used; /* functions that have some; shape: [nused] */
	size_t nused;
	struct run *list;            /* shape: [n] */
	struct run_ticks **ticks_of; /* what it points to; shape: [n] */
	size_t n, non;               /* of them, those that count come first */
	bool *told;                  /* functions with figures; NULL: all; shape: [nfuncs] */
	bool *untold;                /* those without that have time; shape: [nfuncs] */
	size_t ntold;
	double rest; /* of the run under way: of other functions */
	bool is_off; /* files that do not are being read */
	struct arena *arena, *scratch;
	struct progress *progress;
};

static void add_share(void *context, uint32_t func, double ticks)
{
	struct finding *f = context;

	if (ticks <= 0)
		return;
	if (f->told && !f->told[func]) {
		f->rest += f->untold[func] ? ticks : 0;
		return;
	}
	if (f->ticks[func] <= 0)
		f->used[f->nused++] = func;
	f->ticks[func] += ticks;
}

static int by_number(const void *a, const void *b, const void *context)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* Stores what a file has, and clears it for the next one. */
static void keep(struct finding *f, const struct profile_file *file, double tick)
{
	struct run_ticks *list = arena_space(f->arena, f->nused, sizeof *list);
	struct run run = { .path = file->path,
		           .number = file->number,
		           .is_cut = file->is_cut,
		           .failed = file->failed,
		           .repeats = file->repeats,
		           .rate = f->rules.rate / tick,
		           .rest = f->rest,
		           .calls = file_sum_calls(f->rules.records, file),
		           .funcs = list,
		           .nfuncs = f->nused };
	size_t i;

	/* Bins are by address, and so are functions, as a rule. */
	for (i = 1; i < f->nused && f->used[i - 1] < f->used[i]; i++)
		;
	if (i < f->nused)
		sort_stable(f->used, f->nused, sizeof *f->used, by_number, NULL, f->scratch);
	for (i = 0; i < f->nused; i++) {
		const uint32_t func = f->used[i];

		list[i] = (struct run_ticks){ func, (float)f->ticks[func] };
		if (!f->is_off)
			f->all[func] += list[i].ticks;
		f->ticks[func] = 0;
	}
	f->nused = 0;
	f->rest = 0;
	f->ticks_of[f->n] = list;
	f->list[f->n++] = run;
}

/* Hands out the profiler's ticks of the run by calls, as the profile did: a
 * function may have no others.  They are taken from it by adjust(). */
static void spread_profiler(struct finding *f)
{
	const struct profile *p = f->profile;
	double ticks = 0;
	size_t i;

	if (p->profiler != PROFILER_SPREAD || p->profiler_ticks <= 0)
		return;
	for (i = 0; i < f->nused; i++)
		if (p->funcs[f->used[i]].is_profiler)
			ticks += f->ticks[f->used[i]];
	for (i = 0; i < p->nfuncs && ticks > 0; i++)
		add_share(f, (uint32_t)i,
		          func_profiler_ticks(p, &p->funcs[i]) * ticks / p->profiler_ticks);
}

/* What a function's ticks must be multiplied by: what became of the profiler's
 * is known of all runs together. */
static double made_of(const struct finding *f, uint32_t func)
{
	const struct func *of = &f->profile->funcs[func];

	if (f->all[func] > 0)
		return of->self_ticks / f->all[func];
	return !of->is_profiler || f->profile->profiler == PROFILER_APART;
}

/* Makes the runs add up to the profile. */
static void adjust(struct finding *f)
{
	size_t i, k;

	for (i = 0; i < f->n; i++) {
		struct run *run = &f->list[i];
		struct run_ticks *list = f->ticks_of[i];
		size_t kept = 0;

		run->ticks = run->rest;
		for (k = 0; k < run->nfuncs; k++) {
			const double part = made_of(f, list[k].func);

			if (part <= 0)
				continue;
			list[kept].func = list[k].func;
			list[kept].ticks = (float)(list[k].ticks * part);
			run->ticks += list[kept++].ticks;
		}
		run->nfuncs = kept;
	}
}

/* Files that have only calls tell nothing of time, unless all are so; those
 * that could not be read are told of nowhere else. */
static bool is_run(const struct finding *f, const struct profile_file *file)
{
	return file->nhistograms > 0 || !f->rules.records->nhistograms || file->failed;
}

static bool find(struct finding *f, const struct profile_file *files, size_t n)
{
	double tick;
	size_t i;

	progress_stage(f->progress, "comparing runs", n);
	for (i = 0; i < n; i++) {
		if (!progress_step(f->progress, i))
			return false;
		if (!is_run(f, &files[i]))
			continue;
		if (!file_ticks(&f->rules, &files[i], &tick, add_share, f, f->scratch, f->progress))
			return false;
		spread_profiler(f);
		keep(f, &files[i], tick);
		arena_reset(f->scratch);
	}
	return true;
}

enum { MOST_FIGURES = 2 << 20 };

/* How many figures the bins of some files can make beyond one for each bin;
 * once they are too many, no more are counted. */
static size_t count_more(struct finding *f, const struct records *r,
                         const struct profile_file *files, size_t n)
{
	size_t more = 0, i;

	for (i = 0; i < n && more <= MOST_FIGURES; i++) {
		const struct merged *merged = merged_new(
			file_histograms(r, &files[i]), files[i].nhistograms,
			&f->rules.image->machine, f->scratch, f->progress);
		size_t nbins = 0, nparts = 0;
		struct bin_walk bin;

		if (!merged)
			return 0;
		bin = bin_walk_all(merged, f->rules.map, f->rules.splits);
		for (; bin_walk_next(&bin); nbins++)
			nparts += bin.end - bin.piece;
		if (nparts > f->profile->nfuncs)
			nparts = f->profile->nfuncs;
		more += nparts > nbins ? nparts - nbins : 0;
		arena_reset(f->scratch);
	}
	return more;
}

static size_t count_timed(const struct profile *p)
{
	size_t n = 0, i;

	for (i = 0; i < p->nfuncs; i++)
		n += p->funcs[i].self_ticks > 0;
	return n;
}

/* Chooses the functions that are told: small files with bins over very many
 * functions would have far more figures than they hold. */
static void choose(struct finding *f, struct arena *own)
{
	enum { LEAST = 100 };
	const struct profile *p = f->profile;
	const struct records *r = p->records;
	const size_t nfiles = r->nfiles + r->noff;
	const size_t ntimed = count_timed(p);
	const size_t of_each = MOST_FIGURES / (nfiles + !nfiles);
	const size_t wanted = of_each > LEAST ? of_each : LEAST;
	struct keyed *order;
	size_t i;

	if (ntimed <= wanted || count_more(f, r, r->files, r->nfiles) +
	                                        count_more(f, records_all(r), r->off, r->noff) <=
	                                MOST_FIGURES)
		return;
	order = arena_space(own, p->nfuncs, sizeof *order);
	f->told = arena_alloc(f->arena, p->nfuncs, sizeof *f->told);
	f->untold = arena_alloc(own, p->nfuncs, sizeof *f->untold);
	for (i = 0; i < p->nfuncs; i++) {
		order[i] = (struct keyed){ sort_key_down(p->funcs[i].self_ticks), (uint32_t)i };
		f->told[i] = p->funcs[i].is_profiler;
	}
	sort_keys(order, p->nfuncs, own);
	for (i = 0; i < wanted; i++)
		f->told[order[i].index] = true;
	for (i = 0; i < p->nfuncs; i++)
		f->untold[i] = !f->told[i] && p->funcs[i].self_ticks > 0;
	f->ntold = wanted;
}

static bool find_all(struct finding *f, const struct records *r)
{
	if (!find(f, r->files, r->nfiles))
		return false;
	f->non = f->n;
	f->is_off = true;
	f->rules.records = records_all(r);
	if (!find(f, r->off, r->noff))
		return false;
	adjust(f);
	return true;
}

static size_t count_counted(const struct records *r)
{
	size_t n = 0, i;

	for (i = 0; i < r->nfiles; i++)
		n += r->files[i].ncalls > 0;
	return n;
}

/* The number of the function for addresses outside the image. */
static uint32_t outside_of(const struct profile *p)
{
	size_t n = p->nfuncs;

	while (n && p->funcs[n - 1].kind == FUNC_INLINED)
		n--;
	return n && p->funcs[n - 1].kind == FUNC_OUTSIDE ? (uint32_t)(n - 1) : NO_FUNC;
}

static struct finding begin(const struct profile *profile, size_t nfiles, struct arena *arena,
                            struct arena *own, struct progress *progress)
{
	const size_t nfuncs = profile->nfuncs;

	return (struct finding){
		.profile = profile,
		.rules = { .records = profile->records,
		           .image = profile->image,
		           .map = profile->map,
		           .splits = profile->splits,
		           .inlined = profile->inlined,
		           .outside = outside_of(profile),
		           .rate = profile->rate },
		.ticks = arena_alloc(own, nfuncs, sizeof(double)),
		.all = arena_alloc(own, nfuncs, sizeof(double)),
		.used = arena_space(own, nfuncs, sizeof(uint32_t)),
		.list = arena_alloc(arena, nfiles, sizeof(struct run)),
		.ticks_of = arena_space(own, nfiles, sizeof(struct run_ticks *)),
		.arena = arena,
		.scratch = arena_within(own),
		.progress = progress,
	};
}

const struct runs *runs_find(const struct profile *profile, struct arena *arena,
                             struct progress *progress)
{
	struct arena *own = arena_new();
	const size_t nfiles = profile->records->nfiles + profile->records->noff;
	struct runs *runs = arena_alloc(arena, 1, sizeof *runs);
	struct finding f = begin(profile, nfiles, arena, own, progress);
	bool ok;

	choose(&f, own);
	ok = find_all(&f, profile->records);
	runs->told = f.told;
	runs->ntold = f.ntold;
	runs->list = f.list;
	runs->n = f.non;
	runs->off = f.list + f.non;
	runs->noff = f.n - f.non;
	runs->ncounted = count_counted(profile->records);
	runs->are_intervals = profile->records->are_intervals;
	arena_free(own);
	return ok ? runs : NULL;
}

/* Those of files that count; *n is how many they are. */
static const struct profile_file *that_count(const struct records *r, const struct records *added,
                                             size_t *n, struct arena *own)
{
	struct profile_file *list = arena_space(own, added->nfiles, sizeof *list);
	bool *is_off = arena_alloc(own, r->nfiles + r->noff, sizeof *is_off);
	size_t i;

	for (i = 0; i < r->noff; i++)
		is_off[r->off[i].number] = true;
	for (i = *n = 0; i < added->nfiles; i++)
		if (!is_off[added->files[i].number])
			list[(*n)++] = added->files[i];
	return list;
}

static const struct recent *add_up(const struct finding *f, struct arena *arena)
{
	struct recent *out = arena_alloc(arena, 1, sizeof *out);
	struct recent_time *funcs = arena_alloc(arena, f->profile->nfuncs, sizeof *funcs);
	size_t i, k;

	for (i = f->non; i < f->n; i++) {
		const struct run *run = &f->list[i];
		const double tick = run->rate > 0 ? f->rules.rate / run->rate : 1;

		for (k = 0; k < run->nfuncs; k++) {
			struct recent_time *to = &funcs[run->funcs[k].func];

			to->ticks += run->funcs[k].ticks;
			to->variance += run->funcs[k].ticks * tick;
			out->ticks += run->funcs[k].ticks;
		}
	}
	out->funcs = funcs;
	return out;
}

const struct recent *recent_find(const struct profile *profile, const struct records *added,
                                 struct arena *arena, struct progress *progress)
{
	struct arena *own = arena_new();
	size_t n;
	const struct profile_file *files = that_count(profile->records, added, &n, own);
	struct finding f = begin(profile, profile->records->nfiles + n, own, own, progress);
	const struct recent *out = NULL;

	if (find(&f, profile->records->files, profile->records->nfiles)) {
		f.non = f.n;
		f.is_off = true;
		f.rules.records = added;
		if (find(&f, files, n)) {
			adjust(&f);
			out = add_up(&f, arena);
		}
	}
	arena_free(own);
	return out;
}
