/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/build/building.h"
#include "model/build/run_finder.h"
#include "model/regression.h"

/* Time and calls of each file, sparse: what many files have of many functions can be far more than
 * what they hold.
 *
 * The time of a function is a list of parts of bins, which many files count, and of ticks in single
 * files.  All of it can be handed on at once. */

/* One item of such a list. */
struct piece_of_time {
	uint32_t next; /* plus 1; 0: the last one */
	uint32_t what; /* a bin; from nbins on, a file */
	double ticks;  /* of each that the bin counts, or in the file */
};

/* The time of a function or of the cycle that it heads. */
struct own_time {
	uint32_t first, last; /* of its list, plus 1; 0: it has none */
	double ticks;         /* in all files */
	double noise;         /* variance of that */
};

/* What files count of a bin, or of calls along an arc. */
struct in_file {
	uint32_t file;
	float count; /* whole numbers up to 2^24 are exact */
};

/* Lists of these, one after the other. */
struct file_lists {
	struct in_file *list; /* each in the order of the files */
	size_t *first;        /* by number; shape: [n + 1] */
	uint32_t *last;       /* while they are made: the file last added, plus 1 */
};

struct caller_series {
	size_t nfiles; /* those that have both */
	bool is_large; /* there would be too much, so there is none */

	/* Variance of a tick: files may differ in rate; shape: [nfiles]. */
	double *tick;

	size_t nbins;
	struct file_lists counts; /* by bin */
	struct piece_of_time *pieces;
	size_t npieces;
	struct own_time *times; /* shape: [nfuncs] */
	bool *has_time;         /* it or what it calls has some; shape: [nfuncs] */

	/* Calls by column: arcs that hand time on have one. */
	struct file_lists calls;
	size_t ncolumns;
	double *total;          /* calls in all files; shape: [ncolumns] */
	const uint32_t *column; /* plus 1, or 0, by arc; shape: [narcs] */
};

uint32_t caller_node(const struct building *b, const struct func *f) {
	return (uint32_t)((f->cycle ? f->cycle->members[0] : f) - b->funcs);
}

static bool has_both(const struct records *r, const struct profile_file *file) {
	for (size_t i = 0; i < file->nhistograms; i++)
		if (r->histograms[file->first_histogram + i].bins.n)
			return file->ncalls > 0;
	return false;
}

/* Those files; sets *n.  Owner: the arena. */
static const struct profile_file **files_with_both(const struct records *r, size_t *n,
                                                   struct arena *arena) {
	const struct profile_file **list = arena_space(arena, r->nfiles, sizeof *list);

	for (size_t i = *n = 0; i < r->nfiles; i++)
		if (has_both(r, &r->files[i]))
			list[(*n)++] = &r->files[i];
	return list;
}

/* Which functions have time or call some that have. */
static void find_timed(const struct building *b, struct caller_series *s, struct arena *arena) {
	s->has_time = arena_alloc(arena, b->nfuncs, sizeof *s->has_time);
	for (size_t i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[b->order[i]];
		bool has_time = f->self_ticks > 0;

		for (size_t k = 0; k < f->ncallees && !has_time; k++)
			has_time = s->has_time[caller_node(b, f->callees[k]->callee)];
		s->has_time[caller_node(b, f)] |= has_time;
	}
}

static void make_columns(const struct building *b, struct caller_series *s, struct arena *arena) {
	uint32_t *column = arena_alloc(arena, b->narcs, sizeof *column);

	for (size_t i = 0; i < b->narcs; i++) {
		const struct arc *a = &b->arcs[i];

		if ((a->calls || a->is_split) && arc_hands_time(a) &&
		    s->has_time[caller_node(b, a->callee)])
			column[i] = (uint32_t)++s->ncolumns;
	}
	s->column = column;
	s->total = arena_alloc(arena, s->ncolumns, sizeof *s->total);
}

/* Lists are gathered twice: their lengths, then what is in them. */
static void gather(struct file_lists *lists, size_t number, uint32_t file, uint64_t count) {
	const bool is_same = lists->last[number] == file + 1;

	lists->last[number] = file + 1;
	if (!lists->list)
		lists->first[number + 1] += !is_same;
	else if (is_same)
		lists->list[lists->first[number] - 1].count += (float)count;
	else
		lists->list[lists->first[number]++] = (struct in_file){ file, (float)count };
}

