/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/sample_sites.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/sort.h"
#include "base/work.h"
#include "model/build/bins.h"
#include "model/code_map.h"
#include "model/frames.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/code/instructions.h"
#include "parse/dwarf/dwarf_functions.h"
#include "parse/dwarf/lines.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

enum {
	MOST_SITES = 64, /* of a share whose instructions are not known */
	WIDE = 1 << 14,  /* bytes of a bin that may have all code of a program */
	SITES_OF_WIDE = 1024,
	EACH = 80, /* the work for a site, as for its instruction */
	STEP = 1024
};

struct site_finder {
	struct lines *lines;
	const struct profile *profile;
	struct instructions *instructions;
	struct work *work;
	struct bin_walk walk;
	uint32_t bin;             /* number of the one that it is at */
	struct sample_site *list; /* shape: [n] */
	size_t n;
	struct arena *arena;
};

/* Adds one of `among` addresses that share equally. */
static void add_site(struct site_finder *to, const struct bin_share *share, uint64_t address,
                     size_t among) {
	const double weight = to->walk.weight;
	const double ticks = share->ticks / (double)among * weight;
	struct sample_site site = { .address = address,
		                    .func = share->piece->func,
		                    .bin = to->bin,
		                    .of_bin = to->walk.ticks * weight,
		                    .low = share->low,
		                    .high = share->high,
		                    .of_code = 1 / (double)among,
		                    .ticks = ticks };

	lines_at(to->lines, address, &site.location);
	to->list = arena_room(to->arena, to->list, to->n, sizeof site);
	to->list[to->n++] = site;
}

/* Adds at most so many bytes; one if the others are too much work. */
static void add_bytes(struct site_finder *to, const struct bin_share *share, uint64_t most) {
	const uint64_t range = share->high - share->low;
	uint64_t step = range / most + (range % most != 0), i;
	size_t n = (size_t)((range + step - 1) / step);

	if (n > 1 && !work_pay(to->work, EACH * n))
		n = 1;

	/* By offset: an address near the end of the address space would wrap. */
	for (i = 0; i < n; i++)
		add_site(to, share, share->low + i * step, n);
}

/* Of a wide bin, each function gets as many bytes as its part of the bin. */
static void add_part(struct site_finder *to, const struct bin_share *share) {
	const double part = (double)(share->high - share->low) / (double)to->walk.bytes;

	add_bytes(to, share, 1 + (uint64_t)(SITES_OF_WIDE * part));
}

static void add_instructions(struct site_finder *to, const struct bin_share *share) {
	const uint64_t *list;
	size_t n = instructions_in(to->instructions, share->low, share->high, &list);
	size_t i;

	for (i = 0; i < n; i++)
		add_site(to, share, list[i], n);
	if (!n)
		add_bytes(to, share, MOST_SITES);
}

static bool is_same_line(const struct sample_site *a, const struct sample_site *b) {
	return a->location.path == b->location.path && a->location.line == b->location.line;
}

/* Sets the variances from site number i on.  How a bin is divided within a line does not matter to
 * the line, so its sites there have one variance together. */
static void set_variances(struct site_finder *to, size_t i) {
	const double weight = to->walk.weight;

	while (i < to->n) {
		const struct sample_site *line = &to->list[i];
		double ticks = 0, each;
		size_t last = i;

		while (last < to->n && is_same_line(&to->list[last], line))
			ticks += to->list[last++].ticks;
		each = bin_share_variance(&to->walk, ticks / weight) / ticks;
		for (; i < last; i++)
			to->list[i].variance = each * to->list[i].ticks;
	}
}

/* Adds where a function was sampled, unless its time went to others. */
static void add_share(struct site_finder *to, const struct bin_share *share) {
	const struct profile *p = to->profile;
	const size_t first = to->n;

	if (func_gave_time(p, &p->funcs[share->piece->func]))
		return;
	if (to->walk.high - to->walk.low > WIDE)
		add_part(to, share);
	else
		add_instructions(to, share);
	set_variances(to, first);
}

static bool find_sites(struct site_finder *to, struct progress *progress) {
	struct bin_share share;
	size_t n = 0;

	for (; bin_walk_next(&to->walk); to->bin++)
		while (bin_walk_share(&to->walk, &share)) {
			if (n++ % STEP == 0 && !progress_wanted(progress))
				return false;
			add_share(to, &share);
		}
	return !progress_is_cancelled(progress);
}

