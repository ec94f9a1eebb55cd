/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gprof/static_calls.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/bytes.h"
#include "model/image.h"
#include "model/profile.h"
#include "model/records.h"
#include "parse/object.h"

/* How a machine calls. */
struct call_code {
	const char *arch; /* what its name begins with */
	unsigned step;    /* bytes from one place of a call to the next */

	/* Tells where the bytes at pc would call; false when they are no
	 * call or cut off. */
	bool (*target)(struct bytes code, uint64_t pc, uint64_t *out);
};

struct static_calls {
	const struct histogram **ranges; /* that differ; shape: [nranges] */
	size_t nranges;
	const struct call_code *machine;
	struct bytes code; /* of .text */
	uint64_t low;      /* address of .text */
	struct arena *arena;
};

static bool x86_target(struct bytes code, uint64_t pc, uint64_t *out)
{
	enum { CALL = 0xe8, SIZE = 5 };

	if (code.len < SIZE || code.data[0] != CALL)
		return false;
	*out = pc + SIZE +
	       bytes_number((struct bytes){ code.data + 1, 4 }, false);
	return true;
}

static bool aarch64_target(struct bytes code, uint64_t pc, uint64_t *out)
{
	const uint64_t sign = 1u << 25;
	uint64_t word;

	if (code.len < 4)
		return false;
	word = bytes_number((struct bytes){ code.data, 4 }, false);
	if ((word & 0x7c000000) != 0x14000000)
		return false;
	word &= 2 * sign - 1;
	*out = pc + 4 * ((word ^ sign) - sign);
	return true;
}

static const struct call_code machines[] = {
	{ "i386", 1, x86_target },
	{ "aarch64", 4, aarch64_target },
};

static const struct call_code *machine_named(const char *arch)
{
	size_t i;

	for (i = 0; i < sizeof machines / sizeof *machines; i++)
		if (!strncmp(arch, machines[i].arch, strlen(machines[i].arch)))
			return &machines[i];
	return NULL;
}

/* The first histogram that meets [low, high), or NULL. */
static const struct histogram *histogram_of(const struct static_calls *s,
                                            uint64_t low, uint64_t high)
{
	size_t i;

	for (i = 0; i < s->nranges; i++)
		if (s->ranges[i]->low < high && low < s->ranges[i]->high)
			return s->ranges[i];
	return NULL;
}

/* gprof compares 32 bits of a target with histograms. */
static bool is_sampled(const struct static_calls *s, uint64_t target)
{
	size_t i;

	for (i = 0; i < s->nranges; i++)
		if ((uint32_t)target >= (uint32_t)s->ranges[i]->low &&
		    (uint32_t)target < (uint32_t)s->ranges[i]->high)
			return true;
	return false;
}

/* The number of the function that begins at the address, or nfuncs. */
static size_t function_at(const struct func *funcs, size_t nfuncs, uint64_t at)
{
	size_t low = 0, high = nfuncs;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (funcs[middle].low < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low < nfuncs && funcs[low].low == at ? low : nfuncs;
}

struct found {
	struct static_call *list;
	size_t n;
};

static void scan(const struct static_calls *s, struct found *found,
                 const struct func *funcs, size_t nfuncs, size_t caller)
{
	uint64_t pc = funcs[caller].low, high = funcs[caller].high, target;
	const struct histogram *h = histogram_of(s, pc, high);
	const uint64_t step = s->machine->step;

	if (!h)
		return;
	pc = pc < h->low ? h->low : pc;
	pc = pc < s->low ? s->low : pc;
	high = high > h->high ? h->high : high;
	for (pc = (pc + step - 1) / step * step; pc < high; pc += step) {
		uint64_t at = pc - s->low;
		size_t callee;

		if (at >= s->code.len)
			return;
		if (!s->machine->target(
			    (struct bytes){ s->code.data + at,
		                            s->code.len - (size_t)at },
			    pc, &target) ||
		    !is_sampled(s, target))
			continue;
		callee = function_at(funcs, nfuncs, target);
		if (callee == nfuncs)
			continue;
		found->list = arena_room(s->arena, found->list, found->n,
		                         sizeof *found->list);
		found->list[found->n++] = (struct static_call){
			(uint32_t)caller, (uint32_t)callee
		};
	}
}

static const struct static_call *
find(const void *context, const struct func *funcs, size_t nfuncs, size_t *n)
{
	const struct static_calls *s = context;
	struct found found = { NULL, 0 };
	size_t i;

	for (i = 0; i < nfuncs; i++)
		scan(s, &found, funcs, nfuncs, i);
	*n = found.n;
	return found.list;
}

/* Lists the ranges of histograms; files of one program have the same ones. */
static void list_ranges(struct static_calls *s, const struct records *r)
{
	size_t i;

	s->ranges = arena_alloc(s->arena, r->nhistograms, sizeof *s->ranges);
	for (i = 0; i < r->nhistograms; i++) {
		const struct histogram *h = &r->histograms[i];
		const struct histogram *last =
			s->nranges ? s->ranges[s->nranges - 1] : NULL;

		if (!last || h->low != last->low || h->high != last->high)
			s->ranges[s->nranges++] = h;
	}
}

struct call_finder static_calls_finder(const struct object *object,
                                       const struct image *image,
                                       const struct records *records,
                                       struct arena *arena)
{
	struct static_calls *s = arena_alloc(arena, 1, sizeof *s);
	const struct call_code *machine = machine_named(image->machine.arch);

	*s = (struct static_calls){ .machine = machine,
		                    .low = image->text ? image->text->low : 0,
		                    .arena = arena };
	list_ranges(s, records);
	if (image->text)
		object_section(object, image->text->name, &s->code, arena);
	return (struct call_finder){ s, machine ? find : NULL };
}