static void gather_calls(const struct building *b, struct caller_series *s,
                         const struct profile_file *file, uint32_t number) {
	for (size_t i = file->first_call; i < file->first_call + file->ncalls; i++) {
		const uint32_t arc = b->arc_of_call[i], column = arc ? s->column[arc - 1] : 0;
		const uint64_t count = b->records->calls[i].count;

		if (!column)
			continue;
		if (!s->calls.list)
			s->total[column - 1] += (double)count;
		gather(&s->calls, column - 1, number, count);
	}
}

static void gather_counts(const struct building *b, struct caller_series *s,
                          const struct bin_owners *owners, const struct profile_file *file,
                          uint32_t number) {
	for (size_t i = file->first_histogram; i < file->first_histogram + file->nhistograms; i++) {
		const struct histogram *h = &b->records->histograms[i];
		const uint32_t *bins = bin_numbers(owners, i);

		for (size_t k = 0; k < h->bins.n; k++)
			gather(&s->counts, bins[bin_at(&h->bins, k).index], number,
			       bin_at(&h->bins, k).count);
	}
}

static void gather_begin(struct file_lists *lists, size_t n, struct arena *arena) {
	lists->first = arena_alloc(arena, n + 1, sizeof *lists->first);
	lists->last = arena_alloc(arena, n, sizeof *lists->last);
}

static void gather_again(struct file_lists *lists, size_t n, struct arena *arena) {
	for (size_t i = 0; i < n; i++)
		lists->first[i + 1] += lists->first[i];
	lists->list = arena_space(arena, lists->first[n], sizeof *lists->list);
	memset(lists->last, 0, n * sizeof *lists->last);
}

static void gather_end(struct file_lists *lists, size_t n) {
	memmove(lists->first + 1, lists->first, n * sizeof *lists->first);
	lists->first[0] = 0;
}

static void make_lists(const struct building *b, struct caller_series *s,
                       const struct bin_owners *owners, const struct profile_file *const *files,
                       struct arena *arena) {
	s->nbins = owners->nbins;
	gather_begin(&s->calls, s->ncolumns, arena);
	gather_begin(&s->counts, s->nbins, arena);
	for (uint32_t pass = 0; pass < 2; pass++) {
		for (uint32_t i = 0; i < s->nfiles; i++) {
			gather_calls(b, s, files[i], i);
			gather_counts(b, s, owners, files[i], i);
		}
		if (pass)
			break;
		gather_again(&s->calls, s->ncolumns, arena);
		gather_again(&s->counts, s->nbins, arena);
	}
	gather_end(&s->calls, s->ncolumns);
	gather_end(&s->counts, s->nbins);
}

/* Adds a piece to a function's time: `sum` ticks, and that variance. */
static void add_piece(struct caller_series *s, size_t node, uint32_t what, double ticks, double sum,
                      double noise, struct arena *arena) {
	struct own_time *time = &s->times[node];

	arena_append(arena, s->pieces, s->npieces,
	             (struct piece_of_time){ time->first, what, ticks });
	time->first = (uint32_t)s->npieces;
	if (!time->last)
		time->last = time->first;
	time->ticks += sum;
	time->noise += noise;
}

/* Adds what each function has of each bin. */
static void add_bins(struct caller_series *s, const struct bin_owners *owners,
                     struct arena *arena) {
	for (size_t bin = 0; bin < s->nbins; bin++) {
		double counts = 0, noise = 0;

		for (size_t i = s->counts.first[bin]; i < s->counts.first[bin + 1]; i++) {
			const struct in_file *here = &s->counts.list[i];

			counts += (double)here->count;
			noise += (double)here->count * s->tick[here->file];
		}
		for (size_t i = owners->first[bin]; i < owners->first[bin + 1]; i++) {
			const double part = owners->list[i].part;

			add_piece(s, owners->list[i].owner, (uint32_t)bin, part, part * counts,
			          part * noise, arena);
		}
	}
}

/* Adds ticks in one file. */
static void add_in_file(struct caller_series *s, size_t node, size_t file, double ticks,
                        struct arena *arena) {
	if (ticks > 0)
		add_piece(s, node, (uint32_t)(s->nbins + file), ticks, ticks, ticks * s->tick[file],
		          arena);
}

/* Adds all of a function's time to another one's, and ends its list. */
static void add_whole(struct caller_series *s, size_t from, size_t to) {
	struct own_time *x = &s->times[from], *y = &s->times[to];

	if (!x->first)
		return;
	s->pieces[x->last - 1].next = y->first;
	y->first = x->first;
	y->last = y->last ? y->last : x->last;
	y->ticks += x->ticks;
	y->noise += x->noise;
	x->first = x->last = 0;
}

