/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parse/bins.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "model/records.h"

/* Nearly all bins of a large program are zero, so they are looked at by the
 * stretch, and where some are not, by the word. */
enum { STRETCH = 64, WORD = sizeof(uint64_t) };

static bool is_zero_stretch(const unsigned char *data)
{
	uint64_t words[STRETCH / sizeof(uint64_t)], any = 0;
	size_t i;

	memcpy(words, data, STRETCH);
	for (i = 0; i < STRETCH / sizeof *words; i++)
		any |= words[i];
	return !any;
}

static bool is_zero_word(const unsigned char *data)
{
	uint64_t word;

	memcpy(&word, data, WORD);
	return !word;
}

/* Where the next word begins that is not all zeros; `at` is where one does. */
static size_t skip_zeros(struct bytes bytes, size_t at)
{
	for (;;) {
		if (at % STRETCH == 0 && bytes.len - at >= STRETCH &&
		    is_zero_stretch(bytes.data + at))
			at += STRETCH;
		else if (bytes.len - at >= WORD &&
		         is_zero_word(bytes.data + at))
			at += WORD;
		else
			return at;
	}
}

static bool is_negative(uint64_t count, struct bin_form form)
{
	return form.is_signed && count >> (8 * form.size - 1) & 1;
}

/* Writes the bins above zero, or only counts them: out is NULL. */
static size_t scan(struct bytes bytes, struct bin_form form, struct bin *out,
                   uint64_t *nnegative)
{
	const unsigned char *data = bytes.data;
	size_t n = 0, at = 0;

	for (*nnegative = 0; at + form.size <= bytes.len; at += form.size) {
		uint64_t count;

		if (at % WORD == 0)
			at = skip_zeros(bytes, at);
		if (at + form.size > bytes.len)
			break;
		count = bytes_number((struct bytes){ data + at, form.size },
		                     form.big_endian);
		*nnegative += is_negative(count, form);
		if (!count || is_negative(count, form))
			continue;
		if (out)
			out[n] = (struct bin){ count,
				               (uint32_t)(at / form.size) };
		n++;
	}
	return n;
}

uint64_t bins_read(struct histogram *h, struct bytes bytes,
                   struct bin_form form, struct arena *arena)
{
	uint64_t nnegative;
	struct bin *bins;

	h->bin_size = (unsigned char)form.size;
	h->nused = scan(bytes, form, NULL, &nnegative);
	h->bins = bins = arena_space(arena, h->nused, sizeof *bins);
	scan(bytes, form, bins, &nnegative);
	return nnegative;
}

uint64_t bins_full(const struct histogram *h)
{
	const uint64_t most = UINT64_MAX >> (64 - 8 * h->bin_size);
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < h->nused; i++)
		n += h->bins[i].count == most;
	return n;
}
