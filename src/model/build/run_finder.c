/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/run_finder.h"

#include "model/model.h"

double file_tick(const struct records *records, const struct profile_file *file, double rate) {
	const struct histogram *list = file_histograms(records, file);

	for (size_t i = 0; i < file->nhistograms && rate > 0; i++)
		if (list[i].rate)
			return rate / list[i].rate;
	return 1;
}

/* Numbers the bins as a walk over the merged histograms meets them. */
static void number_bins(struct bin_owners *out, struct arena *arena) {
	const struct merged *merged = out->merged;
	const uint32_t **numbers = arena_alloc(arena, merged->n, sizeof *numbers);

	for (size_t i = 0; i < merged->n; i++) {
		const struct merged_histogram *h = &merged->list[i];
		uint32_t *of = h->n ? arena_space(arena, h->sums[h->n - 1].index + 1UL, sizeof *of)
		                    : NULL;

		for (size_t k = 0; k < h->n; k++)
			of[h->sums[k].index] = (uint32_t)out->nbins++;
		numbers[i] = of;
	}
	out->numbers = numbers;
}

bool bin_owners_begin(struct bin_owners *out, const struct tick_rules *rules, struct arena *arena,
                      struct progress *progress) {
	const struct records *r = rules->records;

	*out = (struct bin_owners){ .rules = *rules };
	out->merged = merged_new(r->histograms, r->nhistograms, &rules->image->machine, arena,
	                         progress);
	if (!out->merged)
		return false;
	number_bins(out, arena);
	return true;
}

/* Owners of the bin under way being listed. */
struct listing {
	struct bin_owners *out;
	const uint32_t *as;
	uint32_t *at;   /* of an owner in the list, plus 1 */
	uint32_t first; /* of the bin */
	struct arena *arena;
};

static void list_owner(struct listing *l, uint32_t func, double part) {
	struct bin_owners *out = l->out;
	const uint32_t owner = l->as ? l->as[func] : func;

	if (owner == NO_FUNC || part <= 0)
		return;
	if (l->at[owner] > l->first) {
		out->list[l->at[owner] - 1].part += part;
		return;
	}
	arena_append(l->arena, out->list, out->n, (struct bin_owner){ owner, part });
	l->at[owner] = (uint32_t)out->n;
}

/* Shares of the code [low, high) of a bin; sets *n, to 0 if it has no samples or is all of its
 * function.  The shares may be NULL.  Cost: log n. */
static const struct inlined_share *inlined_shares_of(const struct inlined_shares *shares,
                                                     uint64_t low, uint64_t high, size_t *n) {
	*n = 0;
	if (!shares)
		return NULL;
	const struct inlined_share *list = shares->list, *end = list + shares->n;
	const struct inlined_share *first = list + lower_bound(list, shares->n, sizeof *list,
	                                                       offsetof(struct inlined_share, low),
	                                                       low);
	while (first < end && first->low == low && first->high < high)
		first++;
	while (first + *n < end && first[*n].low == low && first[*n].high == high)
		(*n)++;
	return first;
}

/* Divides what a function's code has of a bin. */
static void list_code(struct listing *l, const struct bin_share *share, double part) {
	const double rounding = 1e-9;
	double left = 1;
	size_t n = 0;
	const struct inlined_share *list = inlined_shares_of(l->out->rules.inlined, share->low,
	                                                     share->high, &n);

	for (size_t i = 0; i < n; i++) {
		list_owner(l, list[i].func, list[i].part * part);
		left -= list[i].part;
	}
	if (left > rounding)
		list_owner(l, share->piece->func, left * part);
}

static void list_bin(struct listing *l, struct bin_walk *bin) {
	const struct tick_rules *rules = &l->out->rules;
	const unsigned own_rate = bin->merged->list[bin->histogram - 1].shape->rate;
	const double tick = own_rate && rules->rate > 0 ? rules->rate / own_rate : 1;
	struct bin_share share;

	l->first = (uint32_t)l->out->n;
	while (bin_walk_share(bin, &share))
		list_code(l, &share, share.ticks / bin->ticks * tick);
	if (!bin->bytes && rules->outside != NO_FUNC)
		list_owner(l, rules->outside, tick);
}