/* A function's ticks in each file.  Owner: the arena. */
static double *ticks_by_file(const struct caller_series *s, size_t node, struct arena *arena) {
	double *ticks = arena_alloc(arena, s->nfiles, sizeof *ticks);

	for (uint32_t at = s->times[node].first; at; at = s->pieces[at - 1].next) {
		const struct piece_of_time *p = &s->pieces[at - 1];

		if (p->what >= s->nbins) {
			ticks[p->what - s->nbins] += p->ticks;
			continue;
		}
		for (size_t i = s->counts.first[p->what]; i < s->counts.first[p->what + 1]; i++) {
			const struct in_file *here = &s->counts.list[i];

			ticks[here->file] += p->ticks * (double)here->count;
		}
	}
	return ticks;
}

/* The callee of a call record, as far as it was taken and is not the profiler's. */
static const struct func *callee_of(const struct building *b, size_t call) {
	const uint32_t arc = b->arc_of_call[call];
	const struct func *f = arc ? b->arcs[arc - 1].callee : NULL;

	return f && !f->is_profiler ? f : NULL;
}

/* Hands out the profiler's time in each file as ticks.c does in all. */
static void spread(const struct building *b, struct caller_series *s,
                   const struct profile_file *const *files, struct arena *arena) {
	const double *profiler = ticks_by_file(s, b->nfuncs, arena);
	const struct call *calls = b->records->calls;

	for (size_t file = 0; file < s->nfiles; file++) {
		const size_t begin = files[file]->first_call, end = begin + files[file]->ncalls;
		double all = 0;

		for (size_t i = begin; i < end; i++)
			all += callee_of(b, i) ? (double)calls[i].count : 0;
		for (size_t i = begin; i < end && all > 0; i++) {
			const struct func *f = callee_of(b, i);
			const size_t node = f ? caller_node(b, f) : 0;

			if (f && s->has_time[node])
				add_in_file(s, node, file,
				            profiler[file] * (double)calls[i].count / all, arena);
		}
	}
}

/* Whose time that of each function is: its own or its cycle's; the profiler's (nfuncs) or nobody's,
 * as ticks.c left it. */
static const uint32_t *find_owners(const struct building *b, const struct caller_series *s,
                                   struct arena *arena) {
	uint32_t *as = arena_space(arena, b->nfuncs, sizeof *as);

	for (size_t i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];
		const size_t node = caller_node(b, f);

		as[i] = s->has_time[node] ? (uint32_t)node : NO_FUNC;
		if (func_gave_time(b->profile, f))
			as[i] = (uint32_t)b->nfuncs;
	}
	return as;
}

/* Sets the time of functions; false if that would be too much: histograms of many shapes, with bins
 * over very many functions. */
static bool find_times(const struct building *b, struct caller_series *s,
                       const struct profile_file *const *files, struct arena *arena) {
	enum { MOST = 4 << 20, SHARE = 4 };
	const struct tick_rules rules = { .records = b->records,
		                          .image = b->image,
		                          .map = &b->map,
		                          .splits = b->profile->splits,
		                          .outside = NO_FUNC,
		                          .rate = b->profile->rate };
	struct arena *scratch = arena_within(arena);
	struct bin_owners owners;

	if (!bin_owners_begin(&owners, &rules, scratch, b->progress) ||
	    !bin_owners_find(&owners, find_owners(b, s, scratch), b->nfuncs + 1,
	                     MOST + SHARE * owners.nbins, scratch, b->progress))
		return false;
	make_lists(b, s, &owners, files, arena);
	s->times = arena_alloc(arena, b->nfuncs + 1, sizeof *s->times);
	add_bins(s, &owners, arena);
	arena_reset(scratch);
	if (b->profile->profiler == PROFILER_SPREAD)
		spread(b, s, files, arena);
	return true;
}

/* Sets all of it once arcs and cycles are known; owner: the arena.  No files if fewer than two have
 * both, the job is cancelled, or there would be too much.  Cost: linear in the records, and in the
 * parts of bins by the files that have these. */
static struct caller_series caller_series_find(const struct building *b, struct arena *arena) {
	struct caller_series s = { .nfiles = 0 };
	const struct profile_file **files = files_with_both(b->records, &s.nfiles, arena);

