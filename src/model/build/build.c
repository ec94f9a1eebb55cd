/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/build/build.h"

#include "model/build/bins.h"
#include "model/build/building.h"

static void take_facts(struct building *b) {
	struct profile *p = b->profile;
	const struct records *r = b->records;

	p->image = b->image;
	p->records = r;
	p->rules = b->rules;
	p->has_histogram = r->nhistograms > 0;
	p->has_calls = r->ncalls > 0;
	p->abbreviation = 's';
	strcpy(p->dimension, "seconds");
	if (!r->nhistograms)
		return;
	p->abbreviation = r->histograms[0].abbreviation;
	memcpy(p->dimension, r->histograms[0].dimension, sizeof p->dimension);
	p->bin_units = histogram_units(&r->histograms[0]);
}

void graph_give(struct building *b) {
	struct profile *p = b->profile;

	p->funcs = b->funcs;
	p->nfuncs = b->nfuncs;
	p->arcs = b->arcs;
	p->narcs = b->narcs;
	p->cycles = b->cycles;
	p->ncycles = b->ncycles;
}

static void finish(struct building *b) {
	struct profile *p = b->profile;
	struct code_map *map = arena_alloc(b->arena, 1, sizeof *map);
	double left = p->total_ticks;

	for (size_t i = 0; i < b->nfuncs; i++)
		left -= b->funcs[i].self_ticks;
	p->lost_ticks = b->rules->gprof ? left : 0;
	graph_give(b);
	*map = b->map;
	p->map = map;
	p->notes = b->notes.list;
	p->nnotes = b->notes.n;
}

/* What gprof or a selection moves or leaves out may be anything. */
static bool has_bounds(const struct building *b) {
	const struct rules *r = b->rules;

	return b->profile->has_calls && !b->profile->paths && !r->gprof && !r->select.mark &&
	       !r->select.arc;
}

/* Totals, and what passes along arcs, where no stacks tell. */
static bool divide_by_calls(struct building *b) {
	if (b->rules->choice.opens_cycles)
		cycles_open(b);
	arena_reset(b->step);
	cycles_find(b);
	arena_reset(b->step);
	if (!progress_wanted(b->progress))
		return false;
	if (callers_are_measured(b))
		callers_measure(b);
	arena_reset(b->step);
	shares_find(b);
	propagate(b);
	arena_reset(b->step);
	return true;
}

/* What building a profile finds odd about its records. */

static void add(struct building *b, enum severity severity, const char *cause, const char *evidence,
                const char *cure) {
	notes_add(&b->notes, severity, cause, evidence, cure);
}

static double share(const struct building *b, double ticks) {
	return b->profile->total_ticks > 0 ? 100 * ticks / b->profile->total_ticks : 0;
}

static void note_empty(struct building *b) {
	const struct profile *p = b->profile;

	if (p->samples)
		return;
	if (!b->records->ncalls)
		add(b, NOTE_FAULT, "nothing was measured",
		    p->has_histogram ? "all bins of the histogram are 0, and no call was counted"
		                     : "the files hold no histogram, and no call was counted",
		    "compile and link with -pg, and let the program end by calling exit() or by "
		    "returning from main(): after a signal or _exit() no profile is written, and "
		    "an old file stays in the directory it ran in");
	else if (!p->has_histogram)
		add(b, NOTE_FAULT, "no time was measured", "the files hold no histogram",
		    "calls were counted and are shown; for times, the program's startup code must "
		    "set up the profile clock (gcrt1.o does, if the program is linked with -pg)");
	else
		add(b, NOTE_FAULT, "no time was measured",
		    "calls were counted, but all bins of the histogram are 0",
		    "the program used less than a clock tick of processor time, or its profile "
		    "clock did not run (SIGPROF blocked, or its timer taken by the program): run "
		    "it longer, or many times, and open all the files together");
}

