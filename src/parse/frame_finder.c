/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/frame_finder.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/progress.h"
#include "base/sort.h"
#include "model/code_map.h"
#include "model/frames.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/bin_looks.h"
#include "parse/call_sites.h"
#include "parse/dwarf_functions.h"
#include "parse/lines.h"
#include "parse/object_functions.h"

enum { MOST_STEPS = 64, STEP_LOOKS = 256, STEP_CALLS = 256 };

struct finding {
	struct lines *lines;
	const struct profile *profile;
	struct dwarf_functions *functions;
	struct call_sites *sites;
	struct frame_builder *builder;
	struct arena *scratch;

	/* The answer of the last look, which the next one often shares. */
	const struct dwarf_function *function;
	uint64_t low, high; /* addresses that it is for */
	struct place place;
	uint32_t frame;
};

/* The frame of code at the address, whose line is known. */
static uint32_t find_frame(struct finding *f, uint64_t address,
                           const struct place *place,
                           const struct dwarf_function *function)
{
	const struct dwarf_function *in = function;
	struct frame_step way[MOST_STEPS];
	size_t n = 0;

	way[n++] = (struct frame_step){ *place, in ? in->name : NULL };
	while (in && in->is_inlined && in->outer && in->call_line &&
	       in->call_line <= UINT32_MAX && n < MOST_STEPS &&
	       lines_file(f->lines, address, in->call_file, &way[n].place)) {
		way[n].place.line = (unsigned)in->call_line;
		in = in->outer;
		way[n++].function = in->name;
	}
	return frame_of(f->builder, way, n, profile_at(f->profile, address));
}

static uint32_t frame_at(struct finding *f, uint64_t address,
                         const struct place *place)
{
	const bool is_known = address >= f->low && address < f->high;

	if (is_known && f->place.path == place->path &&
	    f->place.line == place->line)
		return f->frame;
	if (!is_known)
		f->function = dwarf_functions_at(f->functions, address,
		                                 &f->high);
	f->low = address;
	f->place = *place;
	f->frame = find_frame(f, address, place, f->function);
	return f->frame;
}

static void add_look(struct finding *f, const struct bin_look *look)
{
	frame_add_ticks(f->builder, frame_at(f, look->address, &look->place),
	                look->ticks, look->variance);
}

/* Numbers of the calls by what they are from, then by what they are to. */
static const struct keyed *sort_calls(const struct records *records,
                                      struct arena *scratch)
{
	const size_t n = records->ncalls;
	struct keyed *keys = arena_space(scratch, n, sizeof *keys);
	size_t i;

	for (i = 0; i < n; i++)
		keys[i] = (struct keyed){ records->calls[i].to, (uint32_t)i };
	sort_keys(keys, n, scratch);
	for (i = 0; i < n; i++)
		keys[i].key = records->calls[keys[i].index].from;
	sort_keys(keys, n, scratch);
	return keys;
}

/* All calls, those of many files as one. */
static size_t list_calls(const struct records *records, struct call **out,
                         struct arena *scratch)
{
	struct call *list = arena_space(scratch, records->ncalls, sizeof *list);
	struct arena *passing = arena_new();
	const struct keyed *keys = sort_calls(records, passing);
	size_t n = 0, i;

	for (i = 0; i < records->ncalls; i++) {
		const struct call *call = &records->calls[keys[i].index];

		if (n && list[n - 1].from == call->from &&
		    list[n - 1].to == call->to)
			list[n - 1].count += call->count;
		else
			list[n++] = *call;
	}
	arena_free(passing);
	*out = list;
	return n;
}

/* Gives calls to the lines that may have made them. */
static void add_call(struct finding *f, const struct call *call)
{
	const struct func *callee = profile_at(f->profile, call->to);
	struct call_site site;
	uint32_t frames[CALL_SITES];
	size_t n = 0, i, k;

	if (!callee || !call->count)
		return;
	site = call_sites_at(f->sites, call->from, callee);
	for (i = 0; i < site.n; i++) {
		struct place place;

		if (!lines_at(f->lines, site.addresses[i], &place))
			continue;
		frames[n] = frame_at(f, site.addresses[i], &place);
		for (k = 0; k < n && frames[k] != frames[n]; k++)
			;
		n += k == n;
	}
	for (i = 0; i < n; i++)
		frame_add_calls(f->builder, frames[i], callee, call->count,
		                n > 1 || !site.is_certain);
}

static bool add_looks(struct finding *f, const struct bin_looks *looks,
                      struct progress *progress)
{
	size_t i;

	for (i = 0; i < looks->n; i++) {
		if (i % STEP_LOOKS == 0 && !progress_wanted(progress))
			return false;
		add_look(f, &looks->list[i]);
	}
	return true;
}

static bool add_calls(struct finding *f, struct progress *progress)
{
	struct call *list;
	size_t n = list_calls(f->profile->records, &list, f->scratch), i;

	for (i = 0; i < n; i++) {
		if (i % STEP_CALLS == 0 && !progress_wanted(progress))
			return false;
		add_call(f, &list[i]);
	}
	return true;
}

const struct frames *frames_find(const struct object *object,
                                 struct lines *lines,
                                 const struct bin_looks *looks,
                                 const struct profile *profile,
                                 struct arena *arena, struct progress *progress)
{
	struct arena *scratch = arena_new();
	struct finding f = {
		.lines = lines,
		.profile = profile,
		.scratch = scratch,
		.builder = frame_builder_new(arena, scratch),
		.functions = object_functions(object, false, scratch),
		.sites = call_sites_new(object, lines, profile, scratch)
	};
	const struct frames *frames = NULL;

	progress_stage(progress, "finding inlined code", 0);
	if (add_looks(&f, looks, progress) && add_calls(&f, progress))
		frames = frame_builder_done(f.builder);
	arena_free(scratch);
	return frames;
}