	if (s.nfiles < 2)
		return (struct caller_series){ .nfiles = 0 };
	s.tick = arena_space(arena, s.nfiles, sizeof *s.tick);
	for (size_t i = 0; i < s.nfiles; i++)
		s.tick[i] = file_tick(b->records, files[i], b->profile->rate);
	find_timed(b, &s, arena);
	make_columns(b, &s, arena);
	if (find_times(b, &s, files, arena))
		return s;
	return (struct caller_series){ .is_large = !progress_is_cancelled(b->progress) };
}

/* When files tell: the limits were chosen by simulation, so that with noise, costs that vary from
 * file to file and parts that are much alike at least 99 of 100 figures are within three errors
 * (tests/unit/test_caller_costs.c). */

/* An arc that hands on time of the function, or of its cycle. */
struct handing {
	size_t arc;      /* its number */
	uint32_t column; /* of the series */
	double calls;    /* in all files */
	double weight;   /* what one call gets, beside those of the others; all
	                    alike where it is not measured */
	double error;    /* of the ticks for its calls; 0: not measured by itself */
	size_t cause;    /* of the regression */
};

/* Ticks in the function's that may be another's: in proportion to the calls along an arc that it
 * gets them by. */
struct doubt {
	uint32_t column;
	double ticks; /* one standard deviation */
};

struct caller_problem {
	const struct caller_series *series;
	const double *ticks; /* with callees, in each file */
	const double *calls; /* the same, by all callers */
	struct handing *by;  /* most calls first; shape: [n], n > 1 */
	size_t n;
	const struct doubt *doubts; /* shape: [ndoubts] */
	size_t ndoubts;
	double own_doubt;    /* squared, of all its ticks: because of bins that it
	                     shares with other functions */
	struct arena *arena; /* scratch */
};

enum {
	LEAST_FREEDOM = 4, /* files more than callers */
	LEAST_TICKS = 64,  /* fewer cannot have errors that are small enough */
	MOST_ALIKE = 20
};

static const double most_fit_error = 0.2; /* of the function's ticks */
static const double most_stray = 0.02;    /* the same */

/* Callers with few calls may be fitted as one: with at most this part of the calls. */
static const double most_together = 0.05;

/* The rows of the regression are mixes: files in which the callers made the same parts of the
 * calls, up to rounding, are one.  Many runs with the same input say no more about what differs
 * than one long run. */
struct rows {
	uint32_t *of_file; /* index, or NO_ROW; shape: [nfiles] */
	double *x, *y, *tick;
	size_t n;
};

#define NO_ROW UINT32_MAX

static const double most_alike_part = 0.005; /* of the larger one */

/* Adds the calls in each file along an arc, each times `weight`, to every `step`th of the sums. */
static void add_calls(const struct caller_series *s, uint32_t column, double weight, double *sums,
                      size_t step) {
	for (size_t i = s->calls.first[column]; i < s->calls.first[column + 1]; i++)
		sums[s->calls.list[i].file * step] += weight * (double)s->calls.list[i].count;
}

/* The calls in each file by all callers of each cause; shape: [nfiles][causes]. */
static double *calls_by_cause(const struct caller_problem *p, size_t causes) {
	double *calls = arena_alloc(p->arena, p->series->nfiles * causes, sizeof *calls);

	for (size_t i = 0; i < p->n; i++)
		add_calls(p->series, p->by[i].column, 1, calls + p->by[i].cause, causes);
	return calls;
}

/* Where the function was called, and how much of its time is there. */
static void look(const struct caller_problem *p, struct caller_fit *fit) {
	for (size_t file = 0; file < p->series->nfiles; file++) {
		if (p->calls[file] > 0) {
			fit->nfiles++;
			fit->ticks += p->ticks[file];
		} else {
			fit->stray += p->ticks[file];
		}
	}
}

/* How many of the callers with the fewest calls may be fitted as one. */
static size_t count_few(const struct caller_problem *p) {
	double all = 0, together = 0;
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		all += p->by[i].calls;
	for (size_t i = p->n; i-- > 0; n++) {
		together += p->by[i].calls;
		if (together > most_together * all)
			break;
	}
	return n;
}

/* Makes the last arcs one cause, so many that there are `causes`. */
static void set_causes(struct caller_problem *p, struct caller_fit *fit, size_t causes) {
	for (size_t i = 0; i < p->n; i++)
		p->by[i].cause = i < causes ? i : causes - 1;
	fit->ntogether = causes < p->n ? p->n - causes + 1 : 0;
}