/* So few samples that none of the functions has a meaningful share. */
static void note_few(struct building *b) {
	const struct func *most = NULL;

	for (size_t i = 0; i < b->nfuncs; i++)
		if (!most || b->funcs[i].self_ticks > most->self_ticks)
			most = &b->funcs[i];
	if (!most || most->self_ticks <= 0 || most->self_ticks >= FEW_SAMPLES)
		return;
	add(b, NOTE_WARNING, "too few samples to compare functions",
	    arena_format(
		    b->arena, "%s; no function has more than %.0f, with a noise of %.0f %%",
		    number_counted(b->arena, number_rounded(b->profile->total_ticks), "sample"),
		    most->self_ticks, 100 / sqrt(most->self_ticks)),
	    "run it longer, or many times with GMON_OUT_PREFIX=gmon, and open all the files "
	    "together: gptui PROGRAM gmon.*");
}

/* "14 samples, 9.5 %", and what follows. */
static const char *samples_text(const struct building *b, double ticks, const char *more) {
	return arena_format(b->arena, "%s, %.*f %%%s",
	                    number_counted(b->arena, number_rounded(ticks), "sample"),
	                    percent_decimals(b->profile, 1), share(b, ticks), more);
}

static void note_unclaimed(struct building *b) {
	double gaps = 0, plt = 0, outside = 0;

	for (size_t i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];

		/* Code of no file has no symbols. */
		if (f->kind == FUNC_GAP && !(b->image->regions && f->low >= b->image->regions))
			gaps += f->self_ticks;
		plt += f->kind == FUNC_PLT ? f->self_ticks : 0;
		outside += f->kind == FUNC_OUTSIDE ? f->self_ticks : 0;
	}
	if (gaps > 0)
		add(b, gaps > 0.05 * b->profile->total_ticks ? NOTE_WARNING : NOTE_FACT,
		    "samples in code that no symbol names", samples_text(b, gaps, ""),
		    "they have rows of their own, named [section address]; use the program before "
		    "it was stripped to see their names");
	if (outside > 0)
		add(b, NOTE_WARNING, "samples outside the code of this file",
		    samples_text(b, outside, ""),
		    "they have a row of their own; does the profile belong to this executable?");
	if (plt > 0)
		add(b, NOTE_FACT, "samples in the PLT, the stubs for calls into shared libraries",
		    samples_text(b, plt, ""), "gprof adds them to the function before the PLT");
}

/* One note for all libraries without names of their own; none for those without time. */
static void note_stripped(struct building *b) {
	const struct image *image = b->image;
	double *ticks = arena_alloc(b->step, image->nobjects + 1, sizeof *ticks), all = 0;
	const char *names = "";

	for (size_t i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].self_ticks > 0)
			ticks[image_object_at(image, b->funcs[i].low)] += b->funcs[i].self_ticks;
	for (size_t i = 1; i < image->nobjects; i++) {
		if (!image->objects[i].is_stripped || ticks[i] <= 0)
			continue;
		all += ticks[i];
		names = arena_format(b->arena, "%s%s%s %.*f %%", names, *names ? ", " : "; ",
		                     path_last(image->objects[i].path),
		                     percent_decimals(b->profile, 1), share(b, ticks[i]));
	}
	if (all > 0)
		add(b, share(b, all) > 5 ? NOTE_WARNING : NOTE_FACT,
		    "samples in stripped libraries, where only exported functions have names",
		    samples_text(b, all, names), "install their debug symbols");
}

/* Many boards have a profiler that only samples, for which nothing is compiled in another way. */
static void note_no_calls(struct building *b) {
	const bool samples_only = b->records->nhistograms && !b->image->is_profiled;

	if (b->records->ncalls)
		return;
	add(b, NOTE_FACT, "no calls were counted",
	    samples_only ? "the files hold samples only, and no mcount() is among the program's "
	                   "symbols"
	                 : "the files hold no call records",
	    samples_only ? "times of functions and lines need no calls; callers are known if "
	                   "the program is compiled with -pg and its system has an mcount() "
	                   "that counts, which not every board has"
	                 : "use -pg when compiling, not only when linking");
}

