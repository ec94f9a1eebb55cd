/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_choice.h"

#include "base/probability.h"
#include "model/compare/changes.h"
#include "model/model.h"

bool file_choice_is_off(const struct file_choice *choice, size_t number) {
	return choice && (number < choice->n ? choice->is_off[number] : choice->later_are_off);
}

size_t file_choice_count(const struct file_choice *choice, const struct records *all) {
	size_t n = 0;

	for (size_t i = 0; i < all->nfiles; i++)
		n += !file_choice_is_off(choice, all->files[i].number);
	return n;
}

bool file_choice_is_same(const struct file_choice *a, const struct file_choice *b, size_t nfiles) {
	for (size_t i = 0; i < nfiles && a != b; i++)
		if (file_choice_is_off(a, i) != file_choice_is_off(b, i))
			return false;
	return true;
}

struct file_choice *file_choice_all(size_t nfiles, struct arena *arena) {
	struct file_choice *out = arena_alloc(arena, 1, sizeof *out);

	*out = (struct file_choice){ .is_off = arena_alloc(arena, nfiles, sizeof *out->is_off),
		                     .n = nfiles };
	return out;
}

/* The same choice of so many files. */
static struct file_choice *copy(const struct file_choice *choice, size_t nfiles,
                                struct arena *arena) {
	struct file_choice *out = file_choice_all(nfiles, arena);

	for (size_t i = 0; i < nfiles; i++)
		out->is_off[i] = file_choice_is_off(choice, i);
	out->later_are_off = file_choice_is_off(choice, SIZE_MAX);
	return out;
}

const struct file_choice *file_choice_copy(const struct file_choice *choice, struct arena *arena) {
	return copy(choice, choice->n, arena);
}

const struct file_choice *file_choice_of(const struct records *r, const struct file_choice *choice,
                                         bool others, struct arena *arena) {
	struct file_choice *out = file_choice_all(r->nfiles + r->noff, arena);

	for (size_t i = 0; i < r->nfiles; i++)
		out->is_off[r->files[i].number] = others;
	for (size_t i = 0; i < r->noff; i++) {
		const bool was_off = !r->off[i].failed ||
		                     file_choice_is_off(choice, r->off[i].number);

		out->is_off[r->off[i].number] = was_off != others;
	}
	out->later_are_off = file_choice_is_off(choice, SIZE_MAX) != others;
	return out;
}

const struct file_choice *file_choice_without(const struct file_choice *choice,
                                              const struct records *r, struct arena *arena) {
	struct file_choice *out = copy(choice, r->nfiles + r->noff, arena);

	for (size_t i = 0; i < r->nfiles; i++)
		out->is_off[r->files[i].number] = true;
	return out;
}

static void set_off(struct file_choice *choice, const struct run *run, bool is_off) {
	choice->is_off[run->number] = is_off;
	for (size_t i = 0; i < run->nmembers; i++)
		choice->is_off[run->members[i]] = is_off;
}

const struct file_choice *file_choice_toggle(const struct file_choice *choice,
                                             const struct run *run, size_t nfiles,
                                             struct arena *arena) {
	struct file_choice *out = copy(choice, nfiles, arena);

	set_off(out, run, !out->is_off[run->number]);
	return out;
}

const struct file_choice *file_choice_only(const struct run *run, size_t nfiles,
                                           struct arena *arena) {
	struct file_choice *out = file_choice_all(nfiles, arena);

	memset(out->is_off, true, nfiles);
	set_off(out, run, false);
	return out;
}

/* Appends n items of `size` bytes from `from` on; there may be none at all. */
static void append(void *list, size_t *n, const void *all, size_t from, size_t add, size_t size) {
	if (add)
		memcpy((char *)list + *n * size, (const char *)all + from * size, add * size);
	*n += add;
}

/* Room for what the files that are on have. */
static void make_room(struct records *out, const struct records *all,
                      const struct file_choice *choice) {
	size_t nhistograms = 0, ncalls = 0, nblocks = 0;

	for (size_t i = 0; i < all->nfiles; i++) {
		if (file_choice_is_off(choice, all->files[i].number))
			continue;
		nhistograms += all->files[i].nhistograms;
		ncalls += all->files[i].ncalls;
		nblocks += all->files[i].nblocks;
	}
	out->histograms = arena_space(out->arena, nhistograms, sizeof *out->histograms);
	out->calls = arena_space(out->arena, ncalls, sizeof *out->calls);
	out->blocks = arena_space(out->arena, nblocks, sizeof *out->blocks);
}