static bool is_same_mix(const double *a, const double *b, size_t causes) {
	for (size_t c = 0; c < causes; c++) {
		const double more = a[c] > b[c] ? a[c] : b[c];
		const double less = a[c] > b[c] ? b[c] : a[c];

		if (more - less > most_alike_part * more)
			return false;
	}
	return true;
}

/* The files with calls, by the first cause's part of them, the largest first; sets the parts. */
static struct keyed *sort_files(const struct caller_problem *p, size_t causes, const double *calls,
                                double *parts, size_t *n) {
	struct keyed *order = arena_alloc(p->arena, p->series->nfiles, sizeof *order);

	for (size_t file = *n = 0; file < p->series->nfiles; file++) {
		double *part = parts + file * causes;

		if (p->calls[file] <= 0)
			continue;
		for (size_t c = 0; c < causes; c++)
			part[c] = calls[file * causes + c] / p->calls[file];
		order[(*n)++] = (struct keyed){ sort_key_down(part[0]), (uint32_t)file };
	}
	sort_keys(order, *n, p->arena);
	return order;
}

/* The row of a mix, of those whose first files are given; or a new one. */
static size_t row_of(const double *parts, const uint32_t *first, size_t n, const double *part,
                     size_t causes) {
	for (size_t row = n; row-- > 0;) {
		const double *other = parts + first[row] * causes;

		if (is_same_mix(other, part, causes))
			return row;
		if (!is_same_mix(other, part, 1))
			break;
	}
	return n;
}

static struct rows make_fit_rows(const struct caller_problem *p, size_t causes) {
	const size_t nfiles = p->series->nfiles;
	double *parts = arena_alloc(p->arena, nfiles * causes, sizeof *parts);
	uint32_t *first = arena_alloc(p->arena, nfiles, sizeof *first);
	const double *calls = calls_by_cause(p, causes);
	size_t n;
	const struct keyed *order = sort_files(p, causes, calls, parts, &n);
	struct rows rows = { .n = 0 };

	rows.of_file = arena_space(p->arena, nfiles, sizeof *rows.of_file);
	memset(rows.of_file, 0xff, nfiles * sizeof *rows.of_file);
	rows.x = arena_alloc(p->arena, n * causes, sizeof *rows.x);
	rows.y = arena_alloc(p->arena, n, sizeof *rows.y);
	rows.tick = arena_alloc(p->arena, n, sizeof *rows.tick);
	for (size_t i = 0; i < n; i++) {
		const uint32_t file = order[i].index;
		const size_t row = row_of(parts, first, rows.n, parts + file * causes, causes);

		if (row == rows.n)
			first[rows.n++] = file;
		rows.of_file[file] = (uint32_t)row;
		for (size_t c = 0; c < causes; c++)
			rows.x[row * causes + c] += calls[file * causes + c];
		rows.y[row] += p->ticks[file];
		rows.tick[row] = fmax(rows.tick[row], p->series->tick[file]);
	}
	return rows;
}

/* Sets squares of how far the rates may be off because ticks are another's. */
static void find_doubts(const struct caller_problem *p, const struct regression *r,
                        const struct rows *rows, double *squares) {
	double *change = arena_alloc(p->arena, rows->n, sizeof *change);
	double shift[REGRESSION_CAUSES];
	const struct file_lists *calls = &p->series->calls;

	for (size_t i = 0; i < p->ndoubts; i++) {
		const struct doubt *d = &p->doubts[i];
		const double a_call = d->ticks / p->series->total[d->column];

		memset(change, 0, rows->n * sizeof *change);
		for (size_t k = calls->first[d->column]; k < calls->first[d->column + 1]; k++) {
			const uint32_t row = rows->of_file[calls->list[k].file];

			if (row != NO_ROW)
				change[row] += a_call * (double)calls->list[k].count;
		}
		regression_shift(r, change, shift);
		for (size_t c = 0; c < r->causes; c++)
			squares[c] += shift[c] * shift[c];
	}
}