static void note_calls(struct building *b) {
	const struct records *r = b->records;

	if (b->unnamed.records)
		add(b, NOTE_FACT, "calls from or to code that no symbol names",
		    arena_format(
			    b->arena, "%s of %s, %s%s", number_text(b->arena, b->unnamed.records),
			    number_counted(b->arena, r->ncalls, "record"),
			    number_counted(b->arena, b->unnamed.calls, "call"),
			    b->unnamed.noutside
				    ? arena_format(b->arena, "; from or to outside this file: %s",
		                                   number_counted(b->arena, b->unnamed.noutside,
		                                                  "record"))
				    : ""),
		    b->rules->gprof ? "they are dropped, as in gprof; \"--rules exact\" keeps them"
		                    : "gprof drops them; here they are kept, with the code's "
		                      "section and address as its name");
	note_no_calls(b);
	if (b->image->has_threads && r->ncalls)
		add(b, NOTE_FACT, "call counts may be too low",
		    "the program can start threads, and mcount does not count while another thread "
		    "is counting",
		    "if several threads ran, take them as lower bounds; times are not affected");
}

static void note_rates(struct building *b) {
	const struct merged *m = b->merged;
	bool differ = false, unknown = false;

	for (size_t i = 0; m && i < m->n; i++) {
		differ |= m->list[i].shape->rate != m->list[0].shape->rate;
		unknown |= m->list[i].layout == LAYOUT_UNKNOWN;
	}
	if (differ)
		add(b, NOTE_WARNING, "the files have different clock rates",
		    arena_format(b->arena, "%u Hz and others", m->list[0].shape->rate),
		    "each file's samples count by its own rate; gprof uses the first file's for "
		    "all");
	if (unknown)
		add(b, NOTE_FACT, "the program that wrote the histogram is not known",
		    "its range cannot be divided evenly into its bins",
		    "the bins are spread evenly, so samples may be a few bytes off");
}

/* glibc's counters wrap around to 0 when they are full, which cannot be seen; full ones are
 * reported by the readers. */
static void note_overflow(struct building *b) {
	const struct records *r = b->records;
	uint64_t most = 0, limit = 0;

	for (size_t i = 0; i < r->nhistograms; i++) {
		const struct histogram *h = &r->histograms[i];

		for (size_t k = 0; k < h->bins.n; k++) {
			if (bin_at(&h->bins, k).count <= histogram_limit(h) / 2 ||
			    bin_at(&h->bins, k).count <= most)
				continue;
			most = bin_at(&h->bins, k).count;
			limit = histogram_limit(h);
		}
	}
	if (most && most < limit)
		add(b, NOTE_FACT, "bins of the histogram may have overflowed",
		    arena_format(b->arena, "the fullest one holds %" PRIu64 " of at most %" PRIu64,
		                 most, limit),
		    "on most systems they wrap around to 0: compare the total with the time that "
		    "the program took");
}

/* ", 3 of 5 bins not read: ...", or nothing. */
static const char *unread_text(const struct building *b) {
	const struct code_reader *code = &b->rules->code;
	const struct shared_bins *splits = b->profile->splits;
	const char *problem = code->problem ? code->problem(code->context) : NULL;
	size_t unread = 0;

	for (size_t i = 0; splits && i < splits->n; i++)
		unread += !splits->list[i].is_read;
	if (!unread)
		return "";
	return arena_format(b->arena,
	                    "; the code of %zu of %zu bins could not be read%s%s, so their bytes "
	                    "count instead",
	                    unread, splits->n, problem ? ": " : "", problem ? problem : "");
}

static void note_shared_bins(struct building *b) {
	if (b->shared_ticks > 0)
		add(b, share(b, b->shared_ticks) > 5 ? NOTE_WARNING : NOTE_FACT,
		    "samples in bins that hold code of more than one function",
		    samples_text(b, b->shared_ticks, unread_text(b)),
		    "they are divided by the instructions there, the calls, and the samples "
		    "around them; the error includes that of the division");
}

/* A readable name, short enough for a sentence. */
static const char *readable(const struct building *b, const char *raw) {
	char name[128];

	if (!b->image->demangle || !b->image->demangle(name, sizeof name, raw, NULL))
		snprintf(name, sizeof name, "%s", raw);
	return arena_text(b->arena, name, strlen(name));
}

static void note_spontaneous(struct building *b) {
	const struct spontaneous *u = &b->spontaneous;
	const char *whose = "";

	if (share(b, u->ticks) <= 5)
		return;
	for (size_t i = 0; i < u->n; i++)
		whose = arena_format(b->arena, "%s%s%s %.*f %%", whose,
		                     i ? ", " : ", most of it in or below ",
		                     readable(b, b->funcs[u->funcs[i]].name),
		                     percent_decimals(b->profile, 1), share(b, u->shares[i]));
	add(b, NOTE_WARNING, "much of the time has no known caller",
	    samples_text(b, u->ticks, whose),
	    "totals of functions that led to it are too small (the columns least and most show "
	    "by how much): calls from code without -pg, from libraries and from signals are "
	    "not counted; compile all of the program with -pg");
}

