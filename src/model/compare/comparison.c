/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/compare/comparison.h"

#include <time.h>

#include "base/spawn.h"
#include "model/compare/matching.h"

static double part_of(double figure, size_t n) {
	return n ? figure / (double)n : figure;
}

/* A run's part of the calls of a side, on average: of those that count them. */
static double side_calls_per_run(const struct side *side, double calls) {
	return part_of(calls, side->runs->ncounted);
}

/* Adds what functions of one side have, as it was counted.  `list`: their numbers; shape: [n]. */
static void add_functions(struct side_figures *sum, const struct side *side, const uint32_t *list,
                          size_t n) {
	sum->is_there |= n > 0;
	for (size_t i = 0; i < n; i++) {
		const struct func *f = &side->data.profile->funcs[list[i]];

		sum->ticks += f->self_ticks;
		sum->total += f->self_ticks + f->descendant_ticks;
		sum->variance += f->variance;
		sum->calls += func_all_calls(f);
		sum->is_counted |= func_is_counted(f);
		sum->is_inlined |= f->is_inlined;
	}
}

static void add_match(const struct comparison *c, struct difference *to, const struct match *m) {
	add_functions(&to->base, c->base, m->base, m->nbase);
	add_functions(&to->new, c->new, m->new, m->nnew);
}

static bool is_inlined(const struct difference *d) {
	return d->base.is_inlined || d->new.is_inlined;
}

/* Apart, code that is inlined runs without being counted. */
static void compare_work(struct comparison *c) {
	const bool are_counted = c->base->data.profile->has_calls &&
	                         c->new->data.profile->has_calls;

	for (size_t i = 0; are_counted && i < c->matching->n; i++) {
		struct difference d = { .match = NO_MATCH };

		add_match(c, &d, &c->matching->list[i]);
		const double base = side_calls_per_run(c->base, d.base.calls);
		const double new = side_calls_per_run(c->new, d.new.calls);
		if (base + new <= 0 || is_inlined(&d) || c->matching->list[i].host != NO_MATCH)
			continue;
		if (!d.base.is_there || !d.new.is_there) {
			c->work.single++;
			continue;
		}
		c->work.all++;
		c->work.equal += fabs(base - new) <= 1e-9 * base;
	}
}

static bool can_be_compared(const struct side *base, const struct side *new, struct error *err) {
	const struct profile *b = base->data.profile, *n = new->data.profile;

	if (b->has_histogram && n->has_histogram && strcmp(b->dimension, n->dimension) != 0)
		return fail(err, "the base is in %.16s, %.200s is in %.16s", b->dimension,
		            new->files.executable, n->dimension);
	if (b->has_histogram != n->has_histogram)
		return fail(err, "%.200s: no time was measured on this side",
		            b->has_histogram ? new->files.files[0] : base->files.files[0]);
	if ((b->rate > 0) != (n->rate > 0))
		return fail(err,
		            "the ticks per second of %s are not known, so its times cannot be "
		            "compared",
		            b->rate > 0 ? "the new side" : "the base");
	return true;
}

/* Samples were of the executable only, and it uses libraries. */
static bool lacks_libraries(const struct profile *p) {
	return p->has_histogram && !p->paths &&
	       (p->image->nlibraries || p->image->machine.is_windows);
}

static double ratio_of(size_t base, size_t new) {
	return base && new ? (double)new / (double)base : 1;
}

/* "3 runs of the new side ended by signal 6 (Aborted)"; "": all ended well. */
static const char *endings_of(const struct side *side, const char *which, struct arena *arena) {
	const struct run_endings *e = &side->data.profile->records->endings;

	return e->nfailed ? arena_format(arena, "%s of %s ended %s",
	                                 number_counted(arena, e->nfailed, "run"), which,
	                                 command_ending(e->status, arena))
	                  : "";
}

static const char *find_endings(const struct comparison *c, struct arena *arena) {
	const struct run_endings *base = &c->base->data.profile->records->endings;
	const struct run_endings *new = &c->new->data.profile->records->endings;
	const char *ours = endings_of(c->new, "the new side", arena);
	const char *theirs = endings_of(c->base, "the base", arena);

	if (base->nfailed == base->n && new->nfailed == new->n && base->status == new->status &&
	    base->status >= 0)
		return "";
	return arena_format(arena, "%s%s%s", ours, *ours && *theirs ? ", " : "", theirs);
}

