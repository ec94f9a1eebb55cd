/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_groups.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "model/files/file_names.h"
#include "model/files/spreads.h"
#include "model/profile.h"

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
	struct arena *own = arena_new();
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
	arena_free(own);
	return out;
}
