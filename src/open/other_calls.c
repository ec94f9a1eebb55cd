/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "open/other_calls.h"

#include <math.h>

#include "gprof/gprof_rules.h"
#include "base/number.h"
#include "base/sort.h"
#include "model/build/build.h"
#include "model/code_map.h"
#include "model/compare/matching.h"
#include "model/dataset.h"
#include "model/image.h"
#include "model/names.h"
#include "model/profile.h"
#include "model/records.h"
#include "open/recordings.h"

/* Both builds. */
struct builds {
	const struct dataset *times, *calls;
	const struct matching *matching;
	double nruns; /* of the calls */
	struct arena *arena;
};

/* Calls to functions that only the other build has. */
struct lost {
	uint32_t func; /* number */
	double calls;
};

/* The function of the times' build, or NULL. */
static const struct func *counterpart(const struct builds *b, const struct func *of) {
	const uint32_t number = b->matching->counterpart[profile_number(b->calls->profile, of)];

	return number == NO_FUNC ? NULL : &b->times->profile->funcs[number];
}

/* The calls of a run, in the order of arcs.  Calls by functions that this build does not have are
 * by nobody that is known. */
static struct call *calls_of_run(const struct builds *b, struct arena *arena, size_t *n,
                                 double *kept) {
	const struct profile *p = b->calls->profile;
	struct call *list = arena_space(arena, p->narcs, sizeof *list);

	*n = 0;
	*kept = 0;
	for (size_t i = 0; i < p->narcs; i++) {
		const struct arc *arc = &p->arcs[i];
		const struct func *caller = counterpart(b, arc->caller);
		const struct func *callee = counterpart(b, arc->callee);

		if (!arc->calls || !callee)
			continue;
		*kept += (double)arc->calls;
		list[(*n)++] = (struct call){ caller ? caller->low : 0, callee->low,
			                      (uint64_t)((double)arc->calls / b->nruns + 0.5) };
	}
	return list;
}

/* "; without a row here: a 120, b 3": the most called. */
static const char *lost_text(const struct builds *b, struct arena *arena) {
	enum { NAMED = 4 };
	const struct profile *p = b->calls->profile;
	struct lost *list = arena_space(b->arena, p->nfuncs, sizeof *list);
	const char *text = "";
	size_t n = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double calls = (double)f->calls + (double)f->self_calls;

		if (calls > 0 && !f->is_profiler && !counterpart(b, f))
			list[n++] = (struct lost){ (uint32_t)i, calls };
	}
	sort_falling(list, n, sizeof *list, offsetof(struct lost, calls), b->arena);
	for (size_t i = 0; i < n && i < NAMED; i++)
		text = arena_format(arena, "%s%s%s %s", text, i ? ", " : "; not in this build: ",
		                    names_get(b->calls->names, &p->funcs[list[i].func], NAME_SHORT),
		                    number_text(arena, number_rounded(list[i].calls)));
	return n > NAMED ? arena_format(arena, "%s and %zu more", text, n - NAMED) : text;
}

static void note_kept(struct records *r, const struct builds *b, double kept) {
	const double little = 0.95;
	const struct profile *p = b->calls->profile;
	struct arena *arena = r->notes.arena;
	double all = 0;

	for (size_t i = 0; i < p->narcs; i++)
		all += (double)p->arcs[i].calls;
	if (!(all > 0)) {
		notes_add(&r->notes, NOTE_FAULT, "the build for calls counted none", p->image->path,
		          "compile and link it with -pg, and let it end by itself");
		return;
	}
	notes_add(&r->notes, kept < little * all ? NOTE_WARNING : NOTE_FACT,
	          arena_format(arena, "calls are those of another build, %s", p->image->path),
	          arena_format(arena, "%.4g %% of %s in %s are to functions of this build%s",
	                       100 * kept / all, number_counted(arena, number_rounded(all), "call"),
	                       number_counted(arena, number_rounded(b->nruns), "run"),
	                       lost_text(b, arena)),
	          "what is inlined here and not there is not called here; callers that are inlined "
	          "here are \"outside\"; build both with the same options but for -pg");
}

/* What the other build's profiles have that makes them wrong. */
static void note_faults(struct records *r, const struct profile *p) {
	for (size_t i = 0; i < p->nnotes; i++)
		if (p->notes[i].severity == NOTE_FAULT)
			notes_add(&r->notes, NOTE_FAULT,
			          arena_format(r->notes.arena, "calls: %s", p->notes[i].cause),
			          arena_format(r->notes.arena, "%s", p->notes[i].evidence),
			          p->notes[i].cure);
}

/* Each file of a run gets the calls; where a run has several, the first ones. */
static void give(struct records *r, const struct call *calls, size_t n) {
	const size_t nruns = recorded_runs(r), given = nruns < r->nfiles ? nruns : r->nfiles;

	r->calls = arena_space(r->arena, given * n, sizeof *calls);
	r->ncalls = 0;
	for (size_t i = 0; i < r->nfiles; i++) {
		struct profile_file *f = &r->files[i];

		f->first_call = r->ncalls;
		f->ncalls = i < given ? n : 0;
		for (size_t k = 0; k < f->ncalls; k++)
			r->calls[r->ncalls++] = calls[k];
	}
	for (size_t i = 0; i < r->noff; i++)
		r->off[i].ncalls = 0;
}

bool other_calls_add(struct records *r, const struct image *image, const struct dataset *calls,
                     struct progress *progress, struct error *err) {
	SCRATCH struct arena *own = arena_new();
	struct rules rules = rules_exact;
	struct dataset times = { .profile = NULL };
	struct builds b = { .times = &times, .calls = calls, .arena = own };
	double kept;
	size_t n;

	rules.no_costs = rules.no_indexes = rules.no_notes = true;
	times.profile = profile_build(image, r, &rules, own, progress, err);
	if (times.profile) {
		times.names = names_new(times.profile, own);
		b.matching = matching_find(&(struct match_sides){ .base = calls, .new = &times },
		                           own, progress, err);
	}
	if (b.matching) {
		b.nruns = (double)recorded_runs(calls->profile->records);
		struct call *list = calls_of_run(&b, own, &n, &kept);
		give(r, list, n);
		note_faults(r, calls->profile);
		note_kept(r, &b, kept);
	}
	return b.matching;
}