struct comparison *comparison_new(const struct side *base, const struct side *new,
                                  const char *const *pairs, size_t npairs, struct arena *arena,
                                  struct progress *progress, struct error *err) {
	struct comparison *c = arena_alloc(arena, 1, sizeof *c);
	const double base_rate = base->data.profile->rate;
	const struct match_sides sides = { &base->data, &new->data, pairs, npairs };

	if (!can_be_compared(base, new, err))
		return NULL;
	c->base = base;
	c->new = new;
	c->level = CHANGE_LEVEL;
	c->lacks_libraries = lacks_libraries(base->data.profile) ||
	                     lacks_libraries(new->data.profile);
	c->tick = base_rate > 0 ? new->data.profile->rate / base_rate : 1;
	c->runs = ratio_of(base->runs->n, new->runs->n);
	c->call_runs = ratio_of(base->runs->ncounted, new->runs->ncounted);
	c->matching = base->matching ? base->matching : matching_find(&sides, arena, progress, err);
	if (!c->matching)
		return NULL;
	c->endings = find_endings(c, arena);
	const struct lists shown = lists_new(c->matching->counterpart, base->data.profile->nfuncs,
	                                     new->data.profile->nfuncs, arena);
	c->shown = shown.list;
	c->first_shown = shown.first;
	compare_work(c);
	return c;
}

const uint32_t *comparison_shown(const struct comparison *c, const struct func *f, size_t *n) {
	const size_t number = profile_number(c->new->data.profile, f);
	const uint32_t first = c->first_shown[number];

	*n = c->first_shown[number + 1] - first;
	return c->shown + first;
}

double comparison_ticks(const struct comparison *c, double ticks) {
	return ticks * (c->tick * c->runs);
}

double comparison_variance(const struct comparison *c, double variance) {
	return comparison_ticks(c, comparison_ticks(c, variance));
}

double comparison_calls(const struct comparison *c, double calls) {
	return calls * c->call_runs;
}

/* What functions of the base have, for as many runs as the new side has. */
static struct side_figures converted(const struct comparison *c, const uint32_t *list, size_t n) {
	struct side_figures sum = { .is_there = false };

	add_functions(&sum, c->base, list, n);
	sum.ticks = comparison_ticks(c, sum.ticks);
	sum.total = comparison_ticks(c, sum.total);
	sum.variance = comparison_variance(c, sum.variance);
	sum.calls = comparison_calls(c, sum.calls);
	return sum;
}

struct side_figures comparison_base_func(const struct comparison *c, const struct func *base) {
	const uint32_t number = profile_number(c->base->data.profile, base);

	return converted(c, &number, 1);
}

struct side_figures comparison_base(const struct comparison *c, const struct func *f) {
	size_t n = 0;
	const uint32_t *shown = c ? comparison_shown(c, f, &n) : NULL;

	return c ? converted(c, shown, n) : (struct side_figures){ .is_there = false };
}

const char *comparison_base_name(const struct comparison *c, const struct func *base,
                                 enum name_style style) {
	return names_get(c->base->data.names, base, style);
}

void comparison_show(const struct comparison *c, struct dataset *data) {
	data->comparison = c;
	data->base = c ? &c->base->data : NULL;
	data->compare_notes = c ? c->notes : NULL;
	data->ncompare_notes = c ? c->nnotes : 0;
}

const struct func *comparison_counterpart(const struct comparison *c, const struct func *base) {
	const uint32_t number =
		c->matching->counterpart[profile_number(c->base->data.profile, base)];

	return number == NO_FUNC ? NULL : &c->new->data.profile->funcs[number];
}

const char *verdict_name(enum verdict verdict) {
	static const char *const names[] = {
		[VERDICT_NOISE] = "~",   [VERDICT_SLOWER] = "slower", [VERDICT_FASTER] = "faster",
		[VERDICT_ALL] = "all",   [VERDICT_CALLS] = "calls",   [VERDICT_NEW] = "new",
		[VERDICT_GONE] = "gone",
	};

	return names[verdict];
}

/* Groups of matches: a host, and what is inlined into it on the other side. */
struct groups {
	uint32_t *of;         /* the group of a match; shape: [matching->n] */
	struct lists matches; /* of each group, the host first */
	size_t n;
};

