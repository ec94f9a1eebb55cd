/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "model/build/bins.h"
#include "model/build/building.h"

/* Functions that have called nothing but what was counted, by their code.
 *
 * Time without a known caller may belong to any function, but not to them: no instruction of them,
 * or of what they call, calls a library, code without -pg, or what an address in memory says. */

enum {
	MOST_COMPONENTS = 64,     /* that a component leads to, counted by paths */
	MOST_BYTES = 4096,        /* of a function */
	ALL_BYTES = 128 * 1024,   /* of all functions that are read */
	MOST_CALLS = 64,          /* of a function */
	PROFILER_CALL_WITHIN = 32 /* bytes from a function's beginning */
};

static const double least_share = 0.005; /* of all ticks */

struct closing {
	const struct building *b;
	const uint32_t *component;
	const struct flow_graph *components;
	bool *wanted;  /* components to look at; shape: [components->n] */
	bool *closed;  /* shape: same */
	uint64_t left; /* bytes that may be read yet */
};

/* A function that was counted called the profiler before anything else. */
static bool is_known_call(const struct building *b, const struct func *f,
                          const struct code_call *call, bool is_first) {
	if (!call->has_target)
		return is_first && func_is_counted(f) && call->at - f->low <= PROFILER_CALL_WITHIN;
	uint32_t to = code_map_at(&b->map, call->target);
	return to != NO_FUNC && (b->funcs[to].is_profiler || func_is_counted(&b->funcs[to]));
}

/* Whether all calls in the function's code are known ones. */
static bool is_closed(struct closing *c, const struct func *f) {
	const struct code_reader *reader = &c->b->rules->code;
	const uint64_t size = f->high - f->low;
	struct code_call calls[MOST_CALLS];
	size_t n;

	if (f->kind != FUNC_SYMBOL || f->is_profiler || size > MOST_BYTES || size > c->left ||
	    !reader->calls)
		return false;
	c->left -= size;
	if (!reader->calls(reader->context, f->low, f->high, calls, MOST_CALLS, &n))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!is_known_call(c->b, f, &calls[i], i == 0))
			return false;
	return true;
}

/* Marks components that lead to few others, if they have some time, and what they lead to. */
static void find_wanted(struct closing *c) {
	const struct flow_graph *g = c->components;
	const struct building *b = c->b;
	const double enough = least_share * b->profile->total_ticks;
	unsigned char *size = arena_alloc(b->step, g->n, 1);

	for (uint32_t i = 0; i < g->n; i++) {
		unsigned sum = 1;
		for (uint32_t k = g->first[i]; k < g->first[i + 1]; k++)
			if (sum <= MOST_COMPONENTS)
				sum += size[g->to[k]];
		size[i] = (unsigned char)(sum > MOST_COMPONENTS ? MOST_COMPONENTS + 1 : sum);
	}
	for (uint32_t i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].self_ticks + b->funcs[i].descendant_ticks >= enough &&
		    size[c->component[i]] <= MOST_COMPONENTS)
			c->wanted[c->component[i]] = true;
	for (uint32_t i = g->n; i-- > 0;)
		for (uint32_t k = g->first[i]; c->wanted[i] && k < g->first[i + 1]; k++)
			c->wanted[g->to[k]] = true;
}

/* Functions by the number of their component: what they call comes before. */
static struct keyed *by_component(const struct closing *c) {
	const size_t n = c->b->nfuncs;
	struct keyed *list = arena_space(c->b->step, n, sizeof *list);

	for (size_t i = 0; i < n; i++)
		list[i] = (struct keyed){ c->component[i], (uint32_t)i };
	sort_keys(list, n, c->b->step);
	return list;
}

static bool leads_to_closed(const struct closing *c, uint32_t component) {
	const struct flow_graph *g = c->components;

	for (uint32_t k = g->first[component]; k < g->first[component + 1]; k++)
		if (!c->closed[g->to[k]])
			return false;
	return true;
}

