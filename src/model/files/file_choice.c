/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/files/file_choice.h"

#include <string.h>

#include "model/records.h"
#include "model/runs.h"

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