/* Sets the arcs' errors.  Returns the largest without doubts. */
static double find_errors(struct caller_problem *p, struct caller_fit *fit,
                          const struct regression *r, const struct rows *rows) {
	double squares[REGRESSION_CAUSES] = { 0 }, calls[REGRESSION_CAUSES];
	double worst = 0;
	size_t i;

	find_doubts(p, r, rows, squares);
	for (size_t c = 0; c < r->causes; c++) {
		const double error = r->error[c];
		const double bins = r->rate[c] * r->rate[c] * p->own_doubt /
		                    (fit->ticks * fit->ticks);

		for (i = 0, calls[c] = 0; i < p->n; i++)
			calls[c] += p->by[i].cause == c ? p->by[i].calls : 0;
		worst = fmax(worst, error * calls[c]);
		squares[c] = sqrt(squares[c] + bins + error * error) * calls[c];
		fit->worst = fmax(fit->worst, squares[c] / fit->ticks);
	}
	for (i = 0; i < p->n; i++)
		p->by[i].error = squares[p->by[i].cause];
	return worst / fit->ticks;
}

static enum caller_state judge(struct caller_problem *p, struct caller_fit *fit,
                               struct regression *r) {
	const struct rows rows = make_fit_rows(p, r->causes);

	r->observations = rows.n;
	r->x = rows.x;
	r->y = rows.y;
	r->tick = rows.tick;
	fit->nmixes = rows.n;
	if (rows.n < r->causes + LEAST_FREEDOM || !regression_fit(r))
		return CALLERS_ALIKE;
	fit->chi2 = r->chi2;
	fit->freedom = r->freedom;
	fit->inflation = r->inflation;
	fit->worst = 0;
	double own = find_errors(p, fit, r, &rows);
	if (r->alike > MOST_ALIKE)
		return CALLERS_ALIKE;
	if (fit->worst <= most_fit_error)
		return CALLERS_MEASURED;
	return own <= most_fit_error ? CALLERS_BELOW : CALLERS_UNSURE;
}

/* Callers with few calls are fitted as one if there are not files enough to tell them apart, or as
 * many as may be if that does not do. */
static enum caller_state find(struct caller_problem *p, struct caller_fit *fit,
                              struct regression *r) {
	const size_t few = count_few(p), least = few > 1 ? p->n - few + 1 : p->n;
	size_t most = REGRESSION_CAUSES;

	look(p, fit);
	fit->nneeded = least + LEAST_FREEDOM;
	if (least > most)
		return CALLERS_MANY;
	if (fit->nfiles < fit->nneeded)
		return CALLERS_FEW_FILES;
	if (fit->stray > most_stray * fit->ticks)
		return CALLERS_UNCOUNTED;
	if (fit->ticks < LEAST_TICKS)
		return CALLERS_FEW_SAMPLES;
	if (most > fit->nfiles - LEAST_FREEDOM)
		most = fit->nfiles - LEAST_FREEDOM;
	r->causes = p->n < most ? p->n : most;
	set_causes(p, fit, r->causes);
	enum caller_state state = judge(p, fit, r);
	if (state == CALLERS_MEASURED || r->causes == least)
		return state;
	r->causes = least;
	set_causes(p, fit, least);
	return judge(p, fit, r);
}

/* Sets weights, errors and *fit.  Cost: a regression (model/regression.h), a cause per caller. */
static void caller_fit_find(struct caller_problem *p, struct caller_fit *fit) {
	struct regression r;

	*fit = (struct caller_fit){ .ncallers = p->n };
	fit->state = find(p, fit, &r);
	for (size_t i = 0; i < p->n; i++) {
		struct handing *h = &p->by[i];
		const bool is_alone = h->cause + fit->ntogether < p->n;

		if (fit->state == CALLERS_MEASURED)
			h->weight = r.rate[h->cause];
		if (fit->state != CALLERS_MEASURED || !is_alone)
			h->error = 0;
	}
}

/* Finds what the calls of each caller cost, from files that differ.
 *
 * Callees before callers, because a function's time includes that of its callees: whom each file's
 * ticks of a callee were spent for is known from the callee's own fit; without one they are divided
 * by the calls in that file.  How wrong that may be goes along: the error of the fit, or without
 * one a third of how far it can be from the truth, so that three errors reach it. */

struct measuring {
	struct building *b;
	struct caller_series series;
	double *own_doubt; /* squared, of the ticks of a function or of the
	                      cycle that it heads; shape: [nfuncs] */
	double *doubt;     /* of the ticks that an arc hands on; [narcs] */
	bool *is_told;     /* the same: callees were measured, so its total is not that by calls */
	struct caller_fit *fits;
	size_t nfits;
	uint32_t *fit_of;
	struct caller_cost *arcs;
	struct arena *scratch; /* of one function */
};

bool callers_are_measured(const struct building *b) {
	const struct rules *r = b->rules;

	return !r->gprof && (r->choice.measures_callers || !r->no_costs) &&
	       b->records->nfiles > 1 && !b->records->is_merged;
}