bool *closed_code_find(const struct building *b, const uint32_t *component,
                       const struct flow_graph *components) {
	struct closing c = {
		.b = b, .component = component, .components = components, .left = ALL_BYTES
	};

	c.wanted = arena_alloc(b->step, components->n, sizeof *c.wanted);
	c.closed = arena_alloc(b->step, components->n, sizeof *c.closed);
	const struct keyed *order = by_component(&c);
	find_wanted(&c);
	for (uint32_t i = 0; i < components->n; i++)
		c.closed[i] = c.wanted[i];
	for (uint32_t i = 0; i < b->nfuncs; i++) {
		const uint32_t at = (uint32_t)order[i].key;

		if (c.closed[at])
			c.closed[at] = leads_to_closed(&c, at) &&
			               is_closed(&c, &b->funcs[order[i].index]);
	}
	return c.closed;
}

/* Divides the bins that count code of several functions.
 *
 * Only where an instruction begins can there have been a sample.  How many of them a part of the
 * bin got, of two parts that have some, is not known, but there is evidence: the calls of each
 * function, and the samples of the straight code around the part, which runs as often as the part
 * does.  The calls say how many ticks a byte of that code should have had; its own ticks count
 * against PRIOR ticks of that expectation:
 *
 *	rate = (PRIOR + ticks) / (PRIOR / (calls * per call) + bytes)
 *
 * where `per call` is that of all such code of the profile.  Without calls (functions of assembly,
 * callbacks from libraries) only the ticks count, and UNCALLED ticks, so that no code is ruled out;
 * in a wide bin that is the least for code that was called, too.  Where no calls were counted at
 * all, as on most boards, code is expected to have what the bin has for each byte, UNSEEN ticks
 * strong: a function without a bin of its own keeps its part by bytes.  How much of a rate is no
 * more than that is kept, because then nobody knows how the bin is divided.  The weight of a part
 * is its rate times the instructions that begin in it; what waits for memory is sampled more often
 * (parse/code/sample_sites.h).  This is a Poisson rate under a gamma prior; the constants were
 * chosen on programs whose samples were recorded, and tested on others (doc/profiling.md). */

enum {
	MOST = 1 << 20, /* candidates; further bins are divided by bytes */
	AROUND = 64,    /* bytes around code that could not be read */
	FAR = 256,      /* bytes around code that has no bin of its own nearer */
	WIDEST = 1024,  /* bytes of a bin: the code of wider ones tells little */
	WIDE = 16,      /* bytes of one that may have whole loops in it */
	INSTRUCTION = 4 /* bytes of one, about */
};

static const double prior = 8, uncalled = 0.05, unseen = 0.3; /* ticks */
static const double calls_doubt = 0.5; /* calls decide half as well as ticks */