bool bin_owners_find(struct bin_owners *out, const uint32_t *as, size_t nowners, size_t most,
                     struct arena *arena, struct progress *progress) {
	struct bin_walk bin = bin_walk_all(out->merged, out->rules.map, out->rules.splits);
	uint32_t *first = arena_space(arena, out->nbins + 1, sizeof *first);
	struct listing l = { .out = out, .as = as, .arena = arena };
	size_t i;

	l.at = arena_alloc(arena, nowners, sizeof *l.at);
	for (i = 0; bin_walk_next(&bin); i++) {
		first[i] = (uint32_t)out->n;
		list_bin(&l, &bin);
		if (out->n > most || !progress_wanted(progress))
			return false;
	}
	first[i] = (uint32_t)out->n;
	out->first = first;
	return true;
}

/* Runs being found. */
struct run_finder {
	const struct profile *profile;
	struct tick_rules rules;
	struct bin_owners owners; /* of the records under way */
	double *ticks;            /* of the run under way; shape: [nfuncs] */
	double *all;              /* of all runs; shape: [nfuncs] */
	uint32_t *used;           /* functions that have some; shape: [nused] */
	size_t nused;
	struct run *list;            /* shape: [n] */
	struct run_ticks **ticks_of; /* what it points to; shape: [n] */
	size_t n, non;               /* of them, those that count come first */
	bool *is_of_mpi;             /* functions; NULL: none is, or there are no stacks */
	bool *has_figures;           /* functions with figures; NULL: all; shape: [nfuncs] */
	uint32_t *as;                /* whose the time of a function is: its own, of the
	                                others (nfuncs), or nobody's (NO_FUNC); NULL: its
	                                own; shape: [nfuncs] */
	size_t ntold;
	size_t nparts;              /* that all bins are divided into */
	double rest;                /* of the run under way: of other functions */
	bool is_off;                /* files that do not are being read */
	struct recent_time *recent; /* all that is wanted of those; NULL: runs are;
	                               shape: [nfuncs] */
	struct arena *arena, *own, *scratch;
	struct progress *progress;
};

static void add_share(struct run_finder *f, uint32_t owner, double ticks) {
	if (ticks <= 0 || owner == NO_FUNC)
		return;
	if (owner == f->profile->nfuncs) {
		f->rest += ticks;
		return;
	}
	if (f->ticks[owner] <= 0)
		f->used[f->nused++] = owner;
	f->ticks[owner] += ticks;
}

static void add_file(struct run_finder *f, const struct profile_file *file) {
	const struct bin_owners *o = &f->owners;

	for (size_t i = file->first_histogram; i < file->first_histogram + file->nhistograms; i++) {
		const struct histogram *h = &f->rules.records->histograms[i];
		const uint32_t *numbers = bin_numbers(o, i);

		for (size_t k = 0; k < h->bins.n; k++) {
			const struct bin one = bin_at(&h->bins, k);
			const uint32_t bin = numbers[one.index];

			for (size_t at = o->first[bin]; at < o->first[bin + 1]; at++)
				add_share(f, o->list[at].owner,
				          o->list[at].part * (double)one.count);
		}
	}
}

/* Adds up what a file has, and clears it for the next one. */
static void sum_up(struct run_finder *f, const struct profile_file *file) {
	const double tick = file_tick(f->rules.records, file, f->rules.rate);

	for (size_t i = 0; i < f->nused; i++) {
		const uint32_t func = f->used[i];

		if (f->is_off) {
			f->recent[func].ticks += f->ticks[func];
			f->recent[func].variance += f->ticks[func] * tick;
		} else {
			f->all[func] += f->ticks[func];
		}
		f->ticks[func] = 0;
	}
	f->nused = 0;
}

static bool is_in_mpi(const struct run_finder *f, const struct sample *s) {
	for (size_t i = 0; i < s->n; i++) {
		uint32_t func = code_map_at(f->rules.map, s->stack[i]);
		if (func != NO_FUNC && f->is_of_mpi[func])
			return true;
	}
	return false;
}

static double ticks_in_mpi(const struct run_finder *f, const struct profile_file *file) {
	uint64_t n = 0;

	for (size_t i = 0; f->is_of_mpi && i < file->nsamples; i++)
		if (is_in_mpi(f, &file->samples[i]))
			n += file->samples[i].count;
	return (double)n * f->rules.rate * file->period_us / 1e6;
}