const struct records *records_choose(const struct records *all, const struct file_choice *choice,
                                     struct arena *arena) {
	const size_t n = file_choice_count(choice, all);
	struct profile_file *off;

	if (n == all->nfiles || !n)
		return all;
	struct records *out = records_new(arena);
	out->all = all;
	out->are_snapshots = all->are_snapshots;
	out->are_intervals = all->are_intervals;
	out->is_common_once = all->is_common_once;
	out->has_stacks = all->has_stacks;
	out->notes = all->notes;
	out->files = arena_space(arena, n, sizeof *out->files);
	out->off = off = arena_space(arena, all->nfiles - n + all->noff, sizeof *off);
	make_room(out, all, choice);
	for (size_t i = 0; i < all->nfiles; i++) {
		const struct profile_file *file = &all->files[i];

		if (file_choice_is_off(choice, all->files[i].number)) {
			off[out->noff++] = *file;
			continue;
		}
		struct profile_file *on = &out->files[out->nfiles++];
		*on = *file;
		on->first_histogram = out->nhistograms;
		on->first_call = out->ncalls;
		on->first_block = out->nblocks;
		append(out->histograms, &out->nhistograms, all->histograms, file->first_histogram,
		       file->nhistograms, sizeof *out->histograms);
		append(out->calls, &out->ncalls, all->calls, file->first_call, file->ncalls,
		       sizeof *out->calls);
		append(out->blocks, &out->nblocks, all->blocks, file->first_block, file->nblocks,
		       sizeof *out->blocks);
	}
	append(off, &out->noff, all->off, 0, all->noff, sizeof *off);
	return out;
}

struct grouping {
	const struct profile *profile;
	const struct file_names *names;
	enum file_grouping by;
	unsigned modulo;
	double *ticks;       /* of a group, by function; zeros between groups */
	double *squares;     /* of its files, likewise */
	struct keyed *funcs; /* those that have some; shape: [nfuncs] */
	struct group_sums *sums;
	struct arena *arena, *own;
};

static const char *name_of(const struct grouping *g, const struct file_name *name) {
	const char *text = g->by == GROUP_BY_HOST ? name->host : name->group;

	if (g->by < GROUP_BY_RANK)
		return text ? text : "";
	return name->rank == NO_RANK ? ""
	                             : arena_format(g->arena, "rank %u modulo %u",
	                                            name->rank % g->modulo, g->modulo);
}

static bool is_named(const void *items, uint32_t number, const void *wanted) {
	return !strcmp(((const struct run *)items)[number].path, wanted);
}

/* The standard error of a mean of n figures, by the mean of their squares. */
static double error_of(double mean, double squares, double n) {
	return n > 1 ? sqrt(fmax(0, squares - mean * mean) / (n - 1)) : 0;
}

static void add_sums(struct group_sums *sums, double n, double ticks, double error) {
	sums->n += n;
	sums->ticks += n * ticks;
	sums->squares += n * ticks * ticks;
	sums->within += n * (n - 1) * error * error;
}

/* Makes a group the mean of n runs. */
static void add_up(const struct grouping *g, struct run *out, const struct run *runs,
                   const uint32_t *members, size_t n) {
	const double all = (double)n;
	struct run_ticks *funcs;
	float *errors;
	uint32_t *numbers = arena_space(g->arena, n, sizeof *numbers);
	double squares = 0;

	out->number = runs[*members].number;
	out->members = numbers;
	out->nmembers = n;
	out->rate = (runs[*members].rate > 0 ? runs[*members].rate : g->profile->rate) * all;
	for (size_t i = 0; i < n; i++) {
		const struct run *run = &runs[members[i]];

		numbers[i] = (uint32_t)run->number;
		out->calls += run->calls;
		out->ticks += run->ticks / all;
		out->rest += run->rest / all;
		out->mpi += run->mpi / all;
		squares += run->ticks * run->ticks / all;
		for (size_t k = 0; k < run->nfuncs; k++) {
			const uint32_t func = run->funcs[k].func;

			if (g->ticks[func] <= 0 && run->funcs[k].ticks > 0)
				g->funcs[out->nfuncs++] = (struct keyed){ func, func };
			g->ticks[func] += run->funcs[k].ticks / all;
			g->squares[func] += (double)run->funcs[k].ticks * run->funcs[k].ticks / all;
		}
	}
	out->error = error_of(out->ticks, squares, all);
	add_sums(&g->sums[g->profile->nfuncs], all, out->ticks, out->error);
	sort_keys(g->funcs, out->nfuncs, g->own);
	out->funcs = funcs = arena_space(g->arena, out->nfuncs, sizeof *funcs);
	out->errors = errors = arena_space(g->arena, out->nfuncs, sizeof *errors);
	for (size_t i = 0; i < out->nfuncs; i++) {
		const uint32_t func = g->funcs[i].index;

		funcs[i] = (struct run_ticks){ func, (float)g->ticks[func] };
		errors[i] = (float)error_of(g->ticks[func], g->squares[func], all);
		add_sums(&g->sums[func], all, g->ticks[func], errors[i]);
		g->ticks[func] = g->squares[func] = 0;
	}
}