static struct groups groups_find(const struct matching *m, struct arena *arena) {
	struct groups g = { .of = arena_space(arena, m->n, sizeof *g.of) };

	for (size_t i = 0; i < m->n; i++)
		if (m->list[i].host == NO_MATCH)
			g.of[i] = (uint32_t)g.n++;
	for (size_t i = 0; i < m->n; i++)
		if (m->list[i].host != NO_MATCH)
			g.of[i] = g.of[m->list[i].host];
	g.matches = lists_new(g.of, m->n, g.n, arena);
	for (size_t i = 0; i < g.n; i++) {
		uint32_t *first = g.matches.list + g.matches.first[i], *host = first;

		while (m->list[*host].host != NO_MATCH)
			host++;
		uint32_t match = *host;
		memmove(first + 1, first, (size_t)(host - first) * sizeof *first);
		*first = match;
	}
	return g;
}

/* The ticks of groups in the runs of one side, as the statistics want them: those of a run are
 * counted as they were, and its exposure is its rate, so that both sides are seconds. */
struct tally {
	const struct groups *groups;
	const uint32_t *match_of; /* of functions */
	struct change_ticks *of;  /* by group */
	struct change_ticks total;
	struct change_side side;
	double *run; /* the ticks of groups in a run; shape: [groups->n] */
	uint32_t *used;
};

static void add_squares(struct change_ticks *to, double ticks, double exposure) {
	to->ticks += ticks;
	to->squares += ticks * ticks / exposure;
}

static void tally_run(struct tally *t, const struct run *run, double rate) {
	const double exposure = run->rate > 0 ? run->rate : 1;
	const double counted = rate > 0 ? exposure / rate : 1;
	double all = run->rest * counted;
	size_t nused = 0;

	for (size_t i = 0; i < run->nfuncs; i++) {
		const uint32_t group = t->groups->of[t->match_of[run->funcs[i].func]];
		const double ticks = (double)run->funcs[i].ticks * counted;

		if (ticks <= 0)
			continue;
		if (t->run[group] <= 0)
			t->used[nused++] = group;
		t->run[group] += ticks;
		all += ticks;
	}
	for (size_t i = 0; i < nused; i++) {
		add_squares(&t->of[t->used[i]], t->run[t->used[i]], exposure);
		t->run[t->used[i]] = 0;
	}
	add_squares(&t->total, all, exposure);
	t->side.nruns++;
	t->side.exposure += exposure;
	t->side.squares += exposure * exposure;
}

static struct tally tally_of(const struct side *side, const struct groups *groups,
                             const uint32_t *match_of, struct arena *arena) {
	const struct profile *p = side->data.profile;
	struct tally t = { .groups = groups, .match_of = match_of };

	t.of = arena_alloc(arena, groups->n, sizeof *t.of);
	t.run = arena_alloc(arena, groups->n, sizeof *t.run);
	t.used = arena_space(arena, groups->n, sizeof *t.used);
	for (size_t i = 0; i < side->runs->n; i++)
		tally_run(&t, &side->runs->list[i], p->rate);
	/* Functions without figures of each run are taken to have as much in each. */
	const double exposure = t.side.exposure;
	const double counted = p->rate > 0 ? exposure / (double)t.side.nruns / p->rate : 1;
	for (size_t i = 0; i < p->nfuncs && side->runs->has_figures; i++)
		if (!side->runs->has_figures[i] && p->funcs[i].self_ticks > 0)
			add_squares(&t.of[groups->of[match_of[i]]],
			            p->funcs[i].self_ticks * counted, exposure);
	return t;
}

/* How often the chosen function was called, in all runs of a side. */
static bool scale_by_calls(const struct comparison *c, const struct func *f, double *times,
                           struct error *err) {
	const struct side_figures base = comparison_base(c, f);
	const double new = func_all_calls(f);

	if (f->is_inlined || base.is_inlined)
		return fail(err, "%.200s is inlined; how often it ran is not known", f->name);
	if (new <= 0 || base.calls <= 0)
		return fail(err, "%.200s was not called on both sides", f->name);
	*times = new / base.calls;
	return true;
}

static double total_of(const struct side *side) {
	return side->data.profile->total_ticks;
}