static void note_opened(struct building *b) {
	const struct profile *p = b->profile;
	struct opened_cycle all = { .nmembers = 0 };

	for (size_t i = 0; i < p->nopened; i++) {
		all.nmembers += p->opened[i].nmembers;
		all.narcs += p->opened[i].narcs;
		all.ncut += p->opened[i].ncut;
		all.calls += p->opened[i].calls;
		all.cut_calls += p->opened[i].cut_calls;
	}
	if (!p->nopened)
		return;
	double part = all.calls ? 100 * (double)all.cut_calls / (double)all.calls : 0;
	add(b, part > 5 ? NOTE_WARNING : NOTE_FACT,
	    "calls that close cycles are cut: they pass no time on",
	    arena_format(b->arena,
	                 "%s of the %s between the %zu functions of %s, %.1f %%, along %zu of %zu "
	                 "arcs",
	                 number_text(b->arena, all.cut_calls),
	                 number_counted(b->arena, all.calls, "call"), all.nmembers,
	                 number_counted(b->arena, p->nopened, "cycle"), part, all.ncut, all.narcs),
	    "each function has its own total, passed to its other callers; \"set cycles whole\" "
	    "passes on a cycle's time as a whole, as gprof's listings do");
}

static void note_large_cycles(struct building *b) {
	enum { MANY = 10 };
	const struct cycle *largest = NULL;

	for (size_t i = 0; i < b->ncycles; i++)
		if (!largest || b->cycles[i].nmembers > largest->nmembers)
			largest = &b->cycles[i];
	if (largest && largest->nmembers >= MANY)
		add(b, NOTE_FACT, "many functions call each other in a circle",
		    arena_format(b->arena, "%s with %.*f %% of the samples are <cycle %u>",
		                 number_counted(b->arena, largest->nmembers, "function"),
		                 percent_decimals(b->profile, 1), share(b, largest->self_ticks),
		                 largest->number),
		    "their time is passed on as a whole; \"set cycles open\" leaves out the calls "
		    "that close cycles, so that each function has its own total");
}

static void note_cut_stacks(struct building *b) {
	const double cut = b->profile->cut_ticks;

	if (cut > 0)
		add(b, cut > 0.01 * b->profile->total_ticks ? NOTE_WARNING : NOTE_FACT,
		    "stacks that could not be unwound to their end", samples_text(b, cut, ""),
		    "the outermost function found is a root of the tree, and its callers are not "
		    "known; the code there has no unwinding tables or frame pointers, or the "
		    "stacks have more than 10 000 functions");
}

/* What the program spent time on and the profile does not show: glibc counts only samples whose
 * address is in the executable, and mingw-w64 looks only at one thread.  Symbols do not tell
 * whether there are others: its profiler is one itself. */

/* What mcount() costs a call, in seconds: the least that was measured, in loops and in programs on
 * x86-64 (5 to 11 ns; doc/profiling.md). */
static const double call_cost = 5e-9;

/* Whether the code that counts calls can be sampled. */
static bool has_profiler(const struct building *b) {
	for (size_t i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].is_profiler && b->funcs[i].kind == FUNC_SYMBOL)
			return true;
	return false;
}

/* "libm.so.6, libc.so.6 and 3 more": the first few, shortened. */
static const char *listed(const struct image *image, struct arena *arena) {
	enum { MOST = 6, LONGEST = 60 };
	const char *list = "";
	size_t i;

	for (i = 0; i < image->nlibraries && i < MOST; i++)
		list = arena_format(arena, "%s%s%.*s", list, i ? ", " : "", LONGEST,
		                    image->libraries[i]);
	return i < image->nlibraries
	               ? arena_format(arena, "%s and %zu more", list, image->nlibraries - i)
	               : list;
}