/* Returns how many groups there are. */
static size_t put_together(const struct grouping *g, const struct run *runs, size_t n,
                           const struct run **out) {
	struct index seen = { .arena = g->own };
	struct keyed *order = arena_space(g->own, n, sizeof *order);
	uint32_t *numbers = arena_space(g->own, n, sizeof *numbers), group;
	struct run *list = arena_alloc(g->own, n, sizeof *list);

	for (size_t i = 0; i < n; i++)
		order[i] = (struct keyed){ g->names->list[runs[i].number].rank, (uint32_t)i };
	sort_keys(order, n, g->own);
	for (size_t i = 0; i < n; i++) {
		const uint32_t at = order[i].index;
		const char *name = name_of(g, &g->names->list[runs[at].number]);

		numbers[at] = NO_LIST;
		if (runs[at].failed)
			continue;
		if (index_append(&seen, hash_text(0, name), is_named, list, name, &group))
			list[group].path = name;
		numbers[at] = group;
	}
	struct lists members = lists_new(numbers, n, seen.n, g->own);
	for (size_t i = 0; i < seen.n; i++)
		add_up(g, &list[i], runs, members.list + members.first[i],
		       members.first[i + 1] - members.first[i]);
	*out = arena_copy(g->arena, list, seen.n, sizeof *list);
	return seen.n;
}

const struct file_groups *file_groups_find(const struct profile *profile, const struct runs *runs,
                                           const struct file_names *names, enum file_grouping by,
                                           unsigned modulo, struct arena *arena) {
	const size_t told[] = { 0, names->nhosts, names->ngroups, names->nranks };

	if (!told[by])
		return NULL;
	SCRATCH struct arena *own = arena_new();
	struct file_groups *out = arena_alloc(arena, 1, sizeof *out);
	struct runs *groups = arena_copy(arena, runs, 1, sizeof *groups);
	struct grouping g = {
		.profile = profile,
		.names = names,
		.by = by,
		.modulo = modulo,
		.ticks = arena_alloc(own, profile->nfuncs, sizeof *g.ticks),
		.squares = arena_alloc(own, profile->nfuncs, sizeof *g.squares),
		.funcs = arena_space(own, profile->nfuncs, sizeof *g.funcs),
		.sums = arena_alloc(own, profile->nfuncs + 1, sizeof *g.sums), /* of those off */
		.arena = arena,
		.own = own,
	};
	groups->noun = by == GROUP_BY_HOST ? "hosts" : "groups";
	groups->noff = put_together(&g, runs->off, runs->noff, &groups->off);
	groups->sums = g.sums = arena_alloc(arena, profile->nfuncs + 1, sizeof *g.sums);
	groups->n = put_together(&g, runs->list, runs->n, &groups->list);
	out->runs = groups;
	out->spreads = spreads_find(profile, groups, NULL, arena);
	return out;
}

/* Pearson's type III distribution with the mean, variance and skewness of the number of pairs: a
 * gamma distribution that is shifted. */
double dispersion_tail(const struct dispersion *d) {
	const double t = d->sum, q = 1 / (double)d->n;
	const double all = t * (t - 1) / 2; /* pairs */
	const double pairs = (d->squares - t) / 2;

	if (t < 2)
		return 1;
	double variance = all * q * (1 - q);
	double third = variance * (1 - 2 * q) + t * (t - 1) * (t - 2) * q * q * (1 - q);
	if (variance <= 0 || third <= 0)
		return 1;
	double deviation = sqrt(variance), skew = third / (variance * deviation);
	double freedom = 8 / (skew * skew);
	/* Half a pair less: a tail of whole numbers. */
	deviation = (pairs - 0.5 - all * q) / deviation + 2 / skew;
	return deviation > 0 ? chi2_tail(4 * deviation / skew, freedom) : 1;
}

/* The variance in means, which is what chance makes of it, less 1. */
static double dispersion_excess(const struct dispersion *d) {
	const double n = (double)d->n, mean = d->sum / n;

	return mean > 0 ? fmax(0, (d->squares / mean - d->sum) / (n - 1) - 1) : 0;
}

/* The coefficient of variation without what chance makes of it. */
static double dispersion_variation(const struct dispersion *d) {
	return d->sum > 0 ? sqrt(dispersion_excess(d) * (double)d->n / d->sum) : 0;
}

/* 1 / 0.6745: half of normal figures are within 0.6745 standard deviations. */
static const double normal_scale = 1.4826;

/* Sorts them in place, the least first; none is below 0, so their bits rise as they do. */
static void median_sort(double *list, size_t n, struct arena *scratch) {
	if (n)
		memcpy(list, sort_copy(list, n, sizeof *list, 0, scratch), n * sizeof *list);
}

/* The item that is at `at` when `nequal` more that are `equal` are sorted in. */
static double item_at(const double *sorted, size_t n, double equal, size_t nequal, size_t at) {
	if (at < n && sorted[at] < equal)
		return sorted[at];
	return at >= nequal && sorted[at - nequal] > equal ? sorted[at - nequal] : equal;
}

