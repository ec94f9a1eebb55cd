/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/profile.h"

#include "model/image.h"

const char *const profilers_of_gprof[] = {
	"_gprof_mcount", "mcount", "_mcount", "__mcount", "__mcount_internal", "__mcleanup",
};
const size_t nprofilers_of_gprof = sizeof profilers_of_gprof / sizeof *profilers_of_gprof;

static bool is_listed(const char *const *list, size_t n, const char *name, size_t len) {
	for (size_t i = 0; i < n; i++)
		if (!strncmp(list[i], name, len) && !list[i][len])
			return true;
	return false;
}

bool profiler_is_gprofs(const char *name) {
	return is_listed(profilers_of_gprof, nprofilers_of_gprof, name, strlen(name));
}

/* Source: what gcc calls for -pg and -mfentry on its machines, glibc's handler of the clock's
 * signal, and what mcount is to mingw-w64. */
bool profiler_has(const char *name) {
	static const char *const more[] = {
		"__fentry__",     "__gnu_mcount_nc", "__gnu_mcount",
		"_mcount_nc",     "mcount_internal", "__profil_counter",
		"profil_counter", "_mcount_private", "__mcount_private",
	};

	name += *name == '.'; /* an entry point of ppc64 */
	size_t len = strcspn(name, "@");
	return is_listed(profilers_of_gprof, nprofilers_of_gprof, name, len) ||
	       is_listed(more, sizeof more / sizeof *more, name, len);
}

/* Source: NuttX, Zephyr, FreeRTOS, RTEMS, eCos, ChibiOS, ThreadX, RTX, KallistiOS, Linux, FreeBSD
 * and NetBSD. */
static const char idle_names[] =
	"up_idle,up_idlepm,arch_cpu_idle,arch_cpu_atomic_idle,k_cpu_idle,prvIdleTask,"
	"vApplicationIdleHook,vPortSuppressTicksAndSleep,_CPU_Thread_Idle_body,idle_thread_main,"
	"hal_idle_thread_action,_idle_thread,_tx_thread_schedule,osRtxIdleThread,thd_idle_task,"
	"cpu_idle,do_idle,default_idle,default_idle_call,cpuidle_enter_state,cpu_do_idle,"
	"native_safe_halt,pv_native_safe_halt,mwait_idle,intel_idle,poll_idle,acpi_idle_do_entry,"
	"sched_idletd,cpu_idle_hlt,cpu_idle_mwait,acpi_cpu_idle,acpi_cpu_c1,x86_cpu_idle_halt";

static bool is_among(const char *list, const char *name, size_t len) {
	for (; list && *list; list += strcspn(list, ","), list += *list == ',')
		if (strcspn(list, ",") == len && !memcmp(list, name, len))
			return true;
	return false;
}

bool func_waits(const struct func *f, const char *more) {
	const size_t len = strlen(f->name);

	return f->kind == FUNC_SYMBOL &&
	       (is_among(idle_names, f->name, len) || is_among(more, f->name, len));
}

/* Percent of the samples from which the profiler's own time is worth a word on the first screen. */
enum { PROFILER_MUCH = 5 };

const struct func *profile_at(const struct profile *p, uint64_t address) {
	uint32_t func = code_map_at(p->map, address);

	return func == NO_FUNC ? NULL : &p->funcs[func];
}

bool func_is_profilers(const struct func *f) {
	return (f->kind == FUNC_SYMBOL || f->kind == FUNC_PLT) && profiler_has(f->name);
}

bool profile_has_totals(const struct profile *p) {
	return p->has_calls || p->paths;
}

/* With what was left out. */
static double sampled_ticks(const struct profile *p) {
	return p->total_ticks + (p->profiler == PROFILER_OUT ? p->profiler_ticks : 0) +
	       (p->is_idle_out ? p->idle_ticks : 0);
}

double profiler_share(const struct profile *p) {
	return p->profiler_ticks > 0 ? 100 * p->profiler_ticks / sampled_ticks(p) : 0;
}

int percent_decimals(const struct profile *p, int most) {
	return p->samples ? number_decimals(100 / (double)p->samples, most) : most;
}

int time_decimals(const struct profile *p, int most) {
	return p->rate > 0 ? number_decimals(1 / p->rate, most) : most;
}

bool profiler_stands_out(const struct profile *p) {
	return p->profiler == PROFILER_APART && profiler_share(p) > PROFILER_MUCH;
}

bool idle_stands_out(const struct profile *p) {
	return p->is_idle_out || 100 * p->idle_ticks > PROFILER_MUCH * p->total_ticks;
}