/* What a base run's figures must be multiplied by; for the typical function, before it is known. */
static bool find_scale(const struct comparison *c, struct per_choice per, double *times,
                       struct error *err) {
	const double base = comparison_ticks(c, total_of(c->base)), new = total_of(c->new);

	*times = 1;
	if (per.what == PER_CALLS)
		return scale_by_calls(c, per.func, times, err);
	if (per.what != PER_TOTAL)
		return true;
	if (base <= 0 || new <= 0)
		return fail(err, "a side has no samples");
	*times = new / base;
	return true;
}

static const struct changes *find_changes(const struct comparison *c, const struct groups *groups,
                                          enum per_what what, double *times, struct arena *arena) {
	struct changes *out = arena_alloc(arena, 1, sizeof *out);
	struct change_item *items = arena_space(arena, groups->n, sizeof *items);
	struct tally base = tally_of(c->base, groups, c->matching->of_base, arena);
	struct tally new = tally_of(c->new, groups, c->matching->of_new, arena);
	const struct change_item total = { base.total, new.total };

	if (!base.side.nruns || !new.side.nruns)
		return NULL;
	for (size_t i = 0; i < groups->n; i++)
		items[i] = (struct change_item){ base.of[i], new.of[i] };
	new.side.times = *times;
	changes_find(out, items, groups->n, &total, &base.side, &new.side, c->level, arena);
	if (what != PER_TYPICAL || !out->has_typical)
		return out;
	*times *= out->typical;
	new.side.times = *times;
	changes_find(out, items, groups->n, &total, &base.side, &new.side, c->level, arena);
	return out;
}

/* Makes that a run.  Equal counts stay equal. */
static void take_run(const struct differences *d, struct difference *to) {
	const struct side *base = d->comparison->base, *new = d->comparison->new;

	if (is_inlined(to))
		to->base.is_counted = to->new.is_counted = false;
	to->base.ticks = part_of(to->base.ticks, base->runs->n) * d->comparison->tick * d->times;
	to->base.calls = side_calls_per_run(base, to->base.calls) * d->times;
	to->new.ticks = part_of(to->new.ticks, new->runs->n);
	to->new.calls = side_calls_per_run(new, to->new.calls);
}

static bool has_figures(const struct side_figures *side) {
	return side->ticks > 0 || side->calls > 0;
}

static enum verdict verdict_of(const struct differences *all, const struct difference *d) {
	const enum verdict time = d->change ? (enum verdict)d->change->kind : VERDICT_NOISE;

	/* Apart, a function that is always inlined is only known if it has samples, so on one side it
	 * may just have none. */
	if (!(d->base.is_there && d->new.is_there) && time == VERDICT_NOISE &&
	    all->comparison->new->data.profile->is_apart && (d->base.ticks > 0 || d->new.ticks > 0))
		return VERDICT_NOISE;
	if (!d->base.is_there)
		return VERDICT_NEW;
	if (!d->new.is_there)
		return VERDICT_GONE;
	if (time == VERDICT_NOISE && !is_inlined(d) &&
	    fabs(d->new.calls - d->base.calls) > 1e-9 * d->base.calls)
		return VERDICT_CALLS;
	return time;
}

static struct difference total_difference(const struct differences *d) {
	const struct comparison *c = d->comparison;
	struct difference out = {
		.match = NO_MATCH,
		.base = { .ticks = total_of(c->base), .is_there = true },
		.new = { .ticks = total_of(c->new), .is_there = true },
		.change = d->changes ? &d->changes->total : NULL,
	};

	take_run(d, &out);
	out.verdict = verdict_of(d, &out);
	return out;
}