/* The median of n + nequal > 0 figures: nequal are `equal`, the others are sorted. */
static double median_with(const double *sorted, size_t n, double equal, size_t nequal) {
	const size_t all = n + nequal;

	return (item_at(sorted, n, equal, nequal, (all - 1) / 2) +
	        item_at(sorted, n, equal, nequal, all / 2)) /
	       2;
}

/* The median of absolute deviations from the middle, times what makes it the standard deviation of
 * normal figures; nzeros of the n + nzeros > 0 figures are 0 and not in the list. */
static double median_deviation(const double *list, size_t n, size_t nzeros, double middle,
                               struct arena *scratch) {
	double *apart = arena_space(scratch, n, sizeof *apart);

	for (size_t i = 0; i < n; i++)
		apart[i] = fabs(list[i] - middle);
	median_sort(apart, n, scratch);
	return normal_scale * median_with(apart, n, fabs(middle), nzeros);
}

/* Which of several profile files differ from the others: in how much time they have, or in what
 * they have of a function. */

/* The part of findings that may be chance: one set of equal files in a hundred has any. */
static const double level = 0.01;

/* The same of totals of fewer than SPREADS_TELL groups, and the part that these may differ by. */
static const double few_level = 0.04, few_margin = 0.05;

struct measuring {
	const struct spreads *out;
	const struct profile *profile;
	uint32_t *funcs; /* that a file may lack more than by chance; shape: [nfuncs] */
	size_t nfuncs;
	double *ticks;                /* of the file that is measured; by function */
	double mean;                  /* ticks of a file */
	double log_median, log_scale; /* of the logarithms of totals: the middle, and how far
	                                   they are from it by chance */
	bool are_few;                 /* they are groups, too few for that */
};

/* How far a file is from the median one in a function, in standard deviations, as it is and with
 * its total brought to that of the mean file: the less of both, so that a file with more of
 * everything is not apart in one function. */
static double distance_in(const struct spread *s, double ticks, double part) {
	const double z = (ticks - s->median) / s->scale;
	const double in_part = (ticks - s->median * part) / s->scale / (part > 1 ? sqrt(part) : 1);

	if (z * in_part <= 0)
		return 0;
	return fabs(z) < fabs(in_part) ? z : in_part;
}

/* Whether ticks are too many or too few for chance, of so many functions in all files, where the
 * mean of the others is as in a file with this part of their time.  Several that stand out move
 * that, but not the median, which is within one sample of the mean of counts. */
static bool is_beyond_chance(const struct measuring *m, double ticks, double mean, double median,
                             double part, size_t nfuncs, bool is_on) {
	const double tick = m->out->tick, n = (double)m->out->runs->n;
	const double all = is_on ? fmax(0, mean * n - ticks) / (n - 1) : mean;
	const bool is_more = ticks > mean;
	const double others = is_more ? fmin(all, median + tick) : fmax(all, median - tick);
	const double usual = others * ((part > 1) == is_more ? part : 1) / tick;
	const double tail = is_more ? 1 - chi2_tail(2 * usual, 2 * ticks / tick)
	                            : chi2_tail(2 * usual, 2 * ticks / tick + 2);

	/* Too many or too few, in one of the functions or in the total. */
	return 4 * tail * n * (double)nfuncs < level;
}

/* Whether a group is apart by more than one of its files makes it: that alone moves their mean by
 * one standard error, however far it is from the others. */
static bool files_agree(double ticks, double usual, double error) {
	return fabs(ticks - usual) > 2 * error;
}

/* Student's t of a group against the others, where these are too few to tell what is usual, in a
 * function or, at nfuncs, in all; less what groups may differ by.  Noise is that of files within
 * groups, that of the other groups or that of samples, whichever is most.  Two groups are one
 * test. */
static double compare_few(const struct measuring *m, size_t at, const struct run *group,
                          double ticks, double error, bool *is_apart) {
	const size_t nfuncs = m->profile->nfuncs;
	const struct group_sums *sums = &m->out->runs->sums[at];
	const double nfiles = m->out->runs->sums[nfuncs].n, ngroups = (double)m->out->runs->n;
	const double n = (double)group->nmembers, nothers = nfiles - n, freedom = nfiles - ngroups;
	const double sum = sums->ticks - n * ticks, others = sum / nothers;
	const double squares = sums->squares - n * ticks * ticks - sum * others;
	const double variance = fmax(
		fmax(sums->within / freedom, ngroups > 2 ? squares / (ngroups - 2) : 0),
		sums->ticks / nfiles * m->out->tick * n);
	const double off = ticks - others;
	const double t = fmax(0, fabs(off) - few_margin * others) /
	                 sqrt(variance * (1 / n + 1 / nothers));
	const double p = 2 * student_tail(t, freedom) * (ngroups > 2 ? ngroups : 1);

	*is_apart = p < (at < nfuncs ? level / (double)nfuncs : few_level) &&
	            files_agree(ticks, others, error);
	return t > 0 ? copysign(t, off) : 0;
}