const struct sample_sites *sample_sites_find(const struct object *object, struct lines *lines,
                                             const struct profile *profile, struct arena *arena,
                                             struct progress *progress) {
	struct arena *scratch = arena_new();
	struct site_finder to = {
		.lines = lines,
		.profile = profile,
		.instructions = instructions_new(object, lines, profile, scratch),
		.work = object_debug_files(object)->work,
		.arena = arena,
	};
	const struct records *records = profile->records;
	const struct merged *merged = merged_new(records->histograms, records->nhistograms,
	                                         &profile->image->machine, scratch, progress);
	struct sample_sites *out = NULL;

	if (merged)
		to.walk = bin_walk_all(merged, profile->map, profile->splits);
	if (merged && find_sites(&to, progress)) {
		out = arena_alloc(arena, 1, sizeof *out);
		*out = (struct sample_sites){ to.list, to.n };
	}
	arena_free(scratch);
	return out;
}

/* Paths are interned: one file is one pointer. */
static int by_line(const void *a, const void *b, const void *context) {
	const struct line_ticks *x = a, *y = b;

	if (x->path != y->path)
		return (uintptr_t)x->path < (uintptr_t)y->path ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* Adds to the last line of the list, or a new one. */
static size_t add_line(struct line_ticks *list, size_t n, const struct line_ticks *add) {
	if (!n || by_line(&list[n - 1], add, NULL)) {
		list[n] = *add;
		return n + 1;
	}
	list[n - 1].ticks += add->ticks;
	list[n - 1].variance += add->variance;
	return n;
}

const struct line_times *sample_sites_lines(const struct sample_sites *sites, struct arena *arena) {
	struct arena *scratch = arena_new();
	struct line_times *out = arena_alloc(arena, 1, sizeof *out);
	struct line_ticks *list = arena_space(scratch, sites->n, sizeof *list);
	size_t n = 0, i;

	for (i = 0; i < sites->n; i++) {
		const struct sample_site *site = &sites->list[i];

		if (!site->location.path)
			continue;
		n = add_line(list, n,
		             &(struct line_ticks){ site->location.path, site->location.line,
		                                   site->ticks, site->variance });
	}
	sort_stable(list, n, sizeof *list, by_line, NULL, scratch);
	for (i = 0; i < n; i++)
		out->n = add_line(list, out->n, &list[i]);
	out->list = arena_copy(arena, list, out->n, sizeof *list);
	arena_free(scratch);
	return out;
}

enum { MOST_STEPS = 64, STEP_SITES = 256, STEP_CALLS = 256 };

struct frame_finding {
	struct lines *lines;
	const struct profile *profile;
	struct dwarf_functions *functions;
	struct instructions *instructions;
	struct frame_builder *builder;
	struct arena *scratch;
	struct work *work;

	/* The answer to the last lookup, which the next one often shares. */
	const struct dwarf_function *function;
	uint64_t low, high; /* the addresses it holds for */
	struct source_location location;
	const struct func *func;
	uint32_t frame;
};

/* The frame of code at the address, by the inlined functions whose ranges hold it.  NO_FRAME: its
 * line is not known, and nothing was inlined there. */
static uint32_t find_frame(struct frame_finding *f, uint64_t address) {
	const struct dwarf_function *in = f->function;
	struct frame_step path[MOST_STEPS];
	size_t n = 0;

	if (!f->location.line && (!in || !in->is_inlined || !in->outer))
		return NO_FRAME;
	path[n++] = (struct frame_step){ f->location, in ? in->name : NULL, in ? in->declared : 0 };
	if (!f->location.line && in->declared)
		lines_file(f->lines, address, in->declared_file, &path[0].location);
	for (; in && in->is_inlined && in->outer && n < MOST_STEPS; n++) {
		path[n] = (struct frame_step){ .function = in->outer->name,
			                       .declared = in->outer->declared };
		if (in->call_line && in->call_line <= UINT32_MAX &&
		    lines_file(f->lines, address, in->call_file, &path[n].location))
			path[n].location.line = (unsigned)in->call_line;
		in = in->outer;
	}
	return frame_of(f->builder, path, n, f->func);
}

static uint32_t frame_at(struct frame_finding *f, uint64_t address, const struct func *func,
                         const struct source_location *location) {
	const bool is_known = address >= f->low && address < f->high;

	if (is_known && f->func == func && f->location.path == location->path &&
	    f->location.line == location->line)
		return f->frame;
	if (!is_known)
		f->function = dwarf_functions_at(f->functions, address, &f->high);
	f->low = address;
	f->location = *location;
	f->func = func;
	f->frame = find_frame(f, address);
	return f->frame;
}

static void add_site_ticks(struct frame_finding *f, const struct sample_site *site) {
	const uint32_t frame = frame_at(f, site->address, &f->profile->funcs[site->func],
	                                &site->location);

	if (frame == NO_FRAME)
		return;
	frame_add_ticks(f->builder, frame, site->address, site->ticks, site->variance);
	frame_add_share(f->builder, frame, site->low, site->high, site->of_code);
}

/* All calls, by caller, then by callee, with those of many files as one. */
static size_t list_calls(const struct records *records, struct call **out, struct arena *scratch) {
	struct arena *passing = arena_new();
	struct call *list = sort_copy(records->calls, records->ncalls, sizeof *list,
	                              offsetof(struct call, to), passing);
	size_t n = 0, i;

	list = sort_copy(list, records->ncalls, sizeof *list, offsetof(struct call, from), scratch);
	for (i = 0; i < records->ncalls; i++)
		if (n && list[n - 1].from == list[i].from && list[n - 1].to == list[i].to)
			list[n - 1].count += list[i].count;
		else
			list[n++] = list[i];
	arena_free(passing);
	*out = list;
	return n;
}

/* Attributes calls to the lines that may have made them. */
static void add_call(struct frame_finding *f, const struct call *call) {
	const struct func *callee = profile_at(f->profile, call->to);
	struct frame_call made = { .callee = callee, .calls = call->count, .sole = call->count };
	struct call_site site;
	uint32_t frames[CALL_SITES];
	uint64_t at_of[CALL_SITES]; /* of those */
	size_t n = 0, i, k;

	if (!callee || !call->count)
		return;
	site = instructions_call(f->instructions, call->from, callee);
	for (i = 0; i < site.n; i++) {
		struct source_location location = { .path = NULL };

		at_of[n] = site.addresses[i];
		lines_at(f->lines, at_of[n], &location);
		frames[n] = frame_at(f, at_of[n], profile_at(f->profile, at_of[n]), &location);
		for (k = 0; k < n && frames[k] != frames[n]; k++)
			;
		n += k == n && frames[n] != NO_FRAME;
	}
	made.is_near = n > 1 || !site.is_certain;
	for (i = 0; i < n; i++) {
		made.address = at_of[i];
		frame_add_calls(f->builder, frames[i], &made);
		made.sole = 0;
	}
}

static bool add_sites(struct frame_finding *f, const struct sample_sites *sites,
                      struct progress *progress) {
	size_t i;

	for (i = 0; i < sites->n && work_pay(f->work, 1); i++) {
		if (i % STEP_SITES == 0 && !progress_wanted(progress))
			return false;
		add_site_ticks(f, &sites->list[i]);
		if (i + 1 == sites->n || sites->list[i + 1].bin != sites->list[i].bin)
			frame_end_bin(f->builder, sites->list[i].of_bin);
	}
	return !progress_is_cancelled(progress);
}

static bool add_calls(struct frame_finding *f, struct progress *progress) {
	struct call *list;
	size_t n = list_calls(f->profile->records, &list, f->scratch), i;

	for (i = 0; i < n && work_pay(f->work, 1); i++) {
		if (i % STEP_CALLS == 0 && !progress_wanted(progress))
			return false;
		add_call(f, &list[i]);
	}
	return !progress_is_cancelled(progress);
}

const struct frames *frames_find(const struct object *object, struct lines *lines,
                                 const struct sample_sites *sites, const struct profile *profile,
                                 struct arena *arena, struct progress *progress) {
	struct arena *scratch = arena_new(), *reading = arena_new();
	struct work *work = object_debug_files(object)->work;
	struct frame_finding f = { .lines = lines,
		                   .profile = profile,
		                   .scratch = reading,
		                   .work = work,
		                   .builder = frame_builder_new(profile, arena, scratch, work),
		                   .functions = object_functions(object, false, reading),
		                   .instructions = instructions_new(object, lines, profile,
		                                                    reading) };
	const struct frames *frames = NULL;
	bool ok;

	progress_stage(progress, "finding inlined code", 0);
	ok = add_sites(&f, sites, progress) && add_calls(&f, progress);
	arena_free(reading); /* before the frames need more */
	lines_drop_rows(lines);
	if (ok)
		frames = frame_builder_done(f.builder);
	arena_free(scratch);
	return frames;
}
