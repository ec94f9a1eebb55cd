/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/fit/sample_places.h"

#include <stdbool.h>

#include "base/arena.h"
#include "base/error.h"
#include "model/build/merged.h"
#include "model/image.h"
#include "model/records.h"
#include "model/section_index.h"
#include "parse/code/disassembler.h"
#include "parse/fit/code_bytes.h"
#include "parse/fit/x86_code.h"
#include "parse/object/object.h"

enum {
	MOST_BINS = 1 << 16,       /* looked at */
	MOST_INSTRUCTIONS = 20000, /* looked at */
	MOST_BYTES = 4096,         /* of a function that is decoded */
	MOST_PADDING = 64,         /* bytes behind a function */
	RETURN = 0xc3
};

struct places {
	struct code_bytes *code;
	struct disassembler *disassembler; /* or NULL */
	unsigned address_size;
	size_t nbins; /* seen so far */
	size_t left;  /* instructions to look at */
};

/* Whether [low, high) is padding from the end of a function on, which ends by
 * returning: by its symbol's size, not by the next symbol. */
static bool is_padding(uint64_t low, uint64_t high, struct code_bytes *code)
{
	const struct entry *entry = code_bytes_entry(code, low);
	unsigned char bytes[1 + MOST_PADDING]; /* with the function's last */
	size_t n;

	if (!entry || entry->high <= entry->low || low < entry->high ||
	    high - entry->high > MOST_PADDING || code_bytes_entry(code, high - 1) != entry)
		return false;
	n = 1 + (size_t)(high - entry->high);
	return code_bytes_read(code, entry->high - 1, bytes, n) == n && bytes[0] == RETURN &&
	       x86_is_padding(bytes + 1, n - 1);
}

/* Whether one instruction of a function begins before and ends behind the
 * bin.  All of the function must be instructions. */
static bool is_inside(uint64_t low, uint64_t high, struct places *p)
{
	const struct entry *entry = code_bytes_entry(p->code, low);
	bool is_within = false;
	uint64_t at, next;

	if (!p->disassembler || !entry || high >= entry->high ||
	    entry->high - entry->low > MOST_BYTES)
		return false;
	for (at = entry->low; at < entry->high; at = next) {
		const unsigned size = p->left ? disassembler_size(p->disassembler, at) : 0;

		if (!size)
			return false;
		p->left--;
		next = at + size;
		is_within |= at < low && next >= high;
	}
	return is_within && at == entry->high;
}

static void check_histogram(struct sample_places *found, const struct records *r, size_t number,
                            struct places *p)
{
	const struct histogram *h = &r->histograms[number];
	struct merged_histogram one = { .shape = h };
	uint64_t low, high;
	size_t i;

	one.layout = bin_layout_of(h, p->address_size, &one.step);
	if (one.layout == LAYOUT_UNKNOWN)
		return;
	for (i = 0; i < h->nused && p->nbins < MOST_BINS; i++, p->nbins++) {
		merged_bin(&one, h->bins[i].index, &low, &high);
		if (!is_padding(low, high, p->code) && !is_inside(low, high, p))
			continue;
		found->nbad += h->bins[i].count;
		if (found->first_bad == SIZE_MAX)
			found->first_bad = number;
	}
}

struct sample_places sample_places_check(const struct records *records, struct code_bytes *code)
{
	struct sample_places found = { .first_bad = SIZE_MAX };
	struct arena *scratch = arena_new();
	struct places p = {
		.code = code,
		.address_size = object_image(code->object)->machine.address_size,
		.left = MOST_INSTRUCTIONS,
	};
	struct error ignored;
	size_t i;

	if (!records->ncalls && code->is_x86)
		p.disassembler = disassembler_new(code->object, scratch, &ignored);
	for (i = 0; code->is_x86 && i < records->nhistograms; i++)
		check_histogram(&found, records, i, &p);
	arena_free(scratch);
	return found;
}

uint64_t sample_places_outside(const struct records *records, const struct profile_file *file,
                               unsigned address_size, const struct section_index *sections)
{
	uint64_t low, high, noutside = 0;
	size_t i, k;

	for (i = 0; i < file->nhistograms; i++) {
		const struct histogram *h = &records->histograms[file->first_histogram + i];
		struct merged_histogram one = { .shape = h };

		one.layout = bin_layout_of(h, address_size, &one.step);
		for (k = 0; k < h->nused; k++) {
			merged_bin(&one, h->bins[k].index, &low, &high);
			if (!section_index_meets(sections, low, high))
				noutside += h->bins[k].count;
		}
	}
	return noutside;
}