static void note_counting(struct building *b) {
	const struct profile *p = b->profile;
	const double cost = (double)p->profiler_calls * call_cost;

	if (p->rate <= 0 || p->abbreviation != 's' || has_profiler(b) ||
	    cost < 0.1 * p->total_ticks / p->rate || cost * p->rate < FEW_SAMPLES)
		return;
	add(b, NOTE_FACT,
	    arena_format(b->arena,
	                 "counting calls took %.1f s or more, which is not in the figures", cost),
	    arena_format(b->arena, "%s at 5 ns, the least that mcount() takes; %.2f s were sampled",
	                 number_counted(b->arena, p->profiler_calls, "call"),
	                 p->total_ticks / p->rate),
	    "it is an estimate, because mcount() is in a shared library; without -pg the "
	    "program does not spend that time; small functions can be left out with "
	    "__attribute__((no_instrument_function))");
}

static void unseen_notes(struct building *b) {
	if (b->rules->gprof)
		return;
	if (b->image->machine.is_windows && b->profile->has_histogram)
		add(b, NOTE_FACT,
		    "time in DLLs, and in threads other than the first, is not in the profile",
		    "mingw-w64 samples the first thread, while it is in the program's own file",
		    "link with -static, so that the compiler's libraries are sampled, too; "
		    "let the first thread do the work that you want to see");
	if (!b->image->nlibraries)
		return;
	if (b->profile->has_histogram)
		add(b, NOTE_FACT, "time in shared libraries is not in the profile",
		    arena_format(b->arena, "linked with %s; malloc() and printf() are in libc",
		                 listed(b->image, b->arena)),
		    "record it to sample them, too: gptui --record -- PROGRAM (mpirun and its options "
		    "come first); or link it with -static, or profile one of them by itself with "
		    "LD_PROFILE=NAME (see ld.so(8))");
	if (!records_are_by_linker(b->records))
		note_counting(b);
}

/* How much gprof's listing of the same records would differ. */

/* Finds functions and their time in a building of their own. */
static bool find_times(struct building *out, const struct rules *base, const struct image *image,
                       const struct records *records, struct arena *scratch) {
	struct rules *rules = arena_alloc(scratch, 1, sizeof *rules);
	struct error ignored;

	*rules = *base;
	rules->select = (struct selection){ NULL, NULL, NULL };
	*out = (struct building){
		.image = image,
		.records = records,
		.rules = rules,
		.arena = scratch,
		.scratch = scratch,
		.step = arena_within(scratch),
		.profile = arena_alloc(scratch, 1, sizeof *out->profile),
	};
	if ((rules->gprof && !rules->gprof->check(out, &ignored)) || !functions_find(out, &ignored))
		return false;
	ticks_find(out);
	return true;
}

struct disagreement {
	double moved;   /* ticks that gprof credits elsewhere or loses */
	size_t dropped; /* functions with ticks that gprof does not have */
	double dropped_ticks;
	const struct func *worst;
	double worst_ticks; /* what gprof gives it */
};

/* Both lists are by address; functions are the same if they begin at the same one. */
static struct disagreement compare(const struct building *b, const struct building *g) {
	struct disagreement d = { 0 };
	double worst = 0;
	size_t k = 0;

	for (size_t i = 0; i < b->nfuncs; i++) {
		const struct func *f = &b->funcs[i];
		const double own = f->self_ticks - func_profiler_ticks(b->profile, f);
		double theirs = 0;

		while (k < g->nfuncs && g->funcs[k].low < f->low)
			k++;
		if (k < g->nfuncs && g->funcs[k].low == f->low)
			theirs = g->funcs[k].self_ticks;
		else if (own > 0) {
			d.dropped++;
			d.dropped_ticks += own;
		}
		double less = own - theirs;
		d.moved += less > 0 ? less : 0;
		if (less > worst || -less > worst) {
			worst = less > 0 ? less : -less;
			d.worst = f;
			d.worst_ticks = theirs;
		}
	}
	return d;
}

static const char *evidence(const struct building *b, const struct disagreement *d) {
	const struct profile *p = b->profile;

	return arena_format(
		b->arena,
		"%.1f of %s; %s differs most: %.1f samples here, %.1f in gprof; gprof does not "
		"list %s, with %.*f %% of all",
		d->moved, number_counted(b->arena, number_rounded(p->total_ticks), "sample"),
		readable(b, d->worst->name), d->worst->self_ticks, d->worst_ticks,
		number_counted(b->arena, d->dropped, "function"), percent_decimals(p, 1),
		100 * d->dropped_ticks / p->total_ticks);
}

