/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/call_sites.h"

#include "base/arena.h"
#include "base/error.h"
#include "model/image.h"
#include "model/profile.h"
#include "parse/code/disassembler.h"
#include "parse/code/instruction_starts.h"

enum {
	MOST_BYTES = 4096, /* of a line, up to the call */
	MOST_CALLS = 16    /* that end in the bytes a record stands for */
};

/* An instruction that calls. */
struct made_call {
	uint64_t address;
	bool has_target;
	const struct func *target; /* or NULL */
};

struct call_sites {
	struct disassembler *disassembler; /* or NULL */
	struct lines *lines;
	const struct profile *profile;
	uint64_t grain; /* bytes that a record's address stands for */

	/* The calls that return to [from, from + grain): records of one
	 * address follow each other, one for each callee. */
	bool is_known;
	uint64_t from;
	struct made_call calls[MOST_CALLS]; /* shape: [n] */
	size_t n;
};

struct call_sites *call_sites_new(const struct object *object,
                                  struct lines *lines,
                                  const struct profile *profile,
                                  struct arena *arena)
{
	struct call_sites *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->disassembler = disassembler_new(object, arena, &ignored);
	s->lines = lines;
	s->profile = profile;
	s->grain = 2 * (uint64_t)profile->image->machine.address_size;
	return s;
}

/* Finds the calls that return to [from, from + grain). */
static void find_calls(struct call_sites *s, uint64_t from)
{
	uint64_t at = instruction_before(s->lines, s->profile,
	                                 from ? from - 1 : 0);
	struct instruction i;

	s->is_known = true;
	s->from = from;
	s->n = 0;
	if (from - at > MOST_BYTES)
		return;
	for (; at < from + s->grain && s->n < MOST_CALLS; at += i.size) {
		if (!disassembler_read(s->disassembler, at, &i) || !i.size)
			return;
		if (!i.is_call || at + i.size < from ||
		    at + i.size >= from + s->grain)
			continue;
		s->calls[s->n++] = (struct made_call){
			at, i.has_target,
			i.has_target ? profile_at(s->profile, i.target) : NULL
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
static void choose(const struct call_sites *s, const struct func *callee,
                   struct call_site *out)
{
	int best = 1;
	size_t i;

	for (i = 0; i < s->n; i++) {
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

struct call_site call_sites_at(struct call_sites *s, uint64_t from,
                               const struct func *callee)
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
