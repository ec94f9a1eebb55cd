/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/code/instruction_starts.h"

#include "base/arena.h"
#include "base/error.h"
#include "model/profile.h"
#include "parse/code/disassembler.h"
#include "parse/dwarf/lines.h"

enum { RUN_UP = 4096 /* bytes, at most */ };

struct instruction_starts {
	struct disassembler *disassembler; /* or NULL */
	struct lines *lines;
	const struct profile *profile;
	struct arena *arena;
	uint64_t *list; /* shape: [n]; room: [most] */
	size_t n, most;
	uint64_t last; /* an instruction begins there: the last one seen */
};

struct instruction_starts *instruction_starts_new(const struct object *object,
                                                  struct lines *lines,
                                                  const struct profile *profile,
                                                  struct arena *arena)
{
	struct instruction_starts *s = arena_alloc(arena, 1, sizeof *s);
	struct error ignored;

	s->disassembler = disassembler_new(object, arena, &ignored);
	s->lines = lines;
	s->profile = profile;
	s->arena = arena;
	return s;
}

uint64_t instruction_before(struct lines *lines, const struct profile *profile,
                            uint64_t address)
{
	const struct func *f = profile_at(profile, address);
	uint64_t begin;

	if (lines_row(lines, address, &begin))
		return begin;
	return f ? f->low : address;
}

static void add(struct instruction_starts *s, uint64_t address)
{
	if (s->n == s->most)
		s->list = arena_room(s->arena, s->list, s->most++,
		                     sizeof *s->list);
	s->list[s->n++] = address;
}

/* Where to begin decoding; false: too far away. */
static bool run_up(const struct instruction_starts *s, uint64_t low,
                   uint64_t *at)
{
	*at = instruction_before(s->lines, s->profile, low);
	if (s->last > *at && s->last <= low)
		*at = s->last;
	return low - *at <= RUN_UP;
}

size_t instruction_starts_in(struct instruction_starts *s, uint64_t low,
                             uint64_t high, const uint64_t **list)
{
	uint64_t at;
	unsigned size;

	s->n = 0;
	if (!s->disassembler || low >= high || !run_up(s, low, &at))
		return 0;
	while ((size = disassembler_size(s->disassembler, at)) != 0) {
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