static void disagreement_note(struct building *b) {
	struct building g;

	if (b->profile->total_ticks <= 0 ||
	    !find_times(&g, b->rules->compared, b->image, b->records, b->scratch))
		return;
	struct disagreement d = compare(b, &g);
	if (!d.worst || d.moved < 0.0005 * b->profile->total_ticks)
		return;
	notes_add(
		&b->notes, NOTE_GPROF,
		arena_format(b->arena,
	                     "gprof credits %.*f %% of the samples to another function, or loses "
	                     "them",
	                     percent_decimals(b->profile, 1),
	                     100 * d.moved / b->profile->total_ticks),
		evidence(b, &d),
		arena_format(b->arena,
	                     "the figures here are measured%s; \"--rules gprof\" shows gprof's",
	                     b->shared_ticks > 0
	                             ? ", except bins that functions share, which are divided (the "
	                               "error includes that)"
	                             : ""));
}

double disagreement_share(const struct rules *rules, const struct image *image,
                          const struct records *records) {
	SCRATCH struct arena *scratch = arena_new();
	struct building b, g;

	return find_times(&b, rules, image, records, scratch) && b.profile->total_ticks > 0 &&
	                       find_times(&g, rules->compared, image, records, scratch)
	               ? compare(&b, &g).moved / b.profile->total_ticks
	               : 0;
}

static void build_notes(struct building *b) {
	const struct notes *of_files = &b->records->notes;

	/* What the executable and the files reported comes first. */
	notes_add_all(&b->notes, of_files->list, of_files->n);
	notes_add_all(&b->notes, b->image->notes, b->image->nnotes);
	note_stripped(b);
	note_empty(b);
	note_few(b);
	note_rates(b);
	note_overflow(b);
	note_shared_bins(b);
	note_unclaimed(b);
	profiler_note(b);
	if (b->profile->paths) {
		note_cut_stacks(b);
		return;
	}
	note_calls(b);
	unseen_notes(b);
	note_spontaneous(b);
	note_opened(b);
	note_large_cycles(b);
}

static bool build(struct building *b, struct error *err) {
	progress_stage(b->progress, "building the profile", 0);
	if (b->rules->gprof && !b->rules->gprof->check(b, err))
		return false;
	take_facts(b);
	if (!functions_find(b, err))
		return false;
	if (!progress_wanted(b->progress))
		return fail(err, "cancelled");
	calls_add(b);
	arena_reset(b->step);
	ticks_find(b);
	arena_reset(b->step);
	if (b->records->has_stacks && !paths_find(b))
		return fail(err, "cancelled");
	arena_reset(b->step);
	calls_link(b);
	profiler_place(b);
	idle_place(b);
	arena_reset(b->step);
	if (b->profile->paths)
		figures_finish(b);
	else if (!divide_by_calls(b))
		return fail(err, "cancelled");
	if (!b->rules->no_indexes)
		ranks_give(b);
	arena_reset(b->step);
	if (has_bounds(b))
		bounds_find(b);
	arena_reset(b->step);
	if (!b->rules->no_notes)
		build_notes(b);
	if (!b->rules->no_notes && b->rules->compared && !b->rules->select.mark &&
	    !b->profile->paths)
		disagreement_note(b);
	finish(b);
	return true;
}

const struct profile *profile_build(const struct image *image, const struct records *records,
                                    const struct rules *rules, struct arena *arena,
                                    struct progress *progress, struct error *err) {
	struct building b = {
		.image = image,
		.records = records,
		.rules = rules,
		.arena = arena,
		.scratch = arena_new(),
		.step = arena_new(),
		.progress = progress,
		.profile = arena_alloc(arena, 1, sizeof(struct profile)),
		.notes = { .arena = arena },
	};
	bool ok = build(&b, err);

	arena_free(b.step);
	arena_free(b.scratch);
#ifdef GPTUI_DEBUG
	if (ok)
		assert(!profile_check(b.profile));
#endif
	return ok ? b.profile : NULL;
}
