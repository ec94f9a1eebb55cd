/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether samples are where no program counter can be: in the padding behind a
 * return, where no instruction begins, or where there is no code. */
#ifndef GPTUI_SAMPLE_PLACES_H
#define GPTUI_SAMPLE_PLACES_H

#include <stddef.h>
#include <stdint.h>

struct code_bytes;
struct profile_file;
struct records;
struct section_index;

struct sample_places {
	uint64_t nbad;    /* samples in bins that count nothing else */
	size_t first_bad; /* index of a histogram of theirs; SIZE_MAX: none */
};

/* Looks at the bins of x86 programs whose bytes are known for certain, and at
 * instructions only if no calls were recorded, which show more.
 * Cost: a search in the symbols for each of 65,536 bins, and 1 us for each of
 * 20,000 instructions, at most. */
struct sample_places sample_places_check(const struct records *records, struct code_bytes *code);

/* Samples of the file in bins that hold no byte of the sections. */
uint64_t sample_places_outside(const struct records *records, const struct profile_file *file,
                               unsigned address_size, const struct section_index *sections);

#endif
