/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_choice.h"

#include "model/files/file_names.h"
#include "model/files/spreads.h"
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

const struct file_choice *file_choice_copy(const struct file_choice *choice, struct arena *arena) {
	struct file_choice *out = file_choice_all(choice->n, arena);

	memcpy(out->is_off, choice->is_off, choice->n * sizeof *choice->is_off);
	out->later_are_off = choice->later_are_off;
	return out;
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

static void set_off(struct file_choice *choice, const struct run *run, bool is_off) {
	choice->is_off[run->number] = is_off;
	for (size_t i = 0; i < run->nmembers; i++)
		choice->is_off[run->members[i]] = is_off;
}

const struct file_choice *file_choice_toggle(const struct file_choice *choice,
                                             const struct run *run, size_t nfiles,
                                             struct arena *arena) {
	struct file_choice *out = file_choice_all(nfiles, arena);

	for (size_t i = 0; i < nfiles; i++)
		out->is_off[i] = file_choice_is_off(choice, i);
	set_off(out, run, !out->is_off[run->number]);
	out->later_are_off = file_choice_is_off(choice, SIZE_MAX);
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

static void add_records(struct records *out, const struct records *all,
                        const struct profile_file *file) {
	append(out->histograms, &out->nhistograms, all->histograms, file->first_histogram,
	       file->nhistograms, sizeof *out->histograms);
	append(out->calls, &out->ncalls, all->calls, file->first_call, file->ncalls,
	       sizeof *out->calls);
	append(out->blocks, &out->nblocks, all->blocks, file->first_block, file->nblocks,
	       sizeof *out->blocks);
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
		add_records(out, all, file);
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