/* Makes it the function that a file differs in if that is more than in the one before, by `best`.
 * A file that makes all of a function's differences is apart in it, unless it stands out in its
 * total.  `number` is that of a run that counts, or NO_RUN; `error` is that of a group's ticks. */
static void compare_in(const struct measuring *m, const struct run *run, uint32_t number,
                       uint32_t func, double ticks, double error, struct run_distance *out,
                       double *best) {
	const double part = run->ticks / m->mean;
	const struct spread none = { .scale = m->out->tick, .one = NO_RUN };
	const struct spread *s = m->out->funcs[func] ? m->out->funcs[func] : &none;
	const bool is_one = number != NO_RUN && s->one == number && fabs(out->shift) <= OUTLIER_Z;
	const double apart = fabs(ticks - s->median);
	double z = is_one ? apart / s->scale : fabs(distance_in(s, ticks, part));
	bool is_apart = files_agree(ticks, s->median, error) &&
	                (is_one ||
	                 (z > OUTLIER_Z && is_beyond_chance(m, ticks, s->mean, s->median, part,
	                                                    m->profile->nfuncs, number != NO_RUN)));

	if (m->are_few)
		z = fabs(compare_few(m, func, run, ticks, error, &is_apart));
	const double by = is_apart ? z : apart;

	out->differs = fmax(out->differs, z);
	if (is_apart < out->is_apart || (is_apart == out->is_apart && by <= *best))
		return;
	*best = by;
	out->is_apart = is_apart;
	out->func = func;
	out->ticks = ticks;
	out->usual = s->median;
}

/* A file without ticks has half a sample, because it needs a logarithm. */
static double log_total(const struct measuring *m, const struct run *run) {
	return log(fmax(run->ticks, m->out->tick / 2));
}

static void measure(const struct measuring *m, const struct run *run, uint32_t number,
                    struct run_distance *out) {
	double best = 0;

	*out = (struct run_distance){ .func = NO_FUNC };
	out->shift = (log_total(m, run) - m->log_median) / m->log_scale;
	for (size_t i = 0; i < run->nfuncs; i++) {
		m->ticks[run->funcs[i].func] = run->funcs[i].ticks;
		compare_in(m, run, number, run->funcs[i].func, run->funcs[i].ticks,
		           run->errors ? run->errors[i] : 0, out, &best);
	}
	for (size_t i = 0; i < m->nfuncs; i++)
		if (m->ticks[m->funcs[i]] <= 0)
			compare_in(m, run, number, m->funcs[i], 0, 0, out, &best);
	for (size_t i = 0; i < run->nfuncs; i++)
		m->ticks[run->funcs[i].func] = 0;
	out->is_outlier = fabs(out->shift) > OUTLIER_Z &&
	                  files_agree(run->ticks, m->mean, run->error) &&
	                  is_beyond_chance(m, run->ticks, m->mean, exp(m->log_median), 1, 1,
	                                   number != NO_RUN);
	if (m->are_few)
		out->shift = compare_few(m, m->profile->nfuncs, run, run->ticks, run->error,
		                         &out->is_outlier);
	out->is_outlier |= out->is_apart;
}

/* Finds the means and the middle that files are measured by. */
static void find_usual(struct measuring *m, struct arena *own) {
	const struct spreads *s = m->out;
	double *totals = arena_space(own, s->runs->n, sizeof *totals);

	m->funcs = arena_space(own, m->profile->nfuncs, sizeof *m->funcs);
	for (uint32_t func = 0; func < m->profile->nfuncs; func++)
		if (s->funcs[func] && s->funcs[func]->median > OUTLIER_Z * s->funcs[func]->scale)
			m->funcs[m->nfuncs++] = func;
	for (size_t i = 0; i < s->runs->n; i++) {
		m->mean += s->runs->list[i].ticks / (double)s->runs->n;
		totals[i] = log_total(m, &s->runs->list[i]);
	}
	if (m->mean <= 0)
		return;
	median_sort(totals, s->runs->n, own);
	m->log_median = median_with(totals, s->runs->n, 0, 0);
	m->log_scale = fmax(median_deviation(totals, s->runs->n, 0, m->log_median, own),
	                    sqrt(s->tick / m->mean));
}