/* The members of a function's cycle, or the function. */
struct members {
	const struct func *const *list;
	size_t n;
};

static size_t arc_number(const struct measuring *m, const struct arc *arc) {
	return (size_t)(arc - m->b->arcs);
}

static void take_callers(const struct measuring *m, struct members members,
                         struct caller_problem *p) {
	for (size_t i = 0; i < members.n; i++)
		for (size_t k = 0; k < members.list[i]->ncallers; k++) {
			const size_t arc = arc_number(m, members.list[i]->callers[k]);
			const uint32_t column = m->series.column[arc];

			if (!column)
				continue;
			arena_append(m->scratch, p->by, p->n,
			             (struct handing){
					     .arc = arc,
					     .column = column - 1,
					     .calls = m->series.total[column - 1],
					     .weight = 1,
				     });
		}
	sort_falling(p->by, p->n, sizeof *p->by, offsetof(struct handing, calls), m->scratch);
}

static void take_doubts(const struct measuring *m, struct members members,
                        struct caller_problem *p) {
	struct doubt *list = NULL;

	for (size_t i = 0; i < members.n; i++)
		for (size_t k = 0; k < members.list[i]->ncallees; k++) {
			const size_t arc = arc_number(m, members.list[i]->callees[k]);

			/* What was split off is not called. */
			if (m->doubt[arc] <= 0 || m->series.total[m->series.column[arc] - 1] <= 0)
				continue;
			arena_append(m->scratch, list, p->ndoubts,
			             (struct doubt){ m->series.column[arc] - 1, m->doubt[arc] });
		}
	p->doubts = list;
}

/* What is not noise in the variance of own ticks, squared. */
static double doubt_of_bins(struct members members) {
	double sum = 0;

	for (size_t i = 0; i < members.n; i++) {
		const struct func *f = members.list[i];

		if (f->variance > f->self_ticks)
			sum += f->variance - f->self_ticks;
	}
	return sum;
}

static void keep(struct measuring *m, const struct caller_problem *p, const struct caller_fit *fit,
                 size_t node) {
	double all = 0;

	arena_append(m->b->arena, m->fits, m->nfits, *fit);
	m->fit_of[node] = (uint32_t)m->nfits;
	if (fit->state != CALLERS_MEASURED)
		return;
	for (size_t i = 0; i < p->n; i++)
		all += p->by[i].weight * p->by[i].calls;
	for (size_t i = 0; i < p->n; i++) {
		const struct handing *h = &p->by[i];
		const double share = h->weight * h->calls / all;

		m->arcs[h->arc] = (struct caller_cost){ share * fit->ticks, h->error, share };
	}
}

/* The only caller gets all of the time: told if that contains some that was measured, and is not
 * too uncertain. */
static void keep_only(struct measuring *m, const struct caller_problem *p, size_t node) {
	const double most_error = 0.2; /* of the ticks, as in callers.c */
	const double ticks = m->series.times[node].ticks;
	const double variance = m->own_doubt[node] + m->series.times[node].noise;

	m->is_told[node] = m->is_told[node] && sqrt(variance) <= most_error * ticks;
	if (m->is_told[node])
		m->arcs[p->by[0].arc] = (struct caller_cost){ ticks, sqrt(variance), 1 };
}

/* What an arc hands on, and the least and the most that it can be. */
struct handed {
	double ticks, least, most;
};

/* Divides the ticks of each file among its callers. */
static void hand_on_files(struct measuring *m, const struct caller_problem *p,
                          struct handed *handed) {
	struct caller_series *s = &m->series;
	double *all = arena_alloc(m->scratch, s->nfiles, sizeof *all);
	uint32_t *ncallers = arena_alloc(m->scratch, s->nfiles, sizeof *ncallers);

	for (size_t i = 0; i < p->n; i++) {
		const uint32_t column = p->by[i].column;

		add_calls(s, column, p->by[i].weight, all, 1);
		for (size_t k = s->calls.first[column]; k < s->calls.first[column + 1]; k++)
			ncallers[s->calls.list[k].file] += s->calls.list[k].count > 0;
	}
	for (size_t i = 0; i < p->n; i++) {
		const struct handing *h = &p->by[i];
		const size_t to = caller_node(m->b, m->b->arcs[h->arc].caller);

		for (size_t k = s->calls.first[h->column]; k < s->calls.first[h->column + 1]; k++) {
			const struct in_file here = s->calls.list[k];
			const double ticks = p->ticks[here.file];
			const double part = h->weight * (double)here.count;
			const double share = all[here.file] > 0 ? part / all[here.file] : 0;

			if (here.count <= 0)
				continue;
			add_in_file(s, to, here.file, share * ticks, m->b->step);
			handed[i].ticks += share * ticks;
			handed[i].most += ticks;
			handed[i].least += ncallers[here.file] == 1 ? ticks : 0;
		}
	}
}