/* A part of a bin, while evidence is gathered. */
struct candidate {
	const struct piece *piece;
	uint64_t low, high; /* bytes of it that the bin counts */
	struct part_code code;
	uint64_t calls;
	double ticks, bytes; /* of the straight code outside shared bins */
	double unknown;      /* the part of its rate that no evidence gave */
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
static void add_bin(struct splitting *s, struct bin_walk *walk) {
	const size_t first = s->ncandidates;
	struct bin_share share;

	while (bin_walk_share(walk, &share))
		arena_append(s->b->step, s->candidates, s->ncandidates,
		             (struct candidate){
				     .piece = share.piece,
				     .low = share.low,
				     .high = share.high,
			     });
	if (s->ncandidates - first < 2) {
		s->ncandidates = first;
		return;
	}
	arena_append(s->b->step, s->bins, s->n,
	             (struct open_bin){ walk->low, walk->high, walk->ticks * walk->weight, first,
	                                s->ncandidates - first, false });
}

/* Reads the code of a bin; false if it is not known where instructions begin. */
static bool read_bin(struct splitting *s, const struct open_bin *bin) {
	const struct code_reader *reader = &s->b->rules->code;
	double begins = 0;

	if (bin->high - bin->low > WIDEST)
		return false;
	for (size_t i = bin->first; i < bin->first + bin->n; i++) {
		struct candidate *c = &s->candidates[i];

		if (!reader->read || !reader->read(reader->context, c->piece->low, c->piece->high,
		                                   c->low, c->high, &c->code))
			return false;
		begins += c->code.begins;
	}
	return begins > 0;
}

/* Takes the function's code on both sides for straight code. */
static void take_around(struct candidate *c, uint64_t most) {
	c->code.low = c->low - c->piece->low < most ? c->piece->low : c->low - most;
	c->code.high = c->piece->high - c->high < most ? c->piece->high : c->high + most;
}

/* The code of the most sampled bins first: there may not be time for all. */
static void read_code(struct splitting *s) {
	struct keyed *order = arena_space(s->b->step, s->n, sizeof *order);

	for (size_t i = 0; i < s->n; i++)
		order[i] = (struct keyed){ sort_key_down(s->bins[i].ticks), (uint32_t)i };
	sort_keys(order, s->n, s->b->step);
	for (size_t i = 0; i < s->n; i++) {
		struct open_bin *bin = &s->bins[order[i].index];

		bin->is_read = progress_wanted(s->b->progress) && read_bin(s, bin);
		/* Without its code, an instruction may begin at every byte. */
		for (size_t k = bin->first; !bin->is_read && k < bin->first + bin->n; k++) {
			struct candidate *c = &s->candidates[k];

			c->code = (struct part_code){ .begins = (double)(c->high - c->low) };
			take_around(c, AROUND);
		}
	}
}

/* Counts the bins in the straight code around a candidate that are of its function alone. */
static void weigh(struct splitting *s, struct candidate *c, struct work *work) {
	enum { EACH = 4 };
	struct bin_walk walk = bin_walk_within(s->b->merged, &s->b->map, NULL, c->code.low,
	                                       c->code.high);

	c->calls = s->b->funcs[c->piece->func].calls;
	c->ticks = 0;
	c->bytes = (double)(c->code.high - c->code.low);
	while (work_pay(work, EACH) && bin_walk_next(&walk)) {
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

/* The code of candidates is looked for in all histograms, of which there may be one a file: that
 * can take too long. */
static void gather_evidence(struct splitting *s) {
	enum { STEPS = 8, BYTES = 8 }; /* for each histogram; that a candidate counts as */
	struct building *b = s->b;
	struct work work = { .progress = b->progress };
	double ticks = 0, expected = 0;

	work_allow(&work, BYTES * s->ncandidates);
	for (size_t i = 0; i < s->ncandidates && progress_wanted(b->progress); i++) {
		struct candidate *c = &s->candidates[i];

		if (!work_pay(&work, STEPS * b->merged->n)) {
			notes_add(&b->notes, NOTE_WARNING,
			          "bins of too many functions in too many ranges",
			          arena_format(b->arena, "%zu of %zu parts of bins, and %zu ranges",
			                       s->ncandidates - i, s->ncandidates, b->merged->n),
			          "these are divided by their code alone, without calls and "
			          "samples around them; bins of a few bytes, as in glibc, are "
			          "more exact");
			break;
		}
		weigh(s, c, &work);
		if (c->bytes <= 0) {
			take_around(c, FAR); /* wide bins of its own are near enough */
			weigh(s, c, &work);
		}
		ticks += c->calls ? c->ticks : 0;
		expected += (double)c->calls * c->bytes;
	}
	s->per_call = expected > 0 ? (ticks + 1) / expected : 1;
}

/* Sets the candidate's weight in a bin. */
static void weigh_against(const struct splitting *s, struct candidate *c,
                          const struct open_bin *bin) {
	const bool has_calls = s->b->records->ncalls;
	const double width = (double)(bin->high - bin->low);
	const double by_calls = prior / (s->per_call * (double)c->calls);
	double expected = has_calls ? uncalled : unseen;
	double before = has_calls ? INSTRUCTION : unseen * width / bin->ticks;

	/* In a wide bin few calls are no evidence against code: it may be a long loop. */
	if (c->calls && (width < WIDE || (prior + c->ticks) * (before + c->bytes) >
	                                         (expected + c->ticks) * (by_calls + c->bytes))) {
		expected = prior;
		before = by_calls;
	}
	c->unknown = before / (before + c->bytes) * (c->calls ? calls_doubt : 1);
	c->weight = (expected + c->ticks) / (before + c->bytes) * c->code.begins;
}

static struct shared_bin decide(const struct splitting *s, const struct open_bin *bin) {
	struct candidate *c = &s->candidates[bin->first];
	struct split_part *parts = arena_space(s->b->arena, bin->n, sizeof *parts);
	struct shared_bin split = { bin->low, bin->high, bin->ticks, parts, 0, bin->is_read };
	double all = 0, unknown = 0;

	for (size_t i = 0; i < bin->n; i++)
		weigh_against(s, &c[i], bin);
	for (size_t i = 0; i < bin->n; i++) {
		all += c[i].weight;
		unknown += c[i].weight * c[i].unknown;
	}
	for (size_t i = 0; i < bin->n; i++) {
		const double share = c[i].weight / all, rest = all - c[i].weight;
		const double others = rest > 0 ? (unknown - c[i].weight * c[i].unknown) / rest : 0;
		const double doubt = share * (1 - share);

		/* Without any evidence of what decides it, one part may have the whole bin. */
		const double open = 1 - (1 - c[i].unknown) * (1 - others);
		if (c[i].code.begins > 0)
			parts[split.n++] = (struct split_part){
				(uint32_t)(c[i].piece - s->b->map.pieces), c[i].piece->func, share,
				doubt * (doubt + open * (1 - doubt))
			};
	}
	return split;
}

/* Sets the splits of bins that several functions share.  Calls added before count as evidence. */
static void split_bins(struct building *b) {
	struct bin_walk walk = bin_walk_all(b->merged, &b->map, NULL);
	struct splitting s = { .b = b };
	struct shared_bins *out = arena_alloc(b->arena, 1, sizeof *out);
	size_t kept = 0;

	while (s.ncandidates < MOST / (b->merged->n + 1) && bin_walk_next(&walk))
		add_bin(&s, &walk);
	/* Bins of different histograms that count the same bytes become one. */
	s.bins = sort_copy(s.bins, s.n, sizeof *s.bins, offsetof(struct open_bin, low), b->step);
	for (size_t i = 0; i < s.n; i++)
		if (kept && s.bins[kept - 1].low == s.bins[i].low &&
		    s.bins[kept - 1].high == s.bins[i].high)
			s.bins[kept - 1].ticks += s.bins[i].ticks;
		else
			s.bins[kept++] = s.bins[i];
	s.n = kept;
	read_code(&s);
	gather_evidence(&s);
	struct shared_bin *list = arena_space(b->arena, s.n, sizeof *list);
	for (size_t i = 0; i < s.n; i++)
		list[i] = decide(&s, &s.bins[i]);
	*out = (struct shared_bins){ list, s.n };
	b->profile->splits = out;
}

/* Distributes the ticks of bins to the functions whose bytes they count (bins.h); those of one that
 * counts no function's bytes go to its gap. */

static void credit(struct building *b, uint32_t func, double ticks, double variance) {
	b->funcs[func].self_ticks += ticks;
	b->funcs[func].variance += variance;
}

static void share_out(struct building *b, struct bin_walk *bin) {
	const bool is_divided = bin->split && bin->split->n > 1;
	uint32_t first = NO_FUNC, owner = b->outside;
	struct bin_share share;

	while (bin_walk_share(bin, &share)) {
		b->funcs[share.piece->func].shared_most += is_divided && share.piece->func != owner
		                                                   ? bin->ticks * bin->weight
		                                                   : 0;
		owner = share.piece->func;
		first = first == NO_FUNC ? owner : first;
		credit(b, owner, share.ticks * bin->weight, bin_share_variance(bin, &share));
		b->funcs[owner].shared_ticks += is_divided ? share.ticks * bin->weight : 0;
	}
	if (!bin->bytes && owner != NO_FUNC)
		credit(b, owner, bin->ticks * bin->weight, bin->ticks * bin->weight * bin->weight);
	if (first != NO_FUNC && first != owner)
		b->shared_ticks += bin->ticks * bin->weight;
	b->profile->total_ticks += bin->ticks * bin->weight;
}

/* The total where some was removed.  What is left is added up: taken off the total, a rounding
 * error would remain of much that is removed. */
static void total_anew(struct building *b) {
	b->profile->total_ticks = 0;
	for (size_t i = 0; i < b->nfuncs; i++)
		b->profile->total_ticks += b->funcs[i].self_ticks;
}

/* Functions and the time of each, under either kind of rules. */

static bool find_exact(struct building *b, struct error *err) {
	struct profile *p = b->profile;

	b->merged = merged_new(b->records->histograms, b->records->nhistograms, &b->image->machine,
	                       b->scratch, b->progress);
	if (!b->merged)
		return fail(err, "cancelled");
	p->samples = b->merged->samples;
	p->rate = b->merged->rate;
	if (!functions_exact(b, err))
		return false;
	arena_reset(b->step);
	functions_add_gaps(b);
	arena_reset(b->step);
	return true;
}

bool functions_find(struct building *b, struct error *err) {
	const struct gprof_methods *gprof = b->rules->gprof;

	if (gprof ? !gprof->find_functions(b, err) : !find_exact(b, err))
		return false;
	b->bits = arena_alloc(b->scratch, b->nfuncs, 1);
	if (b->rules->select.mark)
		b->rules->select.mark(b->rules->select.context, b->funcs, b->nfuncs, b->bits);
	else
		memset(b->bits, SELECT_ALL, b->nfuncs);
	return true;
}

void ticks_find(struct building *b) {
	if (b->rules->gprof) {
		b->rules->gprof->find_ticks(b);
		return;
	}
	split_bins(b);
	arena_reset(b->step);
	struct bin_walk bin = bin_walk_all(b->merged, &b->map, b->profile->splits);
	while (bin_walk_next(&bin))
		share_out(b, &bin);
	bool is_all = true;
	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		if (!(b->bits[i] & SELECT_FLAT)) {
			f->self_ticks = f->variance = f->shared_ticks = f->shared_most = 0;
			is_all = false;
		}
	}
	if (!is_all)
		total_anew(b);
}

/* The time of the profiler's own functions: mcount() and what it calls.
 *
 * Each call of a function that was compiled with -pg calls mcount() once, whoever made it.  So each
 * function caused the part of that time which it has of all calls, its own to itself included. */

/* What the profiler's functions have. */
struct cost {
	double ticks, variance;
	double calls; /* of all other functions */
};

static struct cost find_cost(struct building *b) {
	struct cost cost = { 0 };

	for (size_t i = 0; i < b->nfuncs; i++) {
		struct func *f = &b->funcs[i];

		f->is_profiler = func_is_profilers(f);
		if (f->is_profiler) {
			cost.ticks += f->self_ticks;
			cost.variance += f->variance;
		} else {
			cost.calls += func_all_calls(f);
		}
	}
	return cost;
}

void profiler_place(struct building *b) {
	struct profile *p = b->profile;

	if (b->rules->gprof)
		return;
	struct cost cost = find_cost(b);
	p->profiler_ticks = cost.ticks;
	p->profiler_calls = cost.calls < 0x1p64 ? (uint64_t)cost.calls : UINT64_MAX;
	if (cost.ticks <= 0 || b->rules->choice.profiler == PROFILER_APART ||
	    (b->rules->choice.profiler == PROFILER_SPREAD && (cost.calls <= 0 || p->paths)))
		return;
	p->profiler = b->rules->choice.profiler;
	for (size_t i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].is_profiler)
			b->funcs[i].self_ticks = b->funcs[i].variance = 0;
	for (size_t i = 0; i < b->nfuncs && p->profiler == PROFILER_SPREAD; i++) {
		struct func *f = &b->funcs[i];
		const double part = func_all_calls(f) / cost.calls;

		if (f->is_profiler)
			continue;
		f->self_ticks += part * cost.ticks;
		f->variance += part * part * cost.variance;
	}
	if (p->profiler != PROFILER_SPREAD)
		total_anew(b);
}

void idle_place(struct building *b) {
	struct profile *p = b->profile;

	for (size_t i = 0; i < b->nfuncs && !b->rules->gprof; i++) {
		struct func *f = &b->funcs[i];

		f->is_idle = func_waits(f, b->rules->choice.idle_names);
		p->idle_ticks += f->is_idle ? f->self_ticks : 0;
	}
	if (!b->rules->choice.leaves_idle || p->paths || p->idle_ticks <= 0)
		return;
	p->is_idle_out = true;
	for (size_t i = 0; i < b->nfuncs; i++)
		if (b->funcs[i].is_idle)
			b->funcs[i].self_ticks = b->funcs[i].variance = 0;
	total_anew(b);
}

/* "; 12 in mcount, 3 in mcount@plt": the first few of them. */
static const char *listed(struct building *b) {
	enum { MOST_CALLERS = 4 };
	const char *list = "";
	size_t n = 0;

	for (size_t i = 0; i < b->nfuncs && n < MOST_CALLERS; i++) {
		const struct func *f = &b->funcs[i];

		if (!f->is_profiler || f->self_ticks <= 0)
			continue;
		list = arena_format(b->arena, "%s%s %.4g in %s", list, n ? "," : ";", f->self_ticks,
		                    f->name);
		n++;
	}
	return list;
}

static void note_apart(struct building *b, double share) {
	const struct profile *p = b->profile;
	const double rest = p->total_ticks - p->profiler_ticks;

	notes_add(&b->notes, profiler_stands_out(p) ? NOTE_WARNING : NOTE_FACT,
	          arena_format(b->arena, "the profiler's own functions have %.*f %% of the samples",
	                       percent_decimals(p, 1), share),
	          arena_format(b->arena,
	                       "%s of %s; a function with 10 %% of all has %.*f %% without them%s",
	                       number_text(b->arena, number_rounded(p->profiler_ticks)),
	                       number_counted(b->arena, number_rounded(p->total_ticks), "sample"),
	                       percent_decimals(p, 1), rest > 0 ? 10 * p->total_ticks / rest : 0,
	                       listed(b)),
	          arena_format(b->arena,
	                       "%swithout -pg the program does not spend that time: leave it in "
	                       "its rows, or out of the 100 %% (\"set profiler out\")%s; times are "
	                       "more accurate in a build that is only linked with -pg, not "
	                       "compiled with it (in one test 6 %% was in the wrong function "
	                       "instead of 15), and in a recording without it (gptui --record); "
	                       "--calls adds the calls of this build",
	                       p->profiler_calls ? "" : "there are no calls to divide it by; ",
	                       p->profiler_calls && !p->paths
	                               ? "; \"set profiler spread\" divides it by calls, which "
	                                 "is for totals only: in one test 48 % was in the wrong "
	                                 "function then"
	                               : ""));
}

void profiler_note(struct building *b) {
	const struct profile *p = b->profile;
	const char *shown = "\"set profiler apart\" shows it in rows of its own";

	if (p->profiler_ticks <= 0)
		return;
	double share = profiler_share(p);
	const char *samples = number_counted(b->arena, number_rounded(p->profiler_ticks), "sample");
	if (p->profiler == PROFILER_APART)
		note_apart(b, share);
	else if (p->profiler == PROFILER_SPREAD)
		notes_add(&b->notes, NOTE_FACT,
		          "the profiler's own time is divided among functions by their calls",
		          arena_format(b->arena, "%s, %.*f %% of all, for %s", samples,
		                       percent_decimals(p, 1), share,
		                       number_counted(b->arena, p->profiler_calls, "call")),
		          shown);
	else
		notes_add(&b->notes, NOTE_FACT, "the profiler's own time is left out of the 100 %",
		          arena_format(b->arena, "%s, %.*f %% of all", samples,
		                       percent_decimals(p, 1), share),
		          shown);
}