/* Names up to three of them. */
static void note_outliers(struct spreads *out, bool are_few, struct arena *arena) {
	enum { NAMED = 3 };
	const char *noun = out->runs->noun ? out->runs->noun : "files";
	struct notes notes = { .arena = arena };
	const char *names = "";
	size_t n = 0;

	for (size_t i = 0; i < out->runs->n; i++) {
		if (!out->on[i].is_outlier)
			continue;
		if (n++ < NAMED)
			names = arena_format(arena, "%s%s%s", names, n > 1 ? ", " : "",
			                     out->runs->list[i].path);
	}
	if (!n)
		return;
	notes_add(&notes, NOTE_FACT,
	          arena_format(arena, "%zu of %zu %s differ%s from %s", n, out->runs->n, noun,
	                       n == 1 ? "s" : "", out->runs->n == 2 ? "each other" : "the rest"),
	          arena_format(
			  arena, "%s%s: the total or what is in one function %s", names,
			  n > NAMED ? ", ..." : "",
			  are_few ? "differs by more than files of one group do (t test, 5 % level)"
				  : "is more than 5 standard deviations from the median"),
	          "the view files (6, then I) shows which functions cause it, and can switch files "
	          "off");
	out->notes = notes.list;
	out->nnotes = notes.n;
}

/* Sets distances of runs, where enough count to tell, and the outliers' note.  Owner: the arena. */
static void run_distances_find(struct spreads *out, const struct profile *profile,
                               struct arena *arena) {
	const struct runs *runs = out->runs;
	SCRATCH struct arena *own = arena_new();
	struct measuring m = { .out = out, .profile = profile };
	struct run_distance *on, *off;

	m.ticks = arena_alloc(own, profile->nfuncs, sizeof *m.ticks);
	find_usual(&m, own);
	m.are_few = runs->n < SPREADS_TELL && runs->sums &&
	            runs->sums[profile->nfuncs].n > (double)runs->n;
	if ((runs->n >= SPREADS_TELL || m.are_few) && m.mean > 0) {
		out->on = on = arena_space(arena, runs->n, sizeof *on);
		out->off = off = m.are_few ? NULL : arena_space(arena, runs->noff, sizeof *off);
		for (size_t i = 0; i < runs->n; i++)
			measure(&m, &runs->list[i], (uint32_t)i, &on[i]);
		for (size_t i = 0; off && i < runs->noff; i++)
			measure(&m, &runs->off[i], NO_RUN, &off[i]);
		note_outliers(out, m.are_few, arena);
	}
}

/* What a file has of a function. */
struct part {
	uint32_t place; /* of the file, in the order of sparklines */
	uint32_t run;
	double ticks;
};

struct spread_finder {
	const struct profile *profile;
	const struct runs *runs;
	double tick;        /* that a sample is worth, at most */
	size_t nwhole;      /* files that are not cut off, if there are several; else all */
	size_t *first;      /* of each function's parts; shape: [nfuncs + 1] */
	size_t *end;        /* of those that are listed; the same shape */
	size_t *next;       /* of each run's functions, to be listed; shape: [runs->n] */
	struct part *parts; /* of some functions, by function and place */
	double *sorted;     /* of a function, above 0; shape: [runs->n] */
	struct spreads *out;
	struct spread **funcs; /* out->funcs */
	double *p;             /* of each function; shape: [nfuncs] */
	struct arena *arena, *own;
	struct arena *scratch; /* of one function */
};

enum { MOST_PARTS = 1 << 20 }; /* that are listed at a time, unless a function has more */

/* Counts the parts of each function; returns how many are listed at a time. */
static size_t count_parts(struct spread_finder *f) {
	const size_t nfuncs = f->profile->nfuncs, n = f->runs->n;
	size_t most = MOST_PARTS > n ? MOST_PARTS : n;

	f->first = arena_alloc(f->own, nfuncs + 1, sizeof *f->first);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < f->runs->list[i].nfuncs; k++)
			f->first[f->runs->list[i].funcs[k].func + 1]++;
	for (size_t i = 0; i < nfuncs; i++)
		f->first[i + 1] += f->first[i];
	f->end = arena_copy(f->own, f->first, nfuncs + 1, sizeof *f->end);
	f->next = arena_alloc(f->own, n, sizeof *f->next);
	return most < f->first[nfuncs] ? most : f->first[nfuncs];
}

/* Lists the parts of functions [low, high), which come after those listed before. */
static void list_parts(struct spread_finder *f, const uint32_t *order, uint32_t low,
                       uint32_t high) {
	for (size_t i = 0; i < f->runs->n; i++) {
		const uint32_t number = order ? order[i] : (uint32_t)i;
		const struct run *run = &f->runs->list[number];

		for (size_t *k = &f->next[number]; *k < run->nfuncs && run->funcs[*k].func < high;
		     ++*k)
			f->parts[f->end[run->funcs[*k].func]++ - f->first[low]] =
				(struct part){ (uint32_t)i, number, run->funcs[*k].ticks };
	}
}

/* A sample of the slowest clock: others vary less. */
static double tick_of(const struct profile *p, const struct runs *runs) {
	double most = 0;

	for (size_t i = 0; i < runs->n; i++) {
		const double rate = runs->list[i].rate;
		const double tick = rate > 0 && p->rate > 0 ? p->rate / rate : 1;

		most = tick > most ? tick : most;
	}
	return most;
}