static const struct differences *find(const struct comparison *c, struct per_choice per,
                                      struct arena *arena, struct error *err) {
	struct differences *out = arena_alloc(arena, 1, sizeof *out);
	const struct groups groups = groups_find(c->matching, arena);
	struct difference *list = arena_alloc(arena, groups.n, sizeof *list);

	out->comparison = c;
	out->per = per;
	out->list = list;
	if (!find_scale(c, per, &out->times, err))
		return NULL;
	out->changes = find_changes(c, &groups, per.what, &out->times, arena);
	if (per.what == PER_TYPICAL && (!out->changes || !out->changes->has_typical))
		return fail_null(err, "there is no typical function: fewer than %d have %d samples",
		                 CHANGE_LEAST_FUNCTIONS, CHANGE_LEAST_TICKS);
	for (size_t i = 0; i < groups.n; i++) {
		struct difference d = {
			.members = groups.matches.list + groups.matches.first[i],
			.nmembers = groups.matches.first[i + 1] - groups.matches.first[i],
			.change = out->changes ? &out->changes->list[i] : NULL,
		};

		d.match = d.members[0];
		for (size_t k = 0; k < d.nmembers; k++)
			add_match(c, &d, &c->matching->list[d.members[k]]);
		/* Calls of different functions are no number of anything. */
		if (d.nmembers > 1) {
			d.base.is_counted = d.new.is_counted = false;
			d.base.calls = d.new.calls = 0;
		}
		take_run(out, &d);
		d.verdict = verdict_of(out, &d);
		if (has_figures(&d.base) || has_figures(&d.new))
			list[out->n++] = d;
	}
	out->total = total_difference(out);
	return out;
}

const struct difference *const *differences_by_func(const struct differences *d,
                                                    struct arena *arena) {
	const struct matching *matching = d->comparison->matching;
	const struct difference **of = arena_alloc(arena, d->comparison->new->data.profile->nfuncs,
	                                           sizeof *of);

	for (size_t i = 0; i < d->n; i++)
		for (size_t k = 0; k < d->list[i].nmembers; k++) {
			const struct match *m = &matching->list[d->list[i].members[k]];

			for (size_t j = 0; j < m->nnew; j++)
				of[m->new[j]] = &d->list[i];
		}
	return of;
}

const struct differences *differences_find(const struct comparison *c, struct per_choice per,
                                           struct arena *arena, struct error *err) {
	return c->per_run && per.what == PER_RUN ? c->per_run : find(c, per, arena, err);
}

bool difference_is_found(const struct difference *d) {
	return d && (d->verdict == VERDICT_SLOWER || d->verdict == VERDICT_FASTER);
}

const char *comparison_more(const struct comparison *c, const struct comparison *than,
                            struct arena *arena) {
	const struct per_choice per = { .what = PER_RUN };
	const struct profile *new = c->new->data.profile, *other = than->new->data.profile;
	SCRATCH struct arena *scratch = arena_new();
	const struct differences *d = differences_find(c, per, scratch, NULL);
	const struct difference *const *of = differences_by_func(
		differences_find(than, per, scratch, NULL), scratch);
	struct text_list names = { .index = { .arena = scratch } };
	size_t slower = 0, faster = 0;

	for (size_t i = 0; i < other->nfuncs; i++)
		if (difference_is_found(of[i]))
			text_list_number(&names, other->funcs[i].name);
	for (size_t i = 0; i < d->n; i++) {
		const struct match *m = &c->matching->list[d->list[i].match];

		if (difference_is_found(&d->list[i]) && m->nnew &&
		    text_list_find(&names, new->funcs[m->new[0]].name) == NO_ITEM)
			++*(d->list[i].verdict == VERDICT_SLOWER ? &slower : &faster);
	}
	if (!slower || !faster)
		return slower || faster ? arena_format(arena, "%zu %s", slower + faster,
		                                       slower ? "slower" : "faster")
		                        : NULL;
	return arena_format(arena, "%zu slower, %zu faster", slower, faster);
}

bool difference_is_slower_by(const struct difference *d, double percent) {
	return d->verdict == VERDICT_SLOWER && change_is_slower_by(d->change, percent);
}

struct difference difference_of_match(const struct differences *all, uint32_t match) {
	struct difference out = { .match = match };

	add_match(all->comparison, &out, &all->comparison->matching->list[match]);
	take_run(all, &out);
	return out;
}

static const char *when(double seconds, struct arena *arena) {
	const time_t clock = (time_t)seconds;
	struct tm tm;
	char text[32];

	if (!localtime_r(&clock, &tm))
		return "?";
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
	return arena_format(arena, "%s", text);
}

/* Whether several files were written within a second, as copies are. */
static bool are_copies(const struct side_files *files) {
	return files->n > 1 && files->newest - files->oldest < 1;
}