/* Adds the time to that of the callers, and the doubts about it. */
static void hand_on(struct measuring *m, const struct caller_problem *p, size_t node,
                    bool is_measured) {
	const double ticks = m->series.times[node].ticks;
	struct handed *handed = arena_alloc(m->scratch, p->n, sizeof *handed);

	if (p->n > 1) {
		hand_on_files(m, p, handed);
	} else if (p->n == 1) {
		handed->ticks = ticks;
		add_whole(&m->series, node, caller_node(m->b, m->b->arcs[p->by->arc].caller));
	}
	for (size_t i = 0; i < p->n && ticks > 0; i++) {
		const struct handing *h = &p->by[i];
		const size_t to_node = caller_node(m->b, m->b->arcs[h->arc].caller);
		const struct handed *to = &handed[i];
		const double part = to->ticks / ticks;
		const double up = to->most - to->ticks;
		const double down = to->ticks - to->least;
		double off = h->error;

		if (!is_measured && p->n > 1)
			off = (up > down ? up : down) / 3;
		off = off * off + m->own_doubt[node] * part * part;
		m->doubt[h->arc] = sqrt(off);
		m->own_doubt[to_node] += off;
		m->is_told[to_node] |= is_measured || (p->n == 1 && m->is_told[node]);
	}
}

static void measure(struct measuring *m, const struct func *f, size_t node) {
	const struct cycle *c = f->cycle;
	const struct members members = { c ? c->members : &f, c ? c->nmembers : 1 };
	struct caller_problem p = { .series = &m->series, .arena = m->scratch };
	struct caller_fit fit = { .state = CALLERS_FEW_FILES };

	if (!m->series.has_time[node])
		return;
	take_callers(m, members, &p);
	take_doubts(m, members, &p);
	p.own_doubt = doubt_of_bins(members);
	m->own_doubt[node] += p.own_doubt;
	if (p.n > 1) {
		p.ticks = ticks_by_file(&m->series, node, m->scratch);
		p.calls = calls_by_cause(&p, 1);
		caller_fit_find(&p, &fit);
		keep(m, &p, &fit, node);
	} else if (p.n == 1) {
		keep_only(m, &p, node);
	}
	hand_on(m, &p, node, fit.state == CALLERS_MEASURED);
}

/* Callees before callers; the members of a cycle are next to each other. */
static void measure_all(struct measuring *m) {
	enum { STEP = 256 };
	const struct building *b = m->b;
	size_t last = b->nfuncs;

	for (size_t i = 0; i < b->nfuncs && (i % STEP || progress_wanted(b->progress)); i++) {
		const struct func *f = &b->funcs[b->order[i]];
		const size_t node = caller_node(b, f);

		if (node != last)
			measure(m, f, node);
		last = node;
		arena_reset(m->scratch);
	}
}

void callers_measure(struct building *b) {
	struct measuring m = { .b = b, .series = caller_series_find(b, b->step) };
	struct caller_costs *costs = arena_alloc(b->arena, 1, sizeof *costs);

	if (m.series.is_large)
		notes_add(&b->notes, NOTE_FACT, "what calls cost was not measured",
		          "too many functions in too many files",
		          "time is divided by calls; open fewer files");
	if (!m.series.nfiles)
		return;
	m.own_doubt = arena_alloc(b->step, b->nfuncs, sizeof *m.own_doubt);
	m.is_told = arena_alloc(b->step, b->nfuncs, sizeof *m.is_told);
	m.doubt = arena_alloc(b->step, b->narcs, sizeof *m.doubt);
	m.fit_of = arena_alloc(b->arena, b->nfuncs, sizeof *m.fit_of);
	m.arcs = arena_alloc(b->arena, b->narcs, sizeof *m.arcs);
	m.scratch = arena_within(b->step);
	measure_all(&m);
	*costs = (struct caller_costs){ m.series.nfiles, m.fits, m.nfits, m.fit_of, m.arcs };
	b->profile->caller_costs = costs;
}