/* What is left of a file that is cut off says nothing of the others. */
static bool is_judged(const struct spread_finder *f, const struct part *part) {
	return f->nwhole == f->runs->n || !f->runs->list[part->run].is_cut;
}

/* Sums of a function's ticks in all files that are judged. */
static struct dispersion sums_of(const struct spread_finder *f, const struct part *parts,
                                 size_t n) {
	struct dispersion d = { .n = f->nwhole };

	for (size_t i = 0; i < n; i++) {
		const double ticks = is_judged(f, &parts[i]) ? parts[i].ticks / f->tick : 0;

		d.sum += ticks;
		d.squares += ticks * ticks;
	}
	return d;
}

/* The single file that makes most of what is more than chance, or NO_RUN: the one that is farthest
 * from the mean, which has ticks.  Sets how the others vary. */
static uint32_t find_one(const struct spread_finder *f, const struct part *parts, size_t n,
                         struct spread *s) {
	const struct dispersion all = sums_of(f, parts, n);
	struct dispersion rest = all;
	const struct part *far = parts;

	for (size_t i = 1; i < n; i++)
		if (is_judged(f, &parts[i]) &&
		    fabs(parts[i].ticks - s->mean) > fabs(far->ticks - s->mean))
			far = &parts[i];
	if (all.n < 3 || !is_judged(f, far) || fabs(far->ticks - s->mean) < s->mean - s->min)
		return NO_RUN;
	double ticks = far->ticks / f->tick;
	rest.n--;
	rest.sum -= ticks;
	rest.squares -= ticks * ticks;
	s->others = dispersion_variation(&rest);
	return dispersion_excess(&rest) <= dispersion_excess(&all) / 4 ? far->run : NO_RUN;
}

/* A cell of nfiles files, of which n have ticks, shows their median, or the one that stands out. */
static struct sparkline_cell cell_of(struct spread_finder *f, const struct spread *s,
                                     const struct part *parts, size_t n, size_t nfiles,
                                     double apart) {
	double *ticks = arena_space(f->scratch, n, sizeof *ticks);
	struct sparkline_cell cell = { 0 };

	for (size_t i = 0; i < n; i++)
		ticks[i] = parts[i].ticks;
	median_sort(ticks, n, f->scratch);
	double shown = median_with(ticks, n, 0, nfiles - n);
	double least = n < nfiles ? 0 : ticks[0], most = n ? ticks[n - 1] : 0;
	if (most - s->median > apart) {
		cell.outlier = 1;
		shown = most;
	} else if (s->median - least > apart) {
		cell.outlier = -1;
		shown = least;
	}
	if (shown > 0) /* of a file that is cut off, it may be above the most */
		cell.level = (unsigned char)(shown / fmax(shown, s->max) * SPARKLINE_LEVELS *
		                             0.9999);
	return cell;
}

/* Returns how many of the cells have a file that stands out. */
static size_t fill_sparkline(struct spread_finder *f, struct spread *s, const struct part *parts,
                             size_t n, double apart) {
	const size_t nruns = f->runs->n, ncells = f->out->ncells;
	size_t at = 0, noutliers = 0;

	for (size_t cell = 0; cell < ncells; cell++) {
		const size_t low = cell * nruns / ncells, high = (cell + 1) * nruns / ncells;
		const size_t begin = at;

		while (at < n && parts[at].place < high)
			at++;
		s->sparkline[cell] = cell_of(f, s, parts + begin, at - begin, high - low, apart);
		noutliers += s->sparkline[cell].outlier != 0;
	}
	return noutliers;
}

/* What a sample of a function is worth, at most.  Of a recording, in which late samples are worth
 * more than one tick, its own are known: those in a file may be all that are late. */
static double tick_in(const struct spread_finder *f, size_t func, const struct part *parts,
                      size_t n) {
	const struct func *of = &f->profile->funcs[func];
	double most = 0;

	if (!f->profile->paths || f->runs->sums)
		return f->out->tick;
	for (size_t i = 0; i < n; i++)
		most = fmax(most, parts[i].ticks);
	return fmin(f->out->tick, 1 + fmax(0, of->variance - of->self_ticks) / most);
}