/* Machines drift, so runs in blocks differ where the program does not. */
static void note_order(struct notes *notes, const struct comparison *c) {
	const struct side_files *base = &c->base->files, *new = &c->new->files;

	if (are_copies(base) || are_copies(new) || base->newest <= 0 || new->oldest <= 0 ||
	    base->newest >= new->oldest)
		return;
	notes_add(notes, NOTE_FACT, "all runs of the base are older than the new ones",
	          arena_format(notes->arena, "base until %s, new from %s",
	                       when(base->newest, notes->arena), when(new->oldest, notes->arena)),
	          "the machine's speed may have changed: run both programs alternately");
}

static void note_rates(struct notes *notes, const struct comparison *c) {
	const double base = c->base->data.profile->rate, new = c->new->data.profile->rate;

	if (base < new || base > new)
		notes_add(notes, NOTE_FACT, "the sides were sampled at different rates",
		          arena_format(notes->arena, "base %g Hz, new %g Hz; times are converted",
		                       base, new),
		          "none needed; the side with the lower rate has the larger error");
}

static double percent_of(double ratio) {
	return (ratio - 1) * 100;
}

static void note_noise(struct notes *notes, const struct differences *d) {
	if (!d->changes)
		return;
	if (!d->changes->knows_noise)
		notes_add(notes, NOTE_WARNING, "the noise between runs is not known",
		          "there is one run on each side; 3 % is assumed",
		          "compare several runs of each: --base takes any number of files");
	if (!d->changes->has_typical)
		notes_add(notes, NOTE_FACT, "there is no typical function to compare with",
		          arena_format(notes->arena, "fewer than %d functions have %d samples",
		                       CHANGE_LEAST_FUNCTIONS, CHANGE_LEAST_TICKS),
		          "slower and faster depend on the times alone: a slower machine looks "
		          "like a slower program");
}

/* Where even the typical function changed it was not the program, or all of it. */
static void note_drift(struct notes *notes, const struct differences *d) {
	enum { LEAST = 2 }; /* percent */
	const struct changes *changes = d->changes;

	if (!changes || !changes->has_typical ||
	    (changes->typical_low <= 1 && changes->typical_high >= 1) ||
	    (percent_of(changes->typical) < LEAST && percent_of(changes->typical) > -LEAST))
		return;
	notes_add(notes, NOTE_WARNING, "most functions changed alike",
	          arena_format(notes->arena, "the typical one by %+.1f %% (%+.1f to %+.1f)",
	                       percent_of(changes->typical), percent_of(changes->typical_low),
	                       percent_of(changes->typical_high)),
	          "the machine, its load, the flags or the input may differ; :set per typical "
	          "leaves out what most functions have in common");
}

static void note_work(struct notes *notes, const struct comparison *c) {
	const size_t differ = c->work.all - c->work.equal;

	if (!differ || c->work.equal >= differ)
		return;
	notes_add(notes, NOTE_FACT, "the sides did different work",
	          arena_format(notes->arena, "calls differ in %zu of %zu functions", differ,
	                       c->work.all),
	          ":set per calls FUNCTION compares for equally many calls of that function");
}

struct odd_runs runs_of_other_work(const struct runs *runs, struct arena *arena) {
	const double least = 1.2; /* times the calls */
	struct keyed *list = arena_space(arena, runs->n, sizeof *list);
	double below = 0, all = 0, gap = least;
	size_t n = 0;

	for (size_t i = 0; i < runs->n; i++) {
		list[i] = (struct keyed){ runs->list[i].calls, (uint32_t)i };
		all += (double)runs->list[i].calls;
	}
	sort_keys(list, runs->n, arena);
	for (size_t i = 0; i + 1 < runs->n; i++)
		if (list[i].key && (double)list[i + 1].key > gap * (double)list[i].key) {
			gap = (double)list[i + 1].key / (double)list[i].key;
			n = i + 1;
		}
	if (!n)
		return (struct odd_runs){ .n = 0 };
	for (size_t i = 0; i < n; i++)
		below += (double)list[i].key;
	const double more = (all - below) / (double)(runs->n - n) / (below / (double)n);
	if (n < runs->n - n) /* the others are the usual */
		return (struct odd_runs){ list, n, 1 / more };
	return (struct odd_runs){ list + n, runs->n - n, more };
}

