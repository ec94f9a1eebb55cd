/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/callees.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/search.h"
#include "base/sort.h"
#include "model/image.h"
#include "model/records.h"
#include "parse/object/object.h"

enum {
	MOST_CALLS = 256, /* looked at */
	NEAR_X86 = 64,    /* bytes from a function's beginning to the return */
	NEAR_OTHERS = 256 /* address of its call of mcount */
};

/* An even selection of all calls, by the address in the callee. */
struct sample {
	struct keyed calls[MOST_CALLS]; /* key: the address, less the bias */
	uint64_t function[MOST_CALLS];  /* last known one before it */
	bool has_function[MOST_CALLS];
	size_t n;
};

static void pick_calls(struct sample *sample, const struct call *calls,
                       size_t n, uint64_t bias, struct arena *scratch)
{
	size_t i;

	sample->n = n < MOST_CALLS ? n : MOST_CALLS;
	for (i = 0; i < sample->n; i++) {
		const size_t number = (size_t)((double)i * (double)n /
		                               (double)sample->n);

		sample->calls[i] = (struct keyed){ calls[number].to - bias,
			                           (uint32_t)number };
	}
	sort_keys(sample->calls, sample->n, scratch);
}

/* The first of the calls at or after the address. */
static size_t first_from(const struct sample *sample, uint64_t address)
{
	return lower_bound(sample->calls, sample->n, sizeof *sample->calls,
	                   offsetof(struct keyed, key), address);
}

static void find_functions(struct sample *sample, const struct image *image)
{
	size_t i, at;

	for (i = 0; i < image->nsymbols; i++) {
		const struct symbol *s = &image->symbols[i];

		if (!s->section || !s->section->is_code)
			continue;
		at = first_from(sample, s->low);
		if (at == sample->n ||
		    (sample->has_function[at] && sample->function[at] > s->low))
			continue;
		sample->function[at] = s->low;
		sample->has_function[at] = true;
	}
	for (i = 1; i < sample->n; i++) {
		if (sample->has_function[i])
			continue;
		sample->function[i] = sample->function[i - 1];
		sample->has_function[i] = sample->has_function[i - 1];
	}
}

enum { CALL_BYTES = 6 };

/* Whether the bytes end with a call instruction: e8 rel32, ff /2 with an
 * address of 4 bytes or a register.
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual. */
static bool ends_with_call(const unsigned char *bytes, size_t n)
{
	const unsigned char *end = bytes + n;

	return (n >= 5 && end[-5] == 0xe8) ||
	       (n >= 6 && end[-6] == 0xff && end[-5] == 0x15) ||
	       (n >= 2 && end[-2] == 0xff && (end[-1] & 0xf8) == 0xd0);
}

static bool is_x86(const struct image *image)
{
	return !strncmp(image->machine.arch, "i386", 4);
}

/* Whether there is a call before the address, as far as that is known: for
 * x86, in .text. */
static bool follows_call(const struct object *object, uint64_t address)
{
	const struct image *image = object_image(object);
	const struct section *text = image->text;
	unsigned char bytes[CALL_BYTES];
	size_t n;

	if (!is_x86(image) || !text || address < text->low ||
	    address > text->high)
		return true;
	n = address - text->low < CALL_BYTES ? (size_t)(address - text->low)
	                                     : CALL_BYTES;
	return !object_code(object, text, address - n, bytes, n) ||
	       ends_with_call(bytes, n);
}

/* Whether the address may be where mcount() returns to. */
static bool is_callee(const struct sample *sample, size_t i,
                      const struct object *object)
{
	const uint64_t address = sample->calls[i].key;
	const uint64_t near = is_x86(object_image(object)) ? NEAR_X86
	                                                   : NEAR_OTHERS;

	if (!sample->has_function[i] || address - sample->function[i] > near)
		return false;
	if (address == sample->function[i])
		return true; /* as in a gmon.sum of gprof */
	return follows_call(object, address);
}

struct callees callees_check(const struct call *calls, size_t n, uint64_t bias,
                             const struct object *object)
{
	const struct image *image = object_image(object);
	struct arena *scratch = arena_new();
	struct sample *sample = arena_alloc(scratch, 1, sizeof *sample);
	struct callees found = { .first_bad = SIZE_MAX };
	size_t i;

	pick_calls(sample, calls, n, bias, scratch);
	find_functions(sample, image);
	found.n = sample->n;
	for (i = 0; i < sample->n; i++) {
		if (is_callee(sample, i, object))
			continue;
		found.nbad++;
		if (sample->calls[i].index < found.first_bad)
			found.first_bad = sample->calls[i].index;
	}
	arena_free(scratch);
	return found;
}