/* Sets the probability that its files differ as much by chance. */
static struct spread *find_spread(struct spread_finder *f, const struct part *parts, size_t n,
                                  double *p) {
	const double nruns = (double)f->nwhole;
	const struct dispersion d = sums_of(f, parts, n);
	struct spread *s = arena_alloc(f->arena, 1, sizeof *s);
	size_t njudged = 0;

	for (size_t i = 0; i < n; i++) {
		f->sorted[i] = parts[i].ticks;
		if (!is_judged(f, &parts[i]))
			continue;
		s->min = njudged++ ? fmin(s->min, parts[i].ticks) : parts[i].ticks;
		if (parts[i].ticks > s->max) {
			s->max = parts[i].ticks;
			s->most = parts[i].run;
		}
	}
	median_sort(f->sorted, n, f->scratch);
	s->mean = d.sum * f->tick / nruns;
	s->min = njudged < f->nwhole ? 0 : s->min;
	s->median = median_with(f->sorted, n, 0, f->runs->n - n);
	s->variation = dispersion_variation(&d);
	/* The dispersion of 64 files hardly shows that one has twice as much. */
	const double most = s->max / f->tick;
	*p = 2 * fmin(dispersion_tail(&d), nruns * binomial_tail(d.sum - most, most, 1 / nruns));
	/* The standard deviation of the middle half of the files, not less than that of samples. */
	s->scale = fmax(median_deviation(f->sorted, n, f->runs->n - n, s->median, f->scratch),
	                sqrt((s->median > f->tick ? s->median : f->tick) * f->tick));
	s->one = find_one(f, parts, n, s);
	/* Where files stand out all over, none does. */
	if (fill_sparkline(f, s, parts, n, OUTLIER_Z * s->scale) > 1 + f->out->ncells / 4)
		fill_sparkline(f, s, parts, n, HUGE_VAL);
	arena_reset(f->scratch);
	return s;
}

static void set_pattern(struct spread *s, double p, double q) {
	s->is_beyond_chance = p < level;
	if (q < level)
		s->pattern = s->one == NO_RUN ? SPREAD_VARIES : SPREAD_ONE;
	else
		s->one = NO_RUN;
}

/* What files have in all. */
static const struct spread *find_total(struct spread_finder *f, const uint32_t *order) {
	struct part *parts = arena_space(f->own, f->runs->n, sizeof *parts);
	struct spread *s;
	size_t n = 0;
	double p;

	for (uint32_t i = 0; i < f->runs->n; i++) {
		const uint32_t number = order ? order[i] : i;

		if (f->runs->list[number].ticks > 0)
			parts[n++] = (struct part){ i, number, f->runs->list[number].ticks };
	}
	if (!n)
		return NULL;
	s = find_spread(f, parts, n, &p);
	set_pattern(s, p, p);
	return s;
}

/* Says what is more than chance, of all functions together. */
static void find_patterns(struct spread_finder *f) {
	const size_t nfuncs = f->profile->nfuncs;
	struct discovery *list = arena_space(f->own, nfuncs, sizeof *list);
	double *q = arena_space(f->own, nfuncs, sizeof *q);
	size_t n = 0;

	for (size_t i = 0; i < nfuncs; i++)
		if (f->funcs[i])
			list[n++] = (struct discovery){ f->p[i], &q[i] };
	discoveries_judge(list, n, f->scratch);
	for (size_t i = 0; i < nfuncs; i++)
		if (f->funcs[i])
			set_pattern(f->funcs[i], f->p[i], q[i]);
}

const struct spreads *spreads_find(const struct profile *profile, const struct runs *runs,
                                   const uint32_t *order, struct arena *arena) {
	SCRATCH struct arena *own = arena_new();
	const size_t nfuncs = profile->nfuncs;
	struct spreads *out = arena_alloc(arena, 1, sizeof *out);
	struct spread_finder f = {
		.profile = profile,
		.runs = runs,
		.out = out,
		.funcs = arena_alloc(arena, nfuncs, sizeof *f.funcs),
		.sorted = arena_space(own, runs->n, sizeof *f.sorted),
		.p = arena_space(own, nfuncs, sizeof *f.p),
		.arena = arena,
		.own = own,
		.scratch = arena_within(own),
	};
	uint32_t high;

	out->runs = runs;
	out->funcs = f.funcs;
	out->ncells = runs->n < SPARKLINE_CELLS ? runs->n : SPARKLINE_CELLS;
	if (runs->n > 1) {
		f.tick = out->tick = tick_of(profile, runs);
		for (size_t i = 0; i < runs->n; i++)
			f.nwhole += !runs->list[i].is_cut;
		f.nwhole = f.nwhole > 1 ? f.nwhole : runs->n;
		size_t most = count_parts(&f);
		f.parts = arena_space(own, most, sizeof *f.parts);
		for (uint32_t low = 0; low < nfuncs; low = high) {
			for (high = low + 1;
			     high < nfuncs && f.first[high + 1] - f.first[low] <= most; high++)
				;
			list_parts(&f, order, low, high);
			for (uint32_t i = low; i < high; i++) {
				const struct part *parts = f.parts + f.first[i] - f.first[low];
				const size_t n = f.first[i + 1] - f.first[i];

				f.tick = tick_in(&f, i, parts, n);
				f.funcs[i] = n ? find_spread(&f, parts, n, &f.p[i]) : NULL;
			}
		}
		f.tick = out->tick;
		find_patterns(&f);
		out->total = find_total(&f, order);
		run_distances_find(out, profile, arena);
	}
	return runs->n > 1 ? out : NULL;
}
