/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/instructions.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/work.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/code/disassembler.h"
#include "parse/dwarf/lines.h"
#include "parse/object/debug_files.h"
#include "parse/object/object.h"

enum {
	EACH = 80,      /* the work of decoding one */
	RUN_UP = 4096,  /* bytes of a line before what is looked at, at most */
	MOST_CALLS = 16 /* that end in the bytes a record stands for */
};

/* An instruction that calls. */
struct made_call {
	uint64_t address;
	bool has_target;
	const struct func *target; /* or NULL */
};

struct instructions {
	struct disassembler *disassembler; /* or NULL */
	struct work *work;
	struct lines *lines;
	const struct profile *profile;
	struct arena *arena;
	uint64_t *list; /* where some begin; shape: [n]; room: [most] */
	size_t n, most;
	uint64_t last; /* an instruction begins there: the last one seen */

	/* The calls that return to [from, from + grain): records of one
	 * address follow each other, one for each callee. */
	uint64_t grain; /* bytes that a record's address stands for */
	bool is_known;
	uint64_t from;
	struct made_call calls[MOST_CALLS]; /* shape: [ncalls] */
	size_t ncalls;
};

/* What decoding the code of bins and calls can take. */
static void allow(struct work *work, const struct records *records)
{
	enum { RECORD = 24 };
	uint64_t n = records->ncalls;
	size_t i;

	for (i = 0; i < records->nhistograms; i++)
		n += records->histograms[i].nused;
	work_allow(work, RECORD * n);
}

struct instructions *instructions_new(const struct object *object, struct lines *lines,
                                      const struct profile *profile, struct arena *arena)
{
	struct instructions *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->disassembler = disassembler_new(object, arena, &ignored);
	s->work = &object_debug_files(object)->work;
	allow(s->work, profile->records);
	s->lines = lines;
	s->profile = profile;
	s->arena = arena;
	s->grain = 2 * (uint64_t)profile->image->machine.address_size;
	return s;
}

/* Where an instruction begins, at or before the address: where its line's
 * code does, else its function. */
static uint64_t begin_before(const struct instructions *s, uint64_t address)
{
	const struct func *f = profile_at(s->profile, address);
	uint64_t begin;

	if (lines_row(s->lines, address, &begin))
		return begin;
	return f ? f->low : address;
}

static void add(struct instructions *s, uint64_t address)
{
	if (s->n == s->most)
		s->list = arena_room(s->arena, s->list, s->most++, sizeof *s->list);
	s->list[s->n++] = address;
}

/* Where to begin decoding; false: too far away. */
static bool run_up(const struct instructions *s, uint64_t low, uint64_t *at)
{
	*at = begin_before(s, low);
	if (s->last > *at && s->last <= low)
		*at = s->last;
	return low - *at <= RUN_UP;
}

size_t instructions_in(struct instructions *s, uint64_t low, uint64_t high, const uint64_t **list)
{
	uint64_t at;
	unsigned size;

	s->n = 0;
	if (!s->disassembler || low >= high || !run_up(s, low, &at))
		return 0;
	while (work_pay(s->work, EACH) && (size = disassembler_size(s->disassembler, at)) != 0) {
		s->last = at;
		if (at >= low)
			add(s, at);
		if (high - at <= size) {
			if (!s->n)
				add(s, at); /* the one around */
			break;
		}
		at += size;
	}
	*list = s->list;
	return s->n;
}

/* Finds the calls that return to [from, from + grain). */
static void find_calls(struct instructions *s, uint64_t from)
{
	uint64_t at = begin_before(s, from ? from - 1 : 0);
	struct instruction i;

	s->is_known = true;
	s->from = from;
	s->ncalls = 0;
	if (from - at > RUN_UP)
		return;
	for (; at < from + s->grain && s->ncalls < MOST_CALLS; at += i.size) {
		if (!work_pay(s->work, EACH) || !disassembler_read(s->disassembler, at, &i) ||
		    !i.size)
			return;
		if (!i.is_call || at + i.size < from || at + i.size >= from + s->grain)
			continue;
		s->calls[s->ncalls++] = (struct made_call){
			at, i.has_target, i.has_target ? profile_at(s->profile, i.target) : NULL
		};
	}
}

/* How well an instruction may be the call. */
static int fitness(const struct made_call *call, const struct func *callee)
{
	if (!call->has_target)
		return 2;
	return call->target == callee ? 3 : 1;
}

/* Keeps the best ones of the calls. */
static void choose(const struct instructions *s, const struct func *callee, struct call_site *out)
{
	int best = 1;
	size_t i;

	for (i = 0; i < s->ncalls; i++) {
		int here = fitness(&s->calls[i], callee);

		if (here < best)
			continue;
		if (here > best)
			out->n = 0;
		best = here;
		out->is_certain = best > 1;
		if (out->n < CALL_SITES)
			out->addresses[out->n++] = s->calls[i].address;
	}
}

struct call_site instructions_call(struct instructions *s, uint64_t from, const struct func *callee)
{
	struct call_site site = { .n = 0 };

	if (s->disassembler && from <= UINT64_MAX - s->grain) {
		if (!s->is_known || s->from != from)
			find_calls(s, from);
		choose(s, callee, &site);
	}
	if (!site.n)
		site.addresses[site.n++] = from;
	return site;
}