/* How many ticks are as noisy as one sample: a recorder whose signal comes late, on a busy machine,
 * counts all CPU time since the last one for it. */
static double ticks_of_sample(const struct profile_file *file) {
	double sum = 0, squares = 0;

	for (size_t i = 0; i < file->nsamples; i++) {
		sum += (double)file->samples[i].count;
		squares += sample_noise(file, i);
	}
	return sum > 0 ? squares / sum : 1;
}

/* Stores what a file has, and clears it for the next one. */
static void keep(struct run_finder *f, const struct profile_file *file) {
	struct run_ticks *list = arena_space(f->arena, f->nused, sizeof *list);
	struct run run = { .path = file->path,
		           .number = file->number,
		           .is_cut = file->is_cut,
		           .failed = file->failed,
		           .repeats = file->repeats,
		           .rate = f->rules.rate / ticks_of_sample(file) /
		                   file_tick(f->rules.records, file, f->rules.rate),
		           .rest = f->rest,
		           .mpi = ticks_in_mpi(f, file),
		           .calls = file_sum_calls(f->rules.records, file),
		           .funcs = list,
		           .nfuncs = f->nused };

	sort_numbers(f->used, f->nused, NULL, f->scratch);
	for (size_t i = 0; i < f->nused; i++) {
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

/* Hands out the profiler's ticks of the run by calls, as the profile did: a function may have no
 * others.  They are taken from it by adjust(). */
static void spread_profiler(struct run_finder *f) {
	const struct profile *p = f->profile;
	double ticks = 0;

	if (p->profiler != PROFILER_SPREAD || p->profiler_ticks <= 0)
		return;
	for (size_t i = 0; i < f->nused; i++)
		if (p->funcs[f->used[i]].is_profiler)
			ticks += f->ticks[f->used[i]];
	for (size_t i = 0; i < p->nfuncs && ticks > 0; i++)
		add_share(f, f->as ? f->as[i] : (uint32_t)i,
		          func_profiler_ticks(p, &p->funcs[i]) * ticks / p->profiler_ticks);
}

/* What a function's ticks must be multiplied by: what became of the profiler's is known of all runs
 * together. */
static double made_of(const struct run_finder *f, uint32_t func) {
	const struct func *of = &f->profile->funcs[func];

	return f->all[func] > 0 ? of->self_ticks / f->all[func] : !func_gave_time(f->profile, of);
}

/* Makes the runs add up to the profile. */
static void adjust(struct run_finder *f) {
	for (size_t i = 0; i < f->n; i++) {
		struct run *run = &f->list[i];
		struct run_ticks *list = f->ticks_of[i];
		size_t kept = 0;

		run->ticks = run->rest;
		for (size_t k = 0; k < run->nfuncs; k++) {
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

/* Files of some records. */
struct file_set {
	const struct records *records;
	const struct profile_file *files;
	size_t n;
	struct bin_owners owners;
};

static bool begin_set(struct run_finder *f, struct file_set *set, const struct records *records,
                      const struct profile_file *files, size_t n) {
	*set = (struct file_set){ .records = records, .files = files, .n = n };
	f->rules.records = records;
	return !n || bin_owners_begin(&set->owners, &f->rules, f->own, f->progress);
}

static bool find(struct run_finder *f, const struct file_set *set) {
	if (!set->n)
		return true;
	progress_stage(f->progress, "comparing runs", set->n);
	f->rules.records = set->records;
	f->owners = set->owners;
	if (!bin_owners_find(&f->owners, f->as, f->profile->nfuncs + 1, SIZE_MAX, f->own,
	                     f->progress))
		return false;
	for (size_t i = 0; i < set->n; i++) {
		if (!progress_step(f->progress, i))
			return false;
		/* Files that have only calls tell nothing of time, unless all are so; those that
		 * could not be read have no figures elsewhere. */
		if (!set->files[i].nhistograms && f->rules.records->nhistograms &&
		    !set->files[i].failed)
			continue;
		add_file(f, &set->files[i]);
		spread_profiler(f);
		if (f->recent)
			sum_up(f, &set->files[i]);
		else
			keep(f, &set->files[i]);
		arena_reset(f->scratch);
	}
	return true;
}

enum { MOST_FIGURES = 2 << 20 };

/* How many figures the bins of files can make beyond one for each bin. */
static size_t count_more(struct run_finder *f, const struct file_set *set) {
	const struct bin_owners *o = &set->owners;
	const size_t nfuncs = f->profile->nfuncs;
	uint32_t *width = arena_space(f->scratch, o->nbins, sizeof *width);
	size_t more = 0;

	if (!set->n)
		return 0;
	struct bin_walk bin = bin_walk_all(o->merged, f->rules.map, f->rules.splits);
	for (size_t i = 0; bin_walk_next(&bin); i++)
		f->nparts += width[i] = (uint32_t)(bin.end - bin.piece);
	for (size_t i = 0; i < set->n; i++) {
		const struct profile_file *file = &set->files[i];
		size_t nbins = 0, nparts = 0;

		for (size_t h = 0; h < file->nhistograms; h++) {
			const size_t number = file->first_histogram + h;
			const struct histogram *from = &set->records->histograms[number];
			const uint32_t *numbers = bin_numbers(o, number);

			for (size_t k = 0; k < from->bins.n; k++)
				nparts += width[numbers[bin_at(&from->bins, k).index]];
			nbins += from->bins.n;
		}
		if (nparts > nfuncs)
			nparts = nfuncs;
		more += nparts > nbins ? nparts - nbins : 0;
	}
	arena_reset(f->scratch);
	return more;
}

/* Chooses the functions that get figures of each file: small files with bins over very many
 * functions would have far more figures than they hold. */
static void choose(struct run_finder *f, const struct file_set *on, const struct file_set *off) {
	enum { LEAST = 100, MOST_PARTS = 4 * MOST_FIGURES };
	const struct profile *p = f->profile;
	size_t ntimed = 0;
	const size_t nfiles = on->n + off->n;
	const size_t of_each = MOST_FIGURES / (nfiles + !nfiles);
	const size_t more = count_more(f, on) + count_more(f, off);
	const size_t wanted = of_each > LEAST && f->nparts <= MOST_PARTS ? of_each : LEAST;

	for (size_t i = 0; i < p->nfuncs; i++)
		ntimed += p->funcs[i].self_ticks > 0;
	if (ntimed <= wanted || (more <= MOST_FIGURES && f->nparts <= MOST_PARTS))
		return;
	struct keyed *order = arena_space(f->own, p->nfuncs, sizeof *order);
	f->has_figures = arena_alloc(f->arena, p->nfuncs, sizeof *f->has_figures);
	f->as = arena_space(f->own, p->nfuncs, sizeof *f->as);
	for (size_t i = 0; i < p->nfuncs; i++) {
		order[i] = (struct keyed){ sort_key_down(p->funcs[i].self_ticks), (uint32_t)i };
		f->has_figures[i] = p->funcs[i].is_profiler || p->funcs[i].is_idle;
	}
	sort_keys(order, p->nfuncs, f->own);
	for (size_t i = 0; i < wanted; i++)
		f->has_figures[order[i].index] = true;
	for (size_t i = 0; i < p->nfuncs; i++)
		f->as[i] = f->has_figures[i]            ? (uint32_t)i
		           : p->funcs[i].self_ticks > 0 ? (uint32_t)p->nfuncs
		                                        : NO_FUNC;
	f->ntold = wanted;
}

/* Those that count, then those that do not. */
static bool find_both(struct run_finder *f, const struct file_set *on, const struct file_set *off) {
	if (!find(f, on))
		return false;
	f->non = f->n;
	f->is_off = true;
	if (!find(f, off))
		return false;
	adjust(f);
	return true;
}

static bool find_all(struct run_finder *f, const struct records *r) {
	struct file_set on, off;

	if (!begin_set(f, &on, r, r->files, r->nfiles) ||
	    !begin_set(f, &off, records_all(r), r->off, r->noff))
		return false;
	choose(f, &on, &off);
	return find_both(f, &on, &off);
}

/* The number of the function for addresses outside the image. */
static uint32_t outside_of(const struct profile *p) {
	size_t n = p->nfuncs;

	while (n && p->funcs[n - 1].kind == FUNC_INLINED)
		n--;
	return n && p->funcs[n - 1].kind == FUNC_OUTSIDE ? (uint32_t)(n - 1) : NO_FUNC;
}

/* Whether it is a function of MPI, or of its library. */
static bool is_of_mpi(const struct image *image, const struct func *f) {
	static const char *const names[] = { "MPI_", "PMPI_", "mpi_", "pmpi_" };
	const char *library = image->nobjects ? image->objects[image_object_at(image, f->low)].path
	                                      : "";

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(f->name, names[i], strlen(names[i])))
			return f->kind == FUNC_SYMBOL;
	return f->kind != FUNC_OUTSIDE && !strncmp(path_last(library), "libmpi", 6);
}

/* Those that are; NULL: none is, or there are no stacks. */
static bool *find_mpi(const struct profile *p, struct arena *own) {
	bool *list = arena_alloc(own, p->nfuncs, sizeof *list), any = false;

	for (size_t i = 0; i < p->nfuncs && p->paths && p->image; i++)
		any |= list[i] = is_of_mpi(p->image, &p->funcs[i]);
	return any ? list : NULL;
}

static struct run_finder begin(const struct profile *profile, size_t nfiles, struct arena *arena,
                               struct arena *own, struct progress *progress) {
	const size_t nfuncs = profile->nfuncs;

	return (struct run_finder){
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
		.own = own,
		.scratch = arena_within(own),
		.progress = progress,
	};
}

const struct runs *runs_find(const struct profile *profile, struct arena *arena,
                             struct progress *progress) {
	SCRATCH struct arena *own = arena_new();
	const size_t nfiles = profile->records->nfiles + profile->records->noff;
	struct runs *runs = arena_alloc(arena, 1, sizeof *runs);
	struct run_finder f = begin(profile, nfiles, arena, own, progress);

	f.is_of_mpi = find_mpi(profile, own);
	const bool ok = find_all(&f, profile->records);

	runs->has_figures = f.has_figures;
	runs->ntold = f.ntold;
	runs->list = f.list;
	runs->n = f.non;
	runs->off = f.list + f.non;
	runs->noff = f.n - f.non;
	for (size_t i = 0; i < profile->records->nfiles; i++)
		runs->ncounted += profile->records->files[i].ncalls > 0;
	runs->know_mpi = f.is_of_mpi != NULL;
	runs->are_intervals = profile->records->are_intervals;
	return ok ? runs : NULL;
}

/* Those of files that count; *n is how many they are. */
static const struct profile_file *that_count(const struct records *r, const struct records *added,
                                             size_t *n, struct arena *own) {
	struct profile_file *list = arena_space(own, added->nfiles, sizeof *list);
	bool *is_off = arena_alloc(own, r->nfiles + r->noff, sizeof *is_off);

	for (size_t i = 0; i < r->noff; i++)
		is_off[r->off[i].number] = true;
	for (size_t i = *n = 0; i < added->nfiles; i++)
		if (!is_off[added->files[i].number])
			list[(*n)++] = added->files[i];
	return list;
}

static const struct recent *adjusted(const struct run_finder *f, struct arena *arena) {
	struct recent *out = arena_alloc(arena, 1, sizeof *out);

	out->funcs = f->recent;
	for (size_t i = 0; i < f->profile->nfuncs; i++) {
		const double part = made_of(f, (uint32_t)i);

		f->recent[i].ticks *= part;
		f->recent[i].variance *= part;
		out->ticks += f->recent[i].ticks;
	}
	return out;
}

const struct recent *recent_find(const struct profile *profile, const struct records *added,
                                 struct arena *arena, struct progress *progress) {
	SCRATCH struct arena *own = arena_new();
	size_t n;
	const struct profile_file *files = that_count(profile->records, added, &n, own);
	struct run_finder f = begin(profile, 0, own, own, progress);
	struct file_set before, after;

	f.recent = arena_alloc(arena, profile->nfuncs, sizeof *f.recent);
	return begin_set(&f, &before, profile->records, profile->records->files,
	                 profile->records->nfiles) &&
	                       begin_set(&f, &after, added, files, n) &&
	                       find_both(&f, &before, &after)
	               ? adjusted(&f, arena)
	               : NULL;
}