/* Runs that made many more, or fewer, calls than others of their side did other work. */
static void note_calls(struct notes *notes, const struct side *side, const char *which,
                       struct arena *scratch) {
	const struct runs *runs = side->runs;
	const struct odd_runs odd = runs_of_other_work(runs, scratch);

	if (!odd.n)
		return;
	const uint32_t one = odd.list[odd.calls < 1 ? 0 : odd.n - 1].index;
	notes_add(
		notes, NOTE_WARNING,
		arena_format(notes->arena, "%zu of %zu files of %s made %.*f times the calls",
	                     odd.n, runs->n, which, odd.calls < 1 ? 2 : 1, odd.calls),
		arena_format(notes->arena, "one of them is %s", runs->list[one].path),
		"if they are ranks of one job, it is out of balance (key 6); if they are runs, "
		"they did different work: X leaves them out, and :set per calls FUNCTION compares "
		"for equally many calls");
}

/* What snapshots add is no run. */
static void note_snapshots(struct notes *notes, const struct side *side, const char *which) {
	const size_t n = side->runs->n;

	if (side->runs->are_intervals && n > 1)
		notes_add(notes, NOTE_WARNING,
		          arena_format(notes->arena, "the files of %s are snapshots of one run",
		                       which),
		          arena_format(notes->arena, "%zu intervals count as %zu runs", n, n),
		          "compare the last file of each run, or the shares: :set per total");
}

/* Time that moves into a library is lost from a profile that lacks it: that looks faster. */
static void note_libraries(struct notes *notes, const struct comparison *c) {
	enum { MOST = 6 };
	const struct profile *base = c->base->data.profile, *new = c->new->data.profile;
	const bool is_one_side = lacks_libraries(base) != lacks_libraries(new);
	const char *list = is_one_side ? lacks_libraries(new) ? "the new one" : "the base" : "";
	size_t n = 0;

	for (size_t i = 0; c->lacks_libraries && !is_one_side && i < c->matching->n; i++) {
		const struct match *m = &c->matching->list[i];
		const struct func *f = m->nbase ? &base->funcs[*m->base] : &new->funcs[*m->new];

		if (f->kind == FUNC_PLT && !f->is_profiler && !(m->nbase && m->nnew) && n++ < MOST)
			list = arena_format(notes->arena, "%s%s%.60s is %s", list,
			                    *list ? ", " : "", f->name, m->nbase ? "gone" : "new");
	}
	if (*list)
		notes_add(notes, NOTE_WARNING,
		          is_one_side ? "one side is without the time in shared libraries"
		                      : "the sides use different functions of libraries",
		          n > MOST ? arena_format(notes->arena, "%s and %zu more", list, n - MOST)
		                   : list,
		          "work that moves into a library disappears from the profile: record "
		          "both sides (gptui --record), which samples libraries, too");
}

static void note_ranks(struct notes *notes, const struct comparison *c) {
	const enum side_ranks base = c->base->ranks, new = c->new->ranks;

	if (!base && !new)
		return;
	notes_add(notes, NOTE_WARNING,
	          arena_format(notes->arena, "the files of %s %s ranks of MPI",
	                       !base  ? "the new side"
	                       : !new ? "the base"
	                              : "both sides",
	                       base == SURE_RANKS || new == SURE_RANKS ? "are" : "may be"),
	          "each counts as a run: differences between ranks are taken for noise, and what "
	          "all ranks of a run have in common is not",
	          "for each run, gptui -s PROGRAM FILES adds up its ranks, mv gmon.sum 1.sum "
	          "keeps the sum; compare several sums");
}

void comparison_notes(struct comparison *c, struct arena *arena) {
	struct notes notes = { .arena = arena };
	SCRATCH struct arena *scratch = arena_new();
	const struct per_choice per = { .what = PER_RUN };
	const struct differences *d = c->per_run = differences_find(c, per, arena, NULL);

	notes_add_of(&notes, "base", NOTE_WARNING, c->base->data.profile->notes,
	             c->base->data.profile->nnotes);
	note_snapshots(&notes, c->base, "the base");
	note_snapshots(&notes, c->new, "the new side");
	note_libraries(&notes, c);
	note_ranks(&notes, c);
	note_calls(&notes, c->base, "the base", scratch);
	note_calls(&notes, c->new, "the new side", scratch);
	note_order(&notes, c);
	note_rates(&notes, c);
	note_noise(&notes, d);
	note_drift(&notes, d);
	note_work(&notes, c);
	c->notes = notes.list;
	c->nnotes = notes.n;
}
