/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for every profile: the tests' oracle.  Debug builds of gptui have it, too, and ask
 * it whenever a profile was built. */
#include <math.h>

#include "model/build/build.h"
#include "model/profile.h"
#include "model/rules.h"

static bool is_near(double a, double b) {
	double scale = fabs(a) + fabs(b) + 1;

	return fabs(a - b) <= 1e-9 * scale;
}

static const char *check_ticks(const struct profile *p) {
	double sum = p->lost_ticks;

	for (size_t i = 0; i < p->nfuncs; i++) {
		sum += p->funcs[i].self_ticks;
		if (p->funcs[i].self_ticks < 0 || p->funcs[i].descendant_ticks < 0)
			return "a function's ticks are negative";
	}
	return is_near(sum, p->total_ticks) ? NULL
	                                    : "ticks of functions do not add up to the total";
}

static const char *check_calls(const struct profile *p) {
	size_t ncallers = 0, ncallees = 0;

	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		uint64_t calls = 0;

		for (size_t k = 0; k < f->ncallers; k++) {
			if (f->callers[k]->callee != f)
				return "an arc is in another function's list";
			if (f->callers[k]->caller != f)
				calls += f->callers[k]->calls;
		}
		for (size_t k = 0; k < f->ncallees; k++)
			if (f->callees[k]->caller != f)
				return "an arc is in another function's list";
		if (calls != f->calls)
			return "a function's calls do not match its callers'";
		ncallers += f->ncallers;
		ncallees += f->ncallees;
	}
	return ncallers == p->narcs && ncallees == p->narcs ? NULL : "an arc is not in two lists";
}

static const char *check_cuts(const struct profile *p) {
	if (p->rules->choice.opens_cycles ? p->ncycles > 0 : p->nopened > 0)
		return "cycles are open or whole against the rules";
	for (size_t i = 0; i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		uint64_t cut_calls = 0;

		for (size_t k = 0; k < f->ncallers; k++) {
			const struct arc *a = f->callers[k];

			if (!a->is_cut)
				continue;
			if (a->caller == f || (!p->is_apart && (!profile_opened(p, f) ||
			                                        profile_opened(p, a->caller) !=
			                                                profile_opened(p, f))))
				return "an arc is cut that closes no cycle";
			if (a->self_ticks + a->descendant_ticks > 0)
				return "an arc that is cut passes time on";
			cut_calls += a->calls;
		}
		if (cut_calls != f->cut_calls)
			return "a function's cut calls do not match its callers'";
	}
	return NULL;
}

static const char *check_order(const struct profile *p) {
	for (size_t i = 1; i < p->nfuncs; i++)
		if (p->funcs[i - 1].low > p->funcs[i].low && p->funcs[i].kind != FUNC_INLINED)
			return "functions are not ordered by address";
	for (size_t i = 0; i < p->nindexes; i++)
		if ((p->by_index[i] ? p->by_index[i]->index : p->cycle_by_index[i]->index) != i + 1)
			return "an index does not match its position";
	return NULL;
}

static const char *check_bounds(const struct profile *p) {
	for (size_t i = 0; p->bounds && i < p->nfuncs; i++) {
		const struct func *f = &p->funcs[i];
		const double total = f->self_ticks + f->descendant_ticks;

		if (total < p->bounds[i].least || total > p->bounds[i].most)
			return "a total is outside its bounds";
		if (p->bounds[i].least < 0 || (p->bounds[i].most > p->total_ticks &&
		                               !is_near(p->bounds[i].most, p->total_ticks)))
			return "a bound is outside all time";
	}
	return NULL;
}

const char *profile_check(const struct profile *p) {
	const char *broken = check_ticks(p);

	if (!broken)
		broken = check_calls(p);
	if (!broken)
		broken = check_cuts(p);
	if (!broken)
		broken = check_bounds(p);
	return broken ? broken : check_order(p);
}
