/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/call_sites.h"

#include "base/arena.h"
#include "base/error.h"
#include "model/image.h"
#include "model/profile.h"
#include "parse/disassembler.h"
#include "parse/instruction_starts.h"

enum { MOST_BYTES = 4096 /* of a line, up to the call */ };

struct call_sites {
	struct disassembler *disassembler; /* or NULL */
	struct lines *lines;
	const struct profile *profile;
	uint64_t grain; /* bytes that a record's address stands for */
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

/* How well an instruction may be the call; 0: not at all. */
static int fitness(const struct call_sites *s, const struct instruction *i,
                   const struct func *callee)
{
	if (!i->is_call)
		return 0;
	if (!i->has_target)
		return 2;
	return profile_at(s->profile, i->target) == callee ? 3 : 1;
}

/* Keeps the best ones of the calls that return to [from, from + grain). */
static void look(const struct call_sites *s, uint64_t from,
                 const struct func *callee, struct call_site *out)
{
	uint64_t at = instruction_before(s->lines, s->profile,
	                                 from ? from - 1 : 0);
	struct instruction i;
	int best = 1, here;

	if (from - at > MOST_BYTES)
		return;
	for (; at < from + s->grain; at += i.size) {
		if (!disassembler_read(s->disassembler, at, &i) || !i.size)
			return;
		if (at + i.size < from || at + i.size >= from + s->grain)
			continue;
		here = fitness(s, &i, callee);
		if (here < best)
			continue;
		if (here > best)
			out->n = 0;
		best = here;
		out->is_certain = best > 1;
		if (out->n < CALL_SITES)
			out->addresses[out->n++] = at;
	}
}

struct call_site call_sites_at(struct call_sites *s, uint64_t from,
                               const struct func *callee)
{
	struct call_site site = { .n = 0 };

	if (s->disassembler && from <= UINT64_MAX - s->grain)
		look(s, from, callee, &site);
	if (!site.n)
		site.addresses[site.n++] = from;
	return site;
}