double func_profiler_ticks(const struct profile *p, const struct func *f) {
	return p->profiler == PROFILER_SPREAD && !f->is_profiler
	               ? p->profiler_ticks * (double)(f->calls + f->self_calls) /
	                         (double)p->profiler_calls
	               : 0;
}

bool func_gave_time(const struct profile *p, const struct func *f) {
	return (f->is_profiler && p->profiler != PROFILER_APART) || (f->is_idle && p->is_idle_out);
}

double sample_ticks(const struct profile *p) {
	return p->samples ? sampled_ticks(p) / (double)p->samples : 0;
}

/* Where three are expected, none falls with a probability of 5 %. */
double unseen_ticks(const struct profile *p) {
	return 3 * sample_ticks(p);
}

double func_unseen_ticks(const struct profile *p, const struct func *f) {
	const double unseen = unseen_ticks(p);

	return f->self_ticks >= unseen / 6 || f->variance > unseen * unseen ||
	                       f->kind == FUNC_OUTSIDE || func_gave_time(p, f)
	               ? 0
	               : unseen;
}

bool is_faint_figure(double ticks, double variance) {
	return ticks * ticks < FEW_SAMPLES * variance || variance <= 0;
}

bool arc_is_inner(const struct arc *a) {
	return a->caller == a->callee || (a->caller->cycle && a->caller->cycle == a->callee->cycle);
}

bool arc_hands_time(const struct arc *a) {
	return !a->is_cut && !arc_is_inner(a);
}

double arc_ticks(const struct arc *a, uint64_t calls) {
	const double all = a->self_ticks + a->descendant_ticks;

	return (all > a->inlined_ticks ? all - a->inlined_ticks : 0) * (double)calls /
	       (double)a->calls;
}

double arc_part_of_calls(const struct arc *a) {
	const uint64_t calls = func_handing_calls(a->callee);

	if (a->is_split)
		return 1;
	return calls ? (double)a->calls / (double)calls : 0;
}

const struct opened_cycle *profile_opened(const struct profile *p, const struct func *f) {
	uint32_t number = p->opened_of ? p->opened_of[profile_number(p, f)] : 0;

	return number ? &p->opened[number - 1] : NULL;
}

bool func_is_counted(const struct func *f) {
	if (f->is_inlined && !f->calls && !f->self_calls)
		return false;
	return f->ncallers && !func_split(f) &&
	       (f->calls || f->self_calls || !f->callers[0]->is_sampled);
}

double func_all_calls(const struct func *f) {
	return (double)f->calls + (double)f->self_calls;
}

const struct arc *func_split(const struct func *f) {
	return f->ncallers && f->callers[0]->is_split ? f->callers[0] : NULL;
}

uint64_t func_handing_calls(const struct func *f) {
	return f->cycle ? f->cycle->calls : f->calls - f->cut_calls;
}

uint32_t profile_number(const struct profile *p, const struct func *f) {
	assert(f >= p->funcs && f < p->funcs + p->nfuncs);
	return (uint32_t)(f - p->funcs);
}

const struct func *profile_hottest(const struct profile *p) {
	const struct func *best = NULL;

	for (size_t i = 0; i < p->nfuncs; i++)
		if (!best || p->funcs[i].self_ticks > best->self_ticks)
			best = &p->funcs[i];
	return best;
}

const struct bounds *bounds_of(const struct profile *p, const struct func *f) {
	return p->bounds ? &p->bounds[profile_number(p, f)] : NULL;
}

bool bounds_are_wide(const struct profile *p, double least, double most, double total) {
	const double width = most - least;

	return width > 0.05 * p->total_ticks && width > 0.5 * total;
}

double bounds_estimate(const struct func *f) {
	double ticks = f->self_ticks;

	for (size_t i = 0; i < f->ncallees; i++)
		ticks += f->callees[i]->self_ticks + f->callees[i]->descendant_ticks;
	return ticks;
}

const struct caller_fit *caller_fit_of(const struct profile *p, const struct func *f) {
	const struct caller_costs *costs = p->caller_costs;

	if (!costs)
		return NULL;
	if (f->cycle)
		f = f->cycle->members[0];
	uint32_t number = costs->fit_of[profile_number(p, f)];
	return number ? &costs->fits[number - 1] : NULL;
}

const struct caller_cost *caller_cost_of(const struct profile *p, const struct arc *arc) {
	const struct caller_costs *costs = p->caller_costs;

	if (!costs)
		return NULL;
	const struct caller_cost *cost = &costs->arcs[arc - p->arcs];
	return cost->error > 0 ? cost : NULL;
}
